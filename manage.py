#!/usr/bin/env python
"""Django's command line; uses the local settings unless DJANGO_SETTINGS_MODULE says otherwise."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "docsite.settings.dev")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
