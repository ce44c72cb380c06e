"""What an event lays down, as it is told to who plays: what wins a game, and of a draft which packs are opened, and how long a pick may take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from cards.printed import CardSet, Product
from cards.selectors import card_set
from drafting.rules.timing import PICK_CLOCKS
from drafting.selectors.pod_cards import PackRoundConfig, set_codes
from gameplay.engine.core.errors import _
from tournaments.models import Event
from tournaments.selectors.pack_rounds import MIX_LABELS
from tournaments.selectors.presets import pack_name

NO_CLOCK_ON_PAPER = _("none on this site; picks may be called at the table")


class CardPageLink(NamedTuple):
    """What a kind of pack or a set is called, and the page of its cards."""

    name: str
    url: str


class SentenceWithFields(NamedTuple):
    """A sentence, and what it is filled in with."""

    sentence: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundPacks:
    """What is opened in these pack ``rounds``, all if none is named: packs of one kind, or of several as ``spread`` says."""

    rounds: Sequence[int]
    kinds: Sequence[CardPageLink]
    distribution: str = ""


def round_packs(event: Event, language: str) -> list[RoundPacks]:
    """Return what is opened, in the order of the pack rounds, those that are alike together; nothing of a cube (DRF-1.4)."""
    if event.cube:
        return []
    alike: list[tuple[PackRoundConfig, list[int]]] = []
    for number, written in enumerate(event.boosters, 1):
        rounds = next((rounds for other, rounds in alike if other == written), None)
        if rounds is None:
            alike.append((written, rounds := []))
        rounds.append(number)
    return [_opened(written, rounds if len(alike) > 1 else [], language) for written, rounds in alike]


def cube_set_links(event: Event, language: str) -> list[CardPageLink]:
    """Return the sets that the cards of a cube are of; nothing without a cube."""
    return [_set_page(card_set(event.game, code), language) for code in set_codes([], event.cube)]


def win_condition(event: Event) -> SentenceWithFields:
    """Return how a game of ``event`` is won."""
    return SentenceWithFields(event.game_rules.scoring.win_text, {"target": event.event_format.vp_target})


def pick_clock_sentence(event: Event) -> SentenceWithFields | None:
    """Return how long a pick may take (DRF-OP-4); None where nothing is picked from."""
    if not event.drafted or event.draft_format.sealed:
        return None
    clock = PICK_CLOCKS[event.pick_clock]
    if event.is_paper_draft and not clock.seconds:
        return SentenceWithFields(NO_CLOCK_ON_PAPER, {})
    return SentenceWithFields(clock.sentence, clock.first_and_last_seconds(event.draft_format.pack_size))


def _opened(written: PackRoundConfig, rounds: Sequence[int], language: str) -> RoundPacks:
    kinds = list(_kinds(written, language))
    return RoundPacks(rounds, kinds, MIX_LABELS[written["by"]] if "by" in written else "")


def _kinds(written: PackRoundConfig, language: str) -> Iterable[CardPageLink]:
    for each in written.get("kinds", [written]):
        found = card_set(written["game"], each["set"])
        yield _set_page(found, language, found.product(each["product"]))


def _set_page(found: CardSet, language: str, product: Product | None = None) -> CardPageLink:
    name = pack_name(found, product, language) if product else found.name.in_language(language)
    return CardPageLink(name, reverse("card_set", args=(found.game, found.code)))
