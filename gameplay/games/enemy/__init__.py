"""The .hack//ENEMY rules: full, sample and draft game. See README.md for sources and rulings."""

from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.enemy import corrections, position
from gameplay.games.enemy.decks import deck_faults, fixed_decks
from gameplay.games.enemy.drafter import DRAFTER
from gameplay.games.enemy.face import face
from gameplay.games.enemy.greedy import greedy
from gameplay.games.enemy.notation import NOTATION
from gameplay.games.enemy.outlook import outlook
from gameplay.games.enemy.printed import definition
from gameplay.games.enemy.scoring import SCORING
from gameplay.games.enemy.sentences import WORDS
from gameplay.games.enemy.setup import deal, start
from gameplay.games.enemy.table_layout import FELT
from gameplay.games.enemy.text import describe
from gameplay.games.enemy.turn import at_time, turn
from gameplay.games.enemy.variants import VARIANTS
from gameplay.games.enemy.why_not import why_not

RULESET = Ruleset(
    name="enemy",
    title=".hack//ENEMY",
    seats=(2,),
    seats_clause="ENE-1.10",
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
    constructed=("full", "sample"),
    fixed_decks=fixed_decks,
    why_not=why_not,
)
