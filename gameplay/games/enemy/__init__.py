"""The .hack//ENEMY rules: full, sample and draft game. See README.md for sources and rulings."""

from gameplay.engine.core.bundling import Bundling
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.enemy import corrections, position
from gameplay.games.enemy.decks import deck_faults, fixed_decks
from gameplay.games.enemy.draft_bot import DRAFT_BOT
from gameplay.games.enemy.face import face
from gameplay.games.enemy.greedy import greedy_bot
from gameplay.games.enemy.keywords import KEYWORDS
from gameplay.games.enemy.notation import NOTATION
from gameplay.games.enemy.printed import definition
from gameplay.games.enemy.refusal_reason import plays_of, refusal_reason
from gameplay.games.enemy.scoring import SCORING
from gameplay.games.enemy.sentences import SENTENCES
from gameplay.games.enemy.setup import deal, start
from gameplay.games.enemy.table_layout import TABLE_LAYOUT
from gameplay.games.enemy.text import describe
from gameplay.games.enemy.turn import call_time, turn
from gameplay.games.enemy.variants import VARIANTS
from gameplay.games.enemy.win_probability import win_probability

RULESET = Ruleset(
    name="enemy",
    title=".hack//ENEMY",
    player_counts=(2,),
    player_counts_clause="ENE-1.10",
    variants=VARIANTS,
    definition=definition,
    describe=describe,
    face=face,
    deck_faults=deck_faults,
    deal=deal,
    start=start,
    turn=turn,
    call_time=call_time,
    draft_bot=DRAFT_BOT,
    greedy_bot=greedy_bot,
    win_probability=win_probability,
    sentences=SENTENCES,
    table_layout=TABLE_LAYOUT,
    positions=position,
    notation=NOTATION,
    corrections=corrections,
    scoring=SCORING,
    constructed_variants=("full", "sample"),
    fixed_decks=fixed_decks,
    refusal_reason=refusal_reason,
    plays_of=plays_of,
    keywords=KEYWORDS,
    face_down_zones=("hidden",),
    is_likely_face_down=lambda zone, card: card.type == "action",
    bundling=Bundling(alarms=frozenset({"attacked"})),
)
