#!/usr/bin/env python
"""The command line of the project: `python manage.py help` lists what it can do."""

import os
import sys

from turingapp.members.commanding import execute

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
    execute(sys.argv)
