"""Transcripts of games: all events with their clauses, including face-down cards.

After an intended change of the rules, the messages or the ready-made decks,
``python -m tests.gameplay.games.rm2k.transcript`` updates the golden games. Read the differences.
"""

from pathlib import Path

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import record_of
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import SENTENCES
from tests.gameplay.games.golden import event_lines, score_line, write_record

GOLDEN = Path(__file__).parent / "golden"
SEATS = (2, 3)
VARIANT = "standard"
WIDTH = 112  # column of the clauses


def golden(seats: int, suffix: str) -> Path:
    return GOLDEN / (f"game_of_{seats}.{suffix}" if seats else f"sentences.{suffix}")


def transcript(game: Game) -> str:
    """Return all events by turn and the points at the end."""
    return "\n".join([*event_lines(game, WIDTH, with_owners=True), score_line(game)]).strip() + "\n"


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
        write_record(golden(number, "json"), record_of(made, VARIANT, dealt, include_cards=True))
        golden(number, "txt").write_text(transcript(made), encoding="utf-8")
