"""Playthroughs: short random games that OpenSpiel records with everything it can query about each state.

``python -m tests.conformance.playthrough`` regenerates them after an intended change of the rules, of their sentences
or of the adapter. Review the differences before you commit them.
"""

import re
from pathlib import Path

from gameplay.games.enemy import RULESET
from tests.conformance.contests import nim
from tests.conformance.spiel import load
from tests.gameplay.games.enemy.kit import golden_contest

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
SHORT = {
    contest.title: contest for contest in (nim(3), *(golden_contest(variant, target=1) for variant in RULESET.variants))
}
"""One VP wins: such a game contains every step of a turn, and is short enough to be read."""


def recorded(title: str) -> str:
    """Return the recorded playthrough."""
    return (FOLDER / f"{title}.txt").read_text(encoding="utf-8")


def replayed(title: str) -> str:
    """Return the playthrough of the recorded choices and outcomes of chance."""
    return _played(title, re.findall(r'^# Apply action "(.*)"$', recorded(title), re.MULTILINE))


def generated(title: str) -> str:
    """Return the playthrough of a new game, with chance from `SEED`."""
    return _played(title, [], seed=SEED)


def _played(title: str, chosen: list[str], **options: int) -> str:
    # A late import: it imports SciPy, which takes longer than all of these games.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    return str(playthrough(str(load(SHORT[title])), chosen, **options))


if __name__ == "__main__":
    for title in SHORT:
        (FOLDER / f"{title}.txt").write_text(generated(title), encoding="utf-8")
