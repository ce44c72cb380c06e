"""The view of a player's own pool and deck, once the draft is over (DRF-2.14)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext

from drafting import ports
from drafting.models import Deck, Seat
from drafting.rules.decks import DeckRule, NotDraftedError, deck_checksum, deck_rules
from drafting.rules.timing import is_over
from drafting.selectors import pod_cards
from drafting.selectors.open_round import SubstitutedError
from drafting.selectors.pools import drafted_refs_with_pickers
from drafting.selectors.seat_view import SUBSTITUTE, JsonObject, isoformat_or_none
from gameplay.engine.core.errors import RulesError

TIMES = ("saved_at", "submitted_at", "changed_at")


def deck_view(seat: Seat) -> JsonObject:
    """Return as JSON the pool and the deck of ``seat`` (selected with its pod). Raises NotDraftedError.

    Makes two queries, and those of the host of the pod if the deck is in.

    ``state`` is "building", "submitted" (it can be taken back), "late" (the clock is about to submit it), "in", or
    "changing" if a deck that is in can be changed. It is "paused" while the pod is paused, and "away" for a player
    while a substitute builds. ``locked`` is why a deck that is in cannot be changed. ``is_changed`` says whether the
    cards are a list that does not replace the deck before it is submitted.
    ``cards`` has an entry for each ref: the number of copies ``drafted``, ``by`` picker, ``in_deck``, and ``added`` by
    the last change to a deck that was not empty. ``lacking`` is the number of missing cards. ``rules`` are all deck
    rules with their errors; ``faults`` are the errors of all rules. ``undo`` says whether there is a change to undo.
    """
    pod, deck = seat.pod, Deck.objects.filter(seat=seat).first()
    if deck is None:
        raise NotDraftedError
    picked = _pickers_by_ref(seat)
    drafted = (ref for ref, pickers in picked.items() for _ in range(pickers.total()))
    locked = _change_fault(seat) if pod.closed_at else None
    state = "changing" if pod.closed_at and locked is None else _state(seat, deck)
    cards = deck.edited_cards if state == "changing" else deck.cards
    rules = deck_rules(cards, drafted, pod.draft_format.deck_size, pod_cards.legal_refs(pod))
    return {
        **_seat_json(seat),
        "state": state,
        "can_change": state in ("building", "changing"),
        "locked": locked and _fault_json(locked),
        "is_changed": cards != deck.cards,
        "version": deck.version,
        **{name: isoformat_or_none(getattr(deck, name)) for name in TIMES},
        "completed_by_clock": deck.completed_by_clock,
        "deadline": isoformat_or_none(seat.deck_deadline),
        **_count_json(cards, pod.draft_format.deck_size),
        "cards": _cards_json(cards, deck.before, picked),
        "rules": [_rule_json(rule) for rule in rules],
        "faults": [_fault_json(fault) for rule in rules for fault in rule.faults],
        "undo": deck.before is not None and (state == "building" or cards != deck.cards),
        "checksum": deck_checksum(deck.cards) if deck.submitted_at else None,
    }


def _seat_json(seat: Seat) -> JsonObject:
    pod, acting = seat.pod, SUBSTITUTE if seat.is_away else seat.bot
    return {
        "pod": str(pod.pk),
        "label": pod.label,
        "game": pod.game,
        "seat": seat.number + 1,
        "acting": acting,
    }


def _count_json(cards: Sequence[str], size: int) -> JsonObject:
    return {"deck_size": size, "count": len(cards), "lacking": max(0, size - len(cards))}


def _pickers_by_ref(seat: Seat) -> dict[str, Counter[str]]:
    """Return, for each drafted ref, the number of copies by picker."""
    picked: dict[str, Counter[str]] = defaultdict(Counter)
    for ref, by in drafted_refs_with_pickers(seat):
        picked[ref][by] += 1
    return picked


def _cards_json(
    cards: Sequence[str], before: Sequence[str] | None, picked: Mapping[str, Counter[str]]
) -> list[JsonObject]:
    copies = Counter(cards)
    added = copies - Counter(before) if before else Counter[str]()
    return [
        {"ref": ref, "drafted": pickers.total(), "by": pickers, "in_deck": copies[ref], "added": added[ref]}
        for ref, pickers in sorted(picked.items())
    ]


def _rule_json(rule: DeckRule) -> JsonObject:
    detail = gettext(rule.sentence).format(**rule.fields)
    return {"clause": rule.clause, "detail": detail, "faults": [_fault_json(fault) for fault in rule.faults]}


def _fault_json(fault: RulesError) -> JsonObject:
    detail = gettext(fault.sentence).format(**fault.details)
    return {"code": fault.code, "clause": fault.clause, "detail": detail, "details": fault.details}


def _change_fault(seat: Seat) -> RulesError | None:
    """Return why the deck, which is in, cannot be changed; None if it can."""
    try:
        if seat.is_away:
            raise SubstitutedError
        ports.pod_host().check_deck_change(seat)
    except RulesError as fault:
        return fault
    return None


def _state(seat: Seat, deck: Deck) -> str:
    if seat.pod.closed_at:
        return "in"
    if seat.is_away:
        return "away"
    if seat.pod.paused_at:
        return "paused"
    over = is_over(seat.deck_deadline, timezone.now())
    if deck.submitted_at:
        return "in" if over else "submitted"
    return "late" if over else "building"
