"""Whether a set is a fair one: drafts and games of bots, counted, and the bars the counts are held to."""
