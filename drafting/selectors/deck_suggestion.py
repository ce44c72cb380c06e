"""The deck that the drafting bot suggests for a pool (DRF-3.3)."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext

from cards.languages import join_list
from cards.printed import Archetype, PrintedCard
from cards.selectors import card_set, display_card
from cards.selectors import get_printed_card as printed_card
from drafting.models import Pod
from drafting.rules.deck_suggestion import DeckSuggestion, SuggestedChange, SuggestionReason, suggest_deck
from drafting.selectors.seat_view import JsonObject
from gameplay.games import RULESETS


def suggest_deck_for(pod: Pod, deck: JsonObject) -> DeckSuggestion:
    """Return the bot's suggestion for the pool of a `deck_view`. No query."""
    pool = [printed_card(pod.game, card["ref"]) for card in deck["cards"] for _ in range(card["drafted"])]
    current_deck = [card["ref"] for card in deck["cards"] for _ in range(card["in_deck"])]
    return suggest_deck(pool, current_deck, deck["deck_size"], RULESETS[pod.game].draft_bot, archetypes_of(pool))


def archetypes_of(pool: Sequence[PrintedCard]) -> list[Archetype]:
    """Return the archetypes of every set with cards in ``pool``."""
    sets = dict.fromkeys((card.game, card.set_code) for card in pool)
    return [plan for game, code in sets for plan in card_set(game, code).archetypes]


def suggestion_json(suggestion: DeckSuggestion, language: str) -> JsonObject:
    """Return a suggestion as JSON: the archetype, the numbers of card types, and each change with its reasons."""
    types = Counter(display_card(card, language).face.type_name for card in suggestion.deck)
    return {
        "cards": [card.ref for card in suggestion.deck],
        "plan": suggestion.plan.name.in_language(language) if suggestion.plan else "",
        "copies": suggestion.copies,
        "types": [{"type": kind, "cards": count} for kind, count in sorted(types.items())],
        "into": [_change_json(change, language) for change in suggestion.additions],
        "out": [_change_json(change, language) for change in suggestion.removals],
    }


def _change_json(change: SuggestedChange, language: str) -> JsonObject:
    name = change.card.name.in_language(language)
    reasons = [_reason_text(reason, language) for reason in change.reasons]
    return {"ref": change.card.ref, "name": name, "copies": change.copies, "reasons": reasons}


def _reason_text(reason: SuggestionReason, language: str) -> str:
    return gettext(reason.sentence).format(
        cards=join_list(card.name.in_language(language) for card in reason.cards),
        plan=reason.plan.name.in_language(language) if reason.plan else "",
        type=display_card(reason.type, language).face.type_name if reason.type else "",
    )
