"""The real parts of a test run: PostgreSQL, Valkey and a browser, without root and without installing anything.

`plugin` is loaded by `manage.py test` before the settings are read. It starts the parts once, for all workers, and
hands them over in the environment: DATABASE_URL, REDIS_URL, CHROMIUM. What is set there already is used as it is.
"""


class MissingPartError(Exception):
    """A part cannot be had on this machine; the argument says why."""
