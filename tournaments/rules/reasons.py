"""Reasons for decisions: a code with named fields, like an error, to explain a pod split or a pairing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.core.errors import _

REASON_SENTENCES: Mapping[str, str] = {
    # pods
    "fewer_odd_pods": _(
        "{chosen} rather than {instead}: fewer odd pods ({chosen_odd} instead of {instead_odd}), so fewer byes."
    ),
    "nearer_six": _("{chosen} rather than {instead}: pods of six are best, and these sizes are closer to six."),
    "more_even": _("{chosen} rather than {instead}: the pod sizes are more even."),
    "mates_apart": _("Teammates sit in different pods."),
    "mates_share": _(
        "There are fewer pods than a team has members. Teammates at the same table sit as far apart as possible."
    ),
    "fewer_pods": _("{chosen} rather than {instead}: players in larger pods have more possible opponents."),
    "below_sanctioning_minimum": _("Below the sanctioning minimum of {players} players and {rounds} rounds."),
    "too_many_rounds": _("A pod of {pod_size} can play at most {possible} rounds without a rematch or a second bye."),
    # pairings
    "opposite_seats": _("First round: players meet the player in the opposite seat."),
    "least_gaps": _(
        "No pairing has smaller differences in match points. The sum of the squared differences is {cost}."
    ),
    "least_gaps_with_bye": _(
        "Among the pairings with the bye for a player with the fewest possible match points, none has smaller "
        "differences in match points. The sum of the squared differences is {cost}."
    ),
    "drawn": _("{equal} pairings were equally good; one was chosen at random by the event's seed."),
    "bye": _(
        "{player} has the bye. It goes to a player with the fewest possible match points who had none; among those, "
        "the smallest differences in match points decide, then the standings."
    ),
    "floated": _(
        "{a} meets {b}, with a difference of {gap} in match points: closer opponents would make other pairs worse."
    ),
    "floated_odd": _(
        "{a} meets {b}, with a difference of {gap} in match points: the number of players with at least the points of "
        "{a} is odd ({players})."
    ),
    "floated_met": _(
        "{a} meets {b}, with a difference of {gap} in match points: {player} has already met every player with the "
        "same points."
    ),
    "seats": _("{a} and {b} sit in opposite seats."),
    "same_points": _("{a} meets {b}: both have the same match points ({points})."),
    "places": _("{a} meets {b}: places {first} and {second} in the standings."),
    "power_paired": _(
        "Last round: neighbours in the standings meet. The sum of the squared differences in places is {distance}."
    ),
    "kept_open": _("A pairing with a sum of {cheaper} was left out: it would make a later announced round impossible."),
    "rounds_run_out": _(
        "After this round, at most {possible} of {announced} further rounds are possible without a rematch."
    ),
    "kept_apart": _(
        "{a} and {b} must not meet. Without pairing exclusions, the sum of the squared differences would be {less} "
        "lower."
    ),
    "apart_blocks": _("Without pairing exclusions, a pairing would be possible."),
    "no_pairing": _("Every pairing has a rematch or a second bye. A judge chooses one of the alternatives."),
    "nobody_plays": _("No players are left to pair."),
    "group_of_two": _("Two players can only meet each other again."),
    "by_hand": _("An official changed this pairing; the reason is in the public log."),
    # the top cut
    "cut_seeds": _("The first {places} players in the standings who have not dropped; the first meets the last."),
    "cut_passed_over": _("{player} has dropped, so the next player in the standings moves up."),
    "cut_lot": _("{a} and {b} are tied on every tie-breaker; the event's seed put {a} first."),
    "cut_drafted": _(
        "The {places} players who drafted again, as seeded when they were seated; the first meets the last."
    ),
    "cut_winners": _("Winners of neighbouring matches in the bracket meet."),
    "cut_undecided": _("The match of {a} and {b} is not over, so the next stage cannot be paired yet."),
    "cut_over": _("The top cut is over."),
    "seeds": _("{a} meets {b}: seeds {first} and {second}."),
    "bracket": _("{a}, seed {first}, meets {b}, seed {second}: neighbours in the bracket."),
    "walkover": _("{player} advances without a match: there is no opponent in this part of the bracket."),
    "halves": _("{a} and {b} are in different parts of the bracket; they can meet in the {stage} at the earliest."),
    "not_in_cut": _("{player} does not play in this round."),
    # answers to why two players do not meet
    "other_group": _("{a} and {b} are not paired in the same group this round."),
    "do_meet": _("{a} meets {b}."),
    "have_met": _("{a} and {b} have met in round {round}."),
    "had_bye": _("{player} had the bye in round {round}."),
    "must_not_meet": _("{a} and {b} have a pairing exclusion, set by an official."),
    "would_block": _("If {a} met {b}, the other players could not all be paired without a rematch or a second bye."),
    "would_close": _("If {a} met {b}, round {round} would not be possible without a rematch or a second bye."),
    "would_cost": _(
        "If {a} met {b}, the sum of the squared differences would be {cost} instead of {least}: {more} more."
    ),
    "would_raise_bye": _(
        "If {a} met {b}, a player with more match points would have the bye: {points} instead of {least}."
    ),
    "would_lift_bye": _(
        "If {a} met {b}, the sum would be the same, but a player higher in the standings would have the bye."
    ),
    "would_float_again": _(
        "If {a} met {b}, the sum would be the same, but more players would float again who floated recently."
    ),
    "by_lot": _("A pairing in which {a} meets {b} would be as good; the event's seed chose another one at random."),
}


@dataclass(frozen=True, slots=True)
class DecisionReason:
    """A reason: ``code`` for programs, and ``details`` for the fields of its sentence."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def as_json(self) -> dict[str, Any]:
        """The code and the fields, ready for JSON."""
        return {"code": self.code, **self.details}

    @property
    def sentence(self) -> str:
        """The template, which is translated first and then formatted with ``details``."""
        return REASON_SENTENCES[self.code]
