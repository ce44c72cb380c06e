"""The site's settings, and a kind of stream that everybody may follow."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.deploy.followable"]
