"""Completions of log entries while they are written."""

import json
import re
from pathlib import Path

import pytest

from cards.printed import PrintedCard, bundled_card_sets
from gameplay import games
from gameplay.engine.adjudication.completion import EntryCompleter, Title, titles_by_use
from gameplay.engine.adjudication.notation import SEPARATOR, notation_of
from gameplay.engine.adjudication.notation_reader import NotationReader
from gameplay.games import RULESETS
from gameplay.games.schemas import EXAMPLE_PLAYERS, entry_examples

ENEMY = [Title("Gate Hound", "monster"), Title("Gate Guard", "pc"), Title("Heavy Metal", "item"), Title("Elk", "pc")]
RM2K = [Title("Echo Bot", "user"), Title("Red Pen", "attach"), Title("Kick", "challenge")]


def bundled_cards(game: str) -> list[PrintedCard]:
    return [card for card_set in bundled_card_sets(game) for card in card_set.cards]


def complete(text: str, game: str = "enemy", **fields: int) -> list[str]:
    titles = {"enemy": ENEMY, "rm2k": RM2K}[game]
    return EntryCompleter(notation_of(RULESETS[game]), ("Alice", "Bob"), titles).complete(text, **fields)


@pytest.mark.parametrize(
    ("text", "completions"),
    [
        ("at", ["attack "]),
        ("attack ", ["attack Gate Hound"]),  # only monsters can be attacked
        ("ATTACK gate", ["attack Gate Hound"]),
        ("flip", ["flip "]),
        ("play Gate G", ["play Gate Guard"]),
        ("play heavy metal ", ["play heavy metal on "]),
        ("Elk v", ["Elk vs "]),
        ("Elk vs G", ["Elk vs Gate Hound"]),
        ("destiny Elk", []),
        ("Elk 5 t", ["Elk 5 to "]),
        ("", []),
        ("dance", []),
    ],
)
def test_an_entry_is_continued_by_words_and_cards(text: str, completions: list[str]):
    assert [each.casefold() for each in complete(text)] == [each.casefold() for each in completions]


def test_words_that_end_an_entry_are_complete():
    assert complete("hide") == []
    assert "Elk wins" in complete("Elk ", limit=20)


def test_the_player_of_an_entry_is_kept_and_offered():
    assert complete("Bob: dest") == ["Bob: destiny "]
    assert complete("Bo") == ["Bob: "]


def test_copies_and_owners_are_read_in_games_that_distinguish_them():
    assert complete("Bob's Echo Bot #2 de", "rm2k") == ["Bob's Echo Bot #2 defends"]
    assert complete("bob's e", "rm2k", limit=1) == ["bob's Echo Bot"]


def test_cards_that_were_named_before_come_first():
    titles = {"Elk": "pc", "Gate Guard": "pc", "Kite": "pc"}

    assert [each.text for each in titles_by_use(titles, "kite vs Gate Hound")] == ["Kite", "Elk", "Gate Guard"]


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_entry_of_the_example_can_be_typed_by_accepting_completions(game: str):
    log = json.loads((Path(games.__file__).parent / game / "example.log.json").read_text(encoding="utf-8"))
    titles = [Title(card.name.en, card.type) for card in bundled_cards(game)]
    notation = notation_of(RULESETS[game])
    completer = EntryCompleter(notation, log["players"], titles)
    entries = {entry.strip() for turn in log["turns"] for entry in turn.split(SEPARATOR)}
    written_in_full = {
        entry for entry in entries if not any(re.fullmatch(short, entry) for short, _full in notation.words.shorthands)
    }

    assert len(written_in_full) > 8
    for entry in written_in_full:
        text = entry[: entry.find(": ") + 3] if ": " in entry else entry[0]
        while text != entry:
            accepted = [each for each in completer.complete(text, limit=1000) if entry.startswith(each)]
            text = max(accepted, key=len, default=entry[: len(text) + 1])
            assert accepted or text[-1].isdigit() or text.endswith((" ", "#")), (entry, text)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_examples_of_all_forms_are_read_as_their_events(game: str):
    ruleset, cards = RULESETS[game], {card.name.en: card for card in bundled_cards(game)}
    lookup = lambda name: (cards[name],) if name in cards else ()  # noqa: E731
    reader = NotationReader(notation_of(ruleset), ruleset.sentences, EXAMPLE_PLAYERS, [lookup])

    for code, forms in entry_examples(ruleset).items():
        for _form, example in forms:
            [entry, *_] = reader.read_line(example, 1)
            assert code in entry.codes, example
