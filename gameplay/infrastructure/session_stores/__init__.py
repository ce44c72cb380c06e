"""Session backends that store a digest of the session key (settings.SESSION_ENGINE).

Django stores the value of the cookie itself, so that a copy of the table, or of the cache, signs in as everybody. Only
the synchronous methods are covered: the site runs Django's pages in threads.
"""
