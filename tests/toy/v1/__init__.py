"""Flotsam by rules_version 1: what differed from today, and nothing else.

Records and tables that name this version are played by it.
"""

from pathlib import Path

from ludotheque.core.components import Components

COMPONENTS = Components("toy", Path(__file__).parent, is_earlier=True)
