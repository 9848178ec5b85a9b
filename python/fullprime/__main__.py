"""``python -m fullprime`` is the command line."""

from fullprime.cli import main

main()
