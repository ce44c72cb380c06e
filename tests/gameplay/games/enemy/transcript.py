"""The transcript of a game for judges: the cards, then every event with its clause.

Face-down cards are shown too. ``python -m tests.gameplay.games.enemy.transcript`` updates the golden games
after an intended change of rules or sentences. Each game is replayed as far as its choices are still legal,
then greedy bots play it to the end. Review the differences.
"""

from pathlib import Path

from cards.printed import PrintedCard
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.chance import Diverged, RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, record_of
from gameplay.engine.core.replay import replay_entries
from gameplay.games.enemy import RULESET
from tests.gameplay.games.golden import PLAYERS, decks_of, event_lines, read_record, score_line, write_record

GOLDEN = Path(__file__).parent / "golden"
WIDTH = 88  # the column of the clauses


def golden(variant: str, suffix: str) -> Path:
    return GOLDEN / f"{variant}_game.{suffix}"


def played_on(record: Record) -> Game:
    """Return the game replayed as far as the record's entries are legal, then played to its end by greedy bots."""
    entries, decks = record.entries, decks_of(record)
    while True:
        chance = RecordedChance(entries, SeededChance(RandomStream(b"golden", record.variant)))
        try:
            game = Game.begin(RULESET, record.variant, decks, chance)
            replay_entries(game, chance)
        except Diverged as diverged:
            entries = entries[: diverged.entry]
            continue
        if not game.is_over:
            play_to_end(game, [RULESET.greedy_bot] * len(decks))
        return game


# --- text --------------------------------------------------------------------------------


def transcript(game: Game) -> str:
    """Return the list of cards, then the events turn by turn, and the final score."""
    lines = [*list_of_cards(game), *event_lines(game, WIDTH), score_line(game)]
    return "\n".join(lines).strip() + "\n"


def list_of_cards(game: Game) -> list[str]:
    """Return the printed text of the cards in each deck, with the number of copies."""
    lines = []
    for seat, name in enumerate(PLAYERS[:2]):
        deck = [card for card, owner in zip(game.table.cards, game.table.owners, strict=True) if owner == seat]
        lines += [
            f"{name}'s deck",
            *(f"  {deck.count(card)} {face_of(card.printed)}" for card in dict.fromkeys(deck)),
            "",
        ]
    return lines


def face_of(card: PrintedCard) -> str:
    """Return the whole printed text of a card in one line."""
    face = RULESET.face(card, "en")
    figures = [f"{stat.label} {stat.value}".strip() for stat in face.stats]
    printed = [face.kind, *filter(None, [face.icon, *figures]), f"destiny {face.corner}"]
    texts = "".join(
        f" | {label}: {text}" if label else f" | {text}" for label, text in RULESET.describe(card, "en").paragraphs
    )
    return f"{face.name} ({', '.join(printed)}{', unique' if face.unique else ''}){texts}"


if __name__ == "__main__":
    for variant in RULESET.variants:
        before = read_record(golden(variant, "json"))
        game = played_on(before)
        write_record(golden(variant, "json"), record_of(game, variant, decks_of(before), include_cards=True))
        golden(variant, "txt").write_text(transcript(game), encoding="utf-8")
