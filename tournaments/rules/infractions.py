"""What may go wrong, and what is usually said to it: the catalogue from which judges give penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from gameplay.engine.core.errors import _


class Level(StrEnum):
    """How heavy a penalty is, the lightest first. A note is none."""

    NOTE = "note"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"

    @property
    def weight(self) -> int:
        return list(Level).index(self)

    @property
    def costs_a_game(self) -> bool:
        """Whether a game is lost by it, or more; only a head judge decides about that."""
        return self.weight >= Level.GAME_LOSS.weight

    @property
    def next(self) -> "Level":
        """The next heavier one, or the heaviest."""
        return list(Level)[min(self.weight + 1, len(Level) - 1)]


class Category(StrEnum):
    """Infractions of one kind: the second of them weighs more."""

    DRAFT = "draft"
    DECK = "deck"
    PLAY = "play"
    TIME = "time"
    CONDUCT = "conduct"


@dataclass(frozen=True, slots=True)
class Infraction:
    """Something that is not allowed: its ``words`` are a template without fields, ``usual`` what is given for it.

    ``clause`` is the rule that it breaks, if one says so. An event may leave it out: then it is not ``used`` there.
    """

    code: str
    category: Category
    words: str
    usual: Level
    clause: str = ""
    used: bool = True


LEVELS = {
    Level.NOTE: _("Note, no penalty"),
    Level.WARNING: _("Warning"),
    Level.GAME_LOSS: _("Game loss"),
    Level.MATCH_LOSS: _("Match loss"),
    Level.DISQUALIFICATION: _("Disqualification"),
}
CATEGORIES = {
    Category.DRAFT: _("At the draft"),
    Category.DECK: _("Decks and cards"),
    Category.PLAY: _("In a game"),
    Category.TIME: _("Time"),
    Category.CONDUCT: _("Conduct"),
}
CATALOGUE = {
    infraction.code: infraction
    for infraction in (
        Infraction("wrong_way", Category.DRAFT, _("passed a pack the wrong way"), Level.WARNING, "DRF-2.7"),
        Infraction("over_time", Category.DRAFT, _("took too long for a pick"), Level.NOTE, "DRF-OP-4"),
        Infraction("pick_taken_back", Category.DRAFT, _("took a pick back"), Level.WARNING, "DRF-2.10"),
        Infraction("looked_at_others", Category.DRAFT, _("looked at others' cards"), Level.WARNING, "DRF-2.15"),
        Infraction("revealed", Category.DRAFT, _("showed cards or signalled"), Level.WARNING, "DRF-2.12"),
        Infraction("reviewed_pool", Category.DRAFT, _("looked at their own picks"), Level.WARNING, "DRF-2.14"),
        Infraction("notes", Category.DRAFT, _("took notes"), Level.WARNING, "DRF-2.13"),
        Infraction("count_unsaid", Category.DRAFT, _("did not report a wrong count"), Level.WARNING, "DRF-2.4"),
        Infraction("deck_size", Category.DECK, _("the deck has the wrong size"), Level.GAME_LOSS, "DRF-3.2"),
        Infraction("not_in_pool", Category.DECK, _("a card is not in the pool"), Level.GAME_LOSS, "DRF-3.3"),
        Infraction("barred_card", Category.DECK, _("a T or P card is in the deck"), Level.GAME_LOSS, "DRF-1.2"),
        Infraction("marked_cards", Category.DECK, _("cards are marked"), Level.WARNING),
        Infraction("not_shuffled", Category.DECK, _("shuffled too little"), Level.WARNING),
        Infraction("rule_error", Category.PLAY, _("a rule was broken in play"), Level.WARNING),
        Infraction("hidden_card", Category.PLAY, _("a hidden card was dealt with wrongly"), Level.WARNING),
        Infraction("extra_cards_seen", Category.PLAY, _("saw cards that are not theirs to see"), Level.WARNING),
        Infraction("reward_missed", Category.PLAY, _("missed an optional reward"), Level.NOTE, "ENE-OP-8"),
        Infraction("late", Category.TIME, _("came too late"), Level.GAME_LOSS),
        Infraction("very_late", Category.TIME, _("came far too late"), Level.MATCH_LOSS),
        Infraction("slow_play", Category.TIME, _("plays slowly"), Level.WARNING),
        Infraction("stalling", Category.TIME, _("plays for time"), Level.DISQUALIFICATION),
        Infraction("minor_conduct", Category.CONDUCT, _("behaves badly"), Level.WARNING),
        Infraction("major_conduct", Category.CONDUCT, _("behaves very badly"), Level.MATCH_LOSS),
        Infraction("outside_help", Category.CONDUCT, _("took or gave help"), Level.MATCH_LOSS),
        Infraction("bribery", Category.CONDUCT, _("bribed or wagered"), Level.DISQUALIFICATION),
        Infraction("random_winner", Category.CONDUCT, _("let chance decide a match"), Level.DISQUALIFICATION),
        Infraction("collusion", Category.CONDUCT, _("arranged a result"), Level.DISQUALIFICATION),
        Infraction("theft", Category.CONDUCT, _("stole"), Level.DISQUALIFICATION),
        Infraction("aggression", Category.CONDUCT, _("attacked somebody"), Level.DISQUALIFICATION),
        Infraction("cheating", Category.CONDUCT, _("cheated"), Level.DISQUALIFICATION),
    )
}
"""Every infraction by its code. What was given under a code that is gone stays in the log."""
Catalogue = Mapping[str, Infraction]
Changes = Mapping[str, Mapping[str, str]]
"""What an event has otherwise, by code: the ``usual`` level, "" for what it leaves out; and, for an infraction of its own,
its ``category`` and ``words``."""


def catalogue_of(changes: Changes) -> dict[str, Infraction]:
    """Return the catalogue with the ``changes`` of an event."""
    own = {
        code: Infraction(code, Category(said["category"]), said["words"], Level.NOTE)
        for code, said in changes.items()
        if code not in CATALOGUE
    }
    return {code: _changed(each, changes.get(code, {}).get("usual")) for code, each in (CATALOGUE | own).items()}


def _changed(infraction: Infraction, usual: str | None) -> Infraction:
    if usual is None:
        return infraction
    return replace(infraction, usual=Level(usual)) if usual else replace(infraction, used=False)
