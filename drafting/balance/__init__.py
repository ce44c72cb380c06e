"""Balance measurements of a set: counts from drafts and games of bots, and the bounds that they must meet."""
