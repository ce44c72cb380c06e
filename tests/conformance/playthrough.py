"""Playthroughs: short games that OpenSpiel plays at random and writes down with all it can ask of a state.

``python -m tests.conformance.playthrough`` plays and writes them anew, after a change of the rules,
of their words or of the adapter that is meant; read what has changed before you commit it.
"""

import re
from pathlib import Path

from tests.conformance import contests
from tests.conformance.spiel import load

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
SHORT = {
    contest.title: contest for contest in (contests.nim(3), *(contests.enemy(v, target=1) for v in contests.ENEMY))
}
"""One VP wins: long enough to see every step of a turn, short enough to be read."""


def written(title: str) -> str:
    """The playthrough as it is in its file."""
    return (FOLDER / f"{title}.txt").read_text(encoding="utf-8")


def again(title: str) -> str:
    """The playthrough with the choices that its file names, and chance as it was."""
    return _played(title, re.findall(r'^# Apply action "(.*)"$', written(title), re.MULTILINE))


def anew(title: str) -> str:
    """The playthrough of another game, by chance from `SEED`."""
    return _played(title, [], seed=SEED)


def _played(title: str, chosen: list[str], **options: int) -> str:
    # Only now: it imports SciPy, which takes longer than all of these games.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    return str(playthrough(str(load(SHORT[title])), chosen, **options))


if __name__ == "__main__":
    for title in SHORT:
        (FOLDER / f"{title}.txt").write_text(anew(title), encoding="utf-8")
