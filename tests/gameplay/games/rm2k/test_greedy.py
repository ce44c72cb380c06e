"""Choices of the standard bot."""

from typing import Any

import pytest

from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import OPTIONS
from tests.gameplay.games.rm2k.cards import BLANK, HURT, KILL, VP, attach, challenge, event, goal, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, On, Side, begin, lay

GOOD, POOR = user("Good", 3, gamer=5), user("Poor", 3, gamer=1)
DEAF = user("Deaf", 3, immune=["roleplay"])
WIN, LAG = [{"score": 2}], [{"lag": {"whom": "fighters"}}]
MATCH = challenge("Match", "duel", skill="gamer", win=WIN, lose=LAG)


def taken(duel: Duel) -> tuple[Any, ...]:
    """Return the option that the bot chooses, with card names."""
    return duel.named(OPTIONS, RULESET.greedy_bot(duel.game))


def paid(mine: Any, theirs: Any, card: Any = MATCH, **facts: Any) -> Duel:
    side = Side(users=[On(mine, syncing=card, tokens=9), POOR], **facts)
    return lay(side, Side(users=[theirs]), step="challenge")


def test_it_challenges_opponents_it_should_beat_and_waits_otherwise():
    assert taken(paid(GOOD, POOR)) == ("activate", "Match")
    assert taken(paid(POOR, GOOD)) == ("pass",)


def test_it_takes_risks_when_its_deck_runs_out():
    even = paid(GOOD, GOOD)
    assert taken(even) == ("pass",)
    assert taken(paid(GOOD, GOOD, blanks=3)) == ("activate", "Match")


def test_it_challenges_the_weakest_opponent():
    side = Side(users=[On(GOOD, syncing=MATCH, tokens=9)])
    duel = lay(side, Side(users=[GOOD]), Side(users=[POOR]), step="challenge").choose("activate", "Match")
    assert taken(duel) == ("against", 2)


def test_it_syncs_winnable_challenges_and_puts_attaches_on_suitable_users():
    side = Side(users=[GOOD, POOR], hand=[MATCH])
    assert taken(lay(side, Side(users=[POOR])))[:2] == ("sync", "Match")
    assert taken(lay(Side(users=[POOR], hand=[MATCH]), Side(users=[GOOD])))[1] != "Match"
    pad = attach("Pad", {"level": {"skill": "gamer", "amount": 2}}, skill="gamer")
    assert taken(lay(Side(users=[POOR, GOOD], hand=[pad]), Side(users=[POOR]))) == ("sync", "Pad", "Good")


def test_it_plays_an_event_for_its_present_effect():
    kick, tidy = event("Kick", KILL, cost=1), event("Tidy", {"clear": {"count": 2}}, cost=1)
    idle = [POOR] * 5  # enough Users, so no other is needed
    assert taken(lay(Side(users=[GOOD, *idle], hand=[kick]), Side(users=[POOR]))) == ("instant", "Kick", "Good")
    assert taken(lay(Side(users=[GOOD, *idle], hand=[tidy]), Side(users=[POOR]))) == ("pass",)
    lagged = lay(Side(users=[GOOD, On(POOR, lag=2), *idle], hand=[tidy]), Side(users=[POOR]))
    assert taken(lagged) == ("instant", "Tidy", "Good")


def test_it_helps_in_a_challenge_that_can_be_turned():
    cheer = event("Cheer", {"boost": 3}, cost=1)
    close = paid(POOR, POOR, hand=[cheer]).choose("activate", "Match").choose("attacker", "Poor")
    assert taken(close)[:2] == ("instant", "Cheer")
    far = paid(GOOD, POOR, hand=[cheer]).choose("activate", "Match").choose("attacker", "Good")
    assert taken(far) == ("pass",)


def test_harmful_effects_target_the_best_opposing_user():
    sting = event("Sting", HURT, VP, cost=0)
    duel = lay(Side(users=[GOOD], hand=[sting, BLANK]), Side(users=[POOR, GOOD]))
    assert taken(duel.choose("instant", "Sting", "Good").passes(BOB)) == ("aim", "Good")


IDLE = [POOR] * 5
"""Enough Users, so no other is needed."""
YOURS, THEIRS = {"type": "user", "whose": "yours"}, {"type": "user", "whose": "theirs"}
LOADED = On(POOR, syncing=event("Deep", cost=9), lag=3)
"""A User without free bandwidth to pay with."""


@pytest.mark.parametrize(
    ("do", "ours", "theirs", "plays"),
    [
        ({"score": 1}, {}, {}, True),
        ({"score": -1}, {}, {}, False),
        ({"score": {"who": "opponent", "amount": 1}}, {}, {}, False),
        ({"score": {"who": "opponent", "amount": -1}}, {}, {}, True),
        ({"draw": 1}, {}, {}, True),
        ({"draw": 1}, {"blanks": 0}, {}, False),
        ({"draw": {"who": "opponent"}}, {}, {}, False),
        ({"discard": {"who": "opponent"}}, {}, {}, True),
        ({"discard": {"who": "you"}}, {}, {}, False),
        ({"recover": {"what": {"type": "event"}}}, {"discard": [event("Old")]}, {}, True),
        ({"recover": {"what": {"type": "event"}}}, {"discard": [GOOD]}, {}, False),
        ({"charge": 2}, {"users": [LOADED, *[On(POOR, lag=3)] * 5]}, {}, True),
        ({"charge": 2}, {}, {"users": [LOADED]}, False),
        ({"disrupt": {}}, {}, {"users": [LOADED]}, True),
        ({"disrupt": {}}, {"users": [GOOD, LOADED, *IDLE]}, {}, False),
        ({"disrupt": {"whose": "yours"}}, {"users": [GOOD, LOADED, *IDLE]}, {}, False),
        ({"lag": {"what": THEIRS}}, {}, {}, True),
        ({"lag": {"what": YOURS}}, {}, {}, False),
        ({"lag": {"whom": "fighters"}}, {}, {}, False),
        ({"lag": {"what": THEIRS}}, {}, {"users": [DEAF]}, False),
        ({"lag": {"what": THEIRS, "whom": "each"}}, {}, {"users": [DEAF]}, True),
        ({"bandwidth": {"amount": -1, "forever": True, "what": THEIRS}}, {}, {}, True),
        (
            {"bandwidth": {"amount": -1, "forever": True, "what": THEIRS}},
            {}, {"users": [On(POOR, drained=-3), POOR]}, True,
        ),
        ({"bandwidth": {"amount": -1, "forever": True, "what": THEIRS}}, {}, {"users": [user("Nil", 0)]}, False),
        ({"bandwidth": {"amount": 1, "forever": True, "what": YOURS}}, {}, {}, True),
        ({"bandwidth": {"amount": -1, "what": THEIRS}}, {}, {}, True),
        ({"bandwidth": {"amount": 1, "what": THEIRS}}, {}, {}, False),
        ({"return": {"what": THEIRS}}, {}, {}, True),
        ({"return": {"what": YOURS}}, {}, {}, False),
        ({"delete": {"what": {"symbol": "relic"}}}, {}, {"users": [On(POOR, [attach("Cap")])]}, True),
        ({"delete": {"what": {"symbol": "relic"}}}, {}, {}, False),
        ({"delete": {"what": {"type": "attach"}, "each": True}}, {}, {"users": [On(POOR, [attach("Cap")])]}, True),
        ({"delete": {"what": {"type": "attach"}, "each": True}}, {"users": [On(POOR, [attach("Cap")])]}, {}, False),
        ({"tune": {"skill": "gamer", "amount": 3, "what": YOURS}}, {}, {}, False),
        ({"if": {"when": {"vp": 1}, "do": [VP]}}, {"vp": 1}, {}, True),
        ({"if": {"when": {"vp": 1}, "do": [VP]}}, {}, {}, False),
        ({"may": [{"score": -1}]}, {}, {}, False),
        ({"either": {"one": [{"score": -1}], "other": [VP]}}, {}, {}, True),
    ],
)  # fmt: skip
def test_an_event_is_played_if_its_effect_is_good(do: Any, ours: Any, theirs: Any, plays: bool):
    mine = Side(**({"users": [GOOD, *IDLE], "hand": [event("Text", do, cost=0)]} | ours))
    duel = lay(mine, Side(**({"users": [POOR]} | theirs)))

    assert (taken(duel)[:2] == ("instant", "Text")) == plays


def test_an_event_that_was_synced_is_activated_only_if_it_helps():
    for do, answer in ((VP, ("activate", "Deep")), ({"score": -1}, ("pass",))):
        side = Side(users=[On(GOOD, syncing=event("Deep", do), tokens=1), *IDLE])
        assert taken(lay(side, Side(users=[POOR]))) == answer


def test_cheap_events_are_played_instantly_instead_of_synced():
    for cost, answer in ((2, ("pass",)), (3, ("sync", "Text"))):
        busy = Side(users=[On(user("Slow", 3), lag=2), *[On(POOR, lag=3)] * 5], hand=[event("Text", VP, cost=cost)])
        assert taken(lay(busy, Side(users=[POOR])))[:2] == answer


def test_a_react_is_synced_only_while_another_user_is_free():
    no = react("No", {"cancel": {}}, cost=4)
    free = Side(users=[On(GOOD, lag=3), On(POOR, lag=3), LOADED, LOADED, LOADED], hand=[no])
    assert taken(lay(free, Side(users=[POOR])))[:2] == ("sync", "No")
    last = Side(users=[On(GOOD, lag=3), LOADED, LOADED, LOADED, LOADED], hand=[no])
    assert taken(lay(last, Side(users=[POOR])))[:2] != ("sync", "No")


def test_it_prevents_what_an_opponent_does():
    talk, no = event("Talk", VP, cost=0), react("No", {"cancel": {}}, cost=0)
    duel = lay(Side(users=[POOR], hand=[talk]), Side(users=[GOOD], hand=[no]))
    assert taken(duel.choose("instant", "Talk", "Poor"))[:2] == ("instant", "No")

    for mine, theirs, prevents in ((GOOD, POOR, True), (POOR, GOOD, False)):
        duel = lay(Side(users=[mine], hand=[challenge("Match", "duel", skill="gamer", win=WIN, lose=LAG, cost=0)]),
                   Side(users=[theirs], hand=[no]), step="challenge").choose("instant", "Match", mine.name)  # fmt: skip
        assert (taken(duel.passes(ALICE))[:2] == ("instant", "No")) == prevents


def test_it_discards_the_worst_card_in_hand():
    toll = event("Toll", {"discard": {"who": "you"}}, cost=0)
    hand = [toll, user("Wide", 4), event("Cheap", cost=0), event("Dear", cost=5)]
    duel = lay(Side(users=[GOOD], hand=hand), Side(users=[POOR])).choose("instant", "Toll", "Good")
    assert taken(duel.passes(BOB)) == ("discard", "Cheap")


def test_it_recovers_the_best_card():
    dig = event("Dig", {"recover": {"what": {}}}, cost=0)
    side = Side(users=[GOOD], hand=[dig], discard=[event("Cheap", cost=0), event("Dear", cost=5), user("Wide", 4)])
    duel = lay(side, Side(users=[POOR])).choose("instant", "Dig", "Good")
    assert taken(duel.passes(BOB)) == ("recover", "Wide")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (user("Better", 3, cost=2), user("Worse", 3, cost=4)),
        (user("Better", 4, cost=3), user("Worse", 2, cost=3)),
        (user("Better", 3, cost=3, otaku=5), user("Worse", 3, cost=3)),
        (goal("Better", {"vp": 2}, 2, cost=3), user("Worse", 2, cost=3)),
    ],
)
def test_its_main_user_is_cheap_and_strong_or_has_a_goal(better: Any, worse: Any):
    decks = [[*pair, *[BLANK] * 9] for pair in ((worse, better), (better, worse))]
    for deck in decks:
        assert taken(begin(deck, decks[0])) == ("main", "Better")


def test_starting_lag_goes_where_most_bandwidth_is_free():
    dear, cheap = [user("Wide", 3, cost=3), user("Thin", 1, cost=2)], [user("Ben", cost=1)]
    game = begin([*dear, *[BLANK] * 9], [*cheap, *[BLANK] * 9])
    game.choose("main", "Thin").choose("starter", "Wide")
    while game.asked is not None and game.asked[1] != "starting_lag":
        game.choose(*game.options[0])
    assert taken(game) == ("lag", "Wide")
    game.choose("lag", "Wide").choose("lag", "Wide")
    assert taken(game) == ("lag", "Thin")


def test_events_that_recover_each_other_do_not_make_an_endless_turn():
    again = event("Again", {"recover": {"what": {"type": "event"}}}, cost=0)
    game = lay(Side(users=[GOOD], hand=[again], discard=[again]), Side(users=[POOR])).game
    while game.table.turn < 7:
        game.choose(RULESET.greedy_bot(game))

    assert game.table.turn == 7
