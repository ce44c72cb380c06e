"""Check the permissions of all operations of the API, for all roles, against one table.

The event is in its first round, without reports. ``own`` plays at table 1, online against a bot, ``player`` at table 2.
Both sit in a pod of another event with the same officials. A forbidden operation is answered with 404, and with 401 if
the client is not signed in; one that is allowed for the role, but not in the present state, with 409.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern

from deploy.urls import API_URLS
from gameplay.games import enemy
from tests.world import (
    DESK_ROLES,
    EVENT_MANAGERS,
    EVERYBODY,
    JUDGES,
    NOBODY,
    ORGANIZERS,
    OWN,
    ROLES,
    SEATED,
    SIGNED_IN,
    SITE_STAFF,
    STAFF,
    World,
)

GAME = {"winner": "a", "vp_a": 5, "vp_b": 2, "end": "vp"}
RESULT = {"games": [GAME, GAME], "version": 0}
SWAP = {"first": 1, "second": 2, "reason": "siblings"}
PAPER_LOG = {"format": "passleft-log-1", "ruleset": "enemy", "variant": "draft", "turns": ["hide"]}
RECORD: dict[str, Any] = {"format": "passleft-record-1", "ruleset": "enemy", "variant": "sample", "decks": [[], []]}
RECORD |= {"catalogue": "", "entries": [], "turns": [], "outcome": None}
POSITION = json.loads((Path(enemy.__file__).parent / "example.position.json").read_text(encoding="utf-8"))
PICK = {"pack": "{pack}", "number": 9, "card": "none"}  # from the pack that "own" has opened, before any other player
ACCOUNTS = {"turns": "hide", "other_turns": "hide", "entry": "att"}
WHY = {"reason": "a spilled drink"}
OWN_INFRACTION = {"category": "conduct", "words": "ate at the table", "usual": "note"}
CALL_ACTS = ("claim", "escalate", "resolve")
WARNED = WHY | {"number": "{number}", "infraction": "marked_cards"}

# method, path, data, allowed roles, their status
TABLE: list[tuple[str, str, Any, frozenset[str], int]] = [
    ("GET", "play", None, EVERYBODY, 200),
    ("POST", "play", {"game": "enemy", "variant": "sample", "others": [{"kind": "regular"}]}, SIGNED_IN, 201),
    ("GET", "presets", None, SIGNED_IN, 200),
    ("GET", "events", None, SIGNED_IN, 200),
    ("POST", "events", {"preset": "enemy-FL-booster", "name": "Winter Draft"}, SITE_STAFF, 201),
    ("POST", "events", {"preset": "enemy-full", "name": "Deck Night"}, SITE_STAFF, 201),
    ("POST", "event-imports", {"preset": "enemy-full", "file": "001 x"}, SITE_STAFF, 400),
    ("POST", "join", {"code": "{code}"}, SIGNED_IN, 422),
    ("GET", "events/{slug}", None, EVERYBODY, 200),
    ("GET", "events/{slug}/desk", None, STAFF, 200),
    ("GET", "events/{slug}/next-step", None, STAFF, 200),
    ("GET", "events/{slug}/officials", None, STAFF, 200),
    ("POST", "events/{slug}/officials", {"handle": "Berta", "role": "floor_judge"}, ORGANIZERS, 201),
    ("DELETE", "events/{slug}/officials/Berta", None, ORGANIZERS, 422),
    *[("GET", f"events/{{slug}}/{part}", None, EVERYBODY, 409) for part in ("proof", "file")],
    ("POST", "events/{slug}/finish", None, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/early-finish", WHY, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/cancellation", WHY, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/reopening", WHY, EVENT_MANAGERS, 409),
    *[
        ("GET", f"events/{{slug}}/{part}", None, EVERYBODY, 200)
        for part in ("entries", "teams", "capacity", "bracket", "rounds", "standings", "tournament", "trf")
    ],
    ("POST", "events/{slug}/entries", {"handle": "Ida"}, DESK_ROLES, 422),
    ("POST", "events/{slug}/bots", {"count": 1}, DESK_ROLES, 422),
    ("POST", "events/{slug}/entries/{number}/check-in", {"present": False}, DESK_ROLES, 422),
    ("POST", "events/{slug}/entries/{number}/consent", {"received": True}, DESK_ROLES, 422),
    ("POST", "events/{slug}/entries/{number}/drop", WHY, DESK_ROLES | OWN, 200),
    ("POST", "events/{slug}/entries/{number}/team", {"team": "Lamps"}, DESK_ROLES, 422),
    ("PUT", "events/{constructed}/capacity", {"capacity": 3}, EVENT_MANAGERS, 200),
    ("GET", "events/{constructed}/waiting-list", None, STAFF, 200),
    *[(how, "events/{constructed}/waiting-list/own", None, NOBODY, 404) for how in ("GET", "DELETE")],
    ("POST", "events/{constructed}/waiting-list/1/admission", None, DESK_ROLES, 201),
    ("POST", "events/{constructed}/waiting-list/1/removal", WHY, DESK_ROLES, 204),
    ("POST", "events/{slug}/late-entries", WHY | {"handle": "Ida"}, DESK_ROLES, 201),
    ("POST", "events/{slug}/entries/{number}/return", WHY, DESK_ROLES, 409),
    ("POST", "events/{slug}/entries/{number}/bye", WHY, EVENT_MANAGERS, 409),
    ("PUT", "events/{slug}/pairing", WHY | {"pairing": "event", "power_pairing": True}, ORGANIZERS, 200),
    ("GET", "events/{slug}/apart", None, STAFF, 200),
    ("POST", "events/{slug}/apart", SWAP, EVENT_MANAGERS, 201),
    ("POST", "events/{slug}/apart/{apart}/lifting", WHY, EVENT_MANAGERS, 204),
    ("POST", "events/{slug}/pods", {}, EVENT_MANAGERS, 409),
    ("PUT", "events/{slug}/announced-rounds", WHY | {"rounds": 2}, EVENT_MANAGERS, 200),
    ("PUT", "events/{slug}/cut", WHY | {"places": 2}, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/seats/swap", SWAP, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/seating", None, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/pause", WHY, EVENT_MANAGERS, 409),
    ("DELETE", "events/{slug}/pause", None, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/packs", {}, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/rounds", None, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/rounds/1/publish", None, EVENT_MANAGERS, 409),
    ("GET", "events/{slug}/rounds/1/why", None, EVERYBODY, 200),
    ("POST", "events/{slug}/rounds/1/keep", WHY, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/rounds/1/again", WHY, EVENT_MANAGERS, 201),
    ("POST", "events/{slug}/rounds/1/swap", SWAP, EVENT_MANAGERS, 409),
    ("POST", "events/{slug}/rounds/1/alternative", {"alternative": 0, "reason": "least bad"}, EVENT_MANAGERS, 409),
    ("GET", "events/{constructed}/deck", None, SEATED, 200),
    ("PUT", "events/{constructed}/deck", {"text": "SD-01", "version": 1}, SEATED, 200),
    *[(how, "events/{constructed}/deck/submission", None, SEATED, 200) for how in ("POST", "DELETE")],
    ("GET", "events/{constructed}/entries/1/deck", None, JUDGES, 200),
    ("PUT", "events/{constructed}/entries/1/deck", {"text": "SD-01", "version": 1}, JUDGES, 200),
    *[(how, "events/{constructed}/entries/1/deck/submission", None, JUDGES, 200) for how in ("POST", "DELETE")],
    ("GET", "events/{constructed}/decks", None, STAFF, 200),
    ("GET", "events/{constructed}/ready-decks", None, EVERYBODY, 200),
    ("POST", "events/{constructed}/registration/close", None, EVENT_MANAGERS, 200),
    ("POST", "events/{constructed}/decks/lock", WHY, EVENT_MANAGERS, 409),
    ("GET", "events/{slug}/calls", None, JUDGES, 200),
    *[("POST", f"events/{{slug}}/calls/{{call}}/{act}", None, JUDGES, 200) for act in CALL_ACTS],
    ("GET", "events/{slug}/deck-checks", None, JUDGES, 200),
    ("POST", "events/{slug}/deck-checks", {"chosen": "random"}, JUDGES, 201),
    ("GET", "events/{slug}/deck-checks/1", None, JUDGES, 200),
    ("PUT", "events/{slug}/deck-checks/1", {"found": []}, JUDGES, 200),
    ("POST", "events/{slug}/deck-checks/1/result", {"result": "penalty", **WHY}, JUDGES, 200),
    ("POST", "events/{slug}/deck-checks/1/extension", {"minutes": 3}, JUDGES, 409),
    ("GET", "events/{slug}/infractions", None, JUDGES, 200),
    ("PUT", "events/{slug}/infractions", {"usual": {"late": "warning"}}, EVENT_MANAGERS, 200),
    ("POST", "events/{slug}/infractions", OWN_INFRACTION, EVENT_MANAGERS, 201),
    ("GET", "events/{slug}/penalties", None, JUDGES, 200),
    ("GET", "events/{slug}/penalties/own", None, SEATED, 200),
    ("POST", "events/{slug}/penalties", WARNED, JUDGES, 201),
    ("POST", "events/{slug}/penalties/{penalty}/approval", None, frozenset({"head_judge"}), 200),
    ("POST", "events/{slug}/penalties/{penalty}/refusal", WHY, frozenset({"head_judge"}), 200),
    ("POST", "events/{slug}/penalties/{penalty}/withdrawal", WHY, frozenset({"head_judge", "floor_judge"}), 200),
    ("GET", "events/{slug}/webhooks", None, ORGANIZERS, 200),
    ("POST", "events/{slug}/webhooks", {"url": "https://draft.example/webhook"}, ORGANIZERS, 201),
    ("DELETE", "events/{slug}/webhooks/{webhook}", None, ORGANIZERS, 204),
    ("GET", "events/{slug}/webhooks/{webhook}/deliveries", None, ORGANIZERS, 200),
    ("POST", "events/{slug}/webhooks/{webhook}/test", None, ORGANIZERS, 201),
    ("POST", "events/{slug}/webhooks/{webhook}/enabling", None, ORGANIZERS, 200),
    ("GET", "matches/{match}", None, EVERYBODY, 200),
    ("POST", "matches/{match}/reports", RESULT, OWN, 201),
    ("POST", "matches/{match}/confirmation", {"version": 0}, OWN, 409),
    ("POST", "matches/{match}/result", RESULT, DESK_ROLES, 201),
    ("POST", "matches/{match}/extension", {"minutes": 3, "reason": "deck check"}, STAFF, 200),
    ("POST", "matches/{match}/calls", {"category": "rules"}, OWN, 201),
    ("GET", "pods/{pod}", None, SEATED, 200),
    ("POST", "pods/{pod}/picks", PICK, OWN, 409),
    ("POST", "pods/{pod}/selection", {"card": "none"}, SEATED, 422),
    ("POST", "pods/{pod}/bot", None, SEATED, 200),
    ("DELETE", "pods/{pod}/bot", None, SEATED, 200),
    ("GET", "pods/{pod}/deck", None, SEATED, 409),
    ("PUT", "pods/{pod}/deck", {"cards": []}, SEATED, 409),
    ("POST", "pods/{pod}/deck/changes", {"ref": "FL-C01", "count": 1}, SEATED, 409),
    ("GET", "pods/{pod}/deck/suggestion", None, SEATED, 409),
    ("POST", "pods/{pod}/deck/fill", {}, SEATED, 409),
    ("POST", "pods/{pod}/deck/undo", {}, SEATED, 409),
    ("POST", "pods/{pod}/submission", None, SEATED, 409),
    ("DELETE", "pods/{pod}/submission", None, SEATED, 409),
    ("GET", "pods/{pod}/log", None, SEATED, 409),
    ("POST", "pods/{pod}/calls", {"category": "pack"}, SEATED, 201),
    ("GET", "pods/{pod}/map", None, STAFF, 200),
    ("POST", "pods/{pod}/opening", None, EVENT_MANAGERS, 409),
    ("POST", "pods/{pod}/end", None, EVENT_MANAGERS, 422),
    ("POST", "pods/{pod}/pause", WHY, EVENT_MANAGERS, 200),
    ("DELETE", "pods/{pod}/pause", None, EVENT_MANAGERS, 409),
    ("POST", "pods/{pod}/extension", WHY | {"minutes": 5}, EVENT_MANAGERS, 409),
    ("POST", "pods/{pod}/seats/1/bot", WHY, EVENT_MANAGERS, 200),
    ("DELETE", "pods/{pod}/seats/1/bot", None, EVENT_MANAGERS, 200),
    ("POST", "pods/{pod}/seats/1/substitute", WHY | {"handle": "Sven"}, EVENT_MANAGERS, 201),
    ("POST", "pods/{pod}/seats/1/closing", WHY, EVENT_MANAGERS, 200),
    ("POST", "pods/{pod}/seats/1/replacement", WHY, EVENT_MANAGERS, 200),
    ("POST", "pods/{pod}/seats/1/pause", WHY, EVENT_MANAGERS, 200),
    ("DELETE", "pods/{pod}/seats/1/pause", None, EVENT_MANAGERS, 409),
    ("POST", "pods/{pod}/seats/1/seconds", WHY | {"seconds": 30}, EVENT_MANAGERS, 409),
    ("POST", "pods/{pod}/seats/1/time", WHY | {"percent": 50}, EVENT_MANAGERS, 200),
    ("POST", "pods/{pod}/seats/1/pool", WHY, frozenset({"head_judge"}), 200),
    ("POST", "pods/{pod}/seats/1/pick", WHY, EVENT_MANAGERS, 404),
    ("PUT", "pods/{pod}/seats/1/pick", WHY | {"card": "none"}, EVENT_MANAGERS, 404),
    # This pod does not draft in person: see tests/drafting/api/test_pool_registration.py.
    ("GET", "pods/{pod}/registrations/1", None, NOBODY, 404),
    ("PUT", "pods/{pod}/registrations/1", {"cards": []}, NOBODY, 404),
    ("POST", "pods/{pod}/registrations/1/entries", {"text": "C01"}, NOBODY, 404),
    ("POST", "pods/{pod}/registrations/1/submission", None, NOBODY, 404),
    ("DELETE", "pods/{pod}/registrations/1/submission", None, NOBODY, 404),
    ("POST", "pods/{pod}/registrations/1/confirmation", None, NOBODY, 404),
    ("POST", "pods/{pod}/registrations/1/correction", WHY | {"cards": []}, NOBODY, 404),
    ("GET", "games/{game}", None, SIGNED_IN, 200),
    ("POST", "games/{game}/choices", {"number": 9, "option": 0}, OWN, 409),
    ("GET", "games/{game}/payment", None, OWN, 400),
    ("GET", "games/{game}/cards/hand0.99", None, NOBODY, 404),
    *[(how, "games/{game}/people", {"phrase": "back"}, OWN, status) for how, status in (("GET", 200), ("POST", 201))],
    *[(method, "games/{game}/rematch", None, OWN, status) for method, status in (("POST", 409), ("DELETE", 200))],
    ("POST", "games/{game}/passing", {"until": "turn", "number": 0}, OWN, 201),
    ("DELETE", "games/{game}/passing", None, OWN, 200),
    ("POST", "games/{game}/concession", None, OWN, 201),
    ("POST", "games/{game}/take-back", {"number": 99}, OWN, 409),
    ("POST", "games/{game}/corrections", {"number": 0, "do": [], "reason": "too slow"}, JUDGES, 201),
    ("GET", "games/{game}/position", None, JUDGES, 200),
    ("GET", "games/{game}/record", None, JUDGES | OWN, 409),
    ("POST", "games/{game}/replay", WHY, JUDGES, 409),
    ("POST", "logs/adjudicate", {"log": PAPER_LOG}, SIGNED_IN, 200),
    ("POST", "records/verify", {"record": RECORD}, SIGNED_IN, 200),
    ("POST", "positions/options", {"position": POSITION}, SIGNED_IN, 200),
    ("POST", "positions/apply", {"position": POSITION, "choice": 0}, SIGNED_IN, 200),
    ("GET", "me", None, SIGNED_IN, 200),
    ("GET", "cards/sets", None, EVERYBODY, 200),
    ("GET", "cards/products", None, EVERYBODY, 200),
    ("GET", "cards/sets/enemy/FL", None, EVERYBODY, 200),
    ("GET", "cards/enemy/FL-C01", None, EVERYBODY, 200),
    ("GET", "statistics/enemy/FL", None, EVERYBODY, 200),
]

# The same for pages and their forms; a forbidden one is answered with 404, signed in or not.
PAGES: list[tuple[str, str, Any, frozenset[str], int]] = [
    *[
        ("GET", f"e/{{slug}}/{page}", None, EVERYBODY, 200)
        for page in ("", "players", "cards", "pairings", "standings")
    ],
    *[("GET", f"e/{{slug}}/{page}", None, EVERYBODY, 200) for page in ("display", "audit", "verify")],
    ("GET", "e/{slug}/pairings/1", None, EVERYBODY, 200),
    ("GET", "e/{slug}/verify.json", None, EVERYBODY, 409),
    *[
        ("GET", f"e/{{slug}}/{file}", None, EVERYBODY, 200)
        for file in ("pairings.csv", "standings.csv", "tournament.trf")
    ],
    *[("GET", f"e/{{slug}}/{file}", None, STAFF, 200) for file in ("results.csv", "roster.csv")],
    ("GET", "style", None, NOBODY, 200),  # on demo sites only
    *[("GET", f"help/{topic}", None, EVERYBODY, 200) for topic in ("", "organizer", "draft", "swiss", "api")],
    ("GET", "e/{slug}/manage", None, STAFF, 200),
    ("GET", "e/{slug}/manage/finish", None, EVENT_MANAGERS, 200),
    ("GET", "e/{slug}/manage/cancel", None, EVENT_MANAGERS, 200),
    ("POST", "e/{slug}/manage/cancel", WHY, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/reopen", WHY, EVENT_MANAGERS, 409),
    *[("GET", f"e/{{slug}}/print/{sheet}", None, STAFF, 200) for sheet in ("seating", "calls", "pools", "kit")],
    *[("GET", f"e/{{slug}}/print/pairings-{by}", None, STAFF, 200) for by in ("name", "table")],
    *[("GET", f"e/{{slug}}/print/{sheet}", None, STAFF, 200) for sheet in ("slips", "standings")],
    ("GET", "e/{slug}/manage/webhooks", None, ORGANIZERS, 200),
    ("POST", "e/{slug}/manage/webhooks", {"url": "http://draft.example"}, ORGANIZERS, 422),
    ("POST", "e/{slug}/manage/webhooks/{webhook}", {"act": "test"}, ORGANIZERS, 302),
    ("GET", "e/{slug}/judge", None, JUDGES, 200),
    ("POST", "e/{slug}/manage/step", {"step": "pair_round"}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/walk-in", {"handle": "Ida"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/bot", {}, DESK_ROLES, 422),
    ("GET", "e/{slug}/manage/roster", None, DESK_ROLES, 200),
    ("POST", "e/{slug}/manage/roster", {"text": "name"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/entries/{number}/check-in", {"present": "no"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/check-in", {"entry": "{number}", "present": "no"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/entries/{number}/consent", {"received": "yes"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/entries/{number}/drop", WHY, DESK_ROLES, 302),
    ("POST", "e/{slug}/manage/entries/{number}/team", {"team": "Lamps"}, DESK_ROLES, 422),
    ("POST", "e/{slug}/manage/late", WHY | {"handle": "Ida"}, DESK_ROLES, 302),
    ("POST", "e/{slug}/manage/entries/{number}/return", WHY, DESK_ROLES, 409),
    ("POST", "e/{slug}/manage/entries/{number}/bye", WHY, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/cut", WHY | {"places": 2}, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/paired", WHY | {"pairing": "event", "power_pairing": "yes"}, ORGANIZERS, 302),
    ("POST", "e/{slug}/manage/apart", SWAP, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/apart/{apart}", WHY, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/entries/{number}/device", {}, DESK_ROLES, 200),
    ("POST", "e/{slug}/manage/entries/{number}/seat", {"bot": "yes", "reason": "ill"}, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/officials", {"handle": "Berta", "role": "floor_judge"}, ORGANIZERS, 302),
    ("POST", "e/{slug}/manage/sizes", WHY | {"sizes": "6"}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/seats", SWAP, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/players", SWAP | {"round": 1}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/pairing", {"round": 1, "alternative": 0, "reason": "least bad"}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/pods", WHY | {"act": "pause"}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/pods/1", {"act": "resume"}, EVENT_MANAGERS, 409),
    ("POST", "e/{slug}/manage/keep", WHY | {"round": 1}, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/manage/again", WHY | {"round": 1, "typed": "1"}, EVENT_MANAGERS, 302),
    ("GET", "e/{slug}/manage/result?table=1", None, DESK_ROLES, 200),
    ("POST", "e/{slug}/manage/result", {"table": 1, "score": "2-0"}, DESK_ROLES, 302),
    ("POST", "e/{slug}/manage/extensions", WHY | {"match": "{match}", "minutes": 3}, STAFF, 302),
    ("POST", "e/{slug}/manage/confirm", {"report": "{match}:1"}, DESK_ROLES, 302),
    ("POST", "e/{slug}/manage/extension", {"table": 1, "minutes": 3, "reason": "deck check"}, STAFF, 302),
    *[("POST", f"e/{{slug}}/judge/{{call}}/{act}", {}, JUDGES, 302) for act in CALL_ACTS],
    ("GET", "e/{constructed}/deck", None, SEATED, 200),
    ("POST", "e/{constructed}/deck", {"text": "SD-01", "version": 1, "do": "save"}, SEATED, 302),
    ("GET", "e/{constructed}/deck.txt", None, SEATED, 200),
    ("GET", "e/{constructed}/judge/lists/1", None, JUDGES, 200),
    ("POST", "e/{constructed}/judge/lists/1", {"text": "SD-01", "version": 1, "do": "save"}, JUDGES, 302),
    ("POST", "e/{constructed}/manage/lock", WHY, EVENT_MANAGERS, 409),
    ("GET", "e/{slug}/print/decklists", None, JUDGES, 200),
    ("GET", "e/{slug}/judge/decks", None, JUDGES, 200),
    ("POST", "e/{slug}/judge/decks", {"chosen": "random"}, JUDGES, 302),
    ("GET", "e/{slug}/judge/decks/1", None, JUDGES, 200),
    ("POST", "e/{slug}/judge/decks/1", {"do": "finish", "result": "fixed", **WHY}, JUDGES, 302),
    ("GET", "e/{slug}/judge/players/{number}", None, JUDGES, 200),
    ("POST", "e/{slug}/judge/players/{number}", WARNED, JUDGES, 302),
    ("GET", "e/{slug}/judge/infractions", None, JUDGES, 200),
    ("POST", "e/{slug}/judge/infractions", OWN_INFRACTION | {"do": "add"}, EVENT_MANAGERS, 302),
    ("POST", "e/{slug}/judge/penalties/{penalty}", {"do": "approve"}, frozenset({"head_judge"}), 302),
    ("POST", "e/{slug}/drop", {}, frozenset({"own", "player"}), 302),
    ("POST", "e/{constructed}/waiting-list/leave", {}, NOBODY, 404),
    ("POST", "e/{constructed}/manage/capacity", {"capacity": "3"}, EVENT_MANAGERS, 302),
    ("POST", "e/{constructed}/manage/waiting-list/1/admit", {}, DESK_ROLES, 302),
    ("POST", "e/{constructed}/manage/waiting-list/remove", WHY | {"number": 1}, DESK_ROLES, 302),
    ("GET", "pod/{pod}/call", None, SEATED, 302),
    ("POST", "pod/{pod}/call", {"category": "pack"}, SEATED, 302),
    ("POST", "pod/{pod}/select", {"card": "none"}, SEATED, 204),
    ("POST", "pod/{pod}/pick", PICK, OWN, 409),
    *[("GET", f"pod/{{pod}}/{page}", None, SEATED, 409) for page in ("deck.txt", "deck/print", "log", "log.csv")],
    *[("GET", f"game/{{game}}/judge{more}", None, JUDGES, 200) for more in ("", "/replay")],
    ("POST", "game/{game}/judge/replay", {"entry": 0, "note": "unclear"}, JUDGES, 302),
    ("POST", "game/{game}/judge", WHY | {"number": 0}, JUDGES, 302),
    ("GET", "match/{match}", None, EVERYBODY, 200),
    *[("GET", f"match/{{match}}/{page}", None, STAFF, 200) for page in ("accounts", "paper")],
    ("POST", "match/{match}/report", {"quick": "2-0", "seen": 0}, OWN, 302),
    ("POST", "match/{match}/confirm", {"seen": 0}, OWN, 409),
    ("POST", "match/{match}/call", {"category": "rules"}, OWN, 302),
    *[("GET", f"statistics/enemy/{file}", None, EVERYBODY, 200) for file in ("FL", "FL.csv")],
    *[("GET", page, None, EVERYBODY, 200) for page in ("paper", "paper/compare")],
    *[("POST", page, ACCOUNTS, EVERYBODY, 200) for page in ("paper", "paper/compare", "paper/entries")],
    ("GET", "play", None, EVERYBODY, 200),
    *[("GET", page, None, EVERYBODY, 200) for page in ("play/enemy/sample/2", "rules/enemy", "rules/enemy/clauses")],
    ("POST", "play/enemy/sample/2", {"deck": "0", "who_2": "regular"}, EVERYBODY, 302),
    *[(method, "learn/enemy", None, EVERYBODY, status) for method, status in (("GET", 200), ("POST", 302))],
    ("GET", "", None, EVERYBODY, 200),
    *[(method, "demo", None, EVERYBODY, status) for method, status in (("GET", 200), ("POST", 302))],
    *[("GET", f"healthz{part}", None, EVERYBODY, 200) for part in ("", "/live", "/ready")],
    *[("GET", page, None, EVERYBODY, 200) for page in ("fairness", "api/schema/", "api/v1/")],
    # tests/operations has the permissions of operators.
    *[("GET", f"operate{to}", None, NOBODY, 404) for to in ("", "/accounts", "/accounts/{match}", "/events/{slug}")],
    *[(method, "sign-in", None, EVERYBODY, 200) for method in ("GET", "POST")],
    *[(method, "sign-in/none", None, EVERYBODY, 422) for method in ("GET", "POST")],
    ("POST", "sign-out", None, EVERYBODY, 302),
    ("GET", "recover", None, EVERYBODY, 200),
    ("POST", "recover", {"code": "none"}, EVERYBODY, 422),
    ("POST", "language", {"language": "ja"}, EVERYBODY, 302),
    # tests/gameplay/test_replays.py has the permissions of existing replays.
    *[("GET", f"replay/none{file}", None, NOBODY, 404) for file in ("", "/record", "/position", "/picture.png")],
    *[("GET", f"paper/watch/none{file}", None, NOBODY, 404) for file in ("", "/picture.png")],
    *[("POST", page, None, NOBODY, 404) for page in ("replay/none", "replay/none/verify", "paper/watch/none")],
    ("GET", "join/", None, EVERYBODY, 302),
    ("GET", "join/{code}", None, EVERYBODY, 422),
    ("POST", "join/{code}", None, EVERYBODY, 422),
    ("GET", "my", None, EVERYBODY, 302),
    *[(how, "my/password", None, frozenset({"anonymous"}), 302) for how in ("GET", "POST")],  # see tests/operations
    *[("GET", f"my/data{file}", None, SIGNED_IN, 200) for file in ("", ".json")],
    ("POST", "my/data/erase", {}, SIGNED_IN, 422),
    ("POST", "my/data/notifications", {"kind": "round"}, SIGNED_IN, 302),
    ("POST", "my/data/email", {"email": "alice@mail.example"}, SIGNED_IN, 422),
    ("POST", "my/data/push", {"endpoint": "none"}, SIGNED_IN, 422),
    *[
        (method, f"mail/{what}/none", None, EVERYBODY, status)
        for what in ("confirm", "stop")
        for method, status in (("GET", 200), ("POST", 422))
    ],
    ("GET", "worker.js", None, EVERYBODY, 200),
    ("GET", "e/{slug}/slip/{slip}", None, DESK_ROLES, 200),
    ("POST", "e/{slug}/manage/rounds", WHY | {"rounds": 2}, EVENT_MANAGERS, 302),
    ("GET", "cards/", None, EVERYBODY, 200),
    ("GET", "cards/back.svg", None, EVERYBODY, 200),
    ("GET", "cards/enemy/FL/", None, EVERYBODY, 200),
    *[("GET", f"cards/enemy/FL/C01{file}", None, EVERYBODY, 200) for file in ("", ".svg", "/art.svg", "/read")],
    ("GET", "draft/choices/enemy/FL/words.json?lang=en", None, EVERYBODY, 200),
    ("GET", "events/new", None, SITE_STAFF, 200),
    ("POST", "events/new", {"preset": "enemy-FL-booster"}, SITE_STAFF, 200),
    ("GET", "events/import", None, SITE_STAFF, 200),
    ("POST", "events/import", {"preset": "enemy-full"}, SITE_STAFF, 422),
    ("GET", "pod/{pod}/draft", None, SEATED | STAFF, 200),
    ("POST", "pod/{pod}/draft", PICK, OWN, 409),
    ("GET", "pod/{pod}/deck", None, SEATED, 302),
    ("POST", "pod/{pod}/deck", {}, SEATED, 400),
    # As above: this pod does not draft in person.
    ("GET", "pod/{pod}/pool", None, NOBODY, 404),
    ("POST", "pod/{pod}/pool", {}, NOBODY, 404),
    ("GET", "pod/{pod}/pool/1", None, NOBODY, 404),
    ("POST", "pod/{pod}/pool/1", {}, NOBODY, 404),
    ("GET", "pod/{pod}/cards", None, SEATED | STAFF, 200),
    *[("GET", page, None, SIGNED_IN, 200) for page in ("game/{game}", "game/{game}/people")],
    ("POST", "game/{game}/people", {"phrase": "back"}, OWN, 302),
    ("POST", "game/{game}", {"number": 9, "option": 0}, OWN, 409),
    *[(method, "game/{game}/advice", {"number": 0}, OWN, status) for method, status in (("GET", 302), ("POST", 409))],
]


@pytest.mark.parametrize(("method", "path", "data", "allowed", "status"), TABLE, ids=[f"{r[0]} {r[1]}" for r in TABLE])
def test_operation_is_allowed_only_for_the_roles_of_the_table(
    db: None, world: World, method: str, path: str, data: Any, allowed: frozenset[str], status: int
):
    answers = {role: world.status(role, method, path, data) for role in ROLES}

    expected = {role: status if role in allowed else 401 if role == "anonymous" else 404 for role in ROLES}
    assert answers == expected


def test_table_lists_all_operations():
    def operations_of(pattern: URLPattern) -> set[tuple[str, str]]:
        path = re.sub(r"<\w+:(\w+?)(_id)?>", r"{\1}", str(pattern.pattern))
        view: Any = pattern.callback.view_class  # type: ignore[attr-defined]
        return {(method.upper(), path) for method in ("get", "post", "put", "patch", "delete") if hasattr(view, method)}

    known = {operation for pattern in API_URLS for operation in operations_of(pattern)}
    assert {(method, _generic(path)) for method, path, *_rest in TABLE} == known


def _generic(path: str) -> str:
    """Return ``path`` with parameter names in place of example values."""
    for example, name in (
        ("{constructed}", "{slug}"),
        ("/1/", "/{number}/"),
        ("officials/Berta", "officials/{handle}"),
        ("deck-checks/1", "deck-checks/{number}"),
        ("registrations/1", "registrations/{number}"),
        ("sets/enemy/FL", "sets/{game}/{code}"),
        ("statistics/enemy/FL", "statistics/{game}/{code}"),
        ("enemy/FL-C01", "{game}/{ref}"),
        ("cards/hand0.99", "cards/{card}"),
    ):
        path = path.replace(example, name)
    return path
