"""The table layout: marks of cards, states of seats, and the stack."""

from string import Formatter
from typing import Any

from gameplay.engine.core.views import view_for_seat
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.sentences import ASKS, SENTENCES
from gameplay.games.rm2k.table_layout import TABLE_LAYOUT
from gameplay.selectors.board_cards import face_up_card
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.rm2k.cards import BLANK, HURT, VP, attach, challenge, event, react, user
from tests.gameplay.games.rm2k.duel import ALICE, BOB, CAROL, Duel, On, Side, begin, lay

ANN, BEN = user("Ann", 3, use={"do": [VP], "lag": 0}), user("Ben", 3)


def bears(duel: Duel, name: str) -> dict[str, Any]:
    """Return the marks of a card."""
    handles = dict(enumerate(map(str, range(len(duel.table.cards)))))
    return duel.table.card_marks(handles)[duel.id(name)]


def shown_marks(duel: Duel, name: str) -> set[str]:
    """Return the rendered marks of a card."""
    marks = bears(duel, name)
    return {
        TABLE_LAYOUT.mark_templates[mark].format(**marks)
        for mark, value in marks.items()
        if mark in TABLE_LAYOUT.mark_templates and value is not False
    }


def named(sentence: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(sentence) if name}


def resolving_texts(duel: Duel) -> list[Any]:
    return [duel.named(TABLE_LAYOUT.resolving_sentences, line) for line in duel.table.being_resolved()]


def test_marks_of_a_user_are_shown():
    main = On(ANN, syncing=event("Deep", cost=3), tokens=2, lag=1)
    duel = (
        lay(Side(users=[main, On(user("Art"), [attach("Cap")])]), Side(users=[BEN]))
        .choose("use", "Ann")
        .passes(ALICE, BOB)
    )

    assert shown_marks(duel, "Ann") == {"Main User", "lag 1 of 3", "syncing, tokens 2", "ability used this turn"}
    assert shown_marks(duel, "Art") == {"lag 0 of 2"}
    assert bears(duel, "Cap") == {"under": str(duel.id("Art"))}
    assert bears(duel, "Deep") == {"under": str(duel.id("Ann"))}


def test_changed_levels_are_shown_by_skill():
    for skill in ("roleplay", "otaku", "argue", "script", "gamer"):
        tune = event("Tune", {"tune": {"skill": skill, "amount": -2, "what": {"whose": "yours"}}}, cost=0)
        duel = lay(Side(users=[ANN], hand=[tune]), Side(users=[BEN])).choose("instant", "Tune", "Ann")
        duel.passes(BOB)
        assert shown_marks(duel, "Ann") == {"Main User", "lag 0 of 3", f"{skill.title()} -2"}


def test_the_challenge_and_the_stack_are_shown_in_order():
    match, no = challenge("Match", "duel", cost=0, skill="gamer"), react("No", {"cancel": {}}, cost=0)
    duel = lay(Side(users=[ANN], hand=[match]), Side(users=[BEN], hand=[no]), step="challenge")
    duel.choose("instant", "Match", "Ann")
    assert resolving_texts(duel) == [
        ("challenges", ALICE, "Match", BOB),
        ("attacks", "Ann"),
        ("defends", "Ben"),
        ("totals", 0, 0),
    ]

    assert shown_marks(duel, "Ann") == {"Main User", "lag 0 of 3", "attacked this turn"}
    duel.passes(ALICE).choose("instant", "No", "Ben")
    assert resolving_texts(duel)[-1] == ("played", BOB, "No")


def test_a_prevented_action_is_shown_until_it_leaves_the_stack():
    """The React that prevents it has a second effect."""
    no = react("No", {"cancel": {}}, {"lag": {"what": {"whose": "theirs"}}}, cost=0)
    duel = lay(Side(users=[ANN, user("Art")], hand=[event("Talk", VP, cost=0)]), Side(users=[BEN], hand=[no]))
    duel.choose("instant", "Talk", "Ann").choose("instant", "No", "Ben").passes(ALICE)

    assert duel.asked == (BOB, "user_for")
    assert resolving_texts(duel) == [("prevented", ALICE, "Talk"), ("played", BOB, "No")]


def test_chosen_users_and_seats_that_are_out_are_shown():
    choosing = begin([BEN, ANN, *[BLANK] * 9], [ANN, BEN, *[BLANK] * 9]).choose("main", "Ben")
    assert shown_marks(choosing, "Ben") == {"chosen to start"}

    duel = lay(Side(users=[ANN]), Side(users=[BEN]), Side())
    assert duel.table.public_state({})["out"] == []
    assert set(TABLE_LAYOUT.seat_states) == {"out"}
    assert duel.table.public_state({})["step"] == "main"


def test_a_carrier_has_one_face_down_card_whatever_its_tokens():
    carrier = {"id": "users1.0", "ref": "CC-U10", "tokens": 3}

    assert len(face_up_card("rm2k", carrier, "users", language="en").backs) == 1


def test_zones_are_those_of_the_table():
    zones = {place.name for place in lay(Side(users=[ANN]), Side(users=[BEN])).table.zones()}
    assert zones == SENTENCES.zones.keys()

    assert {
        *TABLE_LAYOUT.counted_zones,
        *TABLE_LAYOUT.pile_zones,
        *TABLE_LAYOUT.nested_zones,
        *TABLE_LAYOUT.face_down_zones,
        TABLE_LAYOUT.resolving_zone,
    } <= zones
    assert set(TABLE_LAYOUT.revealing_marks) <= TABLE_LAYOUT.mark_templates.keys()


def test_cited_clauses_exist():
    says = [
        say
        for says in (SENTENCES.events, SENTENCES.asks, SENTENCES.options, TABLE_LAYOUT.resolving_sentences)
        for say in says.values()
    ]
    endings = {ending.clause for ending in RULESET.scoring.endings.values()}

    assert {say.clause for say in says if say.clause} | endings <= clauses("rm2k").keys()
    assert {RULESET.scoring.time_clause, RULESET.player_counts_clause} <= clauses("rm2k").keys()
    assert {
        code for code, say in TABLE_LAYOUT.resolving_sentences.items() if say.clause
    } == TABLE_LAYOUT.resolving_sentences.keys()


def test_resolving_templates_name_all_fields():
    for say in TABLE_LAYOUT.resolving_sentences.values():
        assert named(say.template) == set(say.fields)


def test_owners_can_be_shown():
    says = [
        *SENTENCES.events.values(),
        *SENTENCES.asks.values(),
        *SENTENCES.options.values(),
        *TABLE_LAYOUT.resolving_sentences.values(),
    ]

    assert all(name in say.fields and name.startswith("card") for say in says for name in say.show_owner)


def test_options_with_a_common_prefix_are_grouped():
    for say in SENTENCES.options.values():
        assert bool(say.prefix) == bool(say.suffix)
        assert {*named(say.prefix), *named(say.suffix)} == ({*say.fields} if say.prefix else set())


def test_owners_of_users_with_the_same_name_are_shown():
    tease = event("Tease", HURT, cost=0)
    duel = lay(Side(users=[ANN], hand=[tease]), Side(users=[BEN]), Side(users=[BEN]))
    duel.choose("instant", "Tease", "Ann").passes(BOB, CAROL)

    assert duel.asked == (ALICE, "user_for")
    assert duel.game.ask is not None
    duel.game.choose(duel.game.ask.options[1])
    (lagged,) = [each for each in view_for_seat(duel.game, ALICE)["events"] if each["code"] == "lagged"]
    assert lagged["owners"] == {"card": CAROL}


def test_every_ask_but_those_of_a_text_has_a_clause():
    without = {code for code, say in ASKS.items() if not say.clause}

    assert without == {"may", "either_for", "discard_for", "recover_for", "charge_for"}
