"""What is opened in each pack round, as an organizer chooses it: one kind of pack, several in turn, or round by round."""

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
"""How several kinds of packs are spread."""
BY_ROUND = "by_round"


class PacksChosenTwiceError(RulesError):
    """Packs are chosen by round and in another way as well."""

    code = "packs_chosen_twice"
    sentence = _("Choose packs by round, or kinds of packs and their mix, or a cube; leave out the others.")
    field = BY_ROUND


class RoundsNotChosenError(RulesError):
    """Where packs are chosen by round, each pack round has its own; ``details`` counts them."""

    code = "rounds_not_chosen"
    clause = "DRF-1.3"
    sentence = _(
        "{chosen} pack rounds are chosen for {packs} packs. Choose what is opened in each pack round, no more."
    )
    field = BY_ROUND


class RoundNotMixedError(RulesError):
    """A pack round has too few kinds to be mixed, or several and nobody says how they are spread; ``number`` counts from 1."""

    code = "round_not_mixed"
    clause = "DRF-1.4"
    sentence = _(
        "Pack round {number}: choose one kind of pack; or at least two, and whether they are spread by seat or by chance."
    )

    def __init__(self, number: int) -> None:
        super().__init__(number=number)
        self.field = round_field(number)


@dataclass(frozen=True, slots=True)
class PackRoundChoice:
    """What is chosen for one pack round: one kind of pack, or several that are spread ``by`` seat or by chance."""

    kinds: Sequence[DraftPreset]
    by: str = ""

    @property
    def is_valid(self) -> bool:
        return len(self.kinds) > 1 if self.by else len(self.kinds) == 1

    @property
    def config(self) -> dict[str, Any]:
        """As it is kept: game, set and product; or game, kinds and how they are spread."""
        return _mix_config(self.kinds, self.by) if self.by else self.kinds[0].boosters[0]


def round_field(number: int) -> str:
    """Return where the choice for pack round ``number`` is written, in a form and over the API."""
    return f"{BY_ROUND}.{number}"


def mixed_boosters(chosen: Sequence[DraftPreset], mix: str, packs: int) -> list[dict[str, Any]]:
    """Return what is opened in each of so many pack rounds, with one or more products of one game.

    With the ``mix`` "rounds" each pack round has one of them, in turn; with "seat" each seat, in turn round the table;
    with "chance" it is drawn for each pack.
    """
    if len(chosen) == 1 or mix == ONE_KIND_A_ROUND:
        return [chosen[number % len(chosen)].boosters[0] for number in range(packs)]
    return [_mix_config(chosen, mix)] * packs


def boosters_by_round(choices: Sequence[PackRoundChoice], packs: int) -> list[dict[str, Any]]:
    """Return what is opened in each of so many pack rounds, chosen one by one (DRF-2.2).

    Raises RoundsNotChosenError, or RoundNotMixedError for each pack round that is not to be mixed so.
    """
    if len(choices) != packs:
        raise RoundsNotChosenError(chosen=len(choices), packs=packs)
    raise_errors(RoundNotMixedError(number) for number, choice in enumerate(choices, 1) if not choice.is_valid)
    return [choice.config for choice in choices]


def _mix_config(kinds: Sequence[DraftPreset], by: str) -> dict[str, Any]:
    named = [{"set": each.card_set.code, "product": each.product.code} for each in kinds]
    return {"game": kinds[0].card_set.game, "by": by, "kinds": named}
