package io.cdpsim.cli.check;

import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.scenario.ExpectationEdit;
import io.cdpsim.semantics.check.scenario.ScenarioText;
import io.cdpsim.workloads.FileErrors;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rewrites the expectations of files of scenarios as runs are now, after it has shown what changes. */
final class ExpectationUpdate {
    private ExpectationUpdate() {}

    /** Whether a finding is as expected once a value has changed. */
    private static boolean covers(ExpectationEdit change, Diagnostic found) {
        return found.rule().equals(CheckerRules.EXPECTATION)
                ? change.place().line() == found.locations().get(0).line()
                : List.of(change.value().split("[\\[\\], ]+")).contains(found.rule());
    }

    /** Rewrites the files of some cases. @return the exit code */
    static int rewrite(List<CaseResult> cases, Severity failing, PrintWriter out, PrintWriter err) {
        Map<String, List<ExpectationEdit>> files = new LinkedHashMap<>();
        boolean isLeft = false;
        for (CaseResult each : cases) {
            for (ExpectationEdit change : each.edits()) {
                files.computeIfAbsent(change.place().file(), file -> new ArrayList<>())
                        .add(change);
            }
            isLeft |= each.occurrences().stream()
                    .map(Occurrence::diagnostic)
                    .filter(found -> found.severity().compareTo(failing) >= 0)
                    .anyMatch(found -> each.edits().stream().noneMatch(change -> covers(change, found)));
        }
        if (files.isEmpty()) {
            out.print("nothing to rewrite\n");
        }
        for (Map.Entry<String, List<ExpectationEdit>> each : files.entrySet()) {
            Path file = Path.of(each.getKey());
            String before = FileErrors.textOf(file, "scenarios as YAML");
            ScenarioText.Rewritten after = ScenarioText.rewritten(before, each.getValue());
            out.print(PrintableText.lines(after.difference(each.getKey())).stripTrailing() + "\n");
            if (after.lostComments() > 0) {
                out.print("comments within values are not kept: " + after.lostComments() + "\n");
            }
            if (!AtomicFile.write(file, after::text, err)) {
                return ExitCode.UNFINISHED;
            }
        }
        if (isLeft) {
            out.print("not all holds now: what is wrong above and not rewritten here needs a fix\n");
        }
        out.flush();
        return isLeft ? ExitCode.FAILED_CHECK : ExitCode.DONE;
    }
}
