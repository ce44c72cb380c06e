"""The card games the core plays, by name."""

from gameplay.engine.ruleset import Ruleset
from gameplay.games import enemy, hagmi

RULESETS: dict[str, Ruleset] = {module.RULESET.name: module.RULESET for module in (enemy,)}
"""The games that are played on the site."""

WRITTEN = RULESETS | {hagmi.RULESET.name: hagmi.RULESET}
"""These, and those whose rules and cards are there but whose tables the site cannot show yet."""
