"""Golden games and messages.

Whole games are stored as a record that includes its cards and as a transcript. The messages and keywords of a game are
stored as a list. ``python -m tests.gameplay.games.golden`` updates the lists after an intended change. Read the
differences.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from cards.printed import PrintedCard
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Sentence
from gameplay.games import RULESETS

PLAYERS = ("Alice", "Bob", "Carol", "Dave")


def read_record(file: Path) -> Record:
    """Return the record in ``file``, and check its digest."""
    record, digest_is_correct = parse_record(file.read_text(encoding="utf-8"))
    assert digest_is_correct
    return record


def write_record(file: Path, record: Record) -> None:
    """Write ``record`` with one deck, card, entry or turn per line, so that a diff can be read."""
    parts = (f'  "{key}": {_indented(value)}' for key, value in record.to_json().items())
    file.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _indented(value: object) -> str:
    def dump(part: object) -> str:
        return json.dumps(part, ensure_ascii=False)

    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {dump(item)}" for item in value) + "\n  ]"
    if isinstance(value, dict) and any(isinstance(item, dict) for item in value.values()):
        return "{\n" + ",\n".join(f"    {dump(key)}: {dump(item)}" for key, item in value.items()) + "\n  }"
    return dump(value)


def decks_of(record: Record) -> list[list[PrintedCard]]:
    """Return the decks of ``record``, whose cards do not depend on the catalogue."""
    printed = record.printed_cards(_no_catalogue)
    return [[printed[ref] for ref in deck] for deck in record.decks]


def replayed(record: Record) -> Game:
    """Return the game of ``record``, replayed with the cards in the record."""
    return replay_record(record, RULESETS[record.ruleset], record.printed_cards(_no_catalogue))


def _no_catalogue(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def event_lines(game: Game, width: int, *, with_owners: bool = False) -> Iterator[str]:
    """Yield each event with its clause in column ``width``, and an empty line before each turn."""
    for event in game.table.events:
        if event[0] == "turn":
            yield ""
        line = ("" if event[0] in ("turn", "over") else "  ") + sentence(game, event, with_owners=with_owners)
        yield f"{line:<{width}}{game.ruleset.sentences.events[event[0]].clause}".rstrip()


def sentence(game: Game, event: Option, *, with_owners: bool = False) -> str:
    """Return an event as an English sentence with the names of seats and cards."""
    template, terms = game.ruleset.sentences.events[event[0]], game.ruleset.sentences.terms
    fields: dict[str, object] = {}
    for name, value in zip(template.fields, event[1:], strict=True):
        if name.startswith("seat"):
            fields[name] = PLAYERS[value]
        elif name.startswith(("card", "slot")):
            fields[name] = game.table.cards[value].name
        else:
            fields[name] = terms[name][value] if name in terms else value
        if with_owners and name in template.show_owner:
            fields[name] = f"{fields[name]} ({PLAYERS[game.table.owners[value]]})"
    return template.template.format(**fields)


def score_line(game: Game) -> str:
    """Return the victory points of each player."""
    scores = zip(PLAYERS, game.table.scores(), strict=False)  # a game has two to four players
    return ", ".join(f"{name} {score} VP" for name, score in scores) + "."


def messages_file(name: str) -> Path:
    """Return the file with the messages of the game ``name``."""
    return Path(__file__).parent / name / "golden" / "messages.md"


def messages(ruleset: Ruleset) -> str:
    """Return all messages of the game, as codes with fields, templates and clauses, and its keywords."""
    said = ruleset.sentences
    lines = [f"# Messages of {ruleset.title}"]
    for title, sentences in (("Events", said.events), ("Questions", said.asks), ("Answers", said.options)):
        lines += ["", f"## {title}", "", *(f"- {code}: {_parts(each)}" for code, each in sentences.items())]
    for title, terms in {"zones": said.zones, **said.terms}.items():
        lines += ["", f"## {title}", "", *(f"- {code}: {words}" for code, words in terms.items())]
    lines += ["", "## Keywords", ""]
    for each in ruleset.keywords:
        parts = (each.pattern, each.term.ja, each.text.en, each.text.ja, each.clause, " ".join(each.symbols))
        lines.append(f"- {each.term.en}: {' | '.join(filter(None, parts))}")
    return "\n".join(lines) + "\n"


def _parts(sentence: Sentence) -> str:
    parts = [
        " ".join(sentence.fields),
        sentence.template,
        sentence.redacted_template,
        sentence.clause,
        "reads" if sentence.show_rules_text else "",
        f"whose {' '.join(sentence.show_owner)}" if sentence.show_owner else "",
    ]
    return " | ".join(filter(None, parts))


if __name__ == "__main__":
    for name, ruleset in RULESETS.items():
        messages_file(name).write_text(messages(ruleset), encoding="utf-8")
