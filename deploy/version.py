"""The version of this release. `pyproject.toml` reads it from here."""

VERSION = "1.0.0"
