"""Cells of a Jupyter notebook that run CUDA programs on CDPSim: ``%load_ext cdpsim_notebook``."""

from .magics import CdpsimMagics

__all__ = ["load_ipython_extension"]


def load_ipython_extension(shell):
    """Registers ``%cdpsim``, ``%%cdpsim`` and ``%%cdpsim_check``; IPython calls it."""
    shell.register_magics(CdpsimMagics)
