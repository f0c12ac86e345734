"""`python -m shamble.cli`."""

from shamble.cli import main

main()
