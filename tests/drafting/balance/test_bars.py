"""The figures of a set, from counts made by hand."""

from collections import Counter

import pytest

from cards.printed import CardSet, bundled_card_set, parse_set
from drafting.balance.bars import (
    Bar,
    card_rates,
    count_cards_at_home,
    draft_bars,
    largest_alike_group,
    median_turns,
    tenth_spread,
    text_share,
    win_rate,
)
from drafting.balance.drafts import Counts

HEADER = '[set]\ngame = "enemy"\ncode = "TS"\nname = { en = "Test Set" }\n'
BOOSTER = '[[product]]\ncode = "booster"\nname = { en = "Booster" }\nslots = { common = 1 }\n'


def card(number: str, facts: str, rarity: str = "common") -> str:
    head = f'[[card]]\nnumber = "{number}"\nname = {{ en = "{number}" }}\ntype = "monster"\nrarity = "{rarity}"\n'
    return f"{head}destiny = 4\n{facts}\n"


def set_of(*cards: str) -> CardSet:
    return parse_set(HEADER + BOOSTER + "".join(cards), file="test.toml")


def test_a_drawn_game_counts_as_half_a_win():
    counts: Counts = Counter({("first", "won"): 5, ("first", "lost"): 3, ("first", "drawn"): 2, ("draft",): 1})

    assert win_rate(counts, ("first",)) == 60


def test_win_rate_of_no_games_is_none():
    assert win_rate(Counter(), ("first",)) is None


@pytest.mark.parametrize(
    ("lengths", "median"), [({}, None), ({"9": 1}, 9), ({"9": 1, "10": 2}, 10), ({"8": 3, "10": 2, "30": 1}, 8)]
)
def test_median_turns(lengths: dict[str, int], median: float | None):
    assert median_turns(Counter({("turns", turns): games for turns, games in lengths.items()})) == median


def test_card_rates_add_up_all_archetypes():
    drawn = {("card", "TS-C1", "kilns", "won"): 1, ("card", "TS-C1", "", "lost"): 3, ("card", "TS-C2", "", "won"): 2}
    test_set = set_of(card("C1", "strength = 3"), card("C2", "strength = 4"), card("C3", "strength = 5"))

    assert card_rates(test_set, Counter(drawn)) == {"TS-C1": 25, "TS-C2": 100}


def test_tenth_spread_compares_the_best_and_the_worst_tenth():
    assert tenth_spread([50.0] * 16 + [60.0, 56.0, 40.0, 46.0]) == 58 - 43
    assert tenth_spread([50.0] * 9) is None


def test_a_card_is_at_home_where_it_is_worth_more_than_elsewhere():
    counts: Counts = Counter()
    for ref, plan, won, lost in [
        ("TS-C1", "kilns", 8, 2),  # 80 % where 70 % is usual
        ("TS-C1", "tides", 3, 7),  # 30 % where 40 % is usual
        ("TS-C2", "kilns", 6, 4),
        ("TS-C2", "tides", 5, 5),
        ("TS-C3", "kilns", 7, 3),  # never in other decks: nothing to compare
    ]:
        counts.update({("pair", ref, plan, "won"): won, ("pair", ref, plan, "lost"): lost})
    counts.update({("card", "TS-C2", "kilns", "won"): 99})  # its decks win whether they draw it or not

    assert count_cards_at_home(counts, "kilns", ["TS-C1"]) == 1
    assert count_cards_at_home(counts, "kilns", ["TS-C1", "TS-C2", "TS-C3"]) == 1
    assert count_cards_at_home(counts, "tides", ["TS-C1", "TS-C2"]) == 1


def test_cards_that_differ_only_in_numbers_are_alike():
    draws = 'species = "worm"\nreward = [{ draw = 2 }]'
    test_set = set_of(
        card("C1", f"strength = 3\n{draws}"), card("C2", f"strength = 5\n{draws.replace('2', '3')}"), card("C3", "")
    )

    assert largest_alike_group(test_set) == 2
    assert text_share(test_set) == pytest.approx(200 / 3)


@pytest.mark.parametrize(("value", "met"), [(44.9, False), (45.0, True), (55.0, True), (55.1, False), (None, False)])
def test_a_bar_is_met_up_to_its_bounds(value: float | None, *, met: bool):
    assert Bar("first player wins, %", value, 45, 55).met is met


@pytest.mark.parametrize(
    ("bar", "missed"),
    [
        (Bar("first", 57.0, 45, 55, games=100), False),  # the interval is 47 to 66
        (Bar("first", 57.0, 45, 55, games=5000), True),
        (Bar("first", 42.0, 45, 55, games=5000), True),
        (Bar("passive endings", 6.5, high=6.0, games=400), False),
        (Bar("passive endings", 9.5, high=6.0, games=400), True),
        (Bar("TS-C1", -11.0, -10, 10, games=400), False),
        (Bar("TS-C1", -17.0, -10, 10, games=400), True),
        (Bar("never used", 1.0, high=0.0), True),  # it has no sampling error
        (Bar("first", None, 45, 55, games=400), True),
        (Bar("first", 50.0, 45, 55, games=2), False),
    ],
)
def test_a_bar_is_missed_when_its_interval_lies_outside(bar: Bar, *, missed: bool):
    assert bar.missed is missed


def test_every_bar_that_is_not_met_is_listed():
    counts: Counts = Counter({("first", "won"): 9, ("first", "lost"): 1, ("game", "vp"): 10, ("turns", "9"): 10})
    counts.update({("card", f"TS-C{number}", "", "won"): 10 for number in (1, 2)})
    counts.update({("card", "TS-C1", "", "lost"): 10, ("card", "TS-C2", "", "lost"): 20})
    prize = card("T1", "reward = [{ heal = true }]", rarity="tournament")  # in no booster, so it is never drawn
    test_set = set_of(card("C1", "reward = [{ draw = 1 }]"), card("C2", "reward = [{ discard = 1 }]"), prize)

    assert {bar.name: bar.value for bar in draft_bars(test_set, counts) if not bar.met} == {
        "first player wins, %": 90,
        "TS-C1 when drawn, points from the mean": pytest.approx(25 / 3),
        "TS-C2 when drawn, points from the mean": pytest.approx(-25 / 3),
        "best tenth of cards over the worst, points": None,
    }


def test_most_cards_of_first_light_have_a_text_and_at_most_two_are_alike():
    first_light = bundled_card_set("enemy", "FL")

    assert text_share(first_light) >= 70
    assert largest_alike_group(first_light) <= 2
