"""What is on disk: the log of every table."""
