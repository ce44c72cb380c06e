"""The HAGMI! rules: Tactics, Survival, Simple, Multiplayer and Team. See README.md for sources and rulings."""

from gameplay.engine.core.balance import BalanceBars
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.hagmi import corrections, position
from gameplay.games.hagmi.decks import deck_faults
from gameplay.games.hagmi.drafter import DRAFTER
from gameplay.games.hagmi.face import face
from gameplay.games.hagmi.greedy import greedy
from gameplay.games.hagmi.notation import NOTATION
from gameplay.games.hagmi.outlook import outlook
from gameplay.games.hagmi.printed import definition
from gameplay.games.hagmi.scoring import SCORING
from gameplay.games.hagmi.sentences import WORDS
from gameplay.games.hagmi.setup import deal, start
from gameplay.games.hagmi.table_layout import FELT
from gameplay.games.hagmi.text import describe
from gameplay.games.hagmi.turn import at_time, turn
from gameplay.games.hagmi.variants import VARIANTS

RULESET = Ruleset(
    name="hagmi",
    title="HAGMI!",
    seats=(2, 3, 4),  # how many of them a variant takes is its own matter
    seats_clause="HAG-12.1",
    variants=VARIANTS,
    read=definition,
    describe=describe,
    face=face,
    deck_faults=deck_faults,
    deal=deal,
    start=start,
    turn=turn,
    at_time=at_time,
    drafter=DRAFTER,
    greedy=greedy,
    outlook=outlook,
    words=WORDS,
    felt=FELT,
    positions=position,
    notation=NOTATION,
    corrections=corrections,
    scoring=SCORING,
    constructed=("tactics", "simple"),
    back=lambda card: str(card.back),
    balance=BalanceBars(turns=(5.0, 16.0), unearned=("quiet",), most_unearned=5.0),
)
