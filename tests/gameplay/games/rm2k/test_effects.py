"""Effects of all verbs, and conditions."""

from typing import Any

import pytest

from gameplay.games.rm2k.levels import current_bandwidth, current_level, lasting_bandwidth
from tests.gameplay.games.rm2k.cards import VP, attach, challenge, event, goal, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, lay

ANN, BEN = user("Ann", 3, otaku=2), user("Ben", 3)
YOURS, THEIRS = {"type": "user", "whose": "yours"}, {"type": "user", "whose": "theirs"}


def play(do: dict[str, Any], ours: Side | None = None, theirs: Side | None = None) -> Duel:
    """Alice plays an Event with these effects without an answer."""
    side = ours or Side(users=[ANN])
    side = Side(**(vars(side) | {"hand": [event("Text", do, cost=0), *side.hand]}))
    game = lay(side, theirs or Side(users=[BEN], vp=2))
    first = game.table.cards[next(u for u in game.table.users[ALICE] if u not in game.table.syncing_cards)].name
    return game.choose("instant", "Text", first).pass_answers()


@pytest.mark.parametrize(("who", "drawn"), [("you", [2, 0]), ("opponent", [0, 2]), ("each", [2, 2])])
def test_draw(who: str, drawn: list[int]):
    draws = play({"draw": {"count": 2, "who": who}}).events("drew")
    assert [sum(each[0] == seat for each in draws) for seat in (ALICE, BOB)] == drawn


def test_the_player_who_discards_chooses_the_card():
    game = play({"discard": {"count": 2, "who": "opponent"}}, theirs=Side(users=[BEN], hand=[user("X"), user("Y")]))
    assert (game.asked, game.may("discard")) == ((BOB, "discard_for"), {"X", "Y", "Blank"})
    game.choose("discard", "X").choose("discard", "Y")
    assert game.events("discarded") == [(BOB, "X"), (BOB, "Y")]
    assert (game.zone("discard", BOB), game.zone("hand", BOB)) == (["X", "Y"], ["Blank"])


@pytest.mark.parametrize(("amount", "who", "vp"), [(3, "you", [3, 2]), (-9, "opponent", [0, 0]), (1, "each", [1, 3])])
def test_score_never_falls_below_0(amount: int, who: str, vp: list[int]):
    assert play({"score": {"amount": amount, "who": who}}).table.vp == vp


@pytest.mark.parametrize(
    ("what", "lagged"), [(THEIRS, ["Ben", "Bo"]), (YOURS, ["Ann"]), ({"type": "user", "symbol": "weapon"}, [])]
)
def test_lag_and_clear(what: dict[str, Any], lagged: list[str]):
    game = play({"lag": {"what": what, "whom": "each", "count": 4}}, theirs=Side(users=[BEN, user("Bo")]))
    assert game.events("lagged") == [(name, 4) for name in lagged]
    assert [game.lag(name) for name in lagged] == [4 for _ in lagged]
    less = play({"clear": {"what": YOURS, "whom": "each", "count": 3}}, Side(users=[user("Free"), On(ANN, lag=2)]))
    assert (less.events("cleared_lag"), less.lag("Ann")) == ([("Ann", 2)], 0)


def test_bandwidth_changes_temporarily_and_permanently():
    for forever, kept in ((False, 3), (True, 5)):
        game = play({"bandwidth": {"amount": 2, "forever": forever, "what": YOURS}})
        game.table.lag[game.id("Ann")] = 9
        game.passes(ALICE, ALICE, BOB, BOB)
        assert game.events("cleared_lag") == [("Ann", kept)]


def test_tune_lasts_for_the_turn():
    match = challenge("Match", "personal", cost=0, skill="otaku")
    ours = Side(users=[ANN, user("Art")], hand=[match, match])
    game = play({"tune": {"skill": "otaku", "amount": 3, "what": YOURS}}, ours).choose("aim", "Ann").passes(ALICE)
    game.choose("instant", "Match", "Ann").choose("attacker", "Ann").passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 5, 0)]
    game.passes(ALICE, BOB, BOB, ALICE).choose("instant", "Match", "Ann").choose("attacker", "Ann").passes(ALICE, BOB)
    assert game.events("totals")[1:] == [("Match", 2, 0)]


@pytest.mark.clause("RM-6.1")
def test_delete_each_asks_nothing_and_takes_immune_users_and_what_is_on_users():
    theirs = Side(users=[On(user("Deaf", immune=["otaku"]), [attach("Axe")]), BEN], limbo=[user("Late")])
    gone = play({"delete": {"what": {"type": "user", "whose": "theirs"}, "each": True}}, theirs=theirs)

    assert sorted(gone.zone("discard", BOB)) == ["Axe", "Ben", "Deaf"]
    assert (gone.zone("users", BOB), gone.zone("limbo", BOB)) == ([], ["Late"])


def test_delete_and_return_choose_a_matching_card_in_play():
    theirs = Side(users=[On(BEN, [attach("Cap", symbol="outfit"), attach("Axe", symbol="weapon")])])
    gone = play({"delete": {"what": {"symbol": "weapon"}}}, theirs=theirs)
    assert (gone.zone("attaches", BOB), gone.zone("discard", BOB)) == (["Cap"], ["Axe"])
    back = play({"return": {"what": {"symbol": "outfit"}}}, theirs=theirs)
    assert (back.zone("attaches", BOB), back.zone("hand", BOB)) == (["Axe"], ["Blank", "Cap"])
    assert back.events("returned") == [("Cap",)]


@pytest.mark.parametrize(("whose", "aims"), [("theirs", {"Ben", "Bo"}), ("yours", set())])
def test_disrupt_deletes_a_syncing_card(whose: str, aims: set[str]):
    sides = Side(users=[ANN]), Side(users=[On(BEN, syncing=user("S")), On(user("Bo"), syncing=user("T")), user("Bea")])
    game = play({"disrupt": whose}, *sides)
    assert game.may("aim") == aims
    if aims:
        game.choose("aim", "Bo")
        assert (game.events("disrupted"), game.zone("syncing", BOB)) == ([(BOB, "T", "Bo")], ["S"])


def test_charge_puts_tokens_on_an_own_syncing_card():
    game = play({"charge": 2}, Side(users=[ANN, On(user("Art"), syncing=user("S", cost=3), tokens=1)]))
    assert (game.tokens("S"), game.events("charged")) == (3, [("Art", 2)])
    assert game.may("activate") == {"S"}


def test_recover_takes_a_matching_card_out_of_the_own_discard_pile():
    ours = Side(users=[ANN], discard=[user("U"), event("E"), event("F")])
    game = play({"recover": {"what": {"type": "event"}}}, ours)
    assert game.may("recover") == {"E", "F"}
    game.choose("recover", "E")
    assert "E" in game.zone("hand", ALICE)


def test_fighters_are_the_users_of_the_own_side():
    match, rush = (
        challenge("Match", "duel", cost=0, skill="gamer"),
        event("Rush", {"lag": {"whom": "fighters"}}, cost=0),
    )
    game = lay(
        Side(users=[ANN], hand=[match, rush]),
        Side(users=[BEN]),
        Side(users=[user("Cat")], hand=[rush]),
        step="challenge",
    )
    game.choose("instant", "Match", "Ann").choose("against", BOB).choose("instant", "Rush", "Ann").passes(1, 2)
    assert game.events("lagged") == [("Ann", 1)]
    game.passes(BOB).choose("instant", "Rush", "Cat").passes(0, 1)
    assert game.events("lagged") == [("Ann", 1)]


def test_may_either_and_if():
    assert play({"may": [VP]}).choose("no").table.vp == [0, 2]
    assert play({"may": [VP]}).choose("yes").table.vp == [1, 2]
    either = {"either": {"one": [VP], "other": [{"score": 5}]}}
    assert play(either).choose("either", "Text", 1).table.vp[ALICE] == 1
    assert play(either).choose("either", "Text", 2).table.vp[ALICE] == 5


CAP, HAT = attach("Cap"), attach("Hat")


@pytest.mark.parametrize(
    ("when", "ours", "holds"),
    [
        ({"vp": 3}, {"vp": 3}, True),
        ({"vp": 3}, {"vp": 2}, False),
        ({"behind": True}, {"vp": 1}, True),
        ({"behind": True}, {"vp": 2}, False),
        ({"behind": False}, {"vp": 2}, True),
        ({"hand": 2}, {"hand": [ANN]}, True),
        ({"hand": 3}, {"hand": [ANN]}, False),
        ({"alone": True}, {}, True),
        ({"alone": False}, {}, False),
        ({"alone": False}, {"users": [ANN, BEN]}, True),
        ({"have": {"what": YOURS, "count": 2}}, {"users": [ANN, BEN]}, True),
        ({"have": {"what": YOURS, "count": 2}}, {}, False),
        ({"have": {"what": {"type": "attach"}}}, {"users": [On(ANN, [CAP])]}, True),
        ({"have": {"what": {"lagged": True, "whose": "yours"}}}, {"users": [On(ANN, lag=1)]}, True),
        ({"have": {"what": {"lagged": True, "whose": "yours"}}}, {}, False),
        ({"buried": {"what": {"type": "user"}, "count": 2}}, {"discard": [ANN, BEN]}, True),
        ({"buried": {"what": {"type": "user"}, "count": 2}}, {"discard": [ANN, CAP]}, False),
        ({"challenge": "argue"}, {}, False),
        ({"vp": 1, "hand": 1}, {"vp": 1}, True),
        ({"vp": 1, "hand": 9}, {"vp": 1}, False),
    ],
)
def test_a_text_applies_when_its_condition_holds(when: dict[str, Any], ours: dict[str, Any], holds: bool):
    side = Side(**({"users": [ANN]} | ours))
    game = play({"if": {"when": when, "do": [{"draw": 1}]}}, side)
    assert len(game.events("drew")) == int(holds)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"able": {"skill": "otaku", "least": 2}}, True),
        ({"able": {"skill": "otaku", "least": 3}}, False),
        ({"attached": 2}, True),
        ({"attached": 3}, False),
        ({"won": 1}, False),
        ({"challenge": "gamer"}, True),
        ({"challenge": "argue"}, False),
    ],
)
def test_a_text_of_an_attach_is_about_its_user(when: dict[str, Any], holds: bool):
    pen = attach("Pen", {"level": {"skill": "gamer", "amount": 7, "when": when}})
    match = challenge("Match", "personal", cost=0, skill="gamer")
    game = lay(Side(users=[On(ANN, [pen, CAP])], hand=[match]), Side(users=[BEN]), step="challenge")
    game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 7 if holds else 0, 0)]


def test_an_edge_with_a_condition():
    horn = attach("Horn", {"edge": {"amount": 3, "when": {"challenge": "argue"}}})
    for skill, gained in (("argue", 3), ("gamer", 0)):
        match = challenge("Match", "personal", cost=0, skill=skill)
        game = lay(Side(users=[On(ANN, [horn])], hand=[match]), Side(users=[BEN]), step="challenge")
        game.choose("instant", "Match", "Ann").passes(ALICE, BOB)
        assert game.events("totals") == [("Match", gained, 0)]


def test_an_attach_on_an_opponents_user_triggers_on_the_opponents_turn_for_its_owner():
    curse = attach("Curse", {"on": {"happens": "begins", "do": [{"lag": {"whom": "self"}}, VP]}})
    game = lay(Side(users=[On(ANN, [curse], lag=9)]), Side(users=[BEN]), step="connect")
    game.table.owners[game.id("Curse")] = BOB
    game.passes(ALICE, ALICE, BOB, BOB)
    assert game.table.vp == [1, 1]  # Alice's own first, then Bob's
    assert game.lag("Ann") == 9 + 1 - 3 + 1 - 3


def test_outside_a_challenge_an_opponent_is_chosen():
    talk = event("Talk", {"draw": {"who": "opponent"}}, cost=0)
    game = lay(Side(users=[ANN], hand=[talk]), Side(users=[BEN]), Side(users=[user("Cat")]))
    game.choose("instant", "Talk", "Ann").passes(BOB, CAROL)
    assert game.options == [("against", BOB), ("against", CAROL)]
    game.choose("against", CAROL)
    assert game.events("drew") == [(CAROL, "Blank")]


# --- sums of changes, and Users that leave play -----------------------------------------------------


def test_permanent_and_temporary_losses_of_bandwidth_add_up():
    game = lay(Side(users=[On(ANN, drained=-1)]), Side(users=[BEN]))
    game.table.turn_changes[game.id("Ann")] = -1
    assert (current_bandwidth(game.table, game.id("Ann")), lasting_bandwidth(game.table, game.id("Ann"))) == (1, 2)


MORE, LESS = {"width": 2}, {"width": -2}


@pytest.mark.clause("RM-4.2.2", "RM-4.2.3")
@pytest.mark.parametrize(
    ("steps", "now", "then"),
    [
        ([(-9, True), (1, True)], 1, 1),  # reduced to 0, and not below
        ([(-9, True), (-9, True), (2, True), (-1, True)], 1, 1),
        ([(-9, False), (1, False)], 1, 3),
        ([(-9, False), (1, True)], 1, 4),
        ([(-3, False), (-1, True), (1, False)], 1, 2),
        ([(-3, False), (-1, True), (1, True)], 1, 3),
        ([(2, False), (-4, True)], 1, 0),  # a permanent loss is taken from all bandwidth
        ([(2, False), (-4, True), (1, True)], 2, 1),
        ([(2, False), (-9, True), (1, False)], 1, 0),
        ([(2, True), (-1, True)], 4, 4),
    ],
)
def test_no_bandwidth_is_owed(steps: list[tuple[int, bool]], now: int, then: int):
    """Ann, with bandwidth 3, gets these permanent and temporary changes in one turn."""
    texts = [{"bandwidth": {"amount": by, "forever": forever, "what": YOURS, "whom": "each"}} for by, forever in steps]
    side = Side(users=[user("Rich", 99), ANN], hand=[event(f"Text {n}", text, cost=0) for n, text in enumerate(texts)])
    game = lay(side, Side(users=[BEN]))
    for number in range(len(steps)):
        game.choose("instant", f"Text {number}", "Rich").pass_answers()
    ann = game.id("Ann")
    assert current_bandwidth(game.table, ann) == now

    game.passes(ALICE, ALICE)
    assert current_bandwidth(game.table, ann) == lasting_bandwidth(game.table, ann) == then


@pytest.mark.clause("RM-4.2.2")
@pytest.mark.parametrize(
    ("under", "by", "now", "alone"),
    [
        ([MORE], -4, 1, 0),  # of 5, 2 of them lent: 1 is left, and nothing is owed when the Attach goes
        ([MORE], -1, 4, 2),
        ([MORE, MORE], -6, 1, 0),
        ([LESS], -1, 0, 2),
        ([LESS], -9, 0, 0),
        ([MORE, LESS], -9, 0, 0),
    ],
)
def test_no_bandwidth_is_owed_when_an_attach_leaves(under: list[dict[str, int]], by: int, now: int, alone: int):
    drain = event("Drain", {"bandwidth": {"amount": by, "forever": True, "what": YOURS, "whom": "each"}}, cost=0)
    wipe = event("Wipe", {"delete": {"what": {"type": "attach"}}}, cost=0)
    gift = event("Gift", {"bandwidth": {"amount": 1, "forever": True, "what": YOURS, "whom": "each"}}, cost=0)
    attaches = [attach(f"A{number}", text) for number, text in enumerate(under)]
    side = Side(users=[user("Rich", 99), On(ANN, under=attaches)], hand=[drain, gift, *[wipe] * len(under)])
    game = lay(side, Side(users=[BEN])).choose("instant", "Drain", "Rich").pass_answers()
    ann = game.id("Ann")
    assert current_bandwidth(game.table, ann) == now

    for left in range(len(attaches), 0, -1):
        game.choose("instant", "Wipe", "Rich").pass_answers()
        if left > 1:
            game.choose(*game.options[0])
    assert len(game.events("deleted")) == len(attaches)
    assert current_bandwidth(game.table, ann) == lasting_bandwidth(game.table, ann) == alone

    game.choose("instant", "Gift", "Rich").pass_answers()
    assert lasting_bandwidth(game.table, ann) == alone + 1


@pytest.mark.clause("RM-4.2.2")
def test_an_attach_does_not_turn_a_temporary_loss_into_a_debt():
    """Of 3, the Event takes 2 until the end of the turn; the Attach takes 2 while attached, of which 1 is left."""
    dim, lift = ({"bandwidth": {"amount": by, "what": YOURS, "whom": "each"}} for by in (-2, 1))
    hand = [event("Dim", dim, cost=0), event("Lift", lift, cost=0)]
    side = Side(users=[user("Rich", 99), On(ANN, syncing=attach("Less", LESS, cost=0))], hand=hand)
    game = lay(side, Side(users=[BEN])).choose("instant", "Dim", "Rich").pass_answers().choose("activate", "Less")
    ann = game.id("Ann")
    assert current_bandwidth(game.table, ann) == 0

    game.choose("instant", "Lift", "Rich").pass_answers()
    assert current_bandwidth(game.table, ann) == 1


@pytest.mark.clause("RM-4.2.2")
def test_an_attach_reduces_bandwidth_while_it_is_attached():
    """Its reduction is not used up: later gains are reduced as well."""
    gift = event("Gift", {"bandwidth": {"amount": 1, "forever": True, "what": YOURS, "whom": "each"}}, cost=0)
    under = [attach("Worse", {"width": -4})]
    game = lay(Side(users=[user("Rich", 99), On(ANN, under=under)], hand=[gift, gift]), Side(users=[BEN]))
    found = []
    for _ in range(2):
        game.choose("instant", "Gift", "Rich").pass_answers()
        found.append(current_bandwidth(game.table, game.id("Ann")))

    assert found == [0, 1]


@pytest.mark.clause("RM-5.1.7")
def test_temporary_bandwidth_can_pay():
    ours = Side(users=[On(ANN, syncing=user("New", cost=9), lag=3)])
    assert lay(ours, Side(users=[BEN])).may("pay") == set()
    more = play({"bandwidth": {"amount": 1, "what": YOURS}}, Side(users=[user("Free", 0), *ours.users])).choose(
        "aim", "Ann"
    )
    assert more.may("pay") == {("Ann", "New")}


def test_a_level_is_the_printed_one_plus_bonuses():
    game = lay(
        Side(users=[On(ANN, under=[attach("Pen", {"level": {"skill": "otaku", "amount": 3}})])]), Side(users=[BEN])
    )
    assert [current_level(game.table, game.id("Ann"), skill) for skill in range(5)] == [0, 5, 0, 0, 0]
    able = user("Able", otaku=2, text=[{"level": {"skill": "otaku", "amount": 4}}])
    game = lay(Side(users=[able]), Side(users=[BEN]))
    assert current_level(game.table, game.id("Able"), 1) == 6


def test_a_user_that_returns_has_no_marks():
    game = play({"return": {"what": YOURS}}, Side(users=[user("Lone"), ANN]))
    assert game.may("aim") == {"Lone", "Ann"}
    game.table.used.add(game.id("Ann"))
    game.table.fought.add(game.id("Ann"))
    game.choose("aim", "Ann")
    assert (game.table.used, game.table.fought) == (set(), set())


@pytest.mark.clause("RM-7.1.2")
def test_an_attach_without_a_legal_opposing_user_is_deleted():
    curse = attach("Curse", theirs=True, cost=0, skill="otaku")
    game = lay(Side(users=[On(ANN, syncing=curse)]), Side(users=[user("Deaf", immune=["otaku"])]))
    game.choose("activate", "Curse")
    assert (game.events("deleted"), game.zone("discard", ALICE)) == ([("Curse",)], ["Curse"])


@pytest.mark.clause("RM-9.6")
@pytest.mark.parametrize(
    ("side", "level", "loser"), [("win", 0, BOB), ("lose", 9, BOB), ("win", 9, ALICE), ("lose", 0, ALICE)]
)
def test_in_a_challenge_the_opponent_is_its_other_side(side: str, level: int, loser: int):
    duel = challenge("Duel", "duel", cost=0, skill="otaku", **{side: [{"discard": {"who": "opponent"}}]})
    bob = user("Bob's", otaku=level)
    game = lay(Side(users=[ANN], hand=[duel]), Side(users=[bob]), Side(users=[BEN]), step="challenge")
    game.choose("instant", "Duel", "Ann").choose("against", BOB)
    game.passes(ALICE, BOB, CAROL)
    assert [seat for seat, _ in game.events("discarded")] == [loser]


@pytest.mark.clause("RM-3.5.1")
def test_all_players_may_claim_in_any_victory_phase():
    mine = goal("Bob's", {"vp": 2}, 3)
    game = lay(Side(users=[ANN]), Side(users=[mine], vp=2), step="victory")
    assert game.asked == (BOB, "claim")


def test_public_state_of_users_and_remaining_seats():
    game = lay(Side(users=[ANN]), Side(users=[BEN]))
    game.table.used.add(game.id("Ann"))
    handles = {game.id("Ann"): "a", game.id("Ben"): "b"}
    assert game.table.card_marks(handles)[game.id("Ann")] == {"bandwidth": 3, "lag": 0, "main": True, "used": True}
    assert game.table.public_state(handles)["alive"] == [ALICE, BOB]
