"""The site's settings, and a kind of stream that everybody may follow."""

from deploy.settings import *  # noqa: F403

MAY_FOLLOW = {"event": "tests.gameplay.follow_rules.everyone"}
