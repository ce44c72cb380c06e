"""Positions, and corrections by a judge."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import gameplay.games.rm2k
from cards.printed import PrintedCard, bundled_card_sets
from gameplay.engine.core.correction import Correction, NoSuchMarkError, NoSuchZoneError
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.position import choose_resolved, parse_position, pending_ask, position_of
from gameplay.engine.core.views import view_for_seat
from gameplay.games.rm2k import RULESET
from tests.gameplay.games.rm2k.cards import attach, event, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, On, Side, lay

EXAMPLE = Path(gameplay.games.rm2k.__file__).parent / "example.position.json"
LAID: dict[str, Any] = {
    "format": "passleft-position-1",
    "ruleset": "rm2k",
    "variant": "open",
    "switches": {"limbo_counts_as_user": True},
    "turn": 7,
    "active": 1,
    "step": "main",
    "seats": [
        {
            "users": [
                {
                    "card": "CC-U10",
                    "main": True,
                    "lag": 2,
                    "drained": 1,
                    "bent": -1,
                    "tuned": {"roleplay": 1, "otaku": 0, "argue": 0, "script": 0, "gamer": -2},
                    "fought": True,
                    "used": True,
                    "claimed": True,
                    "syncing": {"card": "CC-E05", "tokens": 3},
                    "under": ["CC-A01", {"card": "CC-A24", "seat": 1}],
                },
                "CC-U18",
            ],
            "limbo": ["CC-U24"],
            "hand": ["CC-E01"],
            "discard": ["CC-C01"],
            "deck": ["CC-C02", "CC-C03"],
            "vp": 4,
            "won": 2,
            "began": False,
        },
        {"users": [{"card": "CC-U09", "syncing": "CC-C16"}], "hand": ["CC-E02"], "deck": ["CC-C04"]},
        {"gone": ["CC-U07"], "vp": 1, "out": True},
    ],
    "last_turn": "time",
}


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    yield [card for card_set in bundled_card_sets(game) for card in card_set.cards]


def parse(**changes: Any) -> Any:
    return parse_position(json.dumps(LAID | changes), {"rm2k": RULESET}, catalogue)


def test_a_position_is_written_as_it_is_read():
    written = position_of(parse())
    assert written.pop("numbers") == list(range(15))
    assert written == LAID


@pytest.mark.clause("RM-8.3.1", "RM-8.3.2")
def test_the_example_is_what_the_readme_says():
    """Both totals are below 0: both Users take lag, and no player scores."""
    game = parse_position(EXAMPLE.read_text(encoding="utf-8"), {"rm2k": RULESET}, catalogue)
    for wanted in ("activate", "pass", "pass"):
        choose_resolved(game, next(each["id"] for each in pending_ask(game)["options"] if each["code"] == wanted))

    attacker, defender = (users[0] for users in game.table.users)
    happened = list(game.table.events)
    assert ("totals", 1, -1, -7) in happened
    assert [event for event in happened if event[0] == "lagged"] == [("lagged", attacker, 1), ("lagged", defender, 1)]
    assert game.table.vp == [2, 2]


def seats(at: int, **changes: Any) -> dict[str, Any]:
    found = [dict(seat) for seat in LAID["seats"]]
    found[at] |= changes
    return {"seats": found}


@pytest.mark.clause("RM-4.2.2")
@pytest.mark.parametrize(
    ("marks", "kept"),
    [
        ({"drained": -9}, {"drained": -1}),
        ({"drained": -9, "under": ["CC-A13"]}, {"drained": -3}),  # it gives 2
        ({"bent": -9}, {"bent": -1}),
        ({"drained": -1, "bent": -1}, {"drained": -1, "bent": 0}),
    ],
)
def test_bandwidth_below_0_is_clamped(marks: dict[str, Any], kept: dict[str, Any]):
    """Doorway Lurker has 1."""
    game = parse(**seats(1, users=["CC-U09", {"card": "CC-U07"} | marks]))
    [_, user] = position_of(game)["seats"][1]["users"]

    assert {name: user[name] for name in kept} == kept


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (seats(0, users=["CC-A01"]), "seats.0.users.0: Foam Greatsword is a card of type attach, not user"),
        (seats(0, limbo=["CC-E01"]), "seats.0.limbo.0: Fresh Topic is a card of type event, not user"),
        (
            seats(0, users=[{"card": "CC-U10", "under": ["CC-E01"]}]),
            "seats.0.users.0.under.0: Fresh Topic is a card of type event, not attach",
        ),
        (
            seats(1, users=[{"card": "CC-U09", "syncing": "CC-C01"}]),
            "seats.1.users.0.syncing: Echo Bot is immune to roleplay (RM-6.1, 6.2)",
        ),
        (
            seats(1, users=[{"card": "CC-U09", "under": ["CC-A01"]}]),
            "seats.1.users.0.under.0: Echo Bot is immune to roleplay (RM-6.1, 6.2)",
        ),
        (
            seats(1, users=[{"card": "CC-U09", "main": True}, {"card": "CC-U18", "main": True}]),
            "seats.1.users.1.main: a seat has only one Main User (RM-2.3)",
        ),
        (
            seats(0, users=[{"card": "CC-U10", "main": True}, {"card": "CC-U18", "main": True}]),
            "seats.0.users.1.main: a seat has only one Main User (RM-2.3)",
        ),
        (seats(1, users=[{"card": "CC-U09", "lag": 0}]), "seats.1.users.0.lag: 0 is not from 1 to 99"),
        (seats(1, users=[]), "seats.0.users: the game is already over (RM-4.1.1, 4.2.1)"),
        (seats(2, hand=["CC-E01"]), "seats.2.out: all cards of a seat that is out have left the game (RM-9.4)"),
        (seats(1, users=[{"card": "CC-U09", "asleep": True}]), "seats.1.users.0.asleep: unknown field"),
        (seats(1, field=[]), "seats.1.field: unknown field"),
        (seats(0, won=100), "seats.0.won: 100 is not from 0 to 99"),
        (seats(0, vp=100), "seats.0.vp: 100 is not from 0 to 99"),
        (
            seats(1, users=[{"card": "CC-U09", "tuned": {"gamer": 100}}]),
            "seats.1.users.0.tuned.gamer: 100 is not from -99 to 99",
        ),
        (seats(1, users=[{"card": "CC-U09", "bent": -100}]), "seats.1.users.0.bent: -100 is not from -99 to 99"),
        (seats(1, users=[{"card": "CC-U09", "drained": 100}]), "seats.1.users.0.drained: 100 is not from -99 to 99"),
        (
            seats(1, users=[{"card": "CC-U09", "syncing": {"card": "CC-C16", "tokens": 100}}]),
            "seats.1.users.0.syncing.tokens: 100 is not from 0 to 99",
        ),
        (
            seats(1, users=[{"card": "CC-U09", "under": [{"card": "CC-A24", "seat": 3}]}]),
            "seats.1.users.0.under.0.seat: 3 is not from 0 to 2",
        ),
        ({"active": 2}, "active: the active seat and at least one other seat must still be in the game"),
        ({"step": "play"}, "step: 'play' is not one of connect, main, challenge, victory, draw"),
        ({"last_turn": "deck"}, "last_turn: 'deck' is not one of , time"),
    ],
)
def test_an_impossible_position_is_refused_with_its_path(changes: dict[str, Any], reason: str):
    with pytest.raises(UnreadableError) as refused:
        parse(**changes)
    assert str(refused.value) == reason


def test_all_cards_are_in_the_decks_before_the_first_turn():
    """Turn 0: the starting Users are not chosen yet (RM-2.2)."""
    deck = ["CC-U10", "CC-U18", "CC-E01"]
    game = parse(turn=0, active=0, seats=[{"deck": deck}, {"deck": deck}], last_turn="")

    assert game.ask is not None
    assert (game.ask.seat, game.ask.about[0]) == (ALICE, "main")
    with pytest.raises(UnreadableError, match=r"seats\.0\.hand: unknown field"):
        parse(turn=0, active=0, seats=[{"deck": deck, "hand": deck}, {"deck": deck}], last_turn="")


# --- corrections ----------------------------------------------------------------------------

CAP = attach("Cap")


def table() -> Duel:
    syncing = On(user("Art"), syncing=event("Deep", cost=3), tokens=1)
    return lay(Side(users=[On(user("Ann"), [CAP], lag=2), syncing, user("Amy")]), Side(users=[user("Ben")]))


def correct(game: Duel, *deed: Any) -> Duel:
    game.game.apply_correction(Correction("Hana", "seen", (deed,)))
    game.check_views()
    return game


@pytest.mark.parametrize("zone", ["hand", "limbo", "discard", "deck", "users"])
def test_a_user_can_be_moved_anywhere_and_the_cards_on_it_are_deleted(zone: str):
    game = table()
    correct(game, "move", game.id("Ann"), zone)
    assert "Ann" in game.zone(zone, ALICE)
    assert (game.zone("attaches", ALICE), game.lag("Ann")) == ([], 0)
    assert "Cap" in game.zone("discard", ALICE)


def test_a_moved_card_leaves_its_previous_zone():
    game = table()
    correct(game, "move", game.table.hand[ALICE][0], "discard")
    assert (game.zone("hand", ALICE), game.zone("discard", ALICE)) == ([], ["Blank"])
    correct(game, "move", game.id("Deep"), "hand")
    assert (game.zone("hand", ALICE), game.zone("syncing", ALICE), game.table.tokens) == (["Deep"], [], {})


@pytest.mark.parametrize(
    ("name", "zone"), [("Deep", "limbo"), ("Deep", "users"), ("Cap", "limbo"), ("Ann", "attaches")]
)
def test_zones_accept_only_cards_of_their_type(name: str, zone: str):
    game = table()
    bearer = (game.id("Ben"),) if zone == "attaches" else ()
    with pytest.raises(NoSuchZoneError) as refused:
        correct(game, "move", game.id(name), zone, *bearer)
    assert refused.value.details["zone"] == zone


def test_attaches_and_syncing_cards_need_a_user():
    game = table()
    correct(game, "move", game.id("Cap"), "attaches", game.id("Ben"))
    assert game.zone("attaches", BOB) == ["Cap"]
    correct(game, "move", game.id("Deep"), "syncing", game.id("Amy"))
    assert (game.table.syncing_cards, game.tokens("Deep")) == ({game.id("Amy"): game.id("Deep")}, 0)
    for deed in (
        ("move", game.id("Cap"), "attaches"),
        ("move", game.id("Cap"), "hand", game.id("Ann")),
        ("move", game.id("Cap"), "syncing", game.id("Ben")),
        ("move", game.table.hand[ALICE][0], "syncing", game.id("Amy")),
    ):
        with pytest.raises(NoSuchZoneError):
            correct(game, *deed)


def test_tokens_and_marks_are_set_and_cleared():
    game = table()
    correct(correct(game, "mark", game.id("Ann"), "lag"), "mark", game.id("Deep"), "token")
    assert (game.lag("Ann"), game.tokens("Deep")) == (3, 2)
    correct(correct(game, "clear", game.id("Ann"), "lag"), "clear", game.id("Deep"), "token")
    assert (game.lag("Ann"), game.tokens("Deep")) == (2, 1)
    for mark, marked in (("fought", lambda: game.table.fought), ("used", lambda: game.table.used)):
        correct(game, "mark", game.id("Ann"), mark)
        assert marked() == {game.id("Ann")}
        correct(game, "clear", game.id("Ann"), mark)
        assert not marked()
    for deed in (
        ("clear", game.id("Amy"), "lag"),
        ("mark", game.id("Cap"), "used"),
        ("mark", game.id("Ann"), "token"),
        ("mark", game.id("Cap"), "lag"),
    ):
        with pytest.raises(NoSuchMarkError):
            correct(game, *deed)


@pytest.mark.clause("RM-2.5")
def test_decks_are_hidden_once_starting_users_are_chosen():
    game = lay(Side(users=[user("Ann")]), Side(users=[user("Ben")]))
    decks = [zone for zone in view_for_seat(game.game, ALICE)["zones"] if zone["zone"] == "deck"]
    assert len(decks) == 2
    assert all("cards" not in deck for deck in decks)
