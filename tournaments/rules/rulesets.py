"""Tie-break rule sets: how results count, and the order of the tie-breakers. They are data, in rulesets.toml.

column         meaning
match_points   points for won and drawn matches and for byes
head_to_head   match points from the matches between the tied players; 0 unless all of them have met
omw            opponents' match-win percentage: the mean over the opponents; bye rounds are left out
oomw           opponents' opponents' match-win percentage: the mean of the opponents' omw; bye rounds are left out
gw             game-win percentage
ogw            opponents' game-win percentage: the mean over the opponents; bye rounds are left out
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from importlib.resources import files
from typing import Any

from gameplay.engine.core.errors import RulesError, UnreadableError, _

RULES_FILE = files(__package__).joinpath("rulesets.toml")
"""Read once, when this module is imported."""
LANGUAGES = ("en", "ja")


class UnknownRulesetError(RulesError):
    """Raised if no rule set has this code; ``details`` list the codes."""

    code = "unknown_ruleset"
    clause = "DRF-OP-7"
    sentence = _("There is no rule set {ruleset}. Choose one of these: {known}.")
    field = "ruleset"


class ShareBasis(StrEnum):
    """The basis of a match-win percentage: match points by the maximum, or matches won by rounds played."""

    POINTS = "points"
    WINS = "wins"


class HeadToHeadScope(StrEnum):
    """The number of tied players for which the head-to-head tie-breaker decides."""

    TWO = "two"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class TieBreakRules:
    """Rules for counting results, and the ``order`` of the tie-breakers; the defaults are those of the MTR (DRF-OP-7).

    ``bye_games`` are the games won by a bye. ``own_byes`` says whether a bye counts in its player's own percentages. A
    percentage is at least ``floor``, and for a player who dropped at most ``dropped_ceiling``. ``why`` has the reason
    and the source of each field.
    """

    code: str = "mtr"
    win: int = 3
    draw: int = 1
    bye: int = 3
    game_win: int = 3
    game_draw: int = 1
    bye_games: int = 2
    share: ShareBasis = ShareBasis.POINTS
    own_byes: bool = True
    floor: Fraction = Fraction(33, 100)
    dropped_ceiling: Fraction = Fraction(1)
    head_to_head: HeadToHeadScope = HeadToHeadScope.ALL
    order: tuple[str, ...] = ("match_points", "omw", "gw", "ogw")
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    why: Mapping[str, str] = field(default_factory=dict, compare=False)

    def name_in(self, language: str) -> str:
        """Return the name in ``language``, in English if there is none."""
        return self.names.get(language) or self.names.get("en", self.code)


SHARE_FIELDS = {"share": str, "own_byes": bool, "floor": str, "dropped_ceiling": str}
GAME_FIELDS = {"game_win": int, "game_draw": int, "bye_games": int}
ALWAYS_NEEDED: Mapping[str, type] = {"win": int, "draw": int, "bye": int, "order": list}
COLUMN_FIELDS: Mapping[str, Mapping[str, type]] = {
    "match_points": {},
    "head_to_head": {"head_to_head": str},
    "omw": SHARE_FIELDS,
    "oomw": SHARE_FIELDS,
    "gw": SHARE_FIELDS | GAME_FIELDS,
    "ogw": SHARE_FIELDS | GAME_FIELDS,
}
"""All columns, and the fields that each needs."""
GAME_COLUMNS = {"gw", "ogw"}


def read_tie_break_rules(text: str, *, file: str = "") -> dict[str, TieBreakRules]:
    """Return the rule sets in TOML ``text`` by code; raise UnreadableError with table and reason."""
    try:
        return {code: _ruleset(code, table) for code, table in tomllib.loads(text).items()}
    except (tomllib.TOMLDecodeError, ValueError, TypeError, AttributeError, ZeroDivisionError) as error:
        raise UnreadableError(str(error), file=file) from error


def find_tie_break_rules(code: str) -> TieBreakRules:
    """Return the rule set with this ``code``; raise UnknownRulesetError if there is none."""
    try:
        return TIE_BREAK_RULES[code]
    except KeyError:
        raise UnknownRulesetError(ruleset=code, known=", ".join(TIE_BREAK_RULES)) from None


def _ruleset(code: str, table: Mapping[str, Any]) -> TieBreakRules:
    fields = {name: value for name, value in table.items() if name not in ("name", "why")}
    names, why = table.get("name", {}), table.get("why", {})
    order = fields.get("order", [])
    _require(order[:1] == ["match_points"] and len(set(order)) == len(order), code, "order begins with match_points")
    _require(set(order) <= set(COLUMN_FIELDS), code, f"columns are {', '.join(COLUMN_FIELDS)}")
    games = [column in GAME_COLUMNS for column in order]
    _require(games == sorted(games), code, "columns that count games come last")
    kinds = dict(ALWAYS_NEEDED)
    for column in order:
        kinds |= COLUMN_FIELDS[column]
    _require(fields.keys() == kinds.keys(), code, f"has exactly the fields {', '.join(kinds)}")
    for name, kind in kinds.items():
        _require(type(fields[name]) is kind, code, f"{name} must be {kind.__name__}")
    _require(why.keys() == fields.keys() and all(why.values()), code, "why gives the reason of each field")
    _require(set(names) == set(LANGUAGES), code, f"name is given in {', '.join(LANGUAGES)}")
    return _checked(
        TieBreakRules(code, **{name: _value(name, value) for name, value in fields.items()}, names=names, why=why)
    )


def _value(name: str, value: Any) -> Any:
    converters = {
        "share": ShareBasis,
        "head_to_head": HeadToHeadScope,
        "order": tuple,
        "floor": Fraction,
        "dropped_ceiling": Fraction,
    }
    return converters.get(name, lambda same: same)(value)


def _checked(rules: TieBreakRules) -> TieBreakRules:
    _require(rules.win > rules.draw >= 0, rules.code, "a won match is worth more than a drawn one")
    _require(rules.win >= rules.bye >= 0, rules.code, "a bye is worth at most a won match")
    _require(rules.game_win > rules.game_draw >= 0, rules.code, "a won game is worth more than a drawn one")
    _require(rules.bye_games >= 0, rules.code, "bye_games is not negative")
    _require(0 <= rules.floor <= rules.dropped_ceiling <= 1, rules.code, "0 <= floor <= dropped_ceiling <= 1")
    return rules


def _require(holds: bool, code: str, rule: str) -> None:
    if not holds:
        raise ValueError(f"{code}: {rule}")


TIE_BREAK_RULES = read_tie_break_rules(RULES_FILE.read_text(encoding="utf-8"), file=RULES_FILE.name)
"""All rule sets by their codes."""
MTR = TIE_BREAK_RULES["mtr"]
