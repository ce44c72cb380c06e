"""The catalogue of infractions and their usual penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from gameplay.engine.core.errors import _


class PenaltyLevel(StrEnum):
    """The level of a penalty, the mildest first. A note is not a penalty."""

    NOTE = "note"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"

    @property
    def weight(self) -> int:
        return list(PenaltyLevel).index(self)

    @property
    def costs_a_game(self) -> bool:
        """Whether the penalty costs at least one game; only the head judge can give such a penalty."""
        return self.weight >= PenaltyLevel.GAME_LOSS.weight

    @property
    def next(self) -> "PenaltyLevel":
        """The next more severe level, or the most severe one."""
        return list(PenaltyLevel)[min(self.weight + 1, len(PenaltyLevel) - 1)]


class InfractionCategory(StrEnum):
    """A category of infractions; repeated infractions of one category upgrade the penalty."""

    DRAFT = "draft"
    DECK = "deck"
    PLAY = "play"
    TIME = "time"
    CONDUCT = "conduct"


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction: ``words`` is its name as a translatable template without fields, ``usual`` its usual penalty.

    ``clause`` is the rule that it breaks, if there is one. It is not ``used`` in events that leave it out.
    """

    code: str
    category: InfractionCategory
    words: str
    usual: PenaltyLevel
    clause: str = ""
    used: bool = True


LEVEL_NAMES = {
    PenaltyLevel.NOTE: _("Note, no penalty"),
    PenaltyLevel.WARNING: _("Warning"),
    PenaltyLevel.GAME_LOSS: _("Game loss"),
    PenaltyLevel.MATCH_LOSS: _("Match loss"),
    PenaltyLevel.DISQUALIFICATION: _("Disqualification"),
}
CATEGORY_NAMES = {
    InfractionCategory.DRAFT: _("At the draft"),
    InfractionCategory.DECK: _("Decks and cards"),
    InfractionCategory.PLAY: _("In a game"),
    InfractionCategory.TIME: _("Lateness and slow play"),
    InfractionCategory.CONDUCT: _("Conduct"),
}
INFRACTIONS = {
    infraction.code: infraction
    for infraction in (
        Infraction(
            "wrong_way",
            InfractionCategory.DRAFT,
            _("pack passed in the wrong direction"),
            PenaltyLevel.WARNING,
            "DRF-2.7",
        ),
        Infraction("over_time", InfractionCategory.DRAFT, _("pick took too long"), PenaltyLevel.NOTE, "DRF-OP-4"),
        Infraction(
            "pick_taken_back",
            InfractionCategory.DRAFT,
            _("pick changed after it was made"),
            PenaltyLevel.WARNING,
            "DRF-2.10",
        ),
        Infraction(
            "looked_at_others",
            InfractionCategory.DRAFT,
            _("looking at another player's cards"),
            PenaltyLevel.WARNING,
            "DRF-2.15",
        ),
        Infraction(
            "revealed", InfractionCategory.DRAFT, _("revealing or signalling picks"), PenaltyLevel.WARNING, "DRF-2.12"
        ),
        Infraction(
            "reviewed_pool", InfractionCategory.DRAFT, _("reviewing own picks"), PenaltyLevel.WARNING, "DRF-2.14"
        ),
        Infraction("notes", InfractionCategory.DRAFT, _("taking notes"), PenaltyLevel.WARNING, "DRF-2.13"),
        Infraction(
            "count_unsaid",
            InfractionCategory.DRAFT,
            _("wrong card count not reported"),
            PenaltyLevel.WARNING,
            "DRF-2.4",
        ),
        Infraction("deck_size", InfractionCategory.DECK, _("wrong deck size"), PenaltyLevel.GAME_LOSS, "DRF-3.2"),
        Infraction(
            "not_in_pool", InfractionCategory.DECK, _("card not in the pool"), PenaltyLevel.GAME_LOSS, "DRF-3.3"
        ),
        Infraction(
            "barred_card", InfractionCategory.DECK, _("T or P card in the deck"), PenaltyLevel.GAME_LOSS, "DRF-1.2"
        ),
        Infraction("marked_cards", InfractionCategory.DECK, _("marked cards"), PenaltyLevel.WARNING),
        Infraction("not_shuffled", InfractionCategory.DECK, _("insufficient shuffling"), PenaltyLevel.WARNING),
        Infraction("rule_error", InfractionCategory.PLAY, _("game rule violation"), PenaltyLevel.WARNING),
        Infraction("hidden_card", InfractionCategory.PLAY, _("hidden card error"), PenaltyLevel.WARNING),
        Infraction("extra_cards_seen", InfractionCategory.PLAY, _("looking at extra cards"), PenaltyLevel.WARNING),
        Infraction(
            "reward_missed", InfractionCategory.PLAY, _("missed optional reward"), PenaltyLevel.NOTE, "ENE-OP-8"
        ),
        Infraction("late", InfractionCategory.TIME, _("late for the round"), PenaltyLevel.GAME_LOSS),
        Infraction("very_late", InfractionCategory.TIME, _("very late for the round"), PenaltyLevel.MATCH_LOSS),
        Infraction("slow_play", InfractionCategory.TIME, _("slow play"), PenaltyLevel.WARNING),
        Infraction("stalling", InfractionCategory.TIME, _("stalling"), PenaltyLevel.DISQUALIFICATION),
        Infraction("minor_conduct", InfractionCategory.CONDUCT, _("minor unsporting conduct"), PenaltyLevel.WARNING),
        Infraction("major_conduct", InfractionCategory.CONDUCT, _("major unsporting conduct"), PenaltyLevel.MATCH_LOSS),
        Infraction("outside_help", InfractionCategory.CONDUCT, _("outside assistance"), PenaltyLevel.MATCH_LOSS),
        Infraction("bribery", InfractionCategory.CONDUCT, _("bribery or wagering"), PenaltyLevel.DISQUALIFICATION),
        Infraction(
            "random_winner", InfractionCategory.CONDUCT, _("deciding a match at random"), PenaltyLevel.DISQUALIFICATION
        ),
        Infraction("collusion", InfractionCategory.CONDUCT, _("collusion on a result"), PenaltyLevel.DISQUALIFICATION),
        Infraction("theft", InfractionCategory.CONDUCT, _("theft"), PenaltyLevel.DISQUALIFICATION),
        Infraction("aggression", InfractionCategory.CONDUCT, _("aggressive behaviour"), PenaltyLevel.DISQUALIFICATION),
        Infraction("cheating", InfractionCategory.CONDUCT, _("cheating"), PenaltyLevel.DISQUALIFICATION),
    )
}
"""Every infraction by its code. Penalties under a code that was removed stay in the log."""
InfractionCatalogue = Mapping[str, Infraction]
CatalogueChanges = Mapping[str, Mapping[str, str]]
"""The changes of an event by code: the ``usual`` level, "" to leave the infraction out. An infraction that the event
adds also has its ``category`` and ``words``."""


def changed_catalogue(changes: CatalogueChanges) -> dict[str, Infraction]:
    """Return the catalogue with the ``changes`` of an event."""
    own = {
        code: Infraction(code, InfractionCategory(fields["category"]), fields["words"], PenaltyLevel.NOTE)
        for code, fields in changes.items()
        if code not in INFRACTIONS
    }
    return {code: _changed(each, changes.get(code, {}).get("usual")) for code, each in (INFRACTIONS | own).items()}


def _changed(infraction: Infraction, usual: str | None) -> Infraction:
    if usual is None:
        return infraction
    return replace(infraction, usual=PenaltyLevel(usual)) if usual else replace(infraction, used=False)
