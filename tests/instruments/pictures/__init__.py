"""Take the pictures of the guides (tournaments/guides.py): a browser goes through an event of six players."""
