"""Records: what is written is replayed exactly, and whatever was changed is found."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import (
    Record,
    Verification,
    dump_record,
    parse_record,
    record_of,
    replay_record,
    verify_record,
)
from gameplay.games import RULESETS

SEED = b"record"


def printed(game: str, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return bundled_card_set(game, code).card(number)


DECKS = [
    [printed("enemy", ref) for ref, copies in deck.cards.items() for _ in range(copies)]
    for deck in bundled_card_set("enemy", "SD").decks
]


def begun(game: int = 0, *, target: int = 7, pausing: bool = False) -> Game:
    """A sample game that begins."""
    chance = SeededChance(RandomStream(SEED, f"game/{game}"))
    return Game.begin(RULESETS["enemy"], "sample", DECKS, chance, switches={"target": target}, pausing=pausing)


def played(game: int = 0, *, carry: bool = False, turns: int | None = None, target: int = 7) -> Record:
    """The record of a sample game of random bots; with ``turns`` it stops in the middle."""
    state, player = begun(game, target=target), random_policy(RandomStream(SEED, f"player/{game}"))
    if turns is None:
        play_to_end(state, [player, player])
    while state.ask and state.table.turn < (turns or 0):
        state.choose(player(state))
    return record_of(state, "sample", DECKS, switches={"target": target}, include_cards=carry)


def checked(text: str) -> Verification:
    return verify_record(text, RULESETS, printed)


@pytest.mark.parametrize("game", range(10))
def test_a_record_replays_exactly(game: int):
    record = played(game)

    assert checked(dump_record(record)) == Verification("EXACT", outcome=record.outcome)


def test_a_record_is_read_as_it_was_written():
    record = played()

    assert parse_record(dump_record(record)) == (record, True)


def test_a_record_says_whether_the_game_paused_where_nothing_could_be_chosen():
    records = [record_of(begun(pausing=pausing), "sample", DECKS) for pausing in (True, False)]

    assert [parse_record(dump_record(record))[0].pausing for record in records] == [True, False]
    assert ['"pausing":true' in dump_record(record) for record in records] == [True, False]


def test_what_was_played_pausing_is_played_again_pausing():
    game, player = begun(pausing=True), random_policy(RandomStream(SEED, "pausing"))
    while game.ask is not None and len(game.ask.options) > 1:
        game.choose(player(game))

    cards = {card.ref: card for deck in DECKS for card in deck}
    again = replay_record(record_of(game, "sample", DECKS), RULESETS["enemy"], cards)

    assert again.pausing
    assert game.ask is not None
    assert again.ask is not None
    assert (again.ask.seat, again.ask.about) == (game.ask.seat, game.ask.about)


def test_a_record_that_does_not_fit_its_digest_says_so():
    record = played()
    found = checked(json.dumps(record.to_json() | {"digest": "0" * 64}))

    assert found == Verification(
        "DIVERGED", reason="the digest does not fit what the record says", outcome=record.outcome
    )


def test_a_record_that_ends_where_chance_is_asked_diverges_there():
    record = played()
    entries = record.entries
    cut = next(at for at in range(1, len(entries)) if type(entries[at]) is int and type(entries[at - 1]) is tuple)

    for end in (1, cut):
        turns = tuple(turn for turn in record.turns if turn[0] <= end)
        found = checked(dump_record(replace(record, entries=entries[:end], turns=turns, outcome=None)))
        assert found == Verification("DIVERGED", end, "", "the record ends where chance is asked")


def test_a_game_that_is_not_over_has_a_record_too():
    record = played(turns=5)

    assert record.outcome is None
    assert checked(dump_record(record)).verdict == "EXACT"


def changes(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Each entry changed in some way, with the number of the entry."""
    entries = table["entries"]
    for number, entry in enumerate(entries):
        other = entry + 1 if isinstance(entry, int) else [entry[0], *(value + 1 for value in entry[1:])]
        if other != entry:
            yield "changed", table | {"entries": [*entries[:number], other, *entries[number + 1 :]]}, number
        yield "removed", table | {"entries": entries[:number] + entries[number + 1 :]}, number


def test_every_changed_entry_is_found_in_its_turn():
    table = played().to_json()
    ends = [count for count, *_ in table["turns"]]

    for how, changed, number in changes(table):
        found = checked(json.dumps(changed))
        begin = max((end for end in ends if end <= number), default=0)
        assert found.verdict == "DIVERGED", (how, number)
        assert found.entry is not None
        assert begin <= found.entry <= number + 1, (how, number, found)


def test_an_entry_changed_together_with_every_checksum_is_found_by_replaying():
    record = played()
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry, tuple) and entry[0] == "attack")
    forged = replace(record, entries=(*record.entries[:number], ("attack", 0)), turns=(), outcome=None)

    found = checked(json.dumps(forged.to_json()))

    assert (found.verdict, found.entry) == ("DIVERGED", number)
    assert found.reason == "['attack', 0] is not among the options"


@pytest.mark.parametrize("number", [0, 3])
def test_a_turn_that_ended_in_another_state_is_named_by_its_first_entry(number: int):
    record = played()
    count, state, entries = record.turns[number]
    turns = (*record.turns[:number], (count, state + 1, entries), *record.turns[number + 1 :])

    found = checked(dump_record(replace(record, turns=turns)))

    assert (found.verdict, found.entry) == ("DIVERGED", record.turns[number - 1][0] if number else 0)


@pytest.mark.parametrize(
    "change",
    [
        {"outcome": {"winners": [0], "reason": "vp", "scores": [7, 7]}},
        {"outcome": None},
        {"turns": []},
        {"digest": "0" * 64},
        {"decks": [["SD-01"] * 40, ["SD-02"] * 40]},
    ],
)
def test_whatever_else_is_changed_is_found(change: dict[str, Any]):
    assert checked(json.dumps(played().to_json() | change)).verdict in {"DIVERGED", "UNVERIFIED"}


def test_cards_that_have_changed_since_leave_a_record_unverified():
    record = played()
    ref = record.decks[0][0]

    def reprinted(game: str, asked: str) -> PrintedCard:
        card = printed(game, asked)
        return replace(card, facts=dict(card.facts) | {"destiny": 9}) if asked == ref else card

    found = verify_record(dump_record(record), RULESETS, reprinted)
    assert (found.verdict, found.outcome) == ("UNVERIFIED", record.outcome)
    assert found.reason == "the cards have changed since"


@pytest.mark.parametrize("gone", [True, False])
def test_a_changed_entry_is_found_whatever_has_become_of_the_cards(gone: bool):
    def other(game: str, ref: str) -> PrintedCard:
        if gone:
            raise KeyError(ref)
        return replace(printed(game, ref), type="event")

    record = played(turns=3)
    forged = replace(record, entries=(*record.entries[:1], *record.entries[2:]))
    found = verify_record(dump_record(forged), RULESETS, other)

    assert (found.verdict, found.entry, found.reason) == ("DIVERGED", 0, "an entry of this turn was changed")


def test_a_record_that_carries_its_cards_needs_no_catalogue():
    def gone(game: str, ref: str) -> PrintedCard:
        raise KeyError(ref)

    record = played()

    found = verify_record(dump_record(record), RULESETS, gone)
    assert (found.verdict, found.entry, found.outcome) == ("UNVERIFIED", None, record.outcome)
    assert verify_record(dump_record(played(carry=True)), RULESETS, gone).verdict == "EXACT"


@pytest.mark.parametrize("change", [{"destiny": 9}, {"spell": 1}])
def test_a_carried_card_that_was_changed_is_found_even_with_a_new_digest(change: dict[str, Any]):
    record = played(carry=True)
    cards = {ref: dict(card) for ref, card in (record.cards or {}).items()}
    cards[record.decks[0][0]] |= change

    found = checked(dump_record(replace(record, cards=cards)))

    assert (found.verdict, found.entry) == ("DIVERGED", 0)
    assert found.reason == "the cards it carries are not those it was played with"


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (lambda ref, cards: {}, "the card is not carried"),
        (lambda ref, cards: cards | {ref: 5}, "5 is not an object"),
        (lambda ref, cards: cards | {ref: cards[ref] | {"number": "77"}}, "the card is numbered 77"),
        (lambda ref, cards: cards | {ref: {"number": "1"}}, ""),
    ],
)
def test_a_carried_card_that_is_none_is_named(cards: Callable[[str, Any], Any], fault: str):
    record = played(carry=True)
    record = replace(record, decks=tuple(deck[:1] * len(deck) for deck in record.decks[:1] * 2))
    ref = record.decks[0][0]

    with pytest.raises(UnreadableError) as refusal:
        verify_record(dump_record(replace(record, cards=cards(ref, record.cards))), RULESETS, printed, file="r.json")

    assert str(refusal.value).startswith(f"r.json: cards {ref}: {fault}")


@pytest.mark.parametrize(
    "change",
    [
        {"catalogue": "0" * 64},
        {"decks": [["SD-99"] * 40, ["SD-02"] * 40]},
        {"entries": lambda entries: entries[:-5]},
        {"turns": lambda turns: turns[:-1]},
    ],
)
def test_a_record_that_was_cut_or_changed_is_never_only_unverified(change: dict[str, Any]):
    table = played().to_json()
    [(field, value)] = change.items()

    assert checked(json.dumps(table | {field: value(table[field]) if callable(value) else value})).verdict == "DIVERGED"


@pytest.mark.parametrize("entry", [["concede", 7], ["concede"], ["time", 1]])
def test_a_call_that_nobody_can_make_is_named(entry: list[Any]):
    record = played(turns=3)
    table = replace(record, turns=()).to_json()
    table["entries"].append(entry)

    found = checked(json.dumps(table))

    assert (found.verdict, found.entry) == ("DIVERGED", len(record.entries))


def test_what_is_written_can_be_read_by_people_and_is_short():
    text = dump_record(replace(played(turns=3), variant="獣"))

    assert '"variant":"獣"' in text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (dump_record(played())[:1000], "line 1, column 1001"),
        ('{"format": "passleft-record-2"}', "format"),
        (json.dumps(played().to_json() | {"variant": "blitz"}), "ruleset"),
        (json.dumps(played().to_json() | {"decks": []}), "decks"),
        (json.dumps(played().to_json() | {"decks": [["SD-01"]] * 3}), "decks"),
        (json.dumps(played().to_json() | {"outcome": {"winners": [0], "scores": [7, 0]}}), "outcome"),
        (json.dumps(played().to_json() | {"switches": {"target": "x"}}), "switches"),
        (json.dumps(played().to_json() | {"pausing": 1}), "pausing"),
        (json.dumps(played().to_json() | {"entries": [-1]}), "entries"),
        (json.dumps(played().to_json() | {"entries": [1.5]}), "entries"),
        ("", "line 1, column 1"),
        ("[]", "format"),
        ("{}", "format"),
        ('{"format": "passleft-record-1"}', "ruleset"),
        ('{"format": "passleft-record-1", "ruleset": "chess", "extra": 1}', "extra"),
        ('{"format": "passleft-record-1", "ruleset": "enemy", "variant": "sample", "decks": 5}', "decks"),
        ('{"format": "passleft-record-1", "ruleset": 5}', "ruleset"),
        ('{"format": "passleft-record-1", "ruleset": "enemy", "variant": "sample", "decks": "SD"}', "decks"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(text: str, place: str):
    with pytest.raises(UnreadableError) as refusal:
        verify_record(text, RULESETS, printed, file="game.json")

    assert (refusal.value.file, refusal.value.place) == ("game.json", place)


@pytest.mark.parametrize("field", ["ruleset", "variant", "decks", "catalogue", "entries", "turns", "outcome"])
def test_a_field_that_is_missing_is_named(field: str):
    table = played(turns=2).to_json()
    del table[field]

    with pytest.raises(UnreadableError) as refusal:
        checked(json.dumps(table))

    assert (refusal.value.place, refusal.value.reason) == (field, "missing")


def test_a_switch_of_the_variant_is_played_and_recorded():
    record = played(target=3)

    assert record.outcome is not None
    assert max(record.outcome.scores) < 7
    assert checked(dump_record(record)).verdict == "EXACT"
    assert checked(dump_record(replace(record, switches={"target": 5}))).verdict == "DIVERGED"


def test_an_unknown_switch_is_refused():
    with pytest.raises(UnreadableError) as refusal:
        checked(dump_record(replace(played(), switches={"speed_limit": 3})))

    assert refusal.value.place == "switches"


def test_a_record_of_an_unknown_game_is_refused():
    with pytest.raises(UnreadableError) as refusal:
        checked(dump_record(replace(played(), variant="blitz")))

    assert refusal.value.place == "ruleset"


def test_a_record_of_another_version_is_told_from_what_is_none():
    for text, reason in (
        ('{"format": "passleft-record-2"}', "passleft-record-2 is another version; this is for passleft-record-1"),
        ('{"format": "chess"}', "this is no record of the form passleft-record-1"),
    ):
        with pytest.raises(UnreadableError) as refusal:
            parse_record(text)
        assert refusal.value.reason == reason
