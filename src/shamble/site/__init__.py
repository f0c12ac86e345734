"""The web site and the HTTP interface."""
