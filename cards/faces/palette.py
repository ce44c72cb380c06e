"""The fixed colours of cards, the same on dark and light pages."""

from dataclasses import dataclass

GOLD, SILVER, COPPER = "#F2CC6B", "#C9D3E6", "#B9835A"


@dataclass(frozen=True, slots=True)
class Palette:
    """Six shades of one tone from darkest to lightest, and a complementary accent.

    The contrast of ``night`` and ``spark`` is above 10:1; text uses only this pair.
    """

    night: str
    deep: str
    shade: str
    body: str
    light: str
    spark: str
    accent: str


PALETTES = {
    "wood": Palette("#06170D", "#0D3520", "#1B6A3C", "#37A65A", "#8BE08F", "#ECFAD6", "#F0B84A"),
    "earth": Palette("#17100C", "#3A281D", "#6E4D35", "#A97F5A", "#DBBB92", "#FAF0DF", "#5FA08C"),
    "fire": Palette("#1D0A10", "#4A1118", "#93221C", "#DC4B20", "#FF9344", "#FFEBCB", "#4FA3B8"),
    "water": Palette("#07122B", "#0E2D5E", "#1B559B", "#3D8CDD", "#90C8F8", "#E6F4FF", "#F4A65E"),
    "darkness": Palette("#110823", "#2B1157", "#56229B", "#8F43E0", "#C892FF", "#F4E6FF", "#55D3C2"),
    "thunder": Palette("#181304", "#443506", "#86670B", "#D8AC14", "#FFDE52", "#FFF8D6", "#6C74EA"),
    "steel": Palette("#0C111B", "#222D41", "#455772", "#7E92B1", "#BAC9DF", "#F1F5FB", "#E58159"),
    "rose": Palette("#200A18", "#561437", "#9C2660", "#DF568E", "#FF9FC2", "#FFECF3", "#63CFDE"),
    "teal": Palette("#051919", "#0B3E41", "#147276", "#2CB2AD", "#86E4D7", "#E4FBF4", "#F4B65F"),
    "indigo": Palette("#0B0D26", "#1E2162", "#3B42A6", "#6D78EA", "#B0B8FF", "#EEF0FF", "#F4BA50"),
    "olive": Palette("#11140A", "#2B3418", "#546130", "#8B9B53", "#C3D08D", "#F5F8E1", "#EA7142"),
    "peach": Palette("#23100A", "#592B1C", "#A2593B", "#E8946D", "#FFC9A8", "#FFF3E8", "#68BBAA"),
}


def palette(tone: str) -> Palette:
    """Return the palette of ``tone``, an element or the colour of a card type. Raises KeyError."""
    return PALETTES[tone]


def mix_colours(first: str, second: str, share: float) -> str:
    """Return a colour between two others: ``first`` at a share of 0, ``second`` at 1."""
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
