"""The site's settings, with shorter timeouts and smaller limits for request bodies."""

from deploy.settings import *  # noqa: F403

BODY_SECONDS = 2
BODY_RATE = 1_000_000
BODIES_LIMIT = 3_000_000
