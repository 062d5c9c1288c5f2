"""The cdpsim command as a process."""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "CDPSIM"
"""The environment variable that names the launcher."""

_SECONDS_TO_END = 10


class LauncherNotFoundError(Exception):
    """No cdpsim launcher was found."""


@dataclass(frozen=True)
class Completed:
    """The exit code and the output of a cdpsim command."""

    exit_code: int
    output: str
    errors: str


def find():
    """The launcher: what the variable CDPSIM names, else the one of this checkout, else ``cdpsim`` on the PATH."""
    named = os.environ.get(VARIABLE)
    if named:
        path = shutil.which(os.path.expanduser(named))
        if path is None:
            raise LauncherNotFoundError(
                f"the environment variable {VARIABLE} names '{named}', which is no program; let it name the launcher cdpsim"
            )
        return path
    in_checkout = Path(__file__).resolve().parents[2] / "cdpsim"
    path = shutil.which(str(in_checkout)) or shutil.which("cdpsim")
    if path is None:
        raise LauncherNotFoundError(
            f"no cdpsim beside this package or on the PATH; set the environment variable {VARIABLE} to the launcher"
        )
    return path


def run(arguments, folder=None):
    """Runs cdpsim in a folder. An interrupt of the cell interrupts the command, which then reports what has run."""
    process = subprocess.Popen(
        [find(), *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, errors = process.communicate()
    except KeyboardInterrupt:
        output, errors = _interrupt(process)
    return Completed(process.returncode, output, errors)


def _interrupt(process):
    """Ends the process group: by an interrupt, and by force if it has not ended some seconds later."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        return process.communicate(timeout=_SECONDS_TO_END)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()
