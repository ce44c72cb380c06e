"""The rules of a game, clause by clause."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gameplay.games import RULESETS
from gameplay.selectors.clauses import sections
from gameplay.selectors.game_views import variant_title


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Every clause of ``game`` in our own words, and the variants it is for where that is not all of them."""
    ruleset = RULESETS.get(game)
    if ruleset is None:
        raise Http404
    titles = {name[0].upper(): variant_title(ruleset, name) for name in ruleset.variants}
    told = [
        (
            title,
            [
                (clause, [titles[each] for each in clause.variants if set(clause.variants) != set(titles)])
                for clause in found
            ],
        )
        for title, found in sections(game)
    ]
    return render(request, "gameplay/rules.html", {"title": ruleset.title, "sections": told})
