package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;

/**
 * Rules that no run may break.
 *
 * @param rules ids, or groups such as {@code TAIL-*}
 */
public record KeptRulesExpectation(FilePosition place, List<String> rules) implements Expectation {
    public KeptRulesExpectation {
        rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return "keeps";
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> run.diagnostics().stream()
                        .filter(this::covers)
                        .findFirst()
                        .map(each -> "expected rule " + each.rule() + " to be kept, but " + each.message()));
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        return rules.stream()
                .anyMatch(each -> each.endsWith("*")
                        ? diagnostic.rule().startsWith(each.substring(0, each.length() - 1))
                        : diagnostic.rule().equals(each));
    }
}
