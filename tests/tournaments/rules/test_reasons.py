import string

import pytest

from tests.tournaments.rules.events import TRAP, event, meeting, played
from tournaments.rules.pods import best_split, notices, reasons_for
from tournaments.rules.reasons import SENTENCES, Reason
from tournaments.rules.swiss import pair_round

GIVEN = [
    *(reason for players in range(4, 40) for reason in reasons_for(best_split(players))),
    *notices((6,), 6),
    *pair_round(event("ABCDE", pods=["ABCDE"]), seed=b"").why,
    *pair_round(event("ABCD", planned=5), seed=b"").why,
    *pair_round(event("ABCDE", played(1, "A-B 2-0-0, C-D 2-0-0", byes="E")), seed=b"").why,
    *pair_round(event("ABCDEF", *TRAP, planned=4), seed=b"").why,
    *pair_round(event("AB", meeting(1, "AB")), seed=b"").why,
]


@pytest.mark.parametrize("reason", {reason.code: reason for reason in GIVEN}.values(), ids=lambda reason: reason.code)
def test_every_reason_fills_its_sentence(reason: Reason):
    fields = {name for _text, name, _spec, _conversion in string.Formatter().parse(reason.sentence) if name}

    assert fields <= reason.details.keys()


def test_every_sentence_is_used_but_those_for_rare_searches():
    assert set(SENTENCES) - {reason.code for reason in GIVEN} <= {"kept_open", "not_proved", "more_even", "fewer_pods"}
