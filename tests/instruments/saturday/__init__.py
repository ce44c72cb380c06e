"""A Saturday: events with drafts, decks and rounds, played from phones while parts of the site fail."""
