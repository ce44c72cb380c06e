#!/usr/bin/env python3
"""Passleft's commands: ``python3 manage.py help``, or ``passleft help`` where it is installed, lists them.

Written so that even a Python too old to run the rest can read it and say so.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.stderr.write("Passleft needs Python 3.11 or newer; this is Python %d.%d.\n" % sys.version_info[:2])
    sys.exit(2)


def main():  # type: () -> None
    """Run the command of the command line. The packages of the site are beside this file, also in a wheel."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    from deploy.bootstrap import main as run

    run(sys.argv)


if __name__ == "__main__":
    main()
