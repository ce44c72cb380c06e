"""Sessions in the database and the cache, stored under a digest of their key."""

from django.contrib.sessions.backends import cached_db

from gameplay.infrastructure.session_stores import db


class SessionStore(db.SessionStore, cached_db.SessionStore):
    @property
    def cache_key(self) -> str:
        # The method is SessionBase's, which the stubs do not know.
        return self.cache_key_prefix + db.session_key_digest(self._get_or_create_session_key())  # type: ignore[attr-defined]
