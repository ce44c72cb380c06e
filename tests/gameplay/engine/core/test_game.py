import pytest

from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.chance import Diverged, OutcomeNeeded, RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.entries import Entry
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError, WrongTurnError
from gameplay.engine.core.game import Game
from gameplay.engine.core.replay import replay_entries
from tests.gameplay.engine.nim import NIM, Heap, heap, nim


def seeded(label: str = "nim") -> SeededChance:
    return SeededChance(RandomStream(b"seed", label))


def scripted(*entries: Entry, cards: int = 7, seats: int = 2) -> Game:
    """Return the game with these entries."""
    chance = RecordedChance(entries)
    game = nim(chance, cards=cards, seats=seats)
    replay_entries(game, chance)
    return game


def test_game_waits_at_the_first_ask():
    game = scripted(1)

    assert game.ask is not None
    assert (game.ask.seat, game.ask.options) == (1, [("take", 1), ("take", 2), ("take", 3)])
    assert (game.is_over, game.table.turn) == (False, 1)


def test_earlier_outcomes_of_chance_are_not_part_of_the_first_turn():
    table = heap(SeededChance(RandomStream(b"seed", "begun"), [5]))
    table.turn = 1
    game = Game(NIM, table)

    assert (game.entries, game.turn_start_and_entries()[1], game.pausing) == ([5], [], False)


def test_choices_and_outcomes_are_recorded_in_order():
    game = scripted(0)
    game.table.chance.script = [0, ("take", 2), 5, 3]
    game.choose(("take", 2))

    assert game.entries == [0, ("take", 2), 5, 3]


def test_ask_with_a_single_option_is_answered_automatically():
    game = scripted(0, ("take", 3), 0, 1, 2, ("take", 3), 3, 4, 5, 6)

    assert game.outcome == Outcome((1,), "last", (4, 3))


def test_every_action_is_refused_once_the_game_is_over():
    game = scripted(0, ("take", 1), 0, 1, cards=2)
    assert game.is_over

    for action in (lambda: game.choose(("take", 1)), lambda: game.concede(0), game.call_time):
        with pytest.raises(NotAskedError):
            action()


@pytest.mark.parametrize("option", [("take", 4), ("take",), ("pass",), ()])
def test_unlisted_option_is_refused_and_changes_nothing(option: tuple[object, ...]):
    game = scripted(0)
    before = game.table.fingerprint()

    with pytest.raises(NotAnOptionError) as refusal:
        game.choose(option)

    assert (refusal.value.code, refusal.value.details) == ("not_an_option", {"option": list(option)})
    assert (game.table.fingerprint(), game.entries) == (before, [0])


def test_concession_ends_a_game_of_two():
    game = scripted(1)
    game.concede(1)

    assert game.outcome == Outcome((0,), "concede", (0, 0))
    assert game.entries == [1, ("concede", 1)]
    assert game.table.events[-2:] == [("concede", 1), ("over", "concede")]


def test_last_player_wins_after_all_others_have_conceded():
    game = scripted(2, seats=4)
    game.concede(1)
    assert (game.outcome, game.table.conceded_seats) == (None, (1,))
    with pytest.raises(NotAskedError):
        game.concede(1)
    game.concede(0)
    assert game.outcome is None
    game.concede(2)

    assert game.outcome == Outcome((3,), "concede", (0, 0, 0, 0))


def test_default_answer_is_given_for_a_player_who_concedes():
    game = scripted(0, seats=3)
    game.table.chance.script = [0, ("concede", 0), 5]
    game.concede(0)

    assert game.entries == [0, ("concede", 0), 5]
    assert game.ask is not None
    assert (game.ask.seat, game.table.taken) == (1, [[5], [], []])


def test_ruleset_decides_the_effect_of_time():
    game = scripted(0, ("time",), ("take", 1), 0)

    assert game.outcome == Outcome((1,), "last", (1, 0))


def test_time_cannot_be_called_in_a_turn_that_is_over_or_not_reached():
    game = nim(seeded())
    number = game.table.turn
    for turn in (number - 1, number + 1):
        with pytest.raises(WrongTurnError) as error:
            game.call_time(turn)
        assert error.value.details == {"turn": turn, "now": number}
    game.call_time(number)
    assert game.entries[-1] == ("time", number)


def test_each_turn_has_a_fingerprint():
    game = scripted(0, ("take", 1), 4, ("take", 2), 2, 3)
    same = scripted(0, ("take", 1), 4, ("take", 2), 2, 3)
    other = scripted(0, ("take", 1), 5, ("take", 2), 2, 3)

    assert [entries for entries, _ in game.turns] == [1, 3, 6]
    assert game.turns == same.turns
    assert game.turns[1:] != other.turns[1:]


# --- forks -----------------------------------------------------------------------------------------


def test_fork_has_the_same_state_and_is_independent():
    game = nim(seeded())
    game.choose(("take", 2))
    before = game.table.fingerprint()
    fork = game.fork(seeded("fork"))
    assert fork.table.fingerprint() == before
    assert game.ask is not None
    assert fork.ask is not None
    assert fork.ask.options == game.ask.options

    fork.choose(("take", 1))
    assert game.table.fingerprint() == before


def test_fork_can_be_forked():
    game = nim(seeded())
    game.choose(("take", 1))
    second = game.fork(seeded("a")).fork(seeded("b"))

    assert second.table.fingerprint() == game.table.fingerprint()


def test_fork_can_replace_the_card_definitions():
    game = nim(seeded())
    fork = game.fork(seeded("fork"), list(reversed(game.table.cards)))
    fork.choose(("take", 1))

    heap = fork.table
    assert isinstance(heap, Heap)
    [card] = [card for taken in heap.taken for card in taken]
    assert heap.cards[card].value == 6 - card
    assert [card.value for card in game.table.cards] == list(range(7))


# --- invalid records -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "at"),
    [
        ((7,), 0),  # there are two seats
        ((0, ("take", 9)), 1),
        ((0, ("take", 2), 3, 3), 3),  # the same card twice
        ((0, 5), 1),  # a choice is expected
        ((0, ("concede", 0), ("take", 1)), 2),
    ],
)
def test_impossible_entry_is_named(entries: tuple[Entry, ...], at: int):
    with pytest.raises(Diverged) as found:
        scripted(*entries)

    assert found.value.entry == at


def test_record_that_ends_before_an_outcome_of_chance_needs_one():
    with pytest.raises(OutcomeNeeded) as needed:
        scripted(0, ("take", 1), cards=3)

    assert needed.value.outcomes == [0, 1, 2]
