"""Facts about an event for its players: the win condition and, for a draft, its packs and pick clock."""

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
    """The name of a kind of pack or of a set, and the URL of its cards."""

    name: str
    url: str


class SentenceWithFields(NamedTuple):
    """A message and the values of its placeholders."""

    sentence: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundPacks:
    """The kinds of packs opened in ``rounds``, in all pack rounds if empty.

    If there are several kinds, ``distribution`` describes how they are mixed.
    """

    rounds: Sequence[int]
    kinds: Sequence[CardPageLink]
    distribution: str = ""


def round_packs(event: Event, language: str) -> list[RoundPacks]:
    """Return the packs in the order of the pack rounds, equal rounds together; [] for a cube (DRF-1.4)."""
    return [] if event.cube else list(_grouped_packs(event.boosters, language))


def cut_packs(event: Event, language: str) -> list[RoundPacks]:
    """Return the packs of the draft of the top cut in the same way; [] if it drafts the same ones, or does not."""
    return list(_grouped_packs(event.cut_boosters, language)) if event.has_other_cut_packs else []


def _grouped_packs(boosters: Sequence[PackRoundConfig], language: str) -> Iterable[RoundPacks]:
    groups: list[tuple[PackRoundConfig, list[int]]] = []
    for number, config in enumerate(boosters, 1):
        rounds = next((rounds for other, rounds in groups if other == config), None)
        if rounds is None:
            groups.append((config, rounds := []))
        rounds.append(number)
    return [_round_packs(config, rounds if len(groups) > 1 else [], language) for config, rounds in groups]


def cube_set_links(event: Event, language: str) -> list[CardPageLink]:
    """Return the sets of the cards of the event's cube; [] without a cube."""
    return [_set_page(card_set(event.game, code), language) for code in set_codes([], event.cube)]


def win_condition(event: Event) -> SentenceWithFields:
    """Return the win condition of the games of ``event``."""
    return SentenceWithFields(event.game_rules.scoring.win_text, {"target": event.event_format.vp_target})


def pick_clock_sentence(event: Event) -> SentenceWithFields | None:
    """Return the time limit of a pick (DRF-OP-4); None if the event has no picks."""
    if not event.drafted or event.draft_format.sealed:
        return None
    clock = PICK_CLOCKS[event.pick_clock]
    if event.is_paper_draft and not clock.seconds:
        return SentenceWithFields(NO_CLOCK_ON_PAPER, {})
    return SentenceWithFields(clock.sentence, clock.first_and_last_seconds(event.draft_format.pack_size))


def _round_packs(config: PackRoundConfig, rounds: Sequence[int], language: str) -> RoundPacks:
    kinds = list(_kinds(config, language))
    return RoundPacks(rounds, kinds, MIX_LABELS[config["by"]] if "by" in config else "")


def _kinds(config: PackRoundConfig, language: str) -> Iterable[CardPageLink]:
    for each in config.get("kinds", [config]):
        found = card_set(config["game"], each["set"])
        yield _set_page(found, language, found.product(each["product"]))


def _set_page(found: CardSet, language: str, product: Product | None = None) -> CardPageLink:
    name = pack_name(found, product, language) if product else found.name.in_language(language)
    return CardPageLink(name, reverse("card_set", args=(found.game, found.code)))
