"""Transcripts of games: the cards, then all events with their clauses, including face-down cards.

After an intended change of the rules, the messages or the ready-made decks,
``python -m tests.gameplay.games.hagmi.transcript`` plays the golden games again with standard bots and updates them.
"""

from collections.abc import Sequence
from pathlib import Path

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import Record, dump_record, record_of
from gameplay.engine.core.record_reader import parse_record
from gameplay.engine.core.record_replay import replay_record
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.sentences import EVENTS, TERMS

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("Alice", "Bob", "Carol", "Dave")
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


def golden_record(variant: str) -> Record:
    """Return the recorded game. It includes its cards, so it does not depend on the catalogue."""
    record, untouched = parse_record(golden(variant, "json").read_text(encoding="utf-8"))
    assert untouched
    return record


def decks_of(record: Record) -> list[list[PrintedCard]]:
    printed = record.printed_cards(_no_catalogue)
    return [[printed[ref] for ref in deck] for deck in record.decks]


def _no_catalogue(game: str, ref: str) -> PrintedCard:
    raise KeyError(ref)


def played(record: Record) -> Game:
    return replay_record(record, RULESET, record.printed_cards(_no_catalogue))


# --- text --------------------------------------------------------------------------------


def transcript(game: Game) -> str:
    """Return the cards, all events by turn, and the damage cards left."""
    lines = list_of_cards(game)
    for event in game.table.events:
        if event[0] == "turn":
            lines.append("")
        line = ("" if event[0] in ("turn", "over") else "  ") + sentence(game, event)
        lines.append(f"{line:<{WIDTH}}{EVENTS[event[0]].clause}".rstrip())
    left = zip(PLAYERS, game.table.scores(), strict=False)
    return "\n".join([*lines, f"Damage cards left: {', '.join(f'{name} {score}' for name, score in left)}."]) + "\n"


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
    return say.template.format(**fields)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for variant, seats in SEATS.items():
        decks = ready_decks(seats, secrets=variant != "survival")
        game = Game.begin(RULESET, variant, decks, SeededChance(RandomStream(b"golden 2", variant)))
        play_to_end(game, [RULESET.greedy_bot] * seats)
        golden(variant, "json").write_text(
            dump_record(record_of(game, variant, decks, include_cards=True)), encoding="utf-8"
        )
        golden(variant, "txt").write_text(transcript(game), encoding="utf-8")
