"""The JSON format of sets: round trips, and refusal of invalid files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command

from cards import selectors, set_json
from cards.models import ImportedSet
from cards.printed import CatalogueError, bundled_card_set, bundled_card_sets
from cards.services import import_set
from cards.set_json import set_from_json, set_to_json

SETS = bundled_card_sets("enemy")
CARD = {
    "number": "C01",
    "name": {"en": "Lamplighter", "ja": "灯し手"},
    "type": "monster",
    "rarity": "common",
    "destiny": 4,
    "element": "fire",
    "strength": 3,
    "reward": [{"draw": 1}],
}


def tables(**changes: Any) -> dict[str, Any]:
    """Return a small valid set, with ``changes`` to its tables."""
    base = {
        "format": "passleft-set-1",
        "set": {"game": "enemy", "code": "HX", "name": {"en": "Harbour"}},
        "product": [{"code": "booster", "name": {"en": "Booster"}, "slots": {"common": 1}, "foil": 40}],
        "archetype": [{"code": "lamps", "name": {"en": "Lamps", "ja": "灯"}, "cards": ["HX-C01"]}],
        "deck": [{"code": "first", "name": {"en": "First steps"}, "cards": {"HX-C01": 2}}],
        "card": [CARD],
    }
    return base | changes


def with_card(**changes: Any) -> dict[str, Any]:
    return tables(card=[CARD | changes])


def with_archetype(cards: Any) -> dict[str, Any]:
    return tables(archetype=[{"code": "lamps", "name": {"en": "Lamps"}, "cards": cards}])


def with_foil(foil: Any) -> dict[str, Any]:
    return tables(product=[{"code": "booster", "name": {"en": "Booster"}, "slots": {"common": 1}, "foil": foil}])


@pytest.fixture
def imported(db: None) -> Callable[..., None]:
    def import_tables(**changes: Any) -> None:
        import_set(json.dumps(tables(**changes)), file="harbour.json")

    return import_tables


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the single error line of the command, which must exit with code 2."""
    with pytest.raises(SystemExit) as end:
        call_command("cards", *arguments)
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    return err.strip()


@pytest.mark.parametrize("card_set", SETS, ids=lambda each: each.code)
def test_set_survives_a_round_trip(card_set):
    text = set_to_json(card_set)

    restored = set_from_json(text, file="set.json")

    for part in ("code", "name", "products", "decks", "archetypes"):
        assert getattr(restored, part) == getattr(card_set, part)
    assert [(card.number, card.name, card.type, card.rarity, card.facts) for card in restored.cards] == [
        (card.number, card.name, card.type, card.rarity, card.facts) for card in card_set.cards
    ]
    assert set_to_json(restored) == text


def test_schema_accepts_valid_sets_only():
    schema = json.loads((Path(set_json.__file__).parent / "set.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)

    assert [list(validator.iter_errors(set_json.set_tables(card_set))) for card_set in SETS] == [[]] * len(SETS)
    assert list(validator.iter_errors(tables())) == []
    assert not validator.is_valid(tables(set={"game": "enemy", "code": "H-X", "name": {"en": "Harbour"}}))
    assert not validator.is_valid(with_card(rarity="mythic"))
    assert not validator.is_valid(tables(extra=1))


def test_foil_rate_of_a_product_is_kept_and_defaults_to_none():
    products = [set_from_json(json.dumps(data), file="a").product() for data in (with_foil(40), with_foil(0))]

    assert [product.foil for product in products] == [40, 0]
    assert (bundled_card_set("enemy", "HB").product().foil, bundled_card_set("enemy", "FL").product().foil) == (40, 0)


def test_fingerprint_does_not_depend_on_formatting():
    text = json.dumps(tables())

    assert (
        set_from_json(text, file="a").fingerprint == set_from_json(json.dumps(tables(), indent=7), file="b").fingerprint
    )
    assert (
        set_from_json(text, file="a").fingerprint
        != set_from_json(json.dumps(with_card(destiny=5)), file="b").fingerprint
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "f.json:1: Expecting property name enclosed in double quotes, column 2"),
        ("[]", "f.json:1: a set must be a JSON object"),
        ("{}", "f.json:1: format must be 'passleft-set-1'"),
        ('{"format": 1, "format": 2}', "f.json: duplicate key 'format'"),
        ('{"format": NaN}', "f.json: NaN is not a number"),
        ("[" * 100_000, "f.json: "),
        (json.dumps(with_card(reward="\ud800")), "f.json: card[0].reward: it contains a lone surrogate"),
        (json.dumps(tables(set={"game": "enemy", "code": "H-X", "name": {"en": "H"}})), "f.json: 'H-X' must be one"),
        (json.dumps(tables(extra=1)), "f.json: unknown fields in file: extra"),
        (json.dumps(tables(card={})), "f.json: card must be a list of tables"),
        (json.dumps(tables(card=[CARD, CARD])), "f.json:1: the number C01 is used twice"),
        (json.dumps(with_card(name={"en": "a\nb"})), "f.json:1: a text must be a single line"),
        (json.dumps(with_card(name={"en": "gate\u202efdp"})), "f.json:1: a text must be a single line"),
        (json.dumps(with_card(rarity="mythic")), "f.json:1: "),
        (json.dumps(with_archetype(["HX-C02"])), "f.json: archetype lamps: there is no card HX-C02 in this set"),
        (json.dumps(with_archetype([{"ref": "HX-C01"}])), "f.json: archetype lamps: there is no card {'ref': "),
        (json.dumps(with_archetype(["HX-C01", "HX-C01"])), "f.json: archetype lamps: a card is listed twice"),
        (json.dumps(with_archetype({"HX-C01": 2})), "f.json: cards must be list, not {'HX-C01': 2}"),
        (json.dumps(tables(archetype=[{"code": "lamps", "cards": []}])), "f.json: name is missing"),
        (json.dumps(with_foil(-1)), "f.json: product booster: foil must be a positive number or 0, not -1"),
        (json.dumps(with_foil(True)), "f.json: product booster: foil must be a positive number or 0, not True"),
        (json.dumps(tables(deck=[{"code": "a", "name": {"en": "A"}, "cards": {"HX-C01": True}}])), "f.json: deck a: "),
    ],
)
def test_invalid_file_is_refused_with_file_path_and_reason(text: str, reason: str):
    with pytest.raises(CatalogueError) as fault:
        set_from_json(text, file="f.json")

    assert str(fault.value).startswith(reason)


def test_set_without_archetypes_has_no_list_of_them():
    assert "archetype" not in json.loads(set_to_json(set_from_json(json.dumps(tables(archetype=[])), file="a")))


def test_error_in_a_card_has_its_line():
    text = json.dumps(with_card(number="C-1"), indent=1)

    with pytest.raises(CatalogueError) as fault:
        set_from_json(text, file="f.json")

    assert fault.value.line == text.splitlines().index(' "card": [') + 2


def test_imported_set_is_part_of_the_catalogue(imported: Callable[..., None]):
    imported()

    assert [each.code for each in selectors.card_sets("enemy")] == [*(each.code for each in SETS), "HX"]
    assert selectors.get_printed_card("enemy", "HX-C01").name.ja == "灯し手"
    assert selectors.get_displayed_card("enemy", "HX-C01", "en").words.startswith(
        "Lamplighter. Monster. Fire. Destiny 4."
    )


def test_importing_the_same_set_again_changes_nothing(imported: Callable[..., None]):
    imported()
    imported()

    assert ImportedSet.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"set": {"game": "enemy", "code": "sd", "name": {"en": "Not mine"}}, "deck": [], "archetype": []},
            "is used by a set of this",
        ),
        (
            {"set": {"game": "enemy", "code": "hx", "name": {"en": "Harbour"}}, "deck": [], "archetype": []},
            "is used by another set",
        ),
        ({"card": [CARD | {"destiny": 7}]}, "a new edition needs its own code"),
        (
            {"set": {"game": "chess", "code": "HY", "name": {"en": "Chess"}}, "deck": [], "archetype": []},
            "game 'chess' is not one of",
        ),
        ({"card": [CARD | {"reward": [{"win": 1}]}]}, "win"),
        ({"card": [CARD | {"species": "tapir"}]}, "harbour.json:1: C01: unknown word 'tapir'"),
    ],
)
def test_imported_set_is_never_overwritten(imported: Callable[..., None], changes: dict[str, Any], reason: str):
    imported()

    with pytest.raises(CatalogueError, match=reason):
        imported(**changes)

    assert ImportedSet.objects.get().fingerprint == set_from_json(json.dumps(tables()), file="").fingerprint


def test_imported_set_is_loaded_once(imported: Callable[..., None], django_assert_num_queries):
    imported()
    with django_assert_num_queries(1):
        selectors.get_printed_card("enemy", "HX-C01")
        selectors.get_printed_card("enemy", "HX-C01")


@pytest.mark.django_db
def test_command_exports_what_it_imports(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "set.json"
    file.write_text(json.dumps(tables()), encoding="utf-8")

    call_command("cards", "import", str(file))
    about = json.loads(capsys.readouterr().out)
    call_command("cards", "export", "HX")
    printed = capsys.readouterr().out
    call_command("cards", "export", "HX", "--file", str(file))

    assert (about["game"], about["set"], about["cards"]) == ("enemy", "HX", 1)
    assert printed == file.read_text(encoding="utf-8") == set_to_json(selectors.card_set("enemy", "HX"))
    assert json.loads(printed)["card"] == [CARD]


@pytest.mark.django_db
def test_command_reports_an_error_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "set.json"
    missing = refused("import", str(file), capsys=capsys)
    file.write_bytes(b"\xff")
    binary = refused("import", str(file), capsys=capsys)
    file.write_text(json.dumps(with_card(destiny="four"), indent=1), encoding="utf-8")
    wrong = refused("import", str(file), capsys=capsys)

    assert missing == f"{file}: No such file or directory"
    assert binary == f"{file}: byte 0: is not UTF-8"
    assert wrong.startswith(f"{file}:")
    assert "destiny" in wrong
    assert refused("export", "ZZ", capsys=capsys) == "ZZ: no such set in the catalogue"
    assert refused("text", "SD-99", capsys=capsys) == "SD-99: no such card in the catalogue"
