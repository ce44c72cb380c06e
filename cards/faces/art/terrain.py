"""Fields and facilities: a floating island of blocks, seen from above."""

from cards.faces.art.scene import Scene, backdrop, gem
from cards.faces.palette import mix_colours
from cards.faces.svg import circle, ellipse, group, number, path, polygon

TILE_WIDTH, TILE_HEIGHT = 14.0, 7.4
TILES_PER_SIDE = 6


def draw(scene: Scene) -> str:
    """Draw land with smooth heights, flooded low ground and a marker on the top."""
    heights = _land(scene)
    return backdrop(scene, sun=scene.rng.likely(0.6)) + _island(scene, heights, windows=False)


def draw_city(scene: Scene) -> str:
    """Draw an industrial site: a few tall blocks with lit windows among yards."""
    rng = scene.rng
    heights = [
        [rng.uniform(34, 76) if rng.likely(0.26) else rng.uniform(5, 14) for _ in range(TILES_PER_SIDE)]
        for _ in range(TILES_PER_SIDE)
    ]
    return backdrop(scene, sun=rng.likely(0.4)) + _island(scene, heights, windows=True)


def _land(scene: Scene) -> list[list[float]]:
    """Return heights as the sum of a few hills, so that neighbouring tiles are similar."""
    rng = scene.rng
    hills = [
        (
            rng.uniform(0, TILES_PER_SIDE - 1),
            rng.uniform(0, TILES_PER_SIDE - 1),
            rng.uniform(26, 62),
            rng.uniform(2, 5),
        )
        for _ in range(3)
    ]

    def height(i: int, j: int) -> float:
        return 4 + sum(high / (1 + ((i - x) ** 2 + (j - y) ** 2) / spread) for x, y, high, spread in hills)

    # The far corner must not be higher than the picture.
    return [
        [min(height(i, j), 34 + (i + j) * TILE_HEIGHT) for j in range(TILES_PER_SIDE)] for i in range(TILES_PER_SIDE)
    ]


def _island(scene: Scene, heights: list[list[float]], *, windows: bool) -> str:
    ink = scene.ink
    low = min(min(row) for row in heights)
    highest = max((heights[i][j], i, j) for i in range(TILES_PER_SIDE) for j in range(TILES_PER_SIDE))
    blocks = []
    for i in range(TILES_PER_SIDE):
        for j in range(TILES_PER_SIDE):
            blocks.append(_block(scene, (i, j), heights[i][j], flooded=not windows and heights[i][j] < low + 9))
            if windows and heights[i][j] > 30:
                blocks.append(_windows(scene, (i, j), heights[i][j]))
            elif not windows and heights[i][j] >= low + 9 and (i, j) != highest[1:] and scene.rng.likely(0.22):
                blocks.append(_growth(scene, (i, j), heights[i][j]))
            if (i, j) == highest[1:]:
                x, y = _corner(i, j)
                blocks.append(gem(scene, (x, y + TILE_HEIGHT - highest[0] - 20), 11))
    shadow = ellipse((0, 88), (92, 12), fill=ink.night, opacity=0.5)
    return shadow + _root(scene) + "".join(blocks)


def _corner(i: float, j: float) -> tuple[float, float]:
    """Return the far corner of the tile in row ``i``, column ``j``, at height 0."""
    return (j - i) * TILE_WIDTH, (i + j) * TILE_HEIGHT - 12


def _block(scene: Scene, tile: tuple[int, int], high: float, *, flooded: bool) -> str:
    ink = scene.ink
    x, y = _corner(*tile)
    y -= high
    east, south, west = (x + TILE_WIDTH, y + TILE_HEIGHT), (x, y + 2 * TILE_HEIGHT), (x - TILE_WIDTH, y + TILE_HEIGHT)
    lit = min(1.0, high / 62) * 0.8 + (0.14 if sum(tile) % 2 else 0)
    top = ink.accent if flooded else mix_colours(ink.body, ink.spark, lit)
    left = polygon([west, south, (south[0], south[1] + high), (west[0], west[1] + high)], fill=ink.shade)
    right = polygon([east, south, (south[0], south[1] + high), (east[0], east[1] + high)], fill=ink.deep)
    return left + right + polygon([(x, y), east, south, west], fill=top)


def _windows(scene: Scene, tile: tuple[int, int], high: float) -> str:
    """Draw rows of lit windows on both walls of a block."""
    x, y = _corner(*tile)
    y -= high
    lit = []
    for k in range(int((high - 8) // 11)):
        for step in (0.25, 0.62):
            if scene.rng.likely(0.75):
                at = (x - TILE_WIDTH * (1 - step), y + TILE_HEIGHT * (1 + step) + 7 + 11 * k)
                lit.append(
                    polygon(
                        [at, (at[0] + 3.4, at[1] + 1.8), (at[0] + 3.4, at[1] + 7), (at[0], at[1] + 5.2)],
                        fill=scene.ink.accent,
                    )
                )
    return "".join(lit)


def _growth(scene: Scene, tile: tuple[int, int], high: float) -> str:
    """Draw a small tree or stone in the middle of a tile."""
    ink = scene.ink
    x, y = _corner(*tile)
    y += TILE_HEIGHT - high
    if scene.icon in ("wood", "water", ""):
        crown = circle((x, y - 12), 6, fill=ink.shade) + circle((x - 1.5, y - 13.5), 3, fill=ink.body)
        return path(f"M{number(x)} {number(y)}v-8", stroke=ink.night, stroke_width=2) + crown
    return polygon([(x - 5, y + 1), (x - 1, y - 15), (x + 4, y + 1), (x, y + 3)], fill=ink.shade) + polygon(
        [(x - 1, y - 15), (x + 4, y + 1), (x, y + 3)], fill=ink.night
    )


def _root(scene: Scene) -> str:
    """Draw the rock below the island."""
    ink, rng = scene.ink, scene.rng
    west, east, foot = _corner(TILES_PER_SIDE, 0), _corner(0, TILES_PER_SIDE), _corner(TILES_PER_SIDE, TILES_PER_SIDE)
    drips = [
        (west[0] + 20, west[1] + 22),
        (-38, foot[1] + rng.uniform(4, 14)),
        (-16, foot[1] + 6),
        (rng.uniform(-8, 8), foot[1] + 26),
    ]
    others = [(20, foot[1] + 8), (40, foot[1] + rng.uniform(2, 12)), (east[0] - 18, east[1] + 24)]
    hang = polygon([west, *drips, *others, east, foot], fill=ink.night)
    return hang + group(
        *(circle((rng.uniform(-80, 80), rng.uniform(60, 90)), rng.uniform(1.5, 3.5)) for _ in range(5)),
        fill=ink.night,
    )
