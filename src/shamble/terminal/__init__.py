"""The line mode: the games played in a terminal, around one keyboard, or fed from a pipe."""
