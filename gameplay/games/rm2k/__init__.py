"""The rules of the #rm2k_anime TCG, for two to four players. See README.md for sources and rulings."""

from gameplay.engine.core.balance import BalanceLimits
from gameplay.engine.core.bundling import Bundling
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.rm2k import corrections, position
from gameplay.games.rm2k.decks import deck_faults
from gameplay.games.rm2k.draft_bot import DRAFT_BOT
from gameplay.games.rm2k.face import face
from gameplay.games.rm2k.greedy import greedy_bot
from gameplay.games.rm2k.keywords import KEYWORDS
from gameplay.games.rm2k.next_payment import next_payment, price
from gameplay.games.rm2k.notation import NOTATION
from gameplay.games.rm2k.printed import definition
from gameplay.games.rm2k.refusal_reason import plays_of, refusal_reason
from gameplay.games.rm2k.scoring import SCORING
from gameplay.games.rm2k.sentences import SENTENCES
from gameplay.games.rm2k.setup import deal, start
from gameplay.games.rm2k.table_layout import TABLE_LAYOUT
from gameplay.games.rm2k.text import describe
from gameplay.games.rm2k.turn import call_time, turn
from gameplay.games.rm2k.variants import VARIANTS
from gameplay.games.rm2k.win_probability import win_probability

RULESET = Ruleset(
    name="rm2k",
    title="#rm2k_anime TCG",
    player_counts=(2, 3, 4),
    player_counts_clause="RM-9.1",
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
    refusal_reason=refusal_reason,
    plays_of=plays_of,
    constructed_variants=("standard", "open"),
    # Empty decks end a game by RM-4.3.2.
    balance_limits=BalanceLimits(
        median_turns=(6.0, 20.0), passive_endings=("decks", "set_value"), max_passive_percent=6.0
    ),
    keywords=KEYWORDS,
    face_down_zones=("syncing",),
    is_likely_face_down=lambda zone, card: not card.answerable_kinds,
    bundling=Bundling(price, next_payment, early_phases=frozenset({"main_phase"})),
)
