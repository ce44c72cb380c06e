"""Why something was decided so: a code with named fields, like a refusal, but nobody is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.errors import _

SENTENCES: Mapping[str, str] = {
    # pods
    "fewer_odd_pods": _(
        "{chosen} rather than {instead}: {chosen_odd} odd pods rather than {instead_odd}, so fewer byes."
    ),
    "nearer_six": _("{chosen} rather than {instead}: six players are best, and these are nearer to it."),
    "more_even": _("{chosen} rather than {instead}: the pods differ less."),
    "fewer_pods": _("{chosen} rather than {instead}: larger pods have more opponents to offer."),
    "below_sanctioning_minimum": _("Below the sanctioning minimum of {players} players and {rounds} rounds."),
    "too_many_rounds": _("A pod of {pod_size} has no more than {possible} rounds without a rematch or a second bye."),
    # pairings
    "opposite_seats": _("First round: everyone meets the player in the opposite seat."),
    "least_gaps": _("No pairing has smaller differences of match points: their squares add up to {cost}."),
    "drawn": _("{equal} pairings were equally good; the event's seed chose."),
    "bye": _("{player} has the bye: the last in the standings who had none and can be spared."),
    "floated": _(
        "{a} meets {b}, {gap} match points apart, since they cannot meet anyone nearer without loss elsewhere."
    ),
    "kept_open": _("A pairing of cost {cheaper} was left out: it would make a later announced round impossible."),
    "rounds_run_out": _(
        "After this round only {possible} of {announced} further rounds are possible without a rematch."
    ),
    "not_proved": _("The search was cut short, so a better pairing may exist."),
    "no_pairing": _("Every pairing has a rematch or a second bye. A judge chooses among the least bad."),
    "group_of_two": _("Two players can only meet each other again."),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: ``code`` for programs, ``details`` for the fields of its sentence."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The template, to be translated first and filled with ``details`` afterwards."""
        return SENTENCES[self.code]
