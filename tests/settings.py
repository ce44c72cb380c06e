"""The site's settings, with the management commands of tests/instruments."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.instruments"]
