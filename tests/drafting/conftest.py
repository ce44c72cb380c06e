"""The fixtures of `drafts`, where there is Django: the tests of the rules, in a folder below, run without."""

import os

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    from tests.drafting.drafts import (
        BOOSTER,
        POOL,
        SEED,
        SHORT,
        Draft,
        NewDraft,
        Program,
        draft,
        new_draft,
        officials,
        program,
        signed_in,
        table,
        told,
    )

    __all__ = [
        "BOOSTER",
        "POOL",
        "SEED",
        "SHORT",
        "Draft",
        "NewDraft",
        "Program",
        "draft",
        "new_draft",
        "officials",
        "program",
        "signed_in",
        "table",
        "told",
    ]
