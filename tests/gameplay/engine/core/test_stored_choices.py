"""A game played again by the choices that were kept: did the seed give what came up?"""

from dataclasses import replace
from typing import Any

import pytest

from cards.printed import PrintedCard
from gameplay.engine.core.chance import RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.correction import ChoiceNotRevertibleError
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError, UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.stored_choices import apply_stored_choice, matches_seed
from gameplay.games import RULESETS
from tests.gameplay.engine.core.test_record import DECKS, printed
from tests.gameplay.engine.nim import nim
from tests.gameplay.games.enemy.cards import pc
from tests.gameplay.games.enemy.duel import ALICE, Duel, Side, lay

SEED, SWITCHES = b"choices", {"opening_hand": 3}
NOTE: dict[str, Any] = {"judge": "Hana", "reason": "looked at", "do": []}


def chance(seed: bytes = SEED) -> RandomStream:
    return RandomStream(seed, "game")


def played(*, pausing: bool = False) -> tuple[Game, list[Any]]:
    """Ten turns, in which a judge also notes something, and the choices that were made."""
    game = Game.begin(RULESETS["enemy"], "sample", DECKS, SeededChance(chance()), switches=SWITCHES, pausing=pausing)
    choices: list[Any] = []
    while game.ask is not None and game.table.turn < 11:
        choices.append(list(game.ask.options[len(choices) % len(game.ask.options)]))
        apply_stored_choice(game, choices[-1])
        if len(choices) == 3:
            choices.append(NOTE)
            apply_stored_choice(game, NOTE)
    return game, choices


def text_of(game: Game) -> str:
    return dump_record(record_of(game, "sample", DECKS, switches=SWITCHES))


def seeded(text: str, choices: list[Any], *, seed: bytes = SEED) -> bool | None:
    return matches_seed(text, choices, chance(seed), RULESETS, printed)


# --- what came up is what the seed has --------------------------------------------------------------


@pytest.mark.parametrize("pausing", [False, True])
def test_a_true_record_is_what_the_seed_has(pausing: bool):
    game, choices = played(pausing=pausing)
    assert (len(choices) > len([entry for entry in game.entries if type(entry) is not int])) is pausing

    assert seeded(text_of(game), choices) is True


def test_another_seed_has_something_else():
    game, choices = played()

    assert seeded(text_of(game), choices, seed=b"another") is False


def test_other_choices_than_those_recorded_are_found():
    game, choices = played()

    assert seeded(text_of(game), choices[:-1]) is False
    assert seeded(text_of(game), [*choices, ["dance"]]) is False
    assert seeded(text_of(game), [{"judge": "Hana"}, *choices]) is False


def test_a_record_that_was_changed_is_not_what_the_seed_has():
    game, choices = played()
    record = record_of(game, "sample", DECKS, switches=SWITCHES)

    assert seeded(dump_record(replace(record, entries=record.entries[:-1])), choices) is False


def test_nothing_can_be_said_where_the_cards_have_changed_since():
    game, choices = played()
    ref = DECKS[0][0].ref

    def reprinted(name: str, asked: str) -> PrintedCard:
        card = printed(name, asked)
        return replace(card, facts=dict(card.facts) | {"destiny": 9}) if asked == ref else card

    assert matches_seed(text_of(game), choices, chance(), RULESETS, reprinted) is None


def test_what_is_no_record_is_refused():
    with pytest.raises(UnreadableError):
        seeded("{}", [])


# --- choices are carried out as they are kept ---------------------------------------------------------


def test_an_option_is_chosen_as_json_has_it():
    game = nim(RecordedChance([0], SeededChance(chance())))
    apply_stored_choice(game, ["take", 2])

    assert (game.entries[1], game.table.scores()) == (("take", 2), (2, 0))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_concedes(seat: int):
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, ["concede", seat])

    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winners) == ("concede", (1 - seat,))


def test_time_is_called():
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, ["time"])

    assert (game.entries, len(game.table.heap), game.is_over) == ([0, ("time",)], 1, False)


def test_a_choice_is_taken_back():
    duel: Duel = lay(Side(pcs=[pc("Orca", 3)], hand=[pc("Elk", 3)])).choose("pc", "Elk")
    chosen = len(duel.game.entries) - 1
    apply_stored_choice(duel.game, ["take_back", ALICE, chosen])

    assert duel.asked == (ALICE, "play")
    assert duel.game.entries[-1] == ("take_back", ALICE, chosen)


def test_a_judge_corrects():
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, NOTE)

    assert game.table.events == [("turn", 0), ("corrected", "Hana", "looked at")]


@pytest.mark.parametrize(
    ("made", "refusal"),
    [
        (["take", 4], NotAnOptionError),
        (["take_back", 0, 0], ChoiceNotRevertibleError),
        ({"judge": "Hana", "reason": " ", "do": []}, ValueError),
    ],
)
def test_what_does_not_fit_is_refused(made: Any, refusal: type[Exception]):
    game = nim(RecordedChance([0]))

    with pytest.raises(refusal):
        apply_stored_choice(game, made)


@pytest.mark.parametrize("made", [["take", 1], ["concede", 0], ["time"], NOTE])
def test_once_the_game_is_over_nothing_can_be_done(made: Any):
    game = nim(RecordedChance([0]))
    game.concede(0)

    with pytest.raises(NotAskedError):
        apply_stored_choice(game, made)
