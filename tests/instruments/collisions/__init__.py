"""Officials who press everything at the same time."""
