"""Records: a record replays exactly, and every change of it is found."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import PlayerCountError, UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, dump_record, record_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import Verification, replay_record, verify_record
from gameplay.games import RULESETS

SEED = b"record"


def printed(game: str, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return bundled_card_set(game, code).card(number)


DECKS = [
    [printed("enemy", ref) for ref, copies in deck.cards.items() for _ in range(copies)]
    for deck in bundled_card_set("enemy", "SD").decks
]


def new_game(game: int = 0, *, target: int = 7, pausing: bool = False) -> Game:
    """Return a new sample game."""
    chance = SeededChance(RandomStream(SEED, f"game/{game}"))
    return Game.begin(RULESETS["enemy"], "sample", DECKS, chance, switches={"target": target}, pausing=pausing)


def played_record(game: int = 0, *, include_cards: bool = False, turns: int | None = None, target: int = 7) -> Record:
    """Return the record of a sample game between random bots; with ``turns`` it stops in the middle."""
    state, player = new_game(game, target=target), random_policy(RandomStream(SEED, f"player/{game}"))
    if turns is None:
        play_to_end(state, [player, player])
    while state.ask and state.table.turn < (turns or 0):
        state.choose(player(state))
    return record_of(state, "sample", DECKS, switches={"target": target}, include_cards=include_cards)


def verify(text: str) -> Verification:
    return verify_record(text, RULESETS, printed)


@pytest.mark.parametrize("game", range(10))
def test_record_replays_exactly(game: int):
    record = played_record(game)

    assert verify(dump_record(record)) == Verification("EXACT", outcome=record.outcome)


def test_record_survives_a_round_trip():
    record = played_record()

    assert parse_record(dump_record(record)) == (record, True)


def test_record_contains_whether_the_game_paused_at_forced_passes():
    records = [record_of(new_game(pausing=pausing), "sample", DECKS) for pausing in (True, False)]

    assert [parse_record(dump_record(record))[0].pausing for record in records] == [True, False]
    assert ['"pausing":true' in dump_record(record) for record in records] == [True, False]


def test_pausing_game_is_replayed_pausing():
    game, player = new_game(pausing=True), random_policy(RandomStream(SEED, "pausing"))
    while game.ask is not None and len(game.ask.options) > 1:
        game.choose(player(game))

    cards = {card.ref: card for deck in DECKS for card in deck}
    replayed = replay_record(record_of(game, "sample", DECKS), RULESETS["enemy"], cards)

    assert replayed.pausing
    assert game.ask is not None
    assert replayed.ask is not None
    assert (replayed.ask.seat, replayed.ask.about) == (game.ask.seat, game.ask.about)


def test_record_with_a_wrong_digest_diverges():
    record = played_record()
    found = verify(json.dumps(record.to_json() | {"digest": "0" * 64}))

    assert found == Verification("DIVERGED", reason="the digest does not match the record", outcome=record.outcome)


def test_record_that_ends_before_an_outcome_of_chance_diverges_there():
    record = played_record()
    entries = record.entries
    cut = next(at for at in range(1, len(entries)) if type(entries[at]) is int and type(entries[at - 1]) is tuple)

    for end in (1, cut):
        turns = tuple(turn for turn in record.turns if turn[0] <= end)
        found = verify(dump_record(replace(record, entries=entries[:end], turns=turns, outcome=None)))
        assert found == Verification("DIVERGED", end, "", "the record ends before a required outcome of chance")


def test_unfinished_game_has_a_record():
    record = played_record(turns=5)

    assert record.outcome is None
    assert verify(dump_record(record)).verdict == "EXACT"


def changes(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield the record with each entry changed or removed, and the number of the entry."""
    entries = table["entries"]
    for number, entry in enumerate(entries):
        other = entry + 1 if isinstance(entry, int) else [entry[0], *(value + 1 for value in entry[1:])]
        if other != entry:
            yield "changed", table | {"entries": [*entries[:number], other, *entries[number + 1 :]]}, number
        yield "removed", table | {"entries": entries[:number] + entries[number + 1 :]}, number


def test_every_changed_entry_is_found_in_its_turn():
    table = played_record().to_json()
    ends = [count for count, *_ in table["turns"]]

    for how, changed, number in changes(table):
        found = verify(json.dumps(changed))
        begin = max((end for end in ends if end <= number), default=0)
        assert found.verdict == "DIVERGED", (how, number)
        assert found.entry is not None
        assert begin <= found.entry <= number + 1, (how, number, found)


def test_entry_changed_together_with_all_checksums_is_found_by_replay():
    record = played_record()
    number = next(n for n, entry in enumerate(record.entries) if isinstance(entry, tuple) and entry[0] == "attack")
    forged = replace(record, entries=(*record.entries[:number], ("attack", 0)), turns=(), outcome=None)

    found = verify(json.dumps(forged.to_json()))

    assert (found.verdict, found.entry) == ("DIVERGED", number)
    assert found.reason == "['attack', 0] is not among the options"


@pytest.mark.parametrize("number", [0, 3])
def test_turn_with_a_different_final_state_is_named_by_its_first_entry(number: int):
    record = played_record()
    count, state, entries = record.turns[number]
    turns = (*record.turns[:number], (count, state + 1, entries), *record.turns[number + 1 :])

    found = verify(dump_record(replace(record, turns=turns)))

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
def test_every_other_change_is_found(change: dict[str, Any]):
    assert verify(json.dumps(played_record().to_json() | change)).verdict in {"DIVERGED", "UNVERIFIED"}


def test_record_is_unverified_if_its_cards_have_changed():
    record = played_record()
    ref = record.decks[0][0]

    def reprinted(game: str, card_ref: str) -> PrintedCard:
        card = printed(game, card_ref)
        return replace(card, facts=dict(card.facts) | {"destiny": 9}) if card_ref == ref else card

    found = verify_record(dump_record(record), RULESETS, reprinted)
    assert (found.verdict, found.outcome) == ("UNVERIFIED", record.outcome)
    assert found.reason == "the cards have changed since"


@pytest.mark.parametrize("is_missing", [True, False])
def test_changed_entry_is_found_even_without_the_original_cards(is_missing: bool):
    def other(game: str, ref: str) -> PrintedCard:
        if is_missing:
            raise KeyError(ref)
        return replace(printed(game, ref), type="event")

    record = played_record(turns=3)
    forged = replace(record, entries=(*record.entries[:1], *record.entries[2:]))
    found = verify_record(dump_record(forged), RULESETS, other)

    assert (found.verdict, found.entry, found.reason) == ("DIVERGED", 0, "an entry of this turn was changed")


def test_record_with_its_cards_needs_no_catalogue():
    def find_nothing(game: str, ref: str) -> PrintedCard:
        raise KeyError(ref)

    record = played_record()

    found = verify_record(dump_record(record), RULESETS, find_nothing)
    assert (found.verdict, found.entry, found.outcome) == ("UNVERIFIED", None, record.outcome)
    assert verify_record(dump_record(played_record(include_cards=True)), RULESETS, find_nothing).verdict == "EXACT"


@pytest.mark.parametrize("change", [{"destiny": 9}, {"spell": 1}])
def test_changed_card_in_a_record_is_found_even_with_a_new_digest(change: dict[str, Any]):
    record = played_record(include_cards=True)
    cards = {ref: dict(card) for ref, card in (record.cards or {}).items()}
    cards[record.decks[0][0]] |= change

    found = verify(dump_record(replace(record, cards=cards)))

    assert (found.verdict, found.entry) == ("DIVERGED", 0)
    assert found.reason == "the cards in the record are not those that the game was played with"


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (lambda ref, cards: {}, "the card is missing from the record"),
        (lambda ref, cards: cards | {ref: 5}, "5 is not an object"),
        (lambda ref, cards: cards | {ref: cards[ref] | {"number": "77"}}, "the card is numbered 77"),
        (lambda ref, cards: cards | {ref: {"number": "1"}}, ""),
    ],
)
def test_invalid_card_in_a_record_is_named(cards: Callable[[str, Any], Any], fault: str):
    record = played_record(include_cards=True)
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
def test_truncated_or_changed_record_diverges(change: dict[str, Any]):
    table = played_record().to_json()
    [(field, value)] = change.items()

    assert verify(json.dumps(table | {field: value(table[field]) if callable(value) else value})).verdict == "DIVERGED"


@pytest.mark.parametrize("entry", [["concede", 7], ["concede"], ["time", 1]])
def test_impossible_external_entry_is_named(entry: list[Any]):
    record = played_record(turns=3)
    table = replace(record, turns=()).to_json()
    table["entries"].append(entry)

    found = verify(json.dumps(table))

    assert (found.verdict, found.entry) == ("DIVERGED", len(record.entries))


def test_record_text_is_compact_and_not_escaped():
    text = dump_record(replace(played_record(turns=3), variant="獣"))

    assert '"variant":"獣"' in text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (dump_record(played_record())[:1000], "line 1, column 1001"),
        ('{"format": "passleft-record-2"}', "format"),
        (json.dumps(played_record().to_json() | {"variant": "blitz"}), "ruleset"),
        (json.dumps(played_record().to_json() | {"decks": []}), "decks"),
        (json.dumps(played_record().to_json() | {"decks": [["SD-01"]] * 3}), "decks"),
        (json.dumps(played_record().to_json() | {"outcome": {"winners": [0], "scores": [7, 0]}}), "outcome"),
        (json.dumps(played_record().to_json() | {"switches": {"target": "x"}}), "switches"),
        (json.dumps(played_record().to_json() | {"pausing": 1}), "pausing"),
        (json.dumps(played_record().to_json() | {"entries": [-1]}), "entries"),
        (json.dumps(played_record().to_json() | {"entries": [1.5]}), "entries"),
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
def test_invalid_record_is_refused_with_its_place(text: str, place: str):
    with pytest.raises(UnreadableError) as refusal:
        verify_record(text, RULESETS, printed, file="game.json")

    assert (refusal.value.file, refusal.value.place) == ("game.json", place)


@pytest.mark.parametrize("field", ["ruleset", "variant", "decks", "catalogue", "entries", "turns", "outcome"])
def test_missing_field_is_named(field: str):
    table = played_record(turns=2).to_json()
    del table[field]

    with pytest.raises(UnreadableError) as refusal:
        verify(json.dumps(table))

    assert (refusal.value.place, refusal.value.reason) == (field, "missing")


def test_switch_of_the_variant_is_applied_and_recorded():
    record = played_record(target=3)

    assert record.outcome is not None
    assert max(record.outcome.scores) < 7
    assert verify(dump_record(record)).verdict == "EXACT"
    assert verify(dump_record(replace(record, switches={"target": 5}))).verdict == "DIVERGED"


def test_unknown_switch_is_refused():
    with pytest.raises(UnreadableError) as refusal:
        verify(dump_record(replace(played_record(), switches={"speed_limit": 3})))

    assert refusal.value.place == "switches"


def test_record_of_an_unknown_game_is_refused():
    with pytest.raises(UnreadableError) as refusal:
        verify(dump_record(replace(played_record(), variant="blitz")))

    assert refusal.value.place == "ruleset"


def test_record_of_another_version_is_distinguished_from_other_files():
    for text, reason in (
        (
            '{"format": "passleft-record-2"}',
            "passleft-record-2 is another version; this version reads passleft-record-1",
        ),
        ('{"format": "chess"}', "this is not a record in the format passleft-record-1"),
    ):
        with pytest.raises(UnreadableError) as refusal:
            parse_record(text)
        assert refusal.value.reason == reason


def test_wrong_number_of_players_is_refused_with_the_possible_numbers():
    with pytest.raises(PlayerCountError) as refusal:
        RULESETS["rm2k"].empty_table("open", 1)

    assert refusal.value.details == {"players": 1, "possible": "2, 3, 4"}
    assert refusal.value.clause == "RM-9.1"
