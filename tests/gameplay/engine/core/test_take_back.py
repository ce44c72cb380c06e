"""A player takes a choice back, for free while nothing was revealed since."""

from collections.abc import Iterator

import pytest

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.core.chance import Diverged, RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.correction import ChoiceNotRevertibleError, Correction, NotBetweenPlaysError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import position_of
from gameplay.engine.core.record import dump_record, record_of, verify_record
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


def placing(*, pausing: bool = False) -> Duel:
    """Alice has played a PC and is asked where it goes."""
    return lay(Side(pcs=[ORCA], hand=[ELK]), pausing=pausing).choose("pc", "Elk")


def assigning() -> Duel:
    """Bob is attacked by four monsters and assigns his three PCs."""
    duel = lay(Side(hand=[WOLF], portal=PACK), Side(pcs=[ELK, ORCA, BT])).choose("attack", "Wolf")
    for beast in ("Fox", "Lynx", "Bear"):
        duel.choose("join", beast)
    return duel.choose("fight")


def stands(duel: Duel) -> None:
    before = duel.game.table.fingerprint(), list(duel.game.entries), duel.asked

    with pytest.raises(ChoiceNotRevertibleError) as refusal:
        duel.game.take_back()

    assert refusal.value.code == "choice_stands"
    assert (duel.game.table.fingerprint(), duel.game.entries, duel.asked) == before


def test_taking_back_again_and_again_costs_no_more_each_time():
    """Were each take-back to retrace all before it, thirty would take as long as a billion."""
    duel = placing()
    choice = duel.game.entries[-1]

    for _ in range(60):
        duel.game.take_back()
        duel.game.choose(choice)

    assert len(duel.told("take_back")) == 60
    assert duel.game.revertible_entry() == len(duel.game.entries) - 1


@pytest.mark.parametrize("pausing", [False, True])
def test_a_choice_that_nobody_noticed_is_made_anew(pausing: bool):
    duel = placing(pausing=pausing)
    chosen = len(duel.game.entries) - 1

    duel.game.take_back()

    assert duel.game.entries[-1] == ("take_back", ALICE, chosen)
    assert (duel.asked, duel.told("take_back")) == ((ALICE, "play"), [(ALICE, chosen)])
    duel.choose("pc", "Elk").choose("replace", "Orca")
    assert duel.zone("party", ALICE) == ["Elk"]


@pytest.mark.clause("ENE-15.8")
def test_assignments_are_taken_back_one_by_one_until_they_are_complete():
    duel = assigning().choose("pair", "Elk", "Wolf").choose("pair", "Orca", "Fox")
    duel.game.take_back()
    duel.game.take_back()
    assert ("pair", "Elk", "Bear") in duel.options

    duel.choose("pair", "Elk", "Bear").choose("pair", "Orca", "Fox").choose("pair", "BT", "Wolf")
    assert duel.told("assigned")[:3] == [("Elk", "Bear"), ("Orca", "Fox"), ("BT", "Wolf")]
    stands(duel)


def test_before_anything_was_chosen_there_is_nothing_to_take_back():
    stands(lay(Side()))


@pytest.mark.parametrize(
    ("side", "choices"),
    [
        (Side(hand=[event("Draw", {"draw": 1}), event("Again", {"play_again": 1})]), [("event", "Again")]),
        (Side(hand=[event("Two", {"draw": 1}, {"play_again": 1})]), [("event", "Two")]),
        (Side(hand=[ELK]), [("hide", "Elk")]),
        (Side(hand=[ELK]), [("pc", "Elk")]),
        (Side(hand=[WOLF], portal=PACK), [("attack", "Wolf")]),
    ],
    ids=["an event is told", "chance has come up", "the other side is asked", "a card is shown", "an attack is told"],
)
def test_what_was_revealed_stands(side: Side, choices: list[tuple[str, str]]):
    duel = lay(side, Side(pcs=[ORCA], hidden=[action("Trick")]))
    for choice in choices:
        duel.choose(*choice)

    stands(duel)


def test_a_pass_that_the_other_side_answered_stands():
    trick = action("Trick", {"strengthen": 1}, moment="attack")
    duel = lay(Side(hand=[WOLF], hidden=[trick]), Side(pcs=[ORCA], hidden=[trick])).choose("attack", "Wolf")
    assert duel.choose("pass").asked == (ALICE, "window")
    stands(duel)

    assert duel.choose("pass").asked == (BOB, "defend")
    stands(duel)


def test_a_pass_that_the_other_side_could_only_let_stand_stands_where_it_was_asked():
    trick = action("Trick", {"strengthen": 1}, moment="attack")
    alice = Side(hand=[WOLF], hidden=[ELK])
    duel = lay(alice, Side(pcs=[ORCA], hidden=[trick]), pausing=True).choose("attack", "Wolf")
    duel.choose("pass").choose("pass")

    assert duel.asked == (BOB, "defend")
    stands(duel)


def test_a_call_of_time_and_a_ruling_keep_what_came_before_but_a_note_does_not():
    noted, timed, ruled = placing(), placing(), placing()
    noted.game.apply_correction(Correction("Hana", "looked at", ()))
    timed.game.call_time()
    [food] = [card for card in ruled.table.hand[ALICE] if ruled.table.cards[card].name == "Elk"]
    with pytest.raises(NotBetweenPlaysError):
        ruled.game.apply_correction(Correction("Hana", "moved", (("move", food, "discard"),)))

    noted.game.take_back()
    assert noted.asked == (ALICE, "play")
    stands(timed)


def test_a_judge_goes_back_behind_what_was_taken_back():
    duel = placing()
    before = len(duel.game.entries) - 1
    duel.game.take_back()
    duel.choose("hide", "Elk")

    duel.game.apply_correction(Correction("Hana", "once more", (("rewind", before),)))

    assert (duel.asked, duel.zone("hidden", ALICE)) == ((ALICE, "play"), [])


def test_a_search_and_a_position_go_on_from_where_it_was_taken_back():
    duel = placing()
    duel.game.take_back()

    assert duel.game.fork(RecordedChance([])).table.fingerprint() == duel.table.fingerprint()
    assert "choices" not in position_of(duel.game)


# --- records -------------------------------------------------------------------------------------


def taken_back(game: Game) -> list[int]:
    """The entries that are take-backs."""
    return [at for at, entry in enumerate(game.entries) if isinstance(entry, tuple) and entry[0] == "take_back"]


def fickle(seed: bytes) -> Iterator[tuple[Game, int | None]]:
    """A whole game, given before each choice with the one that could be taken back, if it was not made anew already."""
    game = Game.begin(RULESET, "sample", DECKS, SeededChance(RandomStream(seed, "game")))
    chooser = RandomStream(seed, "players")
    while game.ask is not None:
        free = game.revertible_entry()
        yield game, None if free is not None and free - 1 in taken_back(game) else free
        game.choose(game.ask.options[chooser.below(len(game.ask.options))])


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_nobody_could_have_noticed_what_is_taken_back_and_the_record_is_exact(seed: bytes):
    for game, free in fickle(seed):
        if free is None:
            continue
        stand = game.game_at(free)
        assert game.ask is not None
        assert stand.ask is not None
        for seat in {ALICE, BOB, None} - {stand.ask.seat}:
            assert view_for_seat(game, seat)["zones"] == view_for_seat(stand, seat)["zones"]
        game.take_back()
        assert (game.ask.seat, game.ask.options) == (stand.ask.seat, stand.ask.options)
        assert game.table.fingerprint() == stand.table.fingerprint()

    assert game.is_over
    assert len(taken_back(game)) > 5
    text = dump_record(record_of(game, "sample", DECKS, include_cards=True))
    assert verify_record(text, RULESETS, no_card).verdict == "EXACT"


def test_a_take_back_that_was_not_free_diverges_there():
    game = next(game for game, free in fickle(b"one") if free is not None)
    game.take_back()
    [at], entries = taken_back(game), list(game.entries)
    entries[at] = (*entries[at][:2], entries[at][2] - 1)
    chance = RecordedChance(entries)

    with pytest.raises(Diverged, match="could not be taken back") as diverged:
        Game.begin(RULESET, "sample", DECKS, chance).replay_entries(chance)

    assert diverged.value.entry == at
