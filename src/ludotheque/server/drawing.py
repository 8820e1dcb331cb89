"""PNGs of moments, each drawn in a process of its own.

resvg holds Python's lock while it draws, which takes up to a second and a half: in this process,
nobody would be answered meanwhile.
"""

import asyncio
import os
import subprocess
import sys

from ludotheque.scene import export

KEPT = 16  # the latest pictures


class Drawings:
    """Draws PNGs, and keeps the latest ones."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def png(self, svg: str, width: int) -> bytes:
        """Return the picture as a PNG of this width, in pixels."""
        png = self.kept.pop(svg, None) or await drawn(svg, width)
        self.kept[svg] = png  # at the end: the latest comes last
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return png


async def drawn(svg: str, width: int) -> bytes:
    """Draw a picture in another process."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ludotheque.server.drawing", str(width), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        png, _ = await child.communicate(svg.encode())
    finally:
        if child.returncode is None:
            child.kill()
    if child.returncode:
        raise RuntimeError(f"drawing a picture ended with status {child.returncode}")
    return png


if __name__ == "__main__":
    if sys.platform == "linux":
        os.nice(10)
    sys.stdout.buffer.write(export.png(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
