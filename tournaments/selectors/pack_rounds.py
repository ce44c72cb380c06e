"""The packs of each pack round, as an organizer chooses them: one kind, several kinds in turn, or round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from drafting.rules.mixes import MixDistribution
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.refusals import raise_errors
from tournaments.selectors.presets import DraftPreset

ONE_KIND_A_ROUND = "rounds"
MIX_LABELS = {
    ONE_KIND_A_ROUND: _("each pack round has one kind, in turn"),
    MixDistribution.SEAT.value: _("each seat has one kind, in turn round the table"),
    MixDistribution.CHANCE.value: _("each pack is of a kind drawn by chance"),
}
"""How several kinds of packs are mixed."""
BY_ROUND = "by_round"


class PacksChosenTwiceError(RulesError):
    """Packs are chosen by round and in another way, too."""

    code = "packs_chosen_twice"
    sentence = _("Choose only one of these: packs by round, kinds of packs with a mix, or a cube.")
    field = BY_ROUND


class RoundsNotChosenError(RulesError):
    """The number of choices by round is not the number of packs; ``details`` give both."""

    code = "rounds_not_chosen"
    clause = "DRF-1.3"
    sentence = _("Choose packs for each pack round: the draft has {packs}, and packs are chosen for {chosen}.")
    field = BY_ROUND


class RoundNotMixedError(RulesError):
    """A pack round has too few kinds for a mix, or several kinds without a mix; ``number`` counts from 1."""

    code = "round_not_mixed"
    clause = "DRF-1.4"
    sentence = _("Pack round {number}: choose one kind of pack, or at least two and mix them by seat or by chance.")

    def __init__(self, number: int) -> None:
        super().__init__(number=number)
        self.field = round_field(number)


@dataclass(frozen=True, slots=True)
class PackRoundChoice:
    """The choice for one pack round: one kind of pack, or several mixed ``by`` seat or by chance."""

    kinds: Sequence[DraftPreset]
    by: str = ""

    @property
    def is_valid(self) -> bool:
        return len(self.kinds) > 1 if self.by else len(self.kinds) == 1

    @property
    def config(self) -> dict[str, Any]:
        """The stored form: game, set and product; or game, kinds and their mix."""
        return _mix_config(self.kinds, self.by) if self.by else self.kinds[0].boosters[0]


def round_field(number: int) -> str:
    """Return the field name of the choice for pack round ``number``, in forms and in the API."""
    return f"{BY_ROUND}.{number}"


def mixed_boosters(chosen: Sequence[DraftPreset], mix: str, packs: int) -> list[dict[str, Any]]:
    """Return the packs of each of ``packs`` pack rounds, with one or more products of one game.

    With the ``mix`` "rounds" each pack round has one product, in turn; with "seat" each seat has one, in turn round the
    table; with "chance" the product of each pack is drawn.
    """
    if len(chosen) == 1 or mix == ONE_KIND_A_ROUND:
        return [chosen[number % len(chosen)].boosters[0] for number in range(packs)]
    return [_mix_config(chosen, mix)] * packs


def boosters_by_round(choices: Sequence[PackRoundChoice], packs: int) -> list[dict[str, Any]]:
    """Return the packs of each of ``packs`` pack rounds, chosen one by one (DRF-2.2).

    Raises RoundsNotChosenError, or RoundNotMixedError for each invalid choice.
    """
    refuse_other_number(choices, packs)
    raise_errors(RoundNotMixedError(number) for number, choice in enumerate(choices, 1) if not choice.is_valid)
    return [choice.config for choice in choices]


def refuse_other_number(choices: Sequence[object], packs: int) -> None:
    """Raise RoundsNotChosenError unless there are ``choices`` for this number of pack rounds."""
    if len(choices) != packs:
        raise RoundsNotChosenError(chosen=len(choices), packs=packs)


def _mix_config(kinds: Sequence[DraftPreset], by: str) -> dict[str, Any]:
    configs = [{"set": each.card_set.code, "product": each.product.code} for each in kinds]
    return {"game": kinds[0].card_set.game, "by": by, "kinds": configs}
