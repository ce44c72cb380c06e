"""Fixtures of `drafts`. They need Django; the tests in the rules folder run without it."""

import os

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    from tests.drafting.clock import FakeClock, clock
    from tests.drafting.drafts import (
        BOOSTER,
        POOL,
        SEED,
        SHORT,
        Draft,
        NewDraft,
        Program,
        draft,
        make_draft,
        new_draft,
        officials,
        program,
        recording_host,
        signed_in,
        table,
    )

    __all__ = [
        "BOOSTER",
        "POOL",
        "SEED",
        "SHORT",
        "Draft",
        "FakeClock",
        "NewDraft",
        "Program",
        "clock",
        "draft",
        "make_draft",
        "new_draft",
        "officials",
        "program",
        "recording_host",
        "signed_in",
        "table",
    ]
