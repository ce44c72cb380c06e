"""The format of a draft event: packs, deck, points, rounds and clocks."""

from dataclasses import dataclass

from gameplay.engine.core.errors import RulesError, _


class PackTooSmallError(RulesError):
    """A player's packs have fewer cards than a deck; ``details`` counts cards."""

    code = "pack_too_small"
    clause = "DRF-OP-2"
    sentence = _("{packs} packs x {pack_size} cards = {cards}, fewer than the {deck_size}-card deck")
    field = "pack_size"


class TooFewPacksError(RulesError):
    """A draft without packs."""

    code = "too_few_packs"
    clause = "DRF-1.3"
    sentence = _("A draft needs at least one pack for each player.")
    field = "packs"


class TooFewRoundsError(RulesError):
    """An event without rounds."""

    code = "too_few_rounds"
    clause = "DRF-4.5"
    sentence = _("An event needs at least one round.")
    field = "rounds"


class NoTargetError(RulesError):
    """A game without victory points to win."""

    code = "no_target"
    clause = "DRF-4.4"
    sentence = _("A game needs at least one victory point (VP) to win.")
    field = "vp_target"


class NoMatchTimeError(RulesError):
    """A match without time."""

    code = "no_match_time"
    clause = "DRF-4.6"
    sentence = _("A match needs at least one minute.")
    field = "match_minutes"


class NoBuildTimeError(RulesError):
    """Deck building without time."""

    code = "no_build_time"
    clause = "DRF-3.1"
    sentence = _("Deck building needs at least one minute.")
    field = "build_minutes"


@dataclass(frozen=True, slots=True)
class DraftFormat:
    """The numbers of an event. The defaults are those of the .hack//ENEMY booster draft.

    Each player opens ``packs`` packs of ``pack_size`` cards of the product ``product`` (DRF-1.3, DRF-1.4).
    ``vp_target`` victory points win a game (DRF-4.4). In a ``sealed`` event packs are not passed: each player keeps the
    cards they open.
    """

    packs: int = 4
    pack_size: int = 11
    product: str = "booster"
    deck_size: int = 35
    build_minutes: int = 30
    vp_target: int = 5
    rounds: int = 3
    match_minutes: int = 50
    sealed: bool = False

    @property
    def pool_size(self) -> int:
        """The number of cards that each player drafts (DRF-2.16)."""
        return self.packs * self.pack_size

    def faults(self) -> list[RulesError]:
        """Return all errors of this format, each with its field."""
        faults: list[RulesError] = []
        if self.packs < 1:
            faults.append(TooFewPacksError())
        elif self.pool_size < self.deck_size:
            sizes = {"packs": self.packs, "pack_size": self.pack_size, "deck_size": self.deck_size}
            faults.append(PackTooSmallError(cards=self.pool_size, **sizes))
        floors = (
            (self.rounds, TooFewRoundsError),
            (self.vp_target, NoTargetError),
            (self.match_minutes, NoMatchTimeError),
            (self.build_minutes, NoBuildTimeError),
        )
        return faults + [refusal() for number, refusal in floors if number < 1]
