"""What the greedy bot takes, one question at a time."""

from typing import Any

from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import OPTIONS
from tests.gameplay.games.rm2k.cards import BLANK, HURT, KILL, VP, attach, challenge, event, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, Duel, On, Side, lay

GOOD, POOR = user("Good", 3, gamer=5), user("Poor", 3, gamer=1)
WIN, LAG = [{"score": 2}], [{"lag": {"whom": "fighters"}}]
MATCH = challenge("Match", "duel", skill="gamer", win=WIN, lose=LAG)


def taken(duel: Duel) -> tuple[Any, ...]:
    """What the bot answers, by name."""
    return duel.named(OPTIONS, RULESET.greedy(duel.game))


def paid(mine: Any, theirs: Any, card: Any = MATCH, **facts: Any) -> Duel:
    side = Side(users=[On(mine, syncing=card, tokens=9), POOR], **facts)
    return lay(side, Side(users=[theirs]), step="challenge")


def test_it_challenges_whom_it_should_beat_and_waits_else():
    assert taken(paid(GOOD, POOR)) == ("activate", "Match")
    assert taken(paid(POOR, GOOD)) == ("pass",)


def test_it_risks_what_it_held_back_when_its_deck_runs_out():
    even = paid(GOOD, GOOD)
    assert taken(even) == ("pass",)
    assert taken(paid(GOOD, GOOD, blanks=3)) == ("activate", "Match")


def test_it_challenges_the_opponent_who_defends_worst():
    side = Side(users=[On(GOOD, syncing=MATCH, tokens=9)])
    duel = lay(side, Side(users=[GOOD]), Side(users=[POOR]), step="challenge").choose("activate", "Match")
    assert taken(duel) == ("against", 2)


def test_it_syncs_what_it_can_win_with_and_puts_attaches_where_they_help():
    side = Side(users=[GOOD, POOR], hand=[MATCH])
    assert taken(lay(side, Side(users=[POOR])))[:2] == ("sync", "Match")
    assert taken(lay(Side(users=[POOR], hand=[MATCH]), Side(users=[GOOD])))[1] != "Match"
    pad = attach("Pad", {"level": {"skill": "gamer", "amount": 2}}, skill="gamer")
    assert taken(lay(Side(users=[POOR, GOOD], hand=[pad]), Side(users=[POOR]))) == ("sync", "Pad", "Good")


def test_it_plays_an_event_for_what_it_does_now():
    kick, tidy = event("Kick", KILL, cost=1), event("Tidy", {"clear": {"count": 2}}, cost=1)
    idle = [POOR] * 5  # enough Users, so that nothing else is wanted
    assert taken(lay(Side(users=[GOOD, *idle], hand=[kick]), Side(users=[POOR]))) == ("instant", "Kick", "Good")
    assert taken(lay(Side(users=[GOOD, *idle], hand=[tidy]), Side(users=[POOR]))) == ("pass",)
    lagged = lay(Side(users=[GOOD, On(POOR, lag=2), *idle], hand=[tidy]), Side(users=[POOR]))
    assert taken(lagged) == ("instant", "Tidy", "Good")


def test_it_helps_where_a_challenge_can_be_turned():
    cheer = event("Cheer", {"boost": 3}, cost=1)
    close = paid(POOR, POOR, hand=[cheer]).choose("activate", "Match").choose("attacker", "Poor")
    assert taken(close)[:2] == ("instant", "Cheer")
    far = paid(GOOD, POOR, hand=[cheer]).choose("activate", "Match").choose("attacker", "Good")
    assert taken(far) == ("pass",)


def test_texts_harm_the_best_of_an_opponents_users():
    sting = event("Sting", HURT, VP, cost=0)
    duel = lay(Side(users=[GOOD], hand=[sting, BLANK]), Side(users=[POOR, GOOD]))
    assert taken(duel.choose("instant", "Sting", "Good").passes(ALICE, BOB)) == ("aim", "Good")
