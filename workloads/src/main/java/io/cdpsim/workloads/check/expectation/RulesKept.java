package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;

/**
 * Rules that no run breaks.
 *
 * @param rules ids, or groups such as {@code TAIL-*}
 */
public record RulesKept(FilePosition place, List<String> rules) implements Expectation {
    /** Keeps a copy. */
    public RulesKept {
        rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return "keeps";
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs,
                run -> run.findings().stream()
                        .filter(this::speaksOf)
                        .findFirst()
                        .map(each -> "expected rule " + each.rule() + " to be kept, but " + each.what()));
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return rules.stream()
                .anyMatch(each -> each.endsWith("*")
                        ? finding.rule().startsWith(each.substring(0, each.length() - 1))
                        : finding.rule().equals(each));
    }
}
