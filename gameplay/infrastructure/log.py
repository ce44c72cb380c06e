"""The audit log: one hash-chained stream of entries for each pod, match, game and event.

An entry is hashed with a salted digest of its content (before, after and reason) instead of the content itself. So a
person's name can be erased: the content is changed, the digest stays, and a new entry of the same stream has the
digests of the changed contents. A change without such an entry is found, and nothing is left to guess the name from.

The stream's numbers also drive live updates. An entry has an action code and named fields;
gameplay.infrastructure.log_sentences renders it as a sentence.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from gameplay.infrastructure import hub, metrics
from gameplay.infrastructure.background import after_commit
from gameplay.infrastructure.compiled_queries import BindParam, CompiledInsert, CompiledSelect, CompiledUpdate
from gameplay.models import Account, LogEntry, LogStream

STREAM_PARAM = BindParam("stream", models.CharField())
SELECT_STREAM = CompiledSelect(lambda: LogStream.objects.filter(name=STREAM_PARAM))
UPDATE_STREAM = CompiledUpdate(
    lambda: LogStream.objects.filter(name=STREAM_PARAM, number=BindParam("from_number", models.IntegerField())),
    "number",
    "hash",
)
INSERT_ENTRY = CompiledInsert(LogEntry)
SALT_BYTES = 16
OPERATIONS_STREAM = "operations"
"""The stream of the actions of operators, which concern the whole site."""
NAME_FIELDS = frozenset(
    {"name", "names", "first", "second", "a", "b", "opponent", "team", "asked_by", "judge", "reason", "words"}
)
"""The fields of contents in which people are named, or in which officials write about them."""
ERASED_ACTION = "names_erased"
"""The action of entries that list changed entries: by number, the digest of the new content."""


@dataclass(frozen=True, slots=True)
class LogVerification:
    """The result of verifying a stream. If it is not intact, ``number`` is that of the first faulty entry.

    ``fault`` is "missing" (an entry is gone), "edited" (the hash does not match the fields) or "broken" (the entry does
    not continue the chain, as after reordering or rewriting).
    """

    is_intact: bool
    entries: int
    number: int | None = None
    fault: str = ""


def append_entry(
    stream: str,
    action: str,
    *,
    author: Account | None,
    role: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    at: datetime | None = None,
    payload: hub.StreamPayload | None = None,
) -> LogEntry:
    """Append an entry to ``stream`` in the caller's transaction. Its followers are notified once that commits.

    ``author`` is None for the site itself. ``payload`` is sent with the notification. ``before`` and ``after`` are JSON
    data without floats: write exact numbers as text. A transaction that appends to several streams must do so in the
    order of their names, to avoid deadlocks. Three queries. Raise TransactionManagementError outside of a transaction,
    and TypeError for invalid ``before`` or ``after``.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("append_entry() must run in the transaction that it records")
    entry = LogEntry(author=author, role=role, action=action, reason=reason, at=at or timezone.now())
    entry.before, entry.after = _to_exact_json(before), _to_exact_json(after)
    entry.salt = secrets.token_hex(SALT_BYTES)
    entry.content = _content_digest(entry)
    while not _claim_number(entry, stream):
        pass  # another writer was first; read the stream's row again
    INSERT_ENTRY.insert(entry)
    after_commit(_announce, entry, payload)
    return entry


def verify_stream(stream: str) -> LogVerification:
    """Verify the hash chain of ``stream`` from its first entry. Two queries."""
    head = LogStream.objects.filter(name=stream).first() or LogStream(name=stream, number=0, hash="")
    number, hash_before = 0, ""
    changed: dict[str, str] = {}  # the digests of contents that are not the original ones
    for entry in LogEntry.objects.filter(stream=stream).order_by("number").iterator():
        number += 1
        if fault := _fault(entry, number, hash_before):
            return LogVerification(is_intact=False, entries=head.number, number=number, fault=fault)
        hash_before = entry.hash
        if (digest := _content_digest(entry)) != entry.content:
            changed[str(number)] = digest
        elif entry.action == ERASED_ACTION and entry.after:
            changed = {key: digest for key, digest in changed.items() if entry.after["entries"].get(key) != digest}
    if changed:
        first = min(map(int, changed))
        return LogVerification(is_intact=False, entries=head.number, number=first, fault="edited")
    if number != head.number:
        return LogVerification(is_intact=False, entries=head.number, number=number + 1, fault="missing")
    if hash_before != head.hash:
        return LogVerification(is_intact=False, entries=head.number, number=number, fault="broken")
    return LogVerification(is_intact=True, entries=number)


def erase_text(stream: str, change: Callable[[str], str], *, author: Account | None, role: str) -> int:
    """Replace reasons and names in ``stream`` by ``change`` of them, and append an entry that lists the changes.

    Names are in NAME_FIELDS. Return the number of changed entries. Without changes, nothing is appended. The hashes
    stay as they are.
    """
    changed: dict[str, str] = {}
    for entry in LogEntry.objects.filter(stream=stream).order_by("number"):
        content = entry.before, entry.after, entry.reason
        entry.before, entry.after = change_names(entry.before, change), change_names(entry.after, change)
        entry.reason = change(entry.reason)
        if (entry.before, entry.after, entry.reason) == content:
            continue
        entry.salt = secrets.token_hex(SALT_BYTES)
        changed[str(entry.number)] = _content_digest(entry)
        new = {name: getattr(entry, name) for name in ("before", "after", "reason", "salt")}
        models.QuerySet(LogEntry).filter(pk=entry.pk).update(**new)
    if changed:
        append_entry(stream, ERASED_ACTION, author=author, role=role, after={"entries": changed})
    return len(changed)


def change_names(value: Any, change: Callable[[str], str], field: str = "") -> Any:
    """Return JSON data with a ``change`` of texts in NAME_FIELDS. Other texts are codes, which may look like names."""
    if isinstance(value, str):
        return change(value) if field in NAME_FIELDS else value
    if isinstance(value, list):
        return [change_names(each, change, field) for each in value]
    if isinstance(value, dict):
        return {key: change_names(each, change, key) for key, each in value.items()}
    return value


def _announce(entry: LogEntry, payload: hub.StreamPayload | None) -> None:
    """Count a committed entry, and notify the followers of its stream."""
    metrics.LOG_ENTRIES.labels(entry.action, entry.role).inc()
    hub.publish(str(entry.stream_id), entry.number, payload)


def _claim_number(entry: LogEntry, stream: str) -> bool:
    """Give ``entry`` the next number and its hash, and update the stream. Return False if another writer was faster.

    The conditional UPDATE locks the stream's row until the transaction ends, on PostgreSQL and on SQLite.
    """
    head = next(iter(SELECT_STREAM.fetch(stream=stream)), None)
    if head is None:
        LogStream.objects.bulk_create([LogStream(name=stream, number=0, hash="")], ignore_conflicts=True)
        return False
    entry.stream, entry.number, entry.previous_hash = head, head.number + 1, head.hash
    entry.hash = _hash(entry)
    return UPDATE_STREAM.execute(stream=stream, from_number=head.number, number=entry.number, hash=entry.hash) == 1


def _fault(entry: LogEntry, number: int, hash_before: str) -> str:
    if entry.number != number:
        return "missing"
    if entry.previous_hash != hash_before:
        return "broken"
    return "" if entry.hash == _hash(entry) else "edited"


def _hash(entry: LogEntry) -> str:
    """Return SHA-256, in hex, of the entry's fields and the previous hash as canonical JSON."""
    fields = {
        "stream": entry.stream_id,
        "number": entry.number,
        "author": str(entry.author_id) if entry.author_id else None,
        "role": entry.role,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "action": entry.action,
        "content": entry.content,
        "previous": entry.previous_hash,
    }
    return _digest(fields)


def _content_digest(entry: LogEntry) -> str:
    """Return SHA-256, in hex, of the salt and the content of ``entry`` as canonical JSON."""
    return _digest({"salt": entry.salt, "before": entry.before, "after": entry.after, "reason": entry.reason})


def _digest(fields: dict[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _to_exact_json(value: Any) -> Any:
    """Return ``value`` as it will be read back: tuples as lists, keys as text.

    Raise TypeError for floats, because databases may change their spelling.
    """
    return json.loads(json.dumps(value), parse_float=_reject_float, parse_constant=_reject_float)


def _reject_float(text: str) -> Any:
    raise TypeError(f"{text} is not exact; write it as text")
