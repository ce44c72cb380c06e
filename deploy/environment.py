"""The variables of the environment."""

import os
import warnings
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


class SiteEnv(environ.Env):
    """Reads variables. An empty one counts as absent, as a .env file may have it.

    A value that cannot be read raises ImproperlyConfigured with the name of its variable.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ENVIRON = {name: value for name, value in os.environ.items() if value}

    def get_value(self, var: str, *arguments: Any, **options: Any) -> Any:
        try:
            return super().get_value(var, *arguments, **options)
        except ValueError as error:
            raise ImproperlyConfigured(f"The variable {var} cannot be read: {error}.") from error

    def database(self, var: str, default: str) -> dict[str, Any]:
        """Return the database of a URL as Django's settings have it."""
        with warnings.catch_warnings(action="ignore"):  # an unknown kind of database is refused below
            config: dict[str, Any] = self.db_url(var, default=default)
        if not config.get("ENGINE") or not config.get("NAME"):
            raise ImproperlyConfigured(f"The variable {var} must be like postgres://USER:PASSWORD@HOST/NAME.")
        return config
