"""The magics with a stand-in for cdpsim, and with the real one where CDPSIM names it and a compiler is there."""

import contextlib
import io
import json
import os
import signal
import tempfile
import unittest
from pathlib import Path

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

FAKE = str(Path(__file__).with_name("fake_cdpsim"))
REAL = os.environ.get("CDPSIM")
RACY = Path(__file__).resolve().parents[2] / "examples/cuda/programs/squares_racy.cu"

RACE = {
    "rule": "MEM-12",
    "count": 16,
    "first": {"kernel": "child", "grid": 2, "block": 0, "thread": 1, "place": "/tmp/x/cell.cu:6, instruction 6", "does": "writes"},
    "second": {"operation": "host", "grid": 6, "block": 0, "thread": 0, "place": "/tmp/x/cell.cu:12, instruction 9", "does": "reads"},
    "missing": "an edge",
    "mend": "one <stream>",
}
REPORT = {"time_us": 46.98, "child_launches": 5, "failed_launches": 0, "grids_run": 6, "correct": False, "races": [RACE, RACE]}


class Magics(unittest.TestCase):
    def setUp(self):
        self.shell = InteractiveShell.instance()
        if self.shell.find_cell_magic("cdpsim") is None:
            self.shell.run_line_magic("load_ext", "cdpsim_notebook")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in ("r", "c"):
            self.shell.user_ns.pop(name, None)
        self.folder = Path(folder.name)
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ["CDPSIM"] = FAKE

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    def cell(self, magic, line, cell):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.shell.run_cell_magic(magic, line, cell)
        return out.getvalue(), err.getvalue()

    def test_a_run_has_figures_findings_at_their_lines_and_a_timeline(self):
        os.environ.update(FAKE_JSON=self.file("r.json", REPORT), FAKE_SVG=self.file("t.svg", "<svg/>"), FAKE_EXIT="1")

        out, _ = self.cell("cdpsim", "--result r --profile k20x -- 7 'a b'", "\n" * 11 + "sum += <b>;\n")

        self.assertIn("run --check --json=", out.replace(" report.json", " --json="))
        self.assertIn("--profile k20x cell.cu 7 a b", out)
        result = self.shell.user_ns["r"]
        self.assertEqual((1, 1), (result.exit_code, len(result.findings)))
        self.assertEqual(("error", "MEM-12", (6, 12)), (result.findings[0].level, result.findings[0].rule, result.findings[0].lines))
        self.assertIn("seen 32 times", result.findings[0].text)
        page = result._repr_html_()
        self.assertIn("one &lt;stream&gt;", page)
        self.assertIn("sum += &lt;b&gt;;", page)
        self.assertIn("data:image/svg+xml;base64,PHN2Zy8+", page)
        self.assertIn("47", page)
        self.assertIn("error [MEM-12] at lines 6, 12", repr(result))

    def test_without_a_report_the_message_is_shown_without_the_temporary_folder(self):
        os.environ["FAKE_EXIT"] = "2"

        _, err = self.cell("cdpsim", "", "int main( {}")

        self.assertEqual("a message about cell.cu\n", err)

    def test_accesses_are_not_watched_where_the_cell_says_so(self):
        out, _ = self.cell("cdpsim", "--no-check --file other.cu", "\n")

        self.assertNotIn("--check", out)
        self.assertIn("other.cu", out)

    def test_a_check_shows_the_results_of_its_sarif_document(self):
        place = {"physicalLocation": {"artifactLocation": {"uri": "file:///tmp/x/cell.cu"}, "region": {"startLine": 3}}}
        results = [
            {"ruleId": "MEM-1", "level": "error", "message": {"text": "a pointer\nfix: another"}, "locations": [place]},
            {"ruleId": "CHECK-timing", "level": "error", "message": {"text": "depends on time"}, "locations": [place]},
        ]
        os.environ["FAKE_SARIF"] = self.file("s.json", {"runs": [{"results": results}]})

        self.cell("cdpsim_check", "--result c --policy eager", "a\nb\nc\n")

        found = self.shell.user_ns["c"].findings
        self.assertEqual([("MEM-1", (3,)), ("CHECK-timing", ())], [(each.rule, each.lines) for each in found])

    def test_a_command_prints_what_it_prints(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            self.shell.run_line_magic("cdpsim", "run bfs --set l2.latency='600 cycles'")

        self.assertEqual("run bfs --set l2.latency=600 cycles\n", out.getvalue())

    def test_a_wrong_line_is_an_error_of_usage(self):
        from cdpsim_notebook.magics import _CellLine

        for line in ("--result", "--file a/b.cu", "--file cell.py"):
            with self.assertRaises(UsageError):
                _CellLine(line)

    def test_a_launcher_that_is_not_there_is_named(self):
        from cdpsim_notebook import launcher

        os.environ["CDPSIM"] = "/no/such/cdpsim"
        with self.assertRaisesRegex(launcher.LauncherNotFoundError, "/no/such/cdpsim"):
            launcher.find()

    def test_an_interrupt_of_the_cell_ends_the_command(self):
        from cdpsim_notebook import launcher

        os.environ["FAKE_SLEEPS"] = "1"
        signal.setitimer(signal.ITIMER_REAL, 1)
        # A process that a shell starts in the background ignores the interrupt.
        interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, interrupted)
        before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        self.addCleanup(signal.signal, signal.SIGALRM, before)

        done = launcher.run(["run", "x.cu"])

        self.assertNotEqual(0, done.exit_code)

    @unittest.skipUnless(REAL, "CDPSIM does not name a launcher")
    def test_the_real_one_finds_the_race_of_the_example(self):
        os.environ["CDPSIM"] = REAL
        self.cell("cdpsim", "--result r", RACY.read_text(encoding="utf-8"))
        if "r" not in self.shell.user_ns:
            self.skipTest("cdpsim finds no compiler here")

        result = self.shell.user_ns["r"]

        self.assertEqual(["MEM-12"], [each.rule for each in result.findings])
        self.assertEqual((6, 12), result.findings[0].lines)
        self.assertTrue(result.timeline.startswith("<svg"))
        self.assertEqual(5, result.report["child_launches"])


if __name__ == "__main__":
    unittest.main()
