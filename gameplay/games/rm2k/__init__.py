"""The rules of the #rm2k_anime TCG, for two to four players. See README.md for sources and rulings."""

from gameplay.engine.core.balance import BalanceBars
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.rm2k import corrections, position
from gameplay.games.rm2k.decks import deck_faults
from gameplay.games.rm2k.drafter import DRAFTER
from gameplay.games.rm2k.face import face
from gameplay.games.rm2k.greedy import greedy
from gameplay.games.rm2k.notation import NOTATION
from gameplay.games.rm2k.outlook import outlook
from gameplay.games.rm2k.printed import definition
from gameplay.games.rm2k.scoring import SCORING
from gameplay.games.rm2k.sentences import WORDS
from gameplay.games.rm2k.setup import deal, start
from gameplay.games.rm2k.table_layout import FELT
from gameplay.games.rm2k.text import describe
from gameplay.games.rm2k.turn import at_time, turn
from gameplay.games.rm2k.variants import VARIANTS

RULESET = Ruleset(
    name="rm2k",
    title="#rm2k_anime TCG",
    seats=(2, 3, 4),
    seats_clause="RM-9.1",
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
    constructed=("standard", "open"),
    # Empty decks end a game by RM-4.3.2.
    balance=BalanceBars(turns=(6.0, 20.0), unearned=("decks", "set_value"), most_unearned=6.0),
)
