"""Transcripts of games: the cards, then all events with their clauses, including face-down cards.

After an intended change of the rules, the messages or the ready-made decks,
``python -m tests.gameplay.games.hagmi.transcript`` plays the golden games again with standard bots and updates them.
"""

from collections.abc import Sequence
from pathlib import Path

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import record_of
from gameplay.games.hagmi import RULESET
from tests.gameplay.games.golden import PLAYERS, event_lines, write_record

GOLDEN = Path(__file__).parent / "golden"
SEATS = {"tactics": 2, "survival": 2, "simple": 2, "multiplayer": 3, "team": 4}
WIDTH = 88  # column of the clauses


def ready_decks(seats: int, *, secrets: bool = True) -> list[list[PrintedCard]]:
    """Return the ready-made decks of the set by seat, for a common deck without ``secrets``."""
    printed = bundled_card_set("hagmi", "IS")
    cards = {card.ref: card for card in printed.cards}
    decks = [[cards[ref] for ref, count in deck.cards.items() for _ in range(count)] for deck in printed.decks]
    dealt = [decks[seat % 2] for seat in range(seats)]
    return [[card for card in deck if secrets or card.type != "secret"] for deck in dealt]


def golden(variant: str, suffix: str) -> Path:
    return GOLDEN / f"{variant}_game.{suffix}"


# --- text --------------------------------------------------------------------------------


def transcript(game: Game) -> str:
    """Return the cards, all events by turn, and the damage cards left."""
    left = zip(PLAYERS, game.table.scores(), strict=False)
    last = f"Damage cards left: {', '.join(f'{name} {score}' for name, score in left)}."
    return "\n".join([*list_of_cards(game), *event_lines(game, WIDTH), last]) + "\n"


def list_of_cards(game: Game) -> list[str]:
    """Return a line for each different card of the game."""
    return ["The cards", *(f"  {face_of(card.printed)}" for card in dict.fromkeys(game.table.cards))]


def face_of(card: PrintedCard) -> str:
    """Return the printed facts of a card in a line."""
    face = RULESET.face(card, "en")
    figures = [f"cost {face.corner}", *(f"{stat.label} {stat.value}".strip() for stat in face.stats)]
    texts = "".join(f" | {label}: {text}" if label else f" | {text}" for label, text in _lines(card))
    return f"{face.name} ({', '.join([face.kind, *figures])}){texts}"


def _lines(card: PrintedCard) -> Sequence[tuple[str, str]]:
    return RULESET.describe(card, "en").paragraphs


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for variant, seats in SEATS.items():
        decks = ready_decks(seats, secrets=variant != "survival")
        game = Game.begin(RULESET, variant, decks, SeededChance(RandomStream(b"golden 2", variant)))
        play_to_end(game, [RULESET.greedy_bot] * seats)
        write_record(golden(variant, "json"), record_of(game, variant, decks, include_cards=True))
        golden(variant, "txt").write_text(transcript(game), encoding="utf-8")
