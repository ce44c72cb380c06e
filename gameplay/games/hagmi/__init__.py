"""The HAGMI! rules: Tactics, Survival, Simple, Multiplayer and Team. See README.md for sources and rulings."""

from gameplay.engine.core.balance import BalanceLimits
from gameplay.engine.core.bundling import Bundling
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games.hagmi import corrections, position
from gameplay.games.hagmi.decks import deck_faults, shared_deck
from gameplay.games.hagmi.discards import DISCARD_ORDER
from gameplay.games.hagmi.draft_bot import DRAFT_BOT
from gameplay.games.hagmi.face import face
from gameplay.games.hagmi.greedy import greedy_bot
from gameplay.games.hagmi.keywords import KEYWORDS
from gameplay.games.hagmi.next_payment import next_payment, price
from gameplay.games.hagmi.notation import NOTATION
from gameplay.games.hagmi.printed import definition
from gameplay.games.hagmi.refusal_reason import plays_of, refusal_reason
from gameplay.games.hagmi.scoring import SCORING
from gameplay.games.hagmi.sentences import SENTENCES
from gameplay.games.hagmi.setup import deal, start
from gameplay.games.hagmi.table_layout import TABLE_LAYOUT
from gameplay.games.hagmi.text import describe
from gameplay.games.hagmi.turn import call_time, turn
from gameplay.games.hagmi.variants import VARIANTS
from gameplay.games.hagmi.win_probability import win_probability

RULESET = Ruleset(
    name="hagmi",
    title="HAGMI!",
    player_counts=(2, 3, 4),  # a variant may allow only some of these
    player_counts_clause="HAG-12.1",
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
    constructed_variants=("tactics", "survival", "simple"),
    shared_deck=shared_deck,
    back=lambda card: str(card.back),
    balance_limits=BalanceLimits(median_turns=(5.0, 16.0), passive_endings=("quiet",), max_passive_percent=5.0),
    keywords=KEYWORDS,
    bundling=Bundling(price, next_payment, early_phases=frozenset({"main", "battle"}), ordering=DISCARD_ORDER),
)
