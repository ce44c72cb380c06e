"""What the game's README, its verbs and its list of clauses promise.

``python -m tests.gameplay.games.enemy.test_documents`` writes ``VERBS.md`` anew.
"""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import gameplay.games.enemy
from cards.printed import parse_set
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.printed import FACTS, Facts
from gameplay.games.enemy.sentences import ASKS
from gameplay.games.enemy.verbs import document

HERE = Path(gameplay.games.enemy.__file__).parent
VERBS = HERE / "VERBS.md"
README = (HERE / "README.md").read_text(encoding="utf-8")
SET = '[set]\ngame = "enemy"\ncode = "T"\nname = { en = "Test" }\n'


def test_the_card_it_shows_can_be_added_to_a_set():
    [example] = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    [card] = parse_set(SET + example, file="README.md").cards

    assert RULESET.read(card).strength == 6
    assert dict(RULESET.describe(card, "en").lines)["Reward"].startswith("Draw a card")


def test_it_lists_every_verb():
    [once] = re.findall(r"Verbs that happen once \(.*?\): (.*?)\. Abilities", README, re.DOTALL)
    [while_in_play] = re.findall(r"Abilities \(`text`\): (.*?)\.\n", README)

    assert set(re.findall(r"`(\w+)`", once)) == set(EnemyEffect.verbs)
    assert set(re.findall(r"`(\w+)`", while_in_play)) == set(Ability.verbs)


def test_what_a_text_can_say_is_written_down_verb_by_verb_with_every_field():
    written = VERBS.read_text(encoding="utf-8")

    assert written == document()
    assert set(re.findall(r"^### `(\w+)`$", written, re.MULTILINE)) >= set(EnemyEffect.verbs) | set(Ability.verbs)
    for field in fields(Condition):
        assert f"\n| `{field.name}` |" in written


def test_it_lists_every_field_of_every_type():
    common = {field.name for field in fields(Facts)}
    for type_, facts in FACTS.items():
        [listed] = re.findall(rf"^\| {type_} \| (.*) \|$", README, re.MULTILINE)
        own = {field.name.rstrip("_") for field in fields(facts)} - common
        assert own <= set(re.findall(r"`(\w+)`", listed))


def test_it_names_every_module():
    modules = {path.stem for path in HERE.glob("*.py")} - {"__init__"}

    [table] = re.findall(r"## The modules\n(.*?)\n\n[^|]", README, re.DOTALL)
    assert modules <= set(re.findall(r"`(\w+)/?`", table))


def test_questions_cite_clauses_that_there_are():
    clauses = {clause["id"] for clause in tomllib.loads((HERE / "clauses.toml").read_text(encoding="utf-8"))["clause"]}

    assert {say.clause for say in ASKS.values() if say.clause} <= clauses


if __name__ == "__main__":
    VERBS.write_text(document(), encoding="utf-8")
