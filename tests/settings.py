"""The site's settings, with the management commands of tests/instruments and hashes of passwords that take no time."""

from deploy.settings import *  # noqa: F403
from deploy.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.instruments"]
PASSWORD_HASHERS = ["tests.hashers.QuickArgon2Hasher"]
