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
from tests.gameplay.games.golden import event_lines, score_line, write_record

GOLDEN = Path(__file__).parent / "golden"
SEATS = (2, 3)
VARIANT = "standard"
WIDTH = 112  # column of the clauses


def golden(seats: int, suffix: str) -> Path:
    return GOLDEN / f"game_of_{seats}.{suffix}"


def transcript(game: Game) -> str:
    """Return all events by turn and the points at the end."""
    return "\n".join([*event_lines(game, WIDTH, with_owners=True), score_line(game)]).strip() + "\n"


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
    for number in SEATS:
        made, dealt = new_game(number)
        write_record(golden(number, "json"), record_of(made, VARIANT, dealt, include_cards=True))
        golden(number, "txt").write_text(transcript(made), encoding="utf-8")
