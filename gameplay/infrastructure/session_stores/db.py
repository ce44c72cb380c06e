"""Sessions in the database, stored under a digest of their key."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField
from django.utils import timezone

from gameplay.infrastructure.codes import digest
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect

DIGEST_LENGTH = 40  # characters: the width of Django's column, 160 bits
STORED_SESSION = CompiledSelect(
    lambda: Session.objects.filter(
        session_key=BindParam("key", CharField()), expire_date__gt=BindParam("now", DateTimeField())
    )
)


def session_key_digest(session_key: str) -> str:
    """Return the digest under which the session with this key is stored."""
    return digest("session", session_key)[:DIGEST_LENGTH]


class SessionStore(db.SessionStore):
    """A session store in which `session_key` is the value of the cookie; only the table has the digest."""

    def exists(self, session_key: str | None) -> bool:
        return session_key is not None and super().exists(session_key_digest(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        instance = super().create_model_instance(data)
        instance.session_key = session_key_digest(instance.session_key)
        return instance

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key, by default this session."""
        if key := session_key or self.session_key:
            super().delete(session_key_digest(key))

    def _get_session_from_db(self) -> Any:
        key = self.session_key
        stored = STORED_SESSION.first(key=session_key_digest(key), now=timezone.now()) if key else None
        if not stored:
            self._session_key = None  # as in Django: a key that the site did not issue is not accepted
        return stored
