"""/rules/<game>: the rules on one page for newcomers."""

import re

import pytest
from django.test import Client
from django.utils import translation

from gameplay.games import RULESETS
from gameplay.selectors.clauses import clauses
from gameplay.selectors.zone_map import zone_map
from tests.page_text import visible_text

CLAUSE = re.compile(r'href="/rules/\w+/clauses#([^"]+)"')
WORDS = range(600, 1400)
PARTS = ("goal", "cards", "table", "turn", "fight", "end", "keywords")


@pytest.mark.parametrize("game", RULESETS)
def test_page_explains_the_game_and_names_clauses_that_exist(client: Client, game: str):
    page = client.get(f"/rules/{game}").content.decode()

    article = page[page.index("<article") : page.index("</article>")]
    named = set(CLAUSE.findall(article))
    assert named <= clauses(game).keys()
    assert len(named) > 30
    assert len(visible_text(article).split()) in WORDS
    assert [part for part in PARTS if f'id="{part}"' not in page] == []
    assert f"/learn/{game}" in page
    assert f"/rules/{game}/clauses" in page


@pytest.mark.parametrize("game", RULESETS)
def test_plan_of_the_table_shows_every_zone_of_a_player(game: str):
    ruleset = RULESETS[game]
    variant = next(iter(ruleset.variants))
    table = ruleset.empty_table(variant, ruleset.player_counts_of(variant)[0])

    with translation.override("en"):
        plan = zone_map(ruleset)

    layout = ruleset.table_layout
    rows = {*layout.front_zones, *layout.back_zones, *layout.nested_zones}
    arranged = rows | {*layout.pile_zones, *layout.counted_zones}
    own = [zone.name for zone in table.zones() if zone.seat == 0 and zone.name in arranged]
    shown = {zone.name for part in (plan.front, plan.back, plan.piles, plan.tucked) for zone in part} | {plan.hand}
    assert {str(ruleset.sentences.zones[name]) for name in own} <= shown


def test_page_of_an_unknown_game_is_not_found(client: Client):
    assert client.get("/rules/chess").status_code == 404
    assert client.get("/learn/chess").status_code == 404
