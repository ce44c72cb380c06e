#!/usr/bin/env python3
"""Passleft's commands; ``python3 manage.py help`` lists them.

Written so that even a Python too old to run the rest can read it and say so.
"""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write("Passleft needs Python 3.11 or newer; this is Python %d.%d.\n" % sys.version_info[:2])
    sys.exit(2)

if __name__ == "__main__":
    from deploy.bootstrap import main

    main(sys.argv)
