"""Composed scenes as image files: rendered by resvg, written by Pillow.

Both are imported only when an image is made.

Drawn art needs no more than 256 well-chosen colours: the file is smaller, and nobody sees the
difference. An octree chooses them because it keeps rare colours: a median cut turns a small red hat
brown among a lot of stone.
"""

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

COLORS = 256
FRAME_MS = 700
LAST_MS = 4000


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width, in pixels."""
    image = pixels(svg, width)
    out = io.BytesIO()
    image.quantize(palette=palette_of(image)).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(svgs: Iterable[str], width: int) -> bytes:
    """Return the pictures as a looping GIF that pauses on the last one.

    All frames share the colours of the first and are not dithered, so that nothing flickers.
    """
    from PIL.Image import Dither

    frames: list[Image] = []
    for svg in svgs:
        image = pixels(svg, width)
        palette = frames[0] if frames else palette_of(image)
        frames.append(image.quantize(palette=palette, dither=Dither.NONE))
    out = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def palette_of(image: "Image") -> "Image":
    from PIL.Image import Quantize

    return image.quantize(COLORS, method=Quantize.FASTOCTREE)


def pixels(svg: str, width: int) -> "Image":
    import resvg_py
    from PIL import Image

    with Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg_string=svg, width=width))) as image:
        return image.convert("RGB")
