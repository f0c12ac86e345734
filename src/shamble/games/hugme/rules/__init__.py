"""The rules of Hug Me, a file for each phase."""
