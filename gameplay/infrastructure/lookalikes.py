"""Detects names that imitate another name or a staff title.

Two names look alike if they have the same skeleton, in which one character represents all that look like it (Unicode
Technical Standard 39, "Confusable Detection"). The table of confusable characters is Unicode's, from the package
homoglyphs-fork.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from homoglyphs_fork import Homoglyphs

from cards.collation import SMALL_KANA, TO_HIRAGANA

STAFF_TITLES = (
    *("admin", "admins", "administrator", "administrators", "siteadmin", "sysadmin", "moderator", "moderators"),
    *("judge", "judges", "headjudge", "floorjudge", "referee", "referees", "headreferee", "scorekeeper", "arbiter"),
    *("organizer", "organizers", "organiser", "organisers", "tournamentorganizer", "tournamentorganiser"),
    *("eventorganizer", "eventorganiser", "tournamentdirector", "official", "officials", "staff", "eventstaff"),
    *("system", "passleft"),
)
JAPANESE_STAFF_TITLES = (
    *(
        "ジャッジ",
        "ヘッドジャッジ",
        "フロアジャッジ",
        "審判",
        "審判員",
        "審判長",
        "主審",
        "副審",
        "レフェリー",
        "スコアキーパー",
    ),
    *("スタッフ", "主催", "主催者", "オーガナイザー", "運営", "運営者", "運営スタッフ", "大会運営", "公式"),
    *("管理者", "管理人", "アドミン", "モデレーター"),
)

BASE_LETTER_NAME = re.compile(
    r"(?:LATIN (?:SMALL|CAPITAL) LETTER|LATIN LETTER SMALL CAPITAL|SYMBOL LETTER) ([A-Z])(?: WITH .+)?$"
)
"""Matches the base letter in the Unicode name of its variants: with a stroke, in a square, as a small capital."""
LEET = str.maketrans("013457@$!|", "oleastasll")
SMALL_CAPITALS = str.maketrans("ʍĸ", "mk")
"""Two small capitals with irregular Unicode names. The Cyrillic letters em and ka look like them."""
VOICING_MARKS = "\u3099\u309a"  # unlike accents, they turn a kana into a different one
IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that are invisible or nearly so: joiners, fillers, variation selectors."""
JAPANESE = r"\u3040-\u30ff\u3400-\u9fff々〇"
WORD = re.compile(rf"[{JAPANESE}]+|[^\W\d_{JAPANESE}]+")
EDGE_SIGNS = re.compile(r"^[\W\d_]+|[\W\d_]+$")
CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=10_000)
def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of ``name``, with and without regard to case. Names that share one look alike.

    A capital I looks like l, and is the same letter as i: "HANI" shares a skeleton with "Hani" and one with "HANl",
    but those two share none with each other.
    """
    text = IGNORABLE.sub("", unicodedata.normalize("NFKD", name)).strip()
    return frozenset(
        {text.casefold(), _skeleton(_skeleton(text).casefold()), _skeleton(_skeleton(text, capital_i="I").casefold())}
    )


def are_lookalikes(name: str, other: str) -> bool:
    return not skeletons(name).isdisjoint(skeletons(other))


def is_confusable_with(name: str, other: str) -> bool:
    """Return whether ``name`` could be mistaken for ``other``, ignoring spaces, signs, accents and i for l."""
    return bool(_simplified(name)) and _simplified(name) == _simplified(other)


def is_staff_title(name: str) -> bool:
    """Return whether ``name`` is a staff title, also with digits for letters or a number at the end."""
    bare = EDGE_SIGNS.sub("", unicodedata.normalize("NFKC", IGNORABLE.sub("", name)))
    return not _simplified_staff_titles().isdisjoint(
        {_simplified(name), _simplified(bare), _without_leet(name), _without_leet(bare)}
    )


def contains_staff_title(name: str) -> bool:
    """Return whether a staff title is a word in ``name``, such as "Judge Ann", which may be a person's real name."""
    spaced = CAMEL_CASE_BOUNDARY.sub(" ", unicodedata.normalize("NFKC", IGNORABLE.sub("", name)))
    if any(_simplified(word) in _simplified_staff_titles() for word in WORD.findall(spaced)):
        return True
    plain = _simplified(name)
    return any(_simplified(title) in plain for title in JAPANESE_STAFF_TITLES)


@cache
def _simplified_staff_titles() -> frozenset[str]:
    return frozenset(_simplified(title) for title in (*STAFF_TITLES, *JAPANESE_STAFF_TITLES))


@lru_cache(maxsize=10_000)
def _simplified(name: str) -> str:
    """Return the letters and digits of ``name``, each as the plainest one that looks like it, and kana as hiragana."""
    letters = _base_letters(unicodedata.normalize("NFKC", IGNORABLE.sub("", name)))
    bare = "".join(
        each for each in unicodedata.normalize("NFKD", letters) if each in VOICING_MARKS or not _is_mark(each)
    )
    lower = _skeleton(_skeleton(bare, capital_i="I").casefold())
    shape = _skeleton(_base_letters(lower.translate(SMALL_CAPITALS)))
    kana = unicodedata.normalize("NFC", shape).translate(TO_HIRAGANA).translate(SMALL_KANA)
    return re.sub(r"[\W_]", "", kana.replace("i", "l"))


def _without_leet(name: str) -> str:
    """Return `_simplified` of ``name``, with signs and digits replaced by the letters that they imitate."""
    return _simplified(unicodedata.normalize("NFKC", name).translate(LEET))


def _base_letters(text: str) -> str:
    return "".join(map(_base_letter, text))


def _base_letter(character: str) -> str:
    match = BASE_LETTER_NAME.search(unicodedata.name(character, ""))
    if character.isascii() or not match:
        return character
    return match[1] if character.isupper() else match[1].lower()


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) == "Mn"


def _skeleton(text: str, *, capital_i: str = "l") -> str:
    """Return the skeleton of ``text``, with ``capital_i`` for each capital letter that looks like l."""
    table = _representatives()
    return "".join(
        capital_i if table.get(each) == "l" and each.isupper() else table.get(each, each)
        for each in unicodedata.normalize("NFKD", text)
    )


@cache
def _representatives() -> Mapping[str, str]:
    """Return the representative of each confusable character. For m it is "rn".

    The table links each character with its representative, and the representative with all of its characters.
    """
    plane = {chr(code) for code in range(0x20, 0x10000) if not 0xD800 <= code < 0xE000}
    table: Mapping[str, set[str]] = Homoglyphs.get_table(plane | {"rn"})
    return {character: _representative(character, table) for character in table if len(character) == 1}


def _representative(character: str, table: Mapping[str, set[str]]) -> str:
    linked = table[character]
    if len(linked) > 1:
        return character
    (other,) = linked
    if len(other) > 1 or len(table[other]) > 1:
        return other
    return min(character, other)  # the two look like each other and like no other character
