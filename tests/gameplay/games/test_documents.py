"""What the README of each game, its verbs and its list of clauses promise.

``python -m tests.gameplay.games.test_documents`` writes each ``VERBS.md`` anew.
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
    """The package of a game, by its name."""

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
        """Those that happen once, and abilities."""
        base = self.module("effects.base")
        once = getattr(base, f"{self.name.capitalize()}Effect")
        return [once.verbs, base.Ability.verbs]


@pytest.fixture(params=RULESETS)
def of(request: pytest.FixtureRequest) -> Documents:
    return Documents(request.param)


def quoted(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def test_the_card_it_shows_can_be_added_to_a_set(of: Documents):
    [example] = re.findall(r"```toml\n(.*?)```", of.readme, re.DOTALL)
    [card] = parse_set(SET.format(game=of.name) + example, file="README.md").cards

    assert of.ruleset.definition(card).ref == card.ref
    assert of.ruleset.describe(card, "en").paragraphs


def test_its_title_heads_it_and_it_is_played_in_ways_there_are(of: Documents):
    assert of.readme.startswith(f"# {of.ruleset.title}\n")
    assert set(of.ruleset.constructed_variants) <= set(of.ruleset.variants)
    assert all(of.ruleset.player_counts_of(name) for name in of.ruleset.variants)


def test_it_lists_every_verb(of: Documents):
    lists = r"Verbs that happen once \(.*?\): (.*?)\. Abilities \(.*?\): (.*?)\."
    [(once, abilities)] = re.findall(lists, of.readme, re.DOTALL)

    assert [quoted(once), quoted(abilities)] == [set(verbs) for verbs in of.verbs()]


def test_what_a_text_can_say_is_written_down_verb_by_verb_with_every_field(of: Documents):
    written = of.here.joinpath("VERBS.md").read_text(encoding="utf-8")

    assert written == of.module("verb_reference").verb_reference()
    told = set(re.findall(r"^### `(\w+)`$", written, re.MULTILINE))
    for verbs in of.verbs():
        assert told >= set(verbs)
    for field in fields(of.module("conditions").Condition):
        assert f"\n| `{field.name}` |" in written


def test_it_lists_every_field_of_every_type(of: Documents):
    printed = of.module("printed")
    common = {field.name for field in fields(printed.Facts)}
    for type_, facts in printed.FACTS.items():
        [listed] = re.findall(rf"^\| [\w, ]*\b{type_}\b[\w, ]* \| (.*) \|$", of.readme, re.MULTILINE)
        own = {field.name.rstrip("_") for field in fields(facts)} - common
        assert own <= quoted(listed)


def test_it_names_every_module(of: Documents):
    modules = {path.stem for path in of.here.glob("*.py")} - {"__init__"}

    [table] = re.findall(r"## The modules\n(.*?)\n\n[^|]", of.readme, re.DOTALL)
    assert modules <= set(re.findall(r"`(\w+)/?`", table))


def test_questions_cite_clauses_that_there_are(of: Documents):
    listed = tomllib.loads(of.here.joinpath("clauses.toml").read_text(encoding="utf-8"))["clause"]

    cited = {say.clause for say in of.module("sentences").ASKS.values() if say.clause}
    assert cited <= {clause["id"] for clause in listed}


if __name__ == "__main__":
    for name in RULESETS:
        of_game = Documents(name)
        of_game.here.joinpath("VERBS.md").write_text(of_game.module("verb_reference").verb_reference(), encoding="utf-8")
