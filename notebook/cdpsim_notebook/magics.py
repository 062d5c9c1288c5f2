"""The magics of IPython: %cdpsim, %%cdpsim and %%cdpsim_check."""

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import display

from . import findings, launcher
from .view import CellResult

_FILE = "cell.cu"


class _CellLine:
    """The line of a cell magic: options of the magic, options of cdpsim, and behind ``--`` arguments of the program."""

    def __init__(self, line):
        words = shlex.split(line)
        at = words.index("--") if "--" in words else len(words)
        self.options, self.arguments = words[:at], words[at + 1 :]
        self.result = self._take("--result")
        self.file = self._take("--file") or _FILE
        self.watched = not self._flag("--no-check")
        if Path(self.file).name != self.file or not self.file.endswith(".cu"):
            raise UsageError(f"--file: found '{self.file}', expected the name of a .cu file without a folder")

    def _take(self, name):
        if name not in self.options:
            return None
        at = self.options.index(name)
        if at + 1 == len(self.options):
            raise UsageError(f"{name}: no value, expected a name after it")
        value = self.options[at + 1]
        del self.options[at : at + 2]
        return value

    def _flag(self, name):
        if name not in self.options:
            return False
        self.options.remove(name)
        return True


def _json(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() and path.stat().st_size else None


@magics_class
class CdpsimMagics(Magics):
    """Runs commands of cdpsim, and cells that hold CUDA programs."""

    @line_magic
    def cdpsim(self, line):
        """%cdpsim COMMAND [OPTIONS]: runs a command of cdpsim and prints its output."""
        done = self._run(shlex.split(line))
        print(done.output, end="")
        sys.stderr.write(done.errors)

    @cell_magic("cdpsim")
    def cdpsim_cell(self, line, cell):
        """%%cdpsim [--no-check] [--file NAME.cu] [--result NAME] [OPTIONS] [-- ARGUMENTS]: runs the cell's CUDA program.

        OPTIONS are those of ``cdpsim run``, ARGUMENTS those of the program. Below the program's output are the figures of
        the run, races and undefined uses at their lines, and the time line. --no-check does not watch accesses, --file names
        the cell's file, --result keeps the result in a variable.
        """
        words = _CellLine(line)
        with tempfile.TemporaryDirectory(prefix="cdpsim-") as folder:
            program, report, picture = (Path(folder, name) for name in (words.file, "report.json", "grids.svg"))
            program.write_text(cell, encoding="utf-8")
            watch = ["--check"] if words.watched else []
            done = self._run(["run", *watch, f"--json={report}", f"--svg={picture}", *words.options, str(program), *words.arguments])
            figures = _json(report)
            print(done.output, end="")
            if figures is None:
                # It did not run: an error of the compiler or in an option.
                sys.stderr.write(done.errors.replace(folder + os.sep, ""))
                return
            svg = picture.read_text(encoding="utf-8") if picture.exists() else ""
            found = findings.of_run(figures, words.file)
            self._show(words, CellResult(done.exit_code, done.output, figures, tuple(found), cell, svg))

    @cell_magic
    def cdpsim_check(self, line, cell):
        """%%cdpsim_check [--file NAME.cu] [--result NAME] [OPTIONS]: checks the cell's CUDA program under several policies.

        OPTIONS are those of ``cdpsim check``. Below the report are the findings at their lines.
        """
        words = _CellLine(line)
        if words.arguments:
            raise UsageError("--: arguments of the program go into --arguments 'WORDS'")
        with tempfile.TemporaryDirectory(prefix="cdpsim-") as folder:
            program, sarif = Path(folder, words.file), Path(folder, "findings.sarif")
            program.write_text(cell, encoding="utf-8")
            done = self._run(["check", f"--sarif={sarif}", *words.options, str(program)])
            document = _json(sarif)
            if document is None:
                print(done.output, end="")
                sys.stderr.write(done.errors.replace(folder + os.sep, ""))
                return
            found = findings.of_check(document, words.file, folder)
            report = done.output.replace(folder + os.sep, "")
            # The first and the last line: each finding between them is shown at its line.
            lines = [each for each in report.splitlines() if each and not each.startswith(" ")]
            print("\n".join(lines))
            self._show(words, CellResult(done.exit_code, report, {}, tuple(found), cell))

    @staticmethod
    def _run(arguments):
        try:
            return launcher.run(arguments)
        except launcher.LauncherNotFoundError as problem:
            raise UsageError(str(problem)) from None

    def _show(self, words, result):
        display(result)
        if words.result:
            self.shell.user_ns[words.result] = result
