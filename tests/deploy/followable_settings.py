"""The site's settings, with event streams that all visitors may follow."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.deploy.followable"]
