"""A part of the check that `manage.py adjudications --voices` runs over many games."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from gameplay.engine.adjudication.adjudicator import adjudicate
from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, SearchLimitError
from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.voice_fault_proof import NAMED, FaultTally, tally_faults
from tests.instruments.reported_games.voice_faults import plant_faults
from tests.instruments.reported_games.voice_proof import (
    VoiceTally,
    answered_verdicts,
    log_in_voice,
    tally_voices,
)
from tests.instruments.reported_games.voices import VOICES, Place, Writer
from tests.instruments.reported_games.witness import Kind, Moment, Note
from tests.instruments.reported_games.witnessed_games import watch_game


@pytest.mark.parametrize(
    ("game", "variant", "number", "max_questions"), [("enemy", "draft", 0, 8), ("rm2k", "standard", 3, 1)]
)
def test_truthful_log_is_never_illegal_in_any_voice(game: str, variant: str, number: int, max_questions: int) -> None:
    tallies: dict[str, VoiceTally] = {}
    tally_voices(game, variant, [number], tallies, max_questions=max_questions)

    assert list(tallies) == list(VOICES)
    assert [line for tally in tallies.values() for line in tally.illegal] == []
    assert all(bool(tally.facts) is (tally.verdicts["undecidable"] == 1) for tally in tallies.values())
    assert all(sum(tally.answered.values()) == 1 for tally in tallies.values())
    stored = json.loads(json.dumps({voice: tally.to_json() for voice, tally in tallies.items()}))
    assert {voice: VoiceTally.from_json(data) for voice, data in stored.items()} == tallies
    assert tallies["terse"].answered["legal after 0"] == 1
    if game == "enemy":
        assert not any(tally.open_facts for tally in tallies.values())


def test_cards_that_were_shown_are_asked_for_together() -> None:
    account = watch_game(RULESETS["enemy"], "draft", 110)
    log = log_in_voice(account, "no guesses", 110)
    found = verdict_json(reported_game_from_json(log, RULESETS, known_cards))

    assert {2, 6, 17, 19} <= {need["turn"] for need in found["needs"] if need["fact"] == "destiny"}


def test_attach_that_can_be_put_on_no_user_is_deleted() -> None:
    """Alice activates Slow Proxy, and every User of Bob is immune to it."""
    account = watch_game(RULESETS["rm2k"], "standard", 414)

    line = log_in_voice(account, "chatty", 414)["turns"][8]
    assert "Moderator of the Long Night activates Slow Proxy; delete Slow Proxy" in line
    assert "drops" not in line


# The place of discarded and dropped cards in their line does not bind.
@pytest.mark.parametrize("place", [Place.START, Place.ANYWHERE])
@pytest.mark.parametrize(
    ("game", "variant", "number", "voice"),
    [
        ("enemy", "full", 7, "chatty"),
        ("enemy", "full", 11, "opponent's view"),
        ("rm2k", "standard", 5, "chatty"),
        ("rm2k", "standard", 412, "consequences first"),  # lag of a Challenge is written behind an ability
    ],
)
def test_truthful_log_is_legal_wherever_consequences_are_written(
    game: str, variant: str, number: int, voice: str, place: Place
) -> None:
    account = watch_game(RULESETS[game], variant, number)
    noted, placed = (log_in_voice(account, voice, number, place=each) for each in (Place.NOTED, place))
    assert noted["turns"] != placed["turns"]
    assert [sorted(turn.split("; ")) for turn in noted["turns"]] == [
        sorted(turn.split("; ")) for turn in placed["turns"]
    ]

    assert verdict_json(reported_game_from_json(placed, RULESETS, known_cards))["verdict"] == "legal"


@pytest.mark.parametrize(
    ("game", "variant", "number", "voice", "place"),
    [
        ("rm2k", "standard", 14, "chatty", Place.START),  # the order of lag effects shows in the exhaustive search
        ("rm2k", "standard", 14, "mixed", Place.START),  # hidden cards of several players may be the one that is played
        ("hagmi", "tactics", 11, "terse", Place.ANYWHERE),  # damage cards are revealed in one attack or the next
        ("hagmi", "team", 11, "terse", Place.ANYWHERE),  # the top card of a discard pile is used in the same turn
        ("hagmi", "tactics", 2006, "no guesses", Place.NOTED),  # "play Salvage", and not which card returns
        ("hagmi", "survival", 2016, "no guesses", Place.NOTED),  # two equal units are resupplied
        ("hagmi", "simple", 2020, "chatty", Place.NOTED),  # a known card pays, and not an unknown one
        ("enemy", "sample", 503, "totals only", Place.ANYWHERE),  # an unwritten choice behind an open result
        ("enemy", "sample", 202, "no guesses", Place.NOTED),  # a PC in play that no entry names, beside another one
        (
            "enemy",
            "draft",
            2302,
            "terse",
            Place.ANYWHERE,
        ),  # a discard is written again, and a copy is hidden and flipped
        ("enemy", "full", 710, "without payments", Place.NOTED),  # unwritten discards before a written one
        ("enemy", "full", 710, "totals only", Place.NOTED),
        ("rm2k", "standard", 2031, "opponent's view", Place.NOTED),  # a copy drops what another copy activates
        ("rm2k", "open", 2328, "opponent's view", Place.NOTED),  # another copy begins to sync later
        ("rm2k", "standard", 203, "terse", Place.NOTED),  # another player's User of the same name activates a card
        ("rm2k", "standard", 412, "mixed", Place.ANYWHERE),  # another player activates a card, and is not named
        ("rm2k", "standard", 805, "chatty", Place.ANYWHERE),  # lag is written before the ability that it follows
        ("rm2k", "standard", 708, "no guesses", Place.NOTED),  # one of two copies acts, which are numbered later
        ("hagmi", "survival", 812, "opponent's view", Place.ANYWHERE),  # a shown card is named when it is kept
        ("hagmi", "multiplayer", 1300, "chatty", Place.ANYWHERE),  # "draw operation" is a choice, not a text's draw
        ("rm2k", "standard", 703, "chatty", Place.NOTED),  # a dropped card is written twice
        ("rm2k", "standard", 1006, "chatty", Place.ANYWHERE),  # lag of another amount is written behind an ability
        ("rm2k", "standard", 1000, "mixed", Place.ANYWHERE),  # charges are assigned to the wrong abilities at first
        ("rm2k", "standard", 805, "consequences first", Place.ANYWHERE),  # lag is assigned to the wrong text at first
    ],
)
def test_truthful_log_with_scattered_consequences_becomes_legal(
    game: str, variant: str, number: int, voice: str, place: Place
) -> None:
    account = watch_game(RULESETS[game], variant, number)
    *_, (last, _) = answered_verdicts(account, voice, number, 8, place)

    assert last["verdict"] == "legal"


def test_all_shown_cards_are_asked_for_together() -> None:
    """The account leaves out the revealed damage cards of most turns."""
    account = watch_game(RULESETS["hagmi"], "team", 702)
    (first, _), *others = answered_verdicts(account, "terse", 702, 8, Place.NOTED)

    assert {fact["fact"] for fact in first["needs"]} == {"revealed"}
    assert len({fact["turn"] for fact in first["needs"]}) > 5
    assert [verdict["verdict"] for verdict, _ in others] == ["legal"]


def test_answers_never_make_a_truthful_log_illegal() -> None:
    """The cards that Bob discarded without an entry count for the Admiral of Silence, which he plays in turn 15."""
    account = watch_game(RULESETS["enemy"], "full", 11)
    verdicts = [each["verdict"] for each, _ in answered_verdicts(account, "without payments", 11, 2, Place.START)]

    assert len(verdicts) == 3
    assert "illegal" not in verdicts


def test_planted_fault_is_named_in_every_voice() -> None:
    tallies: dict[str, FaultTally] = {}
    tally_faults("enemy", "draft", [0], tallies)

    assert list(tallies) == list(VOICES)
    assert [line for tally in tallies.values() for line in tally.wrong] == []
    assert all(tally.outcomes[NAMED] == 1 for tally in tallies.values())
    stored = json.loads(json.dumps({voice: tally.to_json() for voice, tally in tallies.items()}))
    assert {voice: FaultTally.from_json(data) for voice, data in stored.items()} == tallies


@pytest.mark.parametrize("voice", ["opponent's view", "without payments"])
def test_fault_in_the_declaration_of_an_attack_is_named(voice: str) -> None:
    """No defence, damage or missing fact behind it can make a target or a guard possible."""
    account = watch_game(RULESETS["hagmi"], "tactics", 0)
    faults = list(plant_faults(account, RandomStream(bytes(32), "paper/planted")))
    fault = faults[list(VOICES).index(voice)]
    *_, (last, _) = answered_verdicts(fault.account, voice, 0, 8)

    assert (last["verdict"], last["said"], last["clause"]) == ("illegal", fault.words, fault.clauses[0])


@pytest.mark.parametrize(
    ("game", "variant", "kinds"), [("enemy", "draft", 12), ("hagmi", "tactics", 8), ("rm2k", "standard", 15)]
)
def test_a_fault_is_one_entry_of_its_turn_in_every_voice(game: str, variant: str, kinds: int) -> None:
    account = watch_game(RULESETS[game], variant, 0)
    faults = list(plant_faults(account, RandomStream(b"", "paper/planted")))
    assert len(faults) >= kinds

    for fault in faults:
        for voice in set(VOICES) - {"mixed"}:  # abbreviations change the words
            true, false = (
                log_in_voice(each, voice, seed=0)["turns"][fault.turn - 1].split("; ")
                for each in (account, fault.account)
            )
            assert count(false, fault.words) > count(true, fault.words)


def count(entries: list[str], words: str) -> int:
    return sum(entry.rpartition(": ")[2] == words for entry in entries)


def test_voices_differ_in_what_they_write() -> None:
    account = watch_game(RULESETS["enemy"], "draft", 0)
    logs = {voice: "; ".join(log_in_voice(account, voice, seed=0)["turns"]) for voice in VOICES}

    assert len(set(logs.values())) == len(VOICES)
    assert "Alice:" not in logs["terse"]
    assert "destiny" in logs["terse"]
    assert "points" in logs["totals only"]


def test_fuel_loaded_from_a_deck_is_not_looked_for_in_the_hand() -> None:
    account = watch_game(RULESETS["hagmi"], "tactics", 1)  # Emergency Fuel is suffered in turn 4
    log = log_in_voice(account, "chatty", seed=1, in_full=range(1, 11))
    reported_game = reported_game_from_json(log, RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)

    assert "loads Council of War" in log["turns"][3]
    assert adjudicate(reported_game).status == "legal"


def test_fuel_paid_and_burnt_in_one_turn_is_no_contradiction() -> None:
    account = watch_game(RULESETS["hagmi"], "survival", 0)
    reported_game = reported_game_from_json(log_in_voice(account, "chatty", seed=0), RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)

    search = ExhaustiveSearch(reported_game, 1200, lambda hypothesis, outcome: outcome, StepBudget(20_000))
    assert search.find_contradiction() is None


class ResultsLast(Writer):
    """Writes the results of each turn at the end of its line."""

    def _ordered(self, notes: Sequence[Note]) -> list[Note]:
        return sorted(notes, key=lambda note: note.kind in (Kind.RESULT, Kind.TOTAL))

    def _line(self, moments: Iterable[Moment]) -> str:
        notes = [note for moment in moments for note in super(ResultsLast, self)._ordered(moment.notes)]
        return super()._line([Moment(1, 0, notes)])


# In the game of #rm2k_anime, a reaction without a player's name is not that of the first player who may react.
@pytest.mark.parametrize(("game", "variant", "number"), [("enemy", "draft", 0), ("rm2k", "standard", 7)])
def test_exhaustive_search_finds_no_contradiction_in_a_true_log(game: str, variant: str, number: int) -> None:
    account = watch_game(RULESETS[game], variant, number)
    log = ResultsLast(account, replace(VOICES["mixed"], repeats=False), number).log()
    reported_game = reported_game_from_json(log, RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)

    search = ExhaustiveSearch(reported_game, 60, lambda hypothesis, outcome: outcome, StepBudget(3000))
    with suppress(SearchLimitError):
        assert search.find_contradiction() is None
