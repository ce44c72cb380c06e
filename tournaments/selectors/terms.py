"""What an event lays down, as it is told to who plays: what wins a game, and of a draft which packs are opened, and how long a pick may take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from cards.printed import CardSet, Product
from cards.selectors import card_set
from drafting.rules.timing import PICK_CLOCKS
from drafting.selectors.printed import Written, codes_of
from gameplay.engine.core.errors import _
from tournaments.models import Event
from tournaments.selectors.mixing import MIXES
from tournaments.selectors.presets import pack_name

ON_PAPER = _("none on this site; picks may be called at the table")


class Link(NamedTuple):
    """What a kind of pack or a set is called, and the page of its cards."""

    name: str
    page: str


class Said(NamedTuple):
    """A sentence, and what it is filled in with."""

    sentence: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """What is opened in these pack ``rounds``, all if none is named: packs of one kind, or of several as ``spread`` says."""

    rounds: Sequence[int]
    kinds: Sequence[Link]
    spread: str = ""


def opened(event: Event, language: str) -> list[Opened]:
    """Return what is opened, in the order of the pack rounds, those that are alike together; nothing of a cube (DRF-1.4)."""
    if event.cube:
        return []
    alike: list[tuple[Written, list[int]]] = []
    for number, written in enumerate(event.boosters, 1):
        rounds = next((rounds for other, rounds in alike if other == written), None)
        if rounds is None:
            alike.append((written, rounds := []))
        rounds.append(number)
    return [_opened(written, rounds if len(alike) > 1 else [], language) for written, rounds in alike]


def cube_sets(event: Event, language: str) -> list[Link]:
    """Return the sets that the cards of a cube are of; nothing without a cube."""
    return [_set_page(card_set(event.game, code), language) for code in codes_of([], event.cube)]


def won(event: Event) -> Said:
    """Return how a game of ``event`` is won."""
    return Said(event.rules.scoring.won, {"target": event.terms.vp_target})


def pick_clock(event: Event) -> Said | None:
    """Return how long a pick may take (DRF-OP-4); None where nothing is picked from."""
    if not event.drafted or event.draft.sealed:
        return None
    clock = PICK_CLOCKS[event.pick_clock]
    if event.at_table and not clock.seconds:
        return Said(ON_PAPER, {})
    return Said(clock.sentence, clock.ends(event.draft.pack_size))


def _opened(written: Written, rounds: Sequence[int], language: str) -> Opened:
    kinds = list(_kinds(written, language))
    return Opened(rounds, kinds, MIXES[written["by"]] if "by" in written else "")


def _kinds(written: Written, language: str) -> Iterable[Link]:
    for each in written.get("kinds", [written]):
        found = card_set(written["game"], each["set"])
        yield _set_page(found, language, found.product(each["product"]))


def _set_page(found: CardSet, language: str, product: Product | None = None) -> Link:
    name = pack_name(found, product, language) if product else found.name.in_(language)
    return Link(name, reverse("card_set", args=(found.game, found.code)))
