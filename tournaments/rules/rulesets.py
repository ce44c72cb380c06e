"""Rule sets of standings: how results count, and which columns decide. They are data, in rulesets.toml.

column         what it is
match_points   points for won and drawn matches and for byes
head_to_head   match points from the matches of the tied against each other; nothing unless all of them have met
omw            mean of the opponents' match-win shares; bye rounds are left out
oomw           mean of the opponents' omw; bye rounds are left out
gw             the own game-win share
ogw            mean of the opponents' game-win shares; bye rounds are left out
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
"""Part of the program, as code is: read once, with this module."""
LANGUAGES = ("en", "ja")


class UnknownRulesetError(RulesError):
    """No rule set has this code; ``details`` name those there are."""

    code = "unknown_ruleset"
    clause = "DRF-OP-7"
    sentence = _("There is no rule set {ruleset}. Choose one of these: {known}.")
    field = "ruleset"


class ShareBasis(StrEnum):
    """Of what a match-win share is taken: match points of those on offer, or won matches of those played."""

    POINTS = "points"
    WINS = "wins"


class HeadToHeadScope(StrEnum):
    """Between how many tied players the head to head decides."""

    TWO = "two"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class TieBreakRules:
    """How results count and in which order columns decide; the defaults are the MTR's (DRF-OP-7).

    ``bye_games`` are games won in a bye. ``own_byes``: whether a bye counts in its player's own shares. A share is
    never below ``floor``, nor above ``dropped_ceiling`` for a player who has left. ``why`` has the reason and the
    source of each field.
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
        """What it is called; in English where the language is not known."""
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
"""The columns there are, and the fields that each needs."""
GAME_COLUMNS = {"gw", "ogw"}


def read_tie_break_rules(text: str, *, file: str = "") -> dict[str, TieBreakRules]:
    """Return the rule sets in TOML ``text`` by code. Raises UnreadableError with table and reason."""
    try:
        return {code: _ruleset(code, table) for code, table in tomllib.loads(text).items()}
    except (tomllib.TOMLDecodeError, ValueError, TypeError, AttributeError, ZeroDivisionError) as error:
        raise UnreadableError(str(error), file=file) from error


def find_tie_break_rules(code: str) -> TieBreakRules:
    """Return the rule set ``code``. Raises UnknownRulesetError."""
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
    _require(set(names) == set(LANGUAGES), code, f"name is there in {', '.join(LANGUAGES)}")
    return _checked(
        TieBreakRules(code, **{name: _value(name, said) for name, said in fields.items()}, names=names, why=why)
    )


def _value(name: str, said: Any) -> Any:
    read = {
        "share": ShareBasis,
        "head_to_head": HeadToHeadScope,
        "order": tuple,
        "floor": Fraction,
        "dropped_ceiling": Fraction,
    }
    return read.get(name, lambda same: same)(said)


def _checked(found: TieBreakRules) -> TieBreakRules:
    _require(found.win > found.draw >= 0, found.code, "a won match is worth more than a drawn one")
    _require(found.win >= found.bye >= 0, found.code, "a bye is worth no more than a won match")
    _require(found.game_win > found.game_draw >= 0, found.code, "a won game is worth more than a drawn one")
    _require(found.bye_games >= 0, found.code, "bye_games is not negative")
    _require(0 <= found.floor <= found.dropped_ceiling <= 1, found.code, "shares lie between 0, floor, ceiling and 1")
    return found


def _require(holds: bool, code: str, rule: str) -> None:
    if not holds:
        raise ValueError(f"{code}: {rule}")


TIE_BREAK_RULES = read_tie_break_rules(RULES_FILE.read_text(encoding="utf-8"), file=RULES_FILE.name)
"""All rule sets by their codes."""
MTR = TIE_BREAK_RULES["mtr"]
