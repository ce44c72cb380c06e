"""Take-backs: a player may undo the last choice while no information was revealed since."""

from collections.abc import Iterator
from typing import cast

import pytest

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged, RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.correction import ChoiceNotRevertibleError, Correction, NotBetweenPlaysError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import position_of
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_replay import verify_record
from gameplay.engine.core.replay import replay_entries
from gameplay.engine.core.views import view_for_seat
from gameplay.games import RULESETS
from gameplay.games.enemy import RULESET
from tests.gameplay.games.enemy.cards import action, event, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

ELK, ORCA, BT = pc("Elk", 3), pc("Orca", 3), pc("BT", 3)
WOLF = monster("Wolf", 1)
PACK = [monster(name, 1, storable=True, joins=[{}]) for name in ("Fox", "Lynx", "Bear")]
DECKS = [
    [
        bundled_card_set("enemy", "SD").card(ref.partition("-")[2])
        for ref, copies in deck.cards.items()
        for _ in range(copies)
    ]
    for deck in bundled_card_set("enemy", "SD").decks
]


def no_card(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def game_while_placing(*, pausing: bool = False) -> Duel:
    """Return a game where Alice has played a PC and is asked for its place."""
    return lay(Side(pcs=[ORCA], hand=[ELK]), pausing=pausing).choose("pc", "Elk")


def game_while_assigning() -> Duel:
    """Return a game where Bob is attacked by four monsters and assigns his three PCs."""
    duel = lay(Side(hand=[WOLF], portal=PACK), Side(pcs=[ELK, ORCA, BT])).choose("attack", "Wolf")
    for beast in ("Fox", "Lynx", "Bear"):
        duel.choose("join", beast)
    return duel.choose("fight")


def assert_not_revertible(duel: Duel) -> None:
    before = duel.game.table.fingerprint(), list(duel.game.entries), duel.pending

    with pytest.raises(ChoiceNotRevertibleError) as refusal:
        duel.game.take_back()

    assert refusal.value.code == "choice_stands"
    assert (duel.game.table.fingerprint(), duel.game.entries, duel.pending) == before


def test_cost_of_take_backs_does_not_grow_exponentially():
    """If each take-back had to replay all earlier ones, thirty would take a billion steps."""
    duel = game_while_placing()
    choice = duel.game.entries[-1]
    assert isinstance(choice, tuple)

    for _ in range(60):
        duel.game.take_back()
        duel.game.choose(choice)

    assert len(duel.events("take_back")) == 60
    assert duel.game.revertible_entry() == len(duel.game.entries) - 1


@pytest.mark.parametrize("pausing", [False, True])
def test_unnoticed_choice_can_be_taken_back(pausing: bool):
    duel = game_while_placing(pausing=pausing)
    chosen = len(duel.game.entries) - 1

    duel.game.take_back()

    assert duel.game.entries[-1] == ("take_back", ALICE, chosen)
    assert (duel.pending, duel.events("take_back")) == ((ALICE, "play"), [(ALICE, chosen)])
    duel.choose("pc", "Elk").choose("replace", "Orca")
    assert duel.zone("party", ALICE) == ["Elk"]


@pytest.mark.clause("ENE-15.8")
def test_assignments_are_taken_back_one_by_one_until_they_are_complete():
    duel = game_while_assigning().choose("pair", "Elk", "Wolf").choose("pair", "Orca", "Fox")
    duel.game.take_back()
    duel.game.take_back()
    assert ("pair", "Elk", "Bear") in duel.options

    duel.choose("pair", "Elk", "Bear").choose("pair", "Orca", "Fox").choose("pair", "BT", "Wolf")
    assert duel.events("assigned")[:3] == [("Elk", "Bear"), ("Orca", "Fox"), ("BT", "Wolf")]
    assert_not_revertible(duel)


def test_take_back_is_refused_before_the_first_choice():
    assert_not_revertible(lay(Side()))


@pytest.mark.parametrize(
    ("side", "choices"),
    [
        (Side(hand=[event("Draw", {"draw": 1}), event("Again", {"play_again": 1})]), [("event", "Again")]),
        (Side(hand=[event("Two", {"draw": 1}, {"play_again": 1})]), [("event", "Two")]),
        (Side(hand=[ELK]), [("hide", "Elk")]),
        (Side(hand=[ELK]), [("pc", "Elk")]),
        (Side(hand=[WOLF], portal=PACK), [("attack", "Wolf")]),
    ],
    ids=["event", "outcome of chance", "ask to the other player", "revealed card", "attack"],
)
def test_take_back_is_refused_after_a_revelation(side: Side, choices: list[tuple[str, str]]):
    duel = lay(side, Side(pcs=[ORCA], hidden=[action("Trick")]))
    for choice in choices:
        duel.choose(*choice)

    assert_not_revertible(duel)


def test_pass_cannot_be_taken_back_once_the_opponent_has_answered():
    trick = action("Trick", {"strengthen": 1}, moment="attack")
    duel = lay(Side(hand=[WOLF], hidden=[trick]), Side(pcs=[ORCA], hidden=[trick])).choose("attack", "Wolf")
    assert duel.choose("pass").pending == (ALICE, "window")
    assert_not_revertible(duel)

    assert duel.choose("pass").pending == (BOB, "defend")
    assert_not_revertible(duel)


def test_pass_cannot_be_taken_back_once_the_opponent_was_asked():
    trick = action("Trick", {"strengthen": 1}, moment="attack")
    alice = Side(hand=[WOLF], hidden=[ELK])
    duel = lay(alice, Side(pcs=[ORCA], hidden=[trick]), pausing=True).choose("attack", "Wolf")
    duel.choose("pass").choose("pass")

    assert duel.pending == (BOB, "defend")
    assert_not_revertible(duel)


def test_call_of_time_prevents_a_take_back_but_a_note_does_not():
    noted, timed, ruled = game_while_placing(), game_while_placing(), game_while_placing()
    noted.game.apply_correction(Correction("Hana", "looked at", ()))
    timed.game.call_time()
    [food] = [card for card in ruled.table.hand[ALICE] if ruled.table.cards[card].name == "Elk"]
    with pytest.raises(NotBetweenPlaysError):
        ruled.game.apply_correction(Correction("Hana", "moved", (("move", food, "discard"),)))

    noted.game.take_back()
    assert noted.pending == (ALICE, "play")
    assert_not_revertible(timed)


def test_judge_can_rewind_to_before_a_take_back():
    duel = game_while_placing()
    before = len(duel.game.entries) - 1
    duel.game.take_back()
    duel.choose("hide", "Elk")

    duel.game.apply_correction(Correction("Hana", "once more", (("rewind", before),)))

    assert (duel.pending, duel.zone("hidden", ALICE)) == ((ALICE, "play"), [])


def test_fork_and_position_continue_from_a_take_back():
    duel = game_while_placing()
    duel.game.take_back()

    assert duel.game.fork(RecordedChance([])).table.fingerprint() == duel.table.fingerprint()
    assert "choices" not in position_of(duel.game)


# --- records -------------------------------------------------------------------------------------


def take_back_entries(game: Game) -> list[int]:
    """Return the numbers of the entries that are take-backs."""
    return [at for at, entry in enumerate(game.entries) if isinstance(entry, tuple) and entry[0] == "take_back"]


def games_with_revertible_entries(seed: bytes) -> Iterator[tuple[Game, int | None]]:
    """Play a whole game; yield it before each choice, with the revertible entry that was not taken back before."""
    game = Game.begin(RULESET, "sample", DECKS, SeededChance(RandomStream(seed, "game")))
    chooser = RandomStream(seed, "players")
    while game.ask is not None:
        entry = game.revertible_entry()
        yield game, None if entry is not None and entry - 1 in take_back_entries(game) else entry
        game.choose(game.ask.options[chooser.below(len(game.ask.options))])


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_take_backs_are_invisible_to_others_and_the_record_is_exact(seed: bytes):
    for game, entry in games_with_revertible_entries(seed):
        if entry is None:
            continue
        earlier = game.game_at(entry)
        assert game.ask is not None
        assert earlier.ask is not None
        for seat in {ALICE, BOB, None} - {earlier.ask.seat}:
            assert view_for_seat(game, seat)["zones"] == view_for_seat(earlier, seat)["zones"]
        game.take_back()
        assert (game.ask.seat, game.ask.options) == (earlier.ask.seat, earlier.ask.options)
        assert game.table.fingerprint() == earlier.table.fingerprint()

    assert game.is_over
    assert len(take_back_entries(game)) > 5
    text = dump_record(record_of(game, "sample", DECKS, include_cards=True))
    assert verify_record(text, RULESETS, no_card).verdict == "EXACT"


def test_record_with_an_impossible_take_back_diverges_there():
    game = next(game for game, entry in games_with_revertible_entries(b"one") if entry is not None)
    game.take_back()
    [at], entries = take_back_entries(game), list(game.entries)
    code, seat, taken_back = cast(Option, entries[at])
    entries[at] = (code, seat, taken_back - 1)
    chance = RecordedChance(entries)

    with pytest.raises(Diverged, match="could not be taken back") as diverged:
        replay_entries(Game.begin(RULESET, "sample", DECKS, chance), chance)

    assert diverged.value.entry == at
