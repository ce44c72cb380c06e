"""Transcripts of games: all events with their clauses, including face-down cards.

After an intended change of the rules, the messages or the ready-made decks,
``python -m tests.gameplay.games.rm2k.transcript`` updates the golden games. Read the differences.
"""

from pathlib import Path

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import EVENTS, SENTENCES, TERMS

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("Alice", "Bob", "Carol", "Dave")
SEATS = (2, 3)
VARIANT = "standard"
WIDTH = 112  # column of the clauses


def golden(seats: int, suffix: str) -> Path:
    return GOLDEN / (f"game_of_{seats}.{suffix}" if seats else f"sentences.{suffix}")


def played(seats: int) -> Game:
    """Return the recorded game. It includes its cards, so it does not depend on the catalogue."""
    record, untouched = parse_record(golden(seats, "json").read_text(encoding="utf-8"))
    assert untouched
    return replay_record(record, RULESET, record.printed_cards(_no_catalogue))


def _no_catalogue(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def transcript(game: Game) -> str:
    """Return all events by turn and the points at the end."""
    lines: list[str] = []
    for event in game.table.events:
        if event[0] == "turn":
            lines.append("")
        line = ("" if event[0] in ("turn", "over") else "  ") + sentence(game, event)
        lines.append(f"{line:<{WIDTH}}{EVENTS[event[0]].clause}".rstrip())
    named = zip(PLAYERS, game.table.scores(), strict=False)  # not all of them play
    return "\n".join([*lines, ", ".join(f"{name} {score} VP" for name, score in named) + "."]).strip() + "\n"


def sentence(game: Game, event: Option) -> str:
    """Return an event in English with the names of seats and cards."""
    say = EVENTS[event[0]]
    fields: dict[str, object] = {}
    for name, value in zip(say.fields, event[1:], strict=True):
        if name.startswith("seat"):
            fields[name] = PLAYERS[value]
        elif name.startswith("card"):
            fields[name] = game.table.cards[value].name
        else:
            fields[name] = TERMS[name][value] if name in TERMS else value
        if name in say.show_owner:
            fields[name] = f"{fields[name]} ({PLAYERS[game.table.owners[value]]})"
    return say.template.format(**fields)


def sentences() -> str:
    """Return all messages of the game: codes with fields, templates and clauses."""
    lines = ["# What the game says"]
    for title, says in (("Events", SENTENCES.events), ("Questions", SENTENCES.asks), ("Answers", SENTENCES.options)):
        lines += ["", f"## {title}", ""]
        for code, say in says.items():
            parts = [
                " ".join(say.fields),
                say.template,
                say.redacted_template,
                say.clause,
                "reads" if say.show_rules_text else "",
                f"whose {' '.join(say.show_owner)}" if say.show_owner else "",
            ]
            lines.append(f"- {code}: {' | '.join(filter(None, parts))}")
    for title, terms in {"zones": SENTENCES.zones, **SENTENCES.terms}.items():
        lines += ["", f"## {title}", "", *(f"- {code}: {words}" for code, words in terms.items())]
    return "\n".join(lines) + "\n"


def new_game(seats: int) -> tuple[Game, list[list[PrintedCard]]]:
    """Play a new game between standard bots with the ready-made decks."""
    printed = bundled_card_set("rm2k", "CC")
    ready = [
        [printed.card(ref.removeprefix("CC-")) for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in printed.decks
    ]
    decks = [ready[seat % 2] for seat in range(seats)]
    game = Game.begin(RULESET, VARIANT, decks, SeededChance(RandomStream(b"golden", f"{seats}")))
    play_to_end(game, [RULESET.greedy_bot] * seats)
    return game, decks


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    golden(0, "md").write_text(sentences(), encoding="utf-8")
    for number in SEATS:
        made, dealt = new_game(number)
        text = dump_record(record_of(made, VARIANT, dealt, include_cards=True))
        golden(number, "json").write_text(text, encoding="utf-8")
        golden(number, "txt").write_text(transcript(made), encoding="utf-8")
