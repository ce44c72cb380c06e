"""Replay of a game from its stored choices: do the outcomes of chance match the seed?"""

from dataclasses import replace
from typing import Any

import pytest

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Outcome
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


def played_game(*, pausing: bool = False) -> tuple[Game, list[Any]]:
    """Return a game of ten turns, in which a judge adds a note, and its choices."""
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


def verify(text: str, choices: list[Any], *, seed: bytes = SEED) -> bool | None:
    return matches_seed(text, choices, chance(seed), RULESETS, printed)


# --- seed verification ------------------------------------------------------------------------------


@pytest.mark.parametrize("pausing", [False, True])
def test_true_record_matches_its_seed(pausing: bool):
    game, choices = played_game(pausing=pausing)
    assert (len(choices) > len([entry for entry in game.entries if type(entry) is not int])) is pausing

    assert verify(text_of(game), choices) is True


def test_record_does_not_match_another_seed():
    game, choices = played_game()

    assert verify(text_of(game), choices, seed=b"another") is False


def test_record_does_not_match_other_choices():
    game, choices = played_game()

    assert verify(text_of(game), choices[:-1]) is False
    assert verify(text_of(game), [*choices, ["dance"]]) is False
    assert verify(text_of(game), [{"judge": "Hana"}, *choices]) is False


def test_changed_record_does_not_match_the_seed():
    game, choices = played_game()
    record = record_of(game, "sample", DECKS, switches=SWITCHES)

    assert verify(dump_record(replace(record, entries=record.entries[:-1])), choices) is False


def test_record_cannot_be_verified_if_its_cards_have_changed():
    game, choices = played_game()
    ref = DECKS[0][0].ref

    def reprinted(name: str, card_ref: str) -> PrintedCard:
        card = printed(name, card_ref)
        return replace(card, facts=dict(card.facts) | {"destiny": 9}) if card_ref == ref else card

    assert matches_seed(text_of(game), choices, chance(), RULESETS, reprinted) is None


def test_invalid_record_is_refused():
    with pytest.raises(UnreadableError):
        verify("{}", [])


# --- applying stored choices ------------------------------------------------------------------------


def test_option_is_chosen_in_its_json_form():
    game = nim(RecordedChance([0], SeededChance(chance())))
    apply_stored_choice(game, ["take", 2])

    assert (game.entries[1], game.table.scores()) == (("take", 2), (2, 0))


@pytest.mark.parametrize("seat", [0, 1])
def test_concession_is_applied(seat: int):
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, ["concede", seat])

    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winners) == ("concede", (1 - seat,))


def test_call_of_time_is_applied():
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, ["time"])

    assert (game.entries, len(game.table.heap), game.is_over) == ([0, ("time",)], 1, False)


def test_stopped_game_has_no_winner():
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, ["stopped"])

    assert (game.entries, game.outcome, game.ask) == ([0, ("stopped",)], Outcome((), "stopped", (0, 0)), None)


def test_take_back_is_applied():
    duel: Duel = lay(Side(pcs=[pc("Orca", 3)], hand=[pc("Elk", 3)])).choose("pc", "Elk")
    chosen = len(duel.game.entries) - 1
    apply_stored_choice(duel.game, ["take_back", ALICE, chosen])

    assert duel.pending == (ALICE, "play")
    assert duel.game.entries[-1] == ("take_back", ALICE, chosen)


def test_correction_is_applied():
    game = nim(RecordedChance([0]))
    apply_stored_choice(game, NOTE)

    assert game.table.events == [("turn", 0), ("corrected", "Hana", "looked at")]


@pytest.mark.parametrize(
    ("choice", "refusal"),
    [
        (["take", 4], NotAnOptionError),
        (["take_back", 0, 0], ChoiceNotRevertibleError),
        ({"judge": "Hana", "reason": " ", "do": []}, ValueError),
    ],
)
def test_impossible_choice_is_refused(choice: Any, refusal: type[Exception]):
    game = nim(RecordedChance([0]))

    with pytest.raises(refusal):
        apply_stored_choice(game, choice)


@pytest.mark.parametrize("choice", [["take", 1], ["concede", 0], ["time"], ["stopped"], NOTE])
def test_every_choice_is_refused_once_the_game_is_over(choice: Any):
    game = nim(RecordedChance([0]))
    game.concede(0)

    with pytest.raises(NotAskedError):
        apply_stored_choice(game, choice)
