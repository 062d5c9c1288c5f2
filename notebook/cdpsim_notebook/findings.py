"""Findings: a broken rule or a wrong result, with the lines of the cell that it names."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlparse


@dataclass(frozen=True)
class Finding:
    """A broken rule or a wrong result.

    level -- ``error``, ``warning`` or ``note``
    rule -- the id of the rule, such as ``MEM-12``
    text -- what is wrong, and further lines
    lines -- the lines of the cell that it names, from 1
    """

    level: str
    rule: str
    text: str
    lines: tuple


def of_run(report, file):
    """The races, undefined uses and warnings in the JSON report of a run whose program is in a file of this name."""
    found = []
    # Instructions of the same lines often race together: one finding.
    races = {}
    for race in report.get("races") or []:
        lines = _known(_line(race[each]["place"], file) for each in ("first", "second"))
        races.setdefault((race["rule"], lines or race["first"]["place"] + race["second"]["place"]), []).append(race)
    for alike in races.values():
        race, count = alike[0], sum(each["count"] for each in alike)
        accesses = [race["first"], race["second"]]
        text = ["nothing orders " + " and ".join(f"{_name(each)}, which {each['does']}," for each in accesses).rstrip(",")]
        text += [f"{_name(each)} (grid {each['grid']}), block {each['block']}, thread {each['thread']}: {_short(each['place'])}" for each in accesses]
        text += [f"missing: {race['missing']}", f"fix: {race['mend']}", f"seen {count} times"]
        found.append(Finding("error", race["rule"], "\n".join(text), _known(_line(each["place"], file) for each in accesses)))
    for misuse in report.get("misuses") or []:
        found.append(Finding("error", misuse["rule"], misuse["message"], _known([_line(misuse["message"], file)])))
    for warning in report.get("warnings") or []:
        found.append(Finding("warning", warning["rule"], warning["message"], ()))
    return found


def of_check(sarif, file, folder=""):
    """The results of a SARIF document about a program in a file of this name, whose folder is cut off in texts."""
    found = []
    for run in sarif.get("runs", []):
        for result in run.get("results", []):
            places = result.get("locations", []) + result.get("relatedLocations", [])
            # A result without a place of its own is at line 1.
            lines = [] if result["ruleId"].startswith("CHECK-") else [_sarif_line(place, file) for place in places]
            found.append(Finding(result.get("level", "warning"), result["ruleId"], _without(result["message"]["text"], folder), _known(lines)))
    return found


def _known(lines):
    return tuple(dict.fromkeys(line for line in lines if line is not None))


def _name(access):
    return access.get("kernel") or access.get("operation", "the host")


def _line(place, file):
    found = re.search(r"(?:^|[\s/\\])" + re.escape(file) + r":(\d+)", place)
    return int(found.group(1)) if found else None


def _short(place):
    return re.sub(r"^\S*[/\\]", "", place)


def _sarif_line(place, file):
    physical = place.get("physicalLocation", {})
    uri = unquote(urlparse(physical.get("artifactLocation", {}).get("uri", "")).path)
    return physical.get("region", {}).get("startLine") if PurePosixPath(uri).name == file else None


def _without(text, folder):
    return text.replace(folder + "/", "") if folder else text
