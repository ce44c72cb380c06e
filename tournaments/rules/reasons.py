"""Why something was decided so: a code with named fields, like a refusal, but nobody is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.core.errors import _

REASON_SENTENCES: Mapping[str, str] = {
    # pods
    "fewer_odd_pods": _(
        "{chosen} rather than {instead}: {chosen_odd} odd pods rather than {instead_odd}, so fewer byes."
    ),
    "nearer_six": _("{chosen} rather than {instead}: six players are best, and these are nearer to it."),
    "more_even": _("{chosen} rather than {instead}: the pods differ less."),
    "mates_apart": _("Teammates sit in different pods."),
    "mates_share": _("There are fewer pods than a team has members: who shares a table sits as far apart as can be."),
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
    "floated_odd": _(
        "{a} meets {b}, {gap} match points apart: an odd number of players, {players}, has the points of {a} or more."
    ),
    "floated_met": _("{a} meets {b}, {gap} match points apart: {player} has nobody left to meet on the same points."),
    "seats": _("{a} and {b} sit in opposite seats."),
    "same_points": _("{a} meets {b}: both have {points} match points."),
    "places": _("{a} meets {b}: places {first} and {second} of the standings."),
    "power_paired": _(
        "Last round: neighbours in the standings meet. The squares of the distances in places add up to {distance}."
    ),
    "kept_open": _("A pairing of cost {cheaper} was left out: it would make a later announced round impossible."),
    "rounds_run_out": _(
        "After this round no more than {possible} of {announced} further rounds are possible without a rematch."
    ),
    "kept_apart": _("{a} and {b} must not meet; if all could who must not, the squares would add up to {less} less."),
    "apart_blocks": _("If those could meet who must not, there would be a pairing."),
    "no_pairing": _("Every pairing has a rematch or a second bye. A judge chooses among the least bad."),
    "nobody_plays": _("Nobody is left to be paired."),
    "group_of_two": _("Two players can only meet each other again."),
    "by_hand": _("An official paired these by hand; the reason is in the public log."),
    # the top cut
    "cut_seeds": _("The first {places} of the standings who still play; the first meets the last."),
    "cut_passed_over": _("{player} has left, so the next in the standings moves up."),
    "cut_lot": _("{a} and {b} are equal in every column; the event's seed put {a} first."),
    "cut_winners": _("Who has won a match meets the winner of the match beside it in the bracket."),
    "cut_undecided": _("{a} and {b} have not decided their match, so the next stage cannot be paired yet."),
    "cut_over": _("The top cut is played to its end."),
    "seeds": _("{a} meets {b}: seeds {first} and {second}."),
    "bracket": _("{a}, seed {first}, meets {b}, seed {second}: neighbours in the bracket."),
    "walkover": _("{player} goes on without a match: there is no opponent in this part of the bracket."),
    "halves": _("{a} and {b} stand in different parts of the bracket; they can meet in the {stage} at the earliest."),
    "not_in_cut": _("{player} does not play in this round."),
    # meetings that are asked for
    "other_group": _("{a} and {b} are not paired in the same group this round."),
    "do_meet": _("{a} meets {b}."),
    "have_met": _("{a} and {b} have met in round {round}."),
    "must_not_meet": _("{a} and {b} are kept apart by an official."),
    "would_block": _("If {a} met {b}, the others could not all be paired without a rematch or a second bye."),
    "would_close": _("If {a} met {b}, round {round} would not be possible without a rematch or a second bye."),
    "would_cost": _("If {a} met {b}, the squared differences would add up to {cost} instead of {least}: {more} more."),
    "would_lift_bye": _("If {a} met {b}, it would cost as much, but the bye would fall to somebody higher up."),
    "would_float_again": _("If {a} met {b}, it would cost as much, but more of those who floated of late would again."),
    "by_lot": _("If {a} met {b}, it would be as good; the event's seed chose."),
}


@dataclass(frozen=True, slots=True)
class DecisionReason:
    """One reason: ``code`` for programs, ``details`` for the fields of its sentence."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def as_json(self) -> dict[str, Any]:
        """The code beside its fields, ready for JSON."""
        return {"code": self.code, **self.details}

    @property
    def sentence(self) -> str:
        """The template, to be translated first and filled with ``details`` afterwards."""
        return REASON_SENTENCES[self.code]
