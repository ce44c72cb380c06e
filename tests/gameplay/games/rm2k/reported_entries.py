"""The entries of a report of #rm2k_anime with the table before each, and the names of its Users and cards."""

from collections.abc import Callable, Iterator

from gameplay.engine.adjudication.card_copies import unambiguous_title
from gameplay.engine.adjudication.notation import ObservedEvents, notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RecordedChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.replay import replay_entries
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import Card
from tests.instruments.reported_games.report import NAMES, BotGameReport

QUIET_EVENTS = ("carries", "paid", "cleared_lag")
EntryWithTable = tuple[int, WrittenEntry, Rm2kTable]
"""The number of an entry, the entry, and the table before it."""


def entries_with_tables(report: BotGameReport) -> list[EntryWithTable]:
    """Return each entry with the table after the event of the previous entry."""
    tables: list[Rm2kTable] = []
    templates = notation_of(report.ruleset).words.templates

    def add_table(event: Option) -> None:
        if event[0] in templates:
            tables.append(game.table.copy())

    chance = RecordedChance(report.record.entries)
    decks = [[report.printed[ref] for ref in deck] for deck in report.record.decks]
    record = report.record
    game: Game = Game.begin(report.ruleset, record.variant, decks, chance, pausing=record.pausing)
    tables.append(game.table.copy())
    game.table.events = ObservedEvents(game.table, lambda table, event: (), add_table)
    replay_entries(game, chance)
    return [(at, entry, tables[at]) for at, entry in enumerate(report.entries)]


def main_phase_entries(report: BotGameReport) -> Iterator[EntryWithTable]:
    """Yield the entries in Main Phases before which the active player chooses a play."""
    for at, entry, table in entries_with_tables(report):
        before = report.entries[at - 1]
        if entry.event[0] in ("carries", "paid") and before.turn == entry.turn and before.event[0] in QUIET_EVENTS:
            yield at, entry, table


def user_name(table: Rm2kTable, user: int, seat: int | None) -> str:
    """Return the name of a User in an entry of ``seat``."""
    return unambiguous_title(table, frozenset({"users", "attaches"}), user, players=NAMES, known=seat)


def deck_cards(report: BotGameReport, seat: int, predicate: Callable[[Card], bool]) -> Iterator[Card]:
    """Yield the cards of a player's deck that satisfy ``predicate``, without duplicates."""
    for ref in sorted(set(report.record.decks[seat])):
        card = report.ruleset.definition(report.printed[ref])
        if predicate(card):
            yield card


def has_user(table: Rm2kTable, seat: int, user: int) -> bool:
    """Return whether ``seat`` has a User of that name."""
    return any(table.cards[other] is table.cards[user] for other in (*table.users[seat], *table.limbo[seat]))
