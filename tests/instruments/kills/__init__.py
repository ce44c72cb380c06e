"""Check that no acknowledged request is lost when parts of a site are killed during drafts."""
