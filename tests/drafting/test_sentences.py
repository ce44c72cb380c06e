import re
from pathlib import Path

import drafting.services
from drafting.sentences import SENTENCES


def test_every_logged_action_has_a_sentence():
    folder = Path(drafting.services.__file__).parent
    written = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    recorded = re.findall(r'append_entry\(\s*[\w.]+,\s*"(\w+)"', written)

    assert len(recorded) > 10
    assert set(recorded) <= set(SENTENCES)
