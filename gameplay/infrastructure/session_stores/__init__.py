"""Session backends that store a digest of the session key (settings.SESSION_ENGINE).

Django stores the value of the cookie itself, so a copy of the table or of the cache could sign in as any account. Only
the synchronous methods are overridden, because the site runs Django's views in threads.
"""
