"""Syncing (RM-5.*)."""

import json

import pytest

from gameplay.engine.core.bundling import ends_turn_early, has_price, passes_to_turn_end, payment_for
from gameplay.engine.core.errors import NotAnOptionError
from gameplay.engine.core.views import view_for_seat
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import OPTIONS
from gameplay.games.rm2k.terms import Card
from tests.gameplay.games.rm2k.cards import BLANK, KILL, VP, attach, challenge, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, On, Side, lay

ANN, ART, BEN = user("Ann", 3), user("Art", 2), user("Ben", 3)
TALK = event("Talk", VP, cost=2)
OTHER = Side(users=[BEN])


def refused(game: Duel, *option: object) -> str:
    """Choose an option that is not offered; return the error code and check that nothing has changed."""
    before = game.table.fingerprint()
    with pytest.raises(NotAnOptionError) as error:
        game.game.choose(option)
    assert game.table.fingerprint() == before
    return error.value.code


@pytest.mark.clause("RM-5.1.1", "RM-5.1.2", "RM-5.1.14")
def test_a_card_starts_syncing_face_down_at_no_cost():
    game = lay(Side(users=[ANN, ART], hand=[TALK]), OTHER)
    assert {("Talk", "Ann"), ("Talk", "Art")} <= game.may("sync")
    game.choose("sync", "Talk", "Art")
    assert game.zone("hand", ALICE) == ["Blank"]
    assert game.zone("syncing", ALICE) == ["Talk"]
    assert (game.lag("Ann"), game.lag("Art"), game.tokens("Talk")) == (0, 0, 0)
    assert "T-Talk" in json.dumps(view_for_seat(game.game, ALICE))
    assert "T-Talk" not in json.dumps([view_for_seat(game.game, seat) for seat in (BOB, None)])


@pytest.mark.clause("RM-5.1.3", "RM-5.1.4")
def test_a_user_carries_one_syncing_card():
    game = lay(Side(users=[ANN, ART], hand=[TALK, TALK]), OTHER)
    game.choose("sync", "Talk", "Art")
    assert {carrier for _, carrier in game.may("sync")} == {"Ann"}
    game.choose("sync", "Blank", "Ann")
    assert game.may("sync") == set()
    assert refused(game, "sync", game.id("Talk"), game.id("Ann")) == "not_an_option"


@pytest.mark.clause("RM-5.1.5", "RM-5.1.6", "RM-1.4")
def test_any_user_can_pay_with_lag():
    game = lay(Side(users=[On(ANN, syncing=event("Deep", VP, cost=3)), ART]), OTHER)
    game.choose("pay", "Art", "Deep").choose("pay", "Ann", "Deep").choose("pay", "Art", "Deep")
    assert (game.lag("Ann"), game.lag("Art"), game.tokens("Deep")) == (1, 2, 3)
    assert game.may("pay") == set()  # it is paid


@pytest.mark.clause("RM-5.1.7", "RM-5.1.8", "RM-OP-14")
def test_a_user_without_free_bandwidth_cannot_pay():
    game = lay(
        Side(users=[On(ANN, syncing=event("Deep", VP, cost=9), lag=3), On(ART, lag=1), On(user("Zed"), lag=5)]), OTHER
    )
    assert game.may("pay") == {("Art", "Deep")}
    game.choose("pay", "Art", "Deep")
    assert game.may("pay") == set()
    assert refused(game, "pay", game.id("Ann"), game.id("Deep")) == "not_an_option"


@pytest.mark.clause("RM-5.1.9", "RM-5.1.15", "RM-OP-15")
def test_a_card_is_paid_over_several_turns_in_the_own_main_phase():
    game = lay(Side(users=[On(ANN, syncing=event("Deep", VP, cost=5))]), OTHER)
    for _ in range(3):
        game.choose("pay", "Ann", "Deep")
    game.passes(ALICE)
    assert game.may("pay") == set()
    game.passes(ALICE)
    assert game.may("pay") == set()
    game.passes(BOB, BOB)
    assert (game.lag("Ann"), game.tokens("Deep")) == (0, 3)
    assert game.may("pay") == {("Ann", "Deep")}


@pytest.mark.clause("RM-5.1.10")
def test_a_syncing_card_is_not_in_play():
    sword = attach("Sword", {"level": {"skill": "gamer", "amount": 5}}, cost=0)
    sweep = event("Sweep", {"delete": {"what": {"type": "attach"}}}, cost=0)
    match = challenge("Match", cost=0, skill="gamer", win=[VP])
    game = lay(Side(users=[On(ANN, syncing=sword), user("Fay")], hand=[sweep, match]), OTHER)
    game.choose("instant", "Sweep", "Fay").passes(ALICE, BOB)
    assert game.zone("syncing", ALICE) == ["Sword"]
    assert game.zone("attaches", ALICE) == []
    game.passes(ALICE).choose("instant", "Match", "Fay").choose("attacker", "Ann").passes(ALICE, BOB)
    assert game.events("totals") == [("Match", 0, 0)]


@pytest.mark.clause("RM-5.1.11", "RM-5.1.12", "RM-5.1.13")
def test_a_syncing_card_leaves_with_its_carrier_but_the_lag_stays():
    deep = event("Deep", VP, cost=9)
    kick = event("Kick", {"delete": {"what": {"type": "user", "whose": "yours"}}}, cost=0)
    users: list[Card | On] = [On(ANN, syncing=deep), ART, user("Pat"), user("Fay")]
    game = lay(Side(users=users, hand=[kick, kick]), OTHER)
    game.choose("pay", "Art", "Deep").choose("pay", "Pat", "Deep")
    game.choose("instant", "Kick", "Fay").passes(ALICE, BOB).choose("aim", "Pat")
    assert game.tokens("Deep") == 2
    game.choose("instant", "Kick", "Fay").passes(ALICE, BOB).choose("aim", "Ann")
    assert game.events("disrupted") == [(ALICE, "Deep", "Ann")]
    assert "Deep" in game.zone("discard", ALICE)
    assert game.table.tokens == {}
    assert game.lag("Art") == 1


# --- activation -----------------------------------------------------------------------------


@pytest.mark.clause("RM-5.2.1", "RM-5.2.2", "RM-5.2.5")
@pytest.mark.parametrize(("tokens", "cost", "ready"), [(1, 2, False), (2, 2, True), (3, 2, True), (0, 0, True)])
def test_a_card_can_be_activated_once_its_tokens_suffice(tokens: int, cost: int, ready: bool):
    game = lay(Side(users=[On(ANN, syncing=event("Talk", VP, cost=cost), tokens=tokens)]), OTHER)
    assert game.may("activate") == ({"Talk"} if ready else set())


@pytest.mark.clause("RM-5.2.4")
def test_activation_frees_the_carrier_and_removes_the_tokens():
    game = lay(Side(users=[On(ANN, syncing=event("Talk", VP, cost=1), tokens=1)]), OTHER)
    game.choose("activate", "Talk").passes(BOB)
    assert (game.table.syncing_cards, game.table.tokens, game.table.vp[ALICE]) == ({}, {}, 1)
    assert ("Blank", "Ann") in game.may("sync")


@pytest.mark.clause("RM-5.2.1", "RM-5.2.3", "RM-6.7.1", "RM-OP-15")
def test_users_and_attaches_can_be_activated_at_any_question():
    new, cap = On(BEN, syncing=user("New", cost=0)), On(user("Bo"), syncing=attach("Cap", cost=0))
    game = lay(Side(users=[ANN], hand=[event("Talk", VP, cost=0)]), Side(users=[new, cap]))
    game.choose("instant", "Talk", "Ann")
    assert game.asked == (BOB, "answer")
    assert game.may("activate") == {"New", "Cap"}
    game.choose("activate", "New").choose("activate", "Cap").passes(BOB)
    assert (game.zone("limbo", BOB), game.zone("attaches", BOB)) == (["New"], ["Cap"])
    game.passes(ALICE, ALICE)
    assert game.zone("limbo", BOB) == ["New"]  # until the end of Bob's turn
    game.passes(BOB, BOB)
    assert game.zone("users", BOB) == ["Ben", "Bo", "New"]


@pytest.mark.clause("RM-5.2.3", "RM-OP-15")
def test_reacts_need_something_to_answer_and_challenges_their_phase():
    no, match = On(ANN, syncing=react("No", VP, cost=0)), On(ART, syncing=challenge("Match", cost=0))
    game = lay(Side(users=[no, match]), Side(users=[BEN], hand=[event("Talk", VP, cost=0), challenge("Rush", cost=0)]))
    assert game.may("activate") == set()
    game.passes(ALICE)
    assert game.may("activate") == {"Match"}
    game.passes(ALICE).choose("instant", "Talk", "Ben")
    assert game.may("activate") == {"No"}
    game.passes(ALICE, BOB).choose("instant", "Rush", "Ben").choose("defender", "Ann").passes(BOB)
    assert game.may("activate") == {"No"}
    assert game.may("instant") == set()


# --- Instantaneous Syncing ------------------------------------------------------------------


@pytest.mark.clause("RM-5.3.1", "RM-5.3.5")
def test_only_events_and_challenges_are_played_instantly():
    free = [each("Free " + each.__name__, cost=0) for each in (user, attach, event, challenge)]
    game = lay(Side(users=[ANN], hand=free), OTHER)
    assert game.may("instant") == {("Free event", "Ann")}
    game.passes(ALICE)
    assert game.may("instant") == {("Free event", "Ann"), ("Free challenge", "Ann")}


@pytest.mark.clause("RM-5.3.2", "RM-5.3.3", "RM-5.3.4")
def test_one_user_without_a_syncing_card_pays_the_whole_cost():
    users = [On(ANN, syncing=BLANK), On(ART, lag=1), On(user("Pat", 2)), On(user("Meg", 4), lag=1)]
    game = lay(Side(users=users, hand=[TALK]), OTHER)
    assert game.may("instant") == {("Talk", "Pat"), ("Talk", "Meg")}
    assert refused(game, "instant", game.id("Talk"), game.id("Art")) == "not_an_option"
    game.choose("instant", "Talk", "Meg")
    assert (game.lag("Meg"), game.lag("Pat")) == (3, 0)


@pytest.mark.clause("RM-5.3.6", "RM-3.3.2", "RM-OP-15")
def test_an_event_is_played_instantly_whenever_it_could_be_activated():
    other = Side(users=[BEN], hand=[TALK, react("No", VP, cost=0)])
    game = lay(Side(users=[ANN], hand=[event("Hint", VP, cost=0), challenge("Match", cost=0)]), other)
    game.choose("instant", "Hint", "Ann")
    assert game.may("instant") == {("No", "Ben")}
    game.passes(BOB, ALICE).choose("instant", "Match", "Ann").passes(ALICE)
    assert game.may("instant") == {("Talk", "Ben"), ("No", "Ben")}


@pytest.mark.clause("RM-4.2.5")
def test_a_payment_does_not_end_the_game():
    assert lay(Side(users=[ANN], hand=[event("Kick", KILL, cost=0)]), OTHER).ended is None


LONG = event("Long", VP, cost=3)


@pytest.mark.clause("RM-5.1.5", "RM-5.2.1")
def test_a_payment_in_one_go_ends_when_the_card_can_be_activated():
    """The price of an option is the number of sync tokens that its card still needs afterwards."""
    game = lay(Side(users=[On(ANN, syncing=LONG, tokens=1), ART], hand=[TALK]), OTHER)
    ask = game.game.ask
    assert ask is not None
    options = dict(zip(game.options, ask.options, strict=True))
    paid = {
        ("sync", "Talk", "Art"): [("sync", "Talk", "Art"), ("pay", "Ann", "Talk"), ("pay", "Ann", "Talk")],
        ("pay", "Art", "Long"): [("pay", "Art", "Long"), ("pay", "Ann", "Long")],
        ("instant", "Talk", "Art"): [("instant", "Talk", "Art")],
        ("pass",): [("pass",)],
    }
    for option, payment in paid.items():
        assert [game.named(OPTIONS, answer) for answer in payment_for(game.game, options[option])] == payment
        assert RULESET.bundling.price(game.table, ask, options[option]) == len(payment) - 1
        assert has_price(game.game, options[option]) == (len(payment) > 1)


def test_a_turn_can_be_ended_in_the_main_phase_with_a_pass_for_each_phase():
    game = lay(Side(users=[ANN], hand=[TALK]), OTHER)
    assert ends_turn_early(game.game)
    for number, answer in enumerate(passes_to_turn_end(game.game)):
        assert game.asked == (ALICE, ("main_phase", "challenge_phase")[number])
        game.game.choose(answer)
    assert game.asked == (BOB, "main_phase")

    assert not ends_turn_early(lay(Side(users=[ANN]), OTHER, step="challenge").game)
