"""A game in words, for a judge to read: everything that happened, face-down cards included.

``python -m tests.gameplay.games.enemy.transcript`` prints the golden game anew, after a
change of the rules or of their sentences that is meant.
"""

import sys
from pathlib import Path

from cards.printed import PrintedCard
from gameplay.engine.asks import Option
from gameplay.engine.game import Game
from gameplay.engine.record import Record, read, replay
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import EVENTS, REASONS

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("Alice", "Bob")


def golden_record(variant: str) -> Record:
    """The recorded game; it carries its cards, so that it does not change with the catalogue."""
    record, untouched = read((GOLDEN / f"{variant}_game.json").read_text(encoding="utf-8"))
    assert untouched
    return record


def played(record: Record) -> Game:
    return replay(record, RULESET, record.printed(_no_catalogue))


def _no_catalogue(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def transcript(game: Game) -> str:
    """What happened, turn by turn, with the points after each."""
    lines = []
    for event in game.table.events:
        if event[0] == "turn":
            lines.append("")
        lines.append(("" if event[0] in ("turn", "over") else "  ") + sentence(game, event))
    scores = ", ".join(f"{name} {score} VP" for name, score in zip(PLAYERS, game.table.scores(), strict=True))
    return "\n".join([*lines, f"{scores}."]).strip() + "\n"


def sentence(game: Game, event: Option) -> str:
    """An event in English, with names for seats and cards."""
    say = EVENTS[event[0]]
    fields: dict[str, object] = {}
    for name, value in zip(say.fields, event[1:], strict=True):
        if name.startswith("seat"):
            fields[name] = PLAYERS[value]
        elif name.startswith(("card", "slot")):
            fields[name] = game.table.cards[value].name
        else:
            fields[name] = REASONS[value] if name == "reason" else value
    return say.sentence.format(**fields)


if __name__ == "__main__":
    sys.stdout.write(transcript(played(golden_record("sample"))))
