"""The rules of a game, clause by clause."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.clauses import Clause, sections
from gameplay.selectors.game_views import variant_title


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Every clause of ``game`` in our own words, and the variants it is for where that is not all of them."""
    ruleset = RULESETS.get(game)
    if ruleset is None:
        raise Http404
    told = [
        (
            title,
            [
                (clause, [variant_title(ruleset, name) for name in _restricting_variants(ruleset, clause)])
                for clause in found
            ],
        )
        for title, found in sections(game)
    ]
    return render(request, "gameplay/rules.html", {"ruleset": ruleset, "sections": told})


def _restricting_variants(ruleset: Ruleset, clause: Clause) -> list[str]:
    """The variants that ``clause`` is for, none if it is for all."""
    named = [name for name in ruleset.variants if name.startswith(tuple(map(str.lower, clause.variants)))]
    return named if len(named) < len(ruleset.variants) else []
