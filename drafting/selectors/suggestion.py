"""The deck that the drafting bot would build of a pool, for its player to look at (DRF-3.3)."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext

from cards.printed import Archetype, PrintedCard
from cards.selectors import card_set, show
from cards.selectors import printed as printed_card
from drafting.models import Pod
from drafting.rules.suggestion import Change, Reason, Suggestion, suggestion
from drafting.selectors.seat_view import Told
from gameplay.games import RULESETS


def suggested(pod: Pod, told: Told) -> Suggestion:
    """Return what the bot would make of the pool that a `deck_view` tells of. No query."""
    pool = [printed_card(pod.game, card["ref"]) for card in told["cards"] for _ in range(card["drafted"])]
    present = [card["ref"] for card in told["cards"] for _ in range(card["in_deck"])]
    return suggestion(pool, present, told["deck_size"], RULESETS[pod.game].drafter, plans_of(pool))


def plans_of(pool: Sequence[PrintedCard]) -> list[Archetype]:
    """Return the archetypes of every set that ``pool`` has cards of."""
    sets = dict.fromkeys((card.game, card.set_code) for card in pool)
    return [plan for game, code in sets for plan in card_set(game, code).archetypes]


def told_suggestion(found: Suggestion, language: str) -> Told:
    """Return as JSON a suggestion in words: the plan, the types of its cards, and each change with its reasons."""
    types = Counter(show(card, language).face.type_name for card in found.deck)
    return {
        "cards": [card.ref for card in found.deck],
        "plan": found.plan.name.in_(language) if found.plan else "",
        "copies": found.copies,
        "types": [{"type": kind, "cards": count} for kind, count in sorted(types.items())],
        "into": [_told_change(change, language) for change in found.into],
        "out": [_told_change(change, language) for change in found.out],
    }


def _told_change(change: Change, language: str) -> Told:
    name = change.card.name.in_(language)
    reasons = [_said(reason, language) for reason in change.reasons]
    return {"ref": change.card.ref, "name": name, "copies": change.copies, "reasons": reasons}


def _said(reason: Reason, language: str) -> str:
    return gettext(reason.sentence).format(
        cards=", ".join(card.name.in_(language) for card in reason.cards),
        plan=reason.plan.name.in_(language) if reason.plan else "",
        type=show(reason.type, language).face.type_name if reason.type else "",
    )
