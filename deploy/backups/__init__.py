"""Backups: one file with the database, the keys of the site, and a manifest to check both with."""
