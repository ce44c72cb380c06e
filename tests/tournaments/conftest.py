"""The fixtures of `days`, if Django is available: the tests of the rules, in a subfolder, run without it."""

import os

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    from tests.tournaments.days import BOOSTERS, NAMES, SEED, Day, day, new_event, six, two_pods

    __all__ = ["BOOSTERS", "NAMES", "SEED", "Day", "day", "new_event", "six", "two_pods"]
