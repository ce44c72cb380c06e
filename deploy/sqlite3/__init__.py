"""A database backend: Django's own for SQLite, with files that only the site's user can open."""
