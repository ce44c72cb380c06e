from gameplay.engine.core import asks


def test_codes_of_decision_kinds_are_stable():
    kinds = (asks.PLAY, asks.CARD, asks.ACCEPT, asks.NUMBER, asks.RESPOND, asks.ASSIGN, asks.ORDER, asks.COMMIT)

    assert kinds == ("play", "card", "accept", "number", "respond", "assign", "order", "commit")
    assert (asks.YES, asks.NO, asks.PASS) == (("yes",), ("no",), ("pass",))
