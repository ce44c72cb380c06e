"""Import the fixtures of `days` if Django is configured: the tests in `rules` run without it."""

import os

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    from tests.tournaments.days import BOOSTERS, NAMES, SEED, Day, day, get_alma, make_event, new_event, six, two_pods

    __all__ = ["BOOSTERS", "NAMES", "SEED", "Day", "day", "get_alma", "make_event", "new_event", "six", "two_pods"]
