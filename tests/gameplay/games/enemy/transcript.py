"""The transcript of a game for judges: the cards, then every event with its clause.

Face-down cards are shown too. ``python -m tests.gameplay.games.enemy.transcript`` updates the golden games
after an intended change of rules or sentences. Each game is replayed as far as its choices are still legal,
then greedy bots play it to the end. Review the differences.
"""

from pathlib import Path

from cards.printed import PrintedCard
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import Diverged, RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, dump_record, record_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.engine.core.replay import replay_entries
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import END_REASONS, EVENTS

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("Alice", "Bob")
WIDTH = 88  # the column of the clauses


def golden_record(variant: str) -> Record:
    """Return the recorded game; it includes its cards, so that it does not depend on the catalogue."""
    record, untouched = parse_record(golden(variant, "json").read_text(encoding="utf-8"))
    assert untouched
    return record


def golden(variant: str, suffix: str) -> Path:
    return GOLDEN / f"{variant}_game.{suffix}"


def decks_of(record: Record) -> list[list[PrintedCard]]:
    printed = record.printed_cards(_no_catalogue)
    return [[printed[ref] for ref in deck] for deck in record.decks]


def _no_catalogue(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def played(record: Record) -> Game:
    return replay_record(record, RULESET, record.printed_cards(_no_catalogue))


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
    lines = list_of_cards(game)
    for event in game.table.events:
        if event[0] == "turn":
            lines.append("")
        line = ("" if event[0] in ("turn", "over") else "  ") + sentence(game, event)
        lines.append(f"{line:<{WIDTH}}{EVENTS[event[0]].clause}".rstrip())
    scores = ", ".join(f"{name} {score} VP" for name, score in zip(PLAYERS, game.table.scores(), strict=True))
    return "\n".join([*lines, f"{scores}."]).strip() + "\n"


def list_of_cards(game: Game) -> list[str]:
    """Return the printed text of the cards in each deck, with the number of copies."""
    lines = []
    for seat, name in enumerate(PLAYERS):
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


def sentence(game: Game, event: Option) -> str:
    """Return an event as an English sentence with the names of seats and cards."""
    template = EVENTS[event[0]]
    fields: dict[str, object] = {}
    for name, value in zip(template.fields, event[1:], strict=True):
        if name.startswith("seat"):
            fields[name] = PLAYERS[value]
        elif name.startswith(("card", "slot")):
            fields[name] = game.table.cards[value].name
        else:
            fields[name] = END_REASONS[value] if name == "reason" else value
    return template.template.format(**fields)


if __name__ == "__main__":
    for variant in RULESET.variants:
        before = golden_record(variant)
        game = played_on(before)
        text = dump_record(record_of(game, variant, decks_of(before), include_cards=True))
        golden(variant, "json").write_text(text, encoding="utf-8")
        golden(variant, "txt").write_text(transcript(game), encoding="utf-8")
