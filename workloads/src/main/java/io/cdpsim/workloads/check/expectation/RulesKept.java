package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules that no run breaks.
 *
 * @param rules ids, or groups such as {@code TAIL-*}
 */
public record RulesKept(Place place, List<String> rules) implements Expectation {
    /** Keeps a copy. */
    public RulesKept {
        rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return "keeps";
    }

    @Override
    public List<String> failures(List<Observation> runs) {
        List<String> failures = new ArrayList<>();
        List<Finding> told = new ArrayList<>();
        for (Observation run : runs) {
            for (Finding each : run.findings()) {
                if (speaksOf(each) && told.stream().noneMatch(each::isSameAs)) {
                    told.add(each);
                    failures.add("expected rule " + each.rule() + " to be kept, but " + each.what() + " (" + run.trial()
                            + ")");
                }
            }
        }
        return failures;
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return rules.stream()
                .anyMatch(each -> each.endsWith("*")
                        ? finding.rule().startsWith(each.substring(0, each.length() - 1))
                        : finding.rule().equals(each));
    }
}
