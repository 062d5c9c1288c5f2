"""What a cell shows below the program's output: figures, findings at their lines, and the time line."""

import base64
import html
from dataclasses import dataclass

_COLOURS = {"error": "#b3261e", "warning": "#8a5a00", "note": "#1f5fa8"}
_FIGURES = (
    ("simulated time", "time_us", "{:,.3g} us"),
    ("child launches", "child_launches", "{:,}"),
    ("failed launches", "failed_launches", "{:,}"),
    ("grids run", "grids_run", "{:,}"),
    ("correct", "correct", "{}"),
)


@dataclass(frozen=True)
class CellResult:
    """The result of a cell, as HTML in a notebook and as text elsewhere.

    exit_code -- that of cdpsim
    output -- what the program or the command printed
    report -- the figures of the run by the names of cdpsim's JSON; empty for a check
    findings -- broken rules and wrong results
    source -- the text of the cell
    timeline -- the time line as SVG; empty if there is none
    """

    exit_code: int
    output: str
    report: dict
    findings: tuple
    source: str
    timeline: str = ""

    def __repr__(self):
        lines = [f"{label}: {value}" for label, value in self._figures()]
        for finding in self.findings:
            lines.append(f"{finding.level} [{finding.rule}]{_at(finding)}: {finding.text}")
        if not self.findings:
            lines.append("no findings")
        return "\n".join(lines)

    def _repr_html_(self):
        return "\n".join(filter(None, [self._figures_html(), self._findings_html(), self._source_html(), self._timeline_html()]))

    def _figures(self):
        for label, key, form in _FIGURES:
            if key in self.report:
                value = self.report[key]
                if isinstance(value, bool):
                    value = "yes" if value else "no"
                yield label, form.format(value)

    def _figures_html(self):
        cells = "".join(f"<th style='text-align:left'>{_safe(label)}</th>" for label, _ in self._figures())
        values = "".join(f"<td style='text-align:left'>{_safe(value)}</td>" for _, value in self._figures())
        return f"<table><tr>{cells}</tr><tr>{values}</tr></table>" if cells else ""

    def _findings_html(self):
        if not self.findings:
            return "<p>no findings</p>"
        items = []
        for finding in self.findings:
            first, _, rest = finding.text.partition("\n")
            more = f"<pre style='margin:0'>{_safe(rest)}</pre>" if rest else ""
            colour = _COLOURS.get(finding.level, _COLOURS["note"])
            items.append(
                f"<li><b style='color:{colour}'>{_safe(finding.level)}</b> [{_safe(finding.rule)}]{_safe(_at(finding))}: {_safe(first)}{more}</li>"
            )
        return f"<ul>{''.join(items)}</ul>"

    def _source_html(self):
        rules = {}
        for finding in self.findings:
            for line in finding.lines:
                rules.setdefault(line, {}).setdefault(finding.rule, finding.level)
        if not rules:
            return ""
        rows = []
        for number, text in enumerate(self.source.splitlines(), 1):
            marks = rules.get(number, {})
            level = "error" if "error" in marks.values() else next(iter(marks.values()), None)
            style = f"background:{_COLOURS[level]}22;border-left:3px solid {_COLOURS[level]}" if level else "border-left:3px solid transparent"
            names = f"  <i style='color:{_COLOURS[level]}'>{_safe(' '.join(marks))}</i>" if level else ""
            rows.append(f"<div style='{style};padding-left:4px'>{number:>3}  {_safe(text)}{names}</div>")
        return f"<pre style='line-height:1.3'>{''.join(rows)}</pre>"

    def _timeline_html(self):
        if not self.timeline:
            return ""
        # As an image, in which no script runs.
        data = base64.b64encode(self.timeline.encode("utf-8")).decode("ascii")
        return f"<img alt='grids over time' style='max-width:100%' src='data:image/svg+xml;base64,{data}'/>"


def _at(finding):
    if not finding.lines:
        return ""
    return f" at line{'s' if len(finding.lines) > 1 else ''} {', '.join(map(str, finding.lines))}"


def _safe(text):
    return html.escape(str(text))
