"""The audit log."""

import hashlib
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db import connection, models, transaction
from django.db.models import F, ProtectedError

from gameplay.infrastructure import hub, log_sentences
from gameplay.infrastructure.log import append_entry, erase_text, verify_stream
from gameplay.models import Account, AppendOnlyError, LogEntry, LogStream
from gameplay.services.accounts import create_guest
from tests.parallel import run_simultaneously

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def alice(db: None) -> Account:
    return create_guest("Alice")


def append_picks(stream: str, count: int) -> None:
    for number in range(1, count + 1):
        append_entry(stream, "pick", author=None, role="system", after={"seat": number}, at=NOON)


def edit(stream: str, at_number: int, **fields: object) -> None:
    """Change an entry as an attacker with access to the database could."""
    models.QuerySet(LogEntry).filter(stream=stream, number=at_number).update(**fields)


def test_entries_of_each_stream_are_numbered_from_one_and_chained(alice: Account):
    first = append_entry("pod/1", "seated", author=alice, role="player", after={"seat": 4}, at=NOON)
    other = append_entry("pod/2", "seated", author=None, role="system", at=NOON)
    second = append_entry("pod/1", "ruling", author=alice, role="judge", before={"a": 1}, after=None, reason="late")

    assert [(e.stream_id, e.number) for e in (first, other, second)] == [("pod/1", 1), ("pod/2", 1), ("pod/1", 2)]
    assert (first.previous_hash, other.previous_hash, second.previous_hash) == ("", "", first.hash)
    assert LogStream.objects.get(name="pod/1").hash == second.hash
    assert (verify_stream("pod/1").is_intact, verify_stream("pod/1").entries) == (True, 2)


def test_hash_is_sha_256_over_canonical_json(db: None):
    entry = append_entry("pod/1", "席順", author=None, role="system", after={"b": [1, "é"], "a": None}, at=NOON)

    content = f'{{"after":{{"a":null,"b":[1,"é"]}},"before":null,"reason":"","salt":"{entry.salt}"}}'
    digest = hashlib.sha256(content.encode()).hexdigest()
    text = (
        f'{{"action":"席順","at":"2026-05-04T12:00:00.000000+00:00","author":null,"content":"{digest}",'
        '"number":1,"previous":"","role":"system","stream":"pod/1"}'
    )
    assert entry.hash == hashlib.sha256(text.encode()).hexdigest()


def test_a_name_is_erased_without_breaking_the_chain(alice: Account):
    append_entry("pod/1", "joined", author=alice, role="player", after={"name": "Alice", "level": "Alice"})
    append_entry("pod/1", "late", author=None, role="system", before={"name": "Alice"}, reason="Alice missed the bus")
    append_entry("pod/1", "pick", author=None, role="system", after={"seat": 1})
    hashes = list(LogEntry.objects.order_by("number").values_list("hash", "content"))

    erased = erase_text("pod/1", lambda text: text.replace("Alice", "Player 7"), author=alice, role="player")

    first, second, third, last = LogEntry.objects.order_by("number")
    assert erased == 2
    assert first.after == {"name": "Player 7", "level": "Alice"}
    assert (second.before, second.reason) == ({"name": "Player 7"}, "Player 7 missed the bus")
    assert [(each.hash, each.content) for each in (first, second, third)] == hashes
    assert (last.action, list((last.after or {})["entries"])) == ("names_erased", ["1", "2"])
    assert verify_stream("pod/1").is_intact

    assert erase_text("pod/1", lambda text: text.replace("Player 7", "Player 8"), author=None, role="system") == 2
    assert verify_stream("pod/1").is_intact
    assert erase_text("pod/1", str.strip, author=None, role="system") == 0
    assert LogStream.objects.get(name="pod/1").number == 5


def test_an_erased_entry_that_is_edited_again_is_found(db: None):
    append_entry("pod/1", "late", author=None, role="system", reason="Alice missed the bus")
    append_entry("pod/1", "late", author=None, role="system", reason="the tram broke down")
    erase_text("pod/1", lambda text: text.replace("Alice", "Player 7"), author=None, role="system")
    edit("pod/1", 1, reason="Player 7 overslept")

    verdict = verify_stream("pod/1")

    assert (verdict.is_intact, verdict.number, verdict.fault) == (False, 1, "edited")


def test_the_digest_of_an_erased_name_cannot_be_guessed(db: None):
    """The salt of the original content is not kept, and no two contents have the same one."""
    salts = [append_entry("pod/1", "late", author=None, role="system", reason="Alice").salt for _ in range(2)]
    erase_text("pod/1", lambda text: "", author=None, role="system")

    assert len({*salts, *LogEntry.objects.values_list("salt", flat=True)}) == 5


def test_empty_stream_is_intact(db: None):
    assert (verify_stream("pod/none").is_intact, verify_stream("pod/none").entries) == (True, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "other"},
        {"before": {"seat": 9}},
        {"after": {"seat": 9}},
        {"reason": "because"},
        {"role": "judge"},
        {"at": datetime(2026, 5, 4, 13, tzinfo=UTC)},
        {"hash": "0" * 64},
    ],
)
def test_verify_finds_the_first_edited_entry(db: None, fields: dict[str, object]):
    append_picks("pod/1", 4)

    edit("pod/1", 3, **fields)

    verdict = verify_stream("pod/1")
    assert (verdict.is_intact, verdict.number, verdict.fault) == (False, 3, "edited")


def test_verify_finds_a_changed_author(alice: Account):
    append_picks("pod/1", 3)

    edit("pod/1", 2, author=alice)

    assert (verify_stream("pod/1").number, verify_stream("pod/1").fault) == (2, "edited")


@pytest.mark.parametrize("deleted", [1, 2, 4])
def test_verify_finds_a_deleted_entry(db: None, deleted: int):
    append_picks("pod/1", 4)

    models.QuerySet(LogEntry).filter(stream="pod/1", number=deleted)._raw_delete("default")

    assert (verify_stream("pod/1").number, verify_stream("pod/1").fault) == (deleted, "missing")


def test_verify_finds_reordered_entries(db: None):
    append_picks("pod/1", 4)

    edit("pod/1", 2, number=9)
    edit("pod/1", 3, number=2)
    edit("pod/1", 9, number=3)

    assert (verify_stream("pod/1").number, verify_stream("pod/1").fault) == (2, "broken")


def test_verify_finds_a_last_entry_replaced_by_a_well_formed_one(db: None):
    append_picks("pod/1", 2)
    append_picks("pod/2", 1)
    append_entry("pod/2", "pick", author=None, role="system", after={"seat": 7}, at=NOON)
    other = LogEntry.objects.get(stream="pod/2", number=2)

    edit("pod/1", 2, hash=other.hash, after=other.after)

    assert verify_stream("pod/1").number == 2
    assert not verify_stream("pod/1").is_intact


def test_renumbering_the_rest_does_not_hide_a_deletion(db: None):
    append_picks("pod/1", 4)

    models.QuerySet(LogEntry).filter(stream="pod/1", number=2)._raw_delete("default")
    edit("pod/1", 3, number=2)
    edit("pod/1", 4, number=3)
    LogStream.objects.filter(name="pod/1").update(number=F("number") - 1)

    assert (verify_stream("pod/1").number, verify_stream("pod/1").fault) == (2, "broken")


def test_entries_cannot_be_changed_or_removed(db: None):
    entry = append_entry("pod/1", "pick", author=None, role="system")
    entry.reason = "changed my mind"

    for attempt in (
        entry.save,
        entry.delete,
        LogEntry.objects.all().delete,
        partial(LogEntry.objects.update, reason=""),
        partial(LogEntry.objects.bulk_update, [entry], ["reason"]),
    ):
        with pytest.raises(AppendOnlyError):
            attempt()
    assert LogEntry.objects.get().reason == ""


def test_author_of_an_entry_cannot_be_deleted(alice: Account):
    append_entry("pod/1", "pick", author=alice, role="player")

    with pytest.raises(ProtectedError):
        alice.delete()


@pytest.mark.parametrize("value", [{"share": 0.5}, [float("nan")], {"at": NOON}])
def test_values_that_are_not_exact_json_are_refused(db: None, value: object):
    with pytest.raises(TypeError):
        append_entry("pod/1", "pick", author=None, role="system", after=value)


def test_unusual_values_are_stored_exactly(db: None):
    append_entry(
        "pod/1", "pick", author=None, role="system", after={"b": (1, 2), "a": 10**15, 3: "ジャッジ\n\t"}, before=[None]
    )

    assert verify_stream("pod/1").is_intact


@pytest.mark.django_db(transaction=True)
def test_append_outside_a_transaction_is_refused():
    with pytest.raises(transaction.TransactionManagementError):
        append_entry("pod/1", "pick", author=None, role="system")

    assert not LogStream.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_followers_are_notified_after_the_commit(monkeypatch: pytest.MonkeyPatch):
    published: list[tuple[str, int]] = []
    monkeypatch.setattr(hub, "publish", lambda stream, number, payload: published.append((stream, number)))

    with transaction.atomic():
        append_entry("pod/1", "pick", author=None, role="system")
        append_entry("pod/1", "pick", author=None, role="system")
        before_commit = list(published)
    with transaction.atomic():
        append_entry("pod/1", "pick", author=None, role="system")
        transaction.set_rollback(True)

    assert (before_commit, published) == ([], [("pod/1", 1), ("pod/1", 2)])


@pytest.mark.django_db(transaction=True)
def test_append_succeeds_while_redis_is_down(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub, "get_hub", lambda: hub.RedisHub("redis://localhost:1/0"))

    with transaction.atomic():
        append_entry("pod/1", "pick", author=None, role="system")

    assert verify_stream("pod/1").entries == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_simultaneous_writers_make_one_chain():
    def append() -> int:
        with transaction.atomic():
            return append_entry("pod/1", "pick", author=None, role="system").number

    numbers = run_simultaneously([append] * 20)

    assert sorted(numbers) == list(range(1, 21))
    assert (verify_stream("pod/1").is_intact, verify_stream("pod/1").entries) == (True, 20)


@pytest.mark.django_db(transaction=True)
def test_rolled_back_writer_leaves_no_gap():
    def append(fails: bool) -> None:
        with transaction.atomic():
            append_entry("pod/1", "pick", author=None, role="system")
            if fails:
                raise ZeroDivisionError

    run_simultaneously([partial(append, number % 2 == 0) for number in range(12)])

    assert (verify_stream("pod/1").is_intact, verify_stream("pod/1").entries) == (True, 6)


def test_append_makes_three_queries(db: None, django_assert_num_queries):
    append_entry("pod/1", "pick", author=None, role="system")

    with django_assert_num_queries(3, connection=connection):
        append_entry("pod/1", "pick", author=None, role="system")


def test_entry_is_rendered_as_a_sentence(alice: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_sentences, "_templates", {})
    log_sentences.register_templates({"result": "{author} changed {before[score]} to {score}: {reason}. {unknown}"})
    entry = append_entry(
        "match/1", "result", author=alice, role="judge", before={"score": "2-0"}, after={"score": "2-1"}, reason="slip"
    )

    assert log_sentences.render_entry(entry, author="Player 1") == "Player 1 changed 2-0 to 2-1: slip. ?"


def test_action_cannot_have_two_templates(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_sentences, "_templates", {})
    log_sentences.register_templates({"pick": "one"})
    log_sentences.register_templates({"pick": "one"})

    with pytest.raises(ValueError, match="pick"):
        log_sentences.register_templates({"pick": "two"})
