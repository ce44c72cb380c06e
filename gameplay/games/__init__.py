"""The card games that the engine plays, by name."""

from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import enemy, hagmi, rm2k

RULESETS: dict[str, Ruleset] = {module.RULESET.name: module.RULESET for module in (enemy, hagmi, rm2k)}

DEFAULT_GAME = enemy.RULESET.name
"""The game that is played if none is named."""
