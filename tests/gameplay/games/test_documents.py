"""The README, the reference of verbs and the list of clauses of each game are up to date.

``python -m tests.gameplay.games.test_documents`` updates each ``VERBS.md``.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gameplay.games
from cards.printed import parse_set
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS

SET = '[set]\ngame = "{game}"\ncode = "T"\nname = {{ en = "Test" }}\n'


@dataclass(frozen=True)
class Documents:
    """The documents of a game."""

    name: str

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.name]

    @property
    def here(self) -> Path:
        return Path(gameplay.games.__file__).parent / self.name

    @property
    def readme(self) -> str:
        return self.here.joinpath("README.md").read_text(encoding="utf-8")

    def module(self, name: str) -> Any:
        return import_module(f"gameplay.games.{self.name}.{name}")

    def verbs(self) -> list[Mapping[str, type]]:
        """Return the effects that happen once, and the abilities."""
        base = self.module("effects.base")
        once = getattr(base, f"{self.name.capitalize()}Effect")
        return [once.verbs, base.Ability.verbs]


@pytest.fixture(params=RULESETS)
def of(request: pytest.FixtureRequest) -> Documents:
    return Documents(request.param)


def quoted(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def test_example_card_of_the_readme_is_valid(of: Documents):
    [example] = re.findall(r"```toml\n(.*?)```", of.readme, re.DOTALL)
    [card] = parse_set(SET.format(game=of.name) + example, file="README.md").cards

    assert of.ruleset.definition(card).ref == card.ref
    assert of.ruleset.describe(card, "en").paragraphs


def test_readme_has_the_title_and_variants_exist(of: Documents):
    assert of.readme.startswith(f"# {of.ruleset.title}\n")
    assert set(of.ruleset.constructed_variants) <= set(of.ruleset.variants)
    assert all(of.ruleset.player_counts_of(name) for name in of.ruleset.variants)


def test_readme_lists_every_verb(of: Documents):
    lists = r"Verbs that happen once \(.*?\): (.*?)\. Abilities \(.*?\): (.*?)\."
    [(once, abilities)] = re.findall(lists, of.readme, re.DOTALL)

    assert [quoted(once), quoted(abilities)] == [set(verbs) for verbs in of.verbs()]


def test_verb_reference_is_complete_and_up_to_date(of: Documents):
    document = of.here.joinpath("VERBS.md").read_text(encoding="utf-8")

    assert document == of.module("verb_reference").verb_reference()
    documented = set(re.findall(r"^### `(\w+)`$", document, re.MULTILINE))
    for verbs in of.verbs():
        assert documented >= set(verbs)
    for field in fields(of.module("conditions").Condition):
        assert f"\n| `{field.name}` |" in document


def test_readme_lists_every_field_of_every_type(of: Documents):
    printed = of.module("printed")
    common = {field.name for field in fields(printed.Facts)}
    for type_, facts in printed.FACTS.items():
        [listed] = re.findall(rf"^\| [\w, ]*\b{type_}\b[\w, ]* \| (.*) \|$", of.readme, re.MULTILINE)
        own = {field.name.rstrip("_") for field in fields(facts)} - common
        assert own <= quoted(listed)


def test_asks_cite_existing_clauses(of: Documents):
    listed = tomllib.loads(of.here.joinpath("clauses.toml").read_text(encoding="utf-8"))["clause"]

    cited = {sentence.clause for sentence in of.module("sentences").ASKS.values() if sentence.clause}
    assert cited <= {clause["id"] for clause in listed}


if __name__ == "__main__":
    for name in RULESETS:
        of_game = Documents(name)
        reference = of_game.module("verb_reference").verb_reference()
        of_game.here.joinpath("VERBS.md").write_text(reference, encoding="utf-8")
