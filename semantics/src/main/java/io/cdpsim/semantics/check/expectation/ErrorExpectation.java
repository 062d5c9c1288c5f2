package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The exact set of CUDA errors that failed launches by device code and the end of the program show in every run.
 *
 * @param expected names such as {@code cudaErrorLaunchPendingCountExceeded}
 */
public record ErrorExpectation(FilePosition place, Set<String> expected) implements Expectation {
    private static final Pattern NAME = Pattern.compile("\\bcudaError[A-Z]\\w*");
    private static final Set<String> RULES = Set.of("POOL-3", "POOL-6", "LNCH-6", CheckerRules.RESULT);

    public ErrorExpectation {
        expected = Set.copyOf(expected);
    }

    @Override
    public String name() {
        return "errors";
    }

    private static Set<String> observed(ObservedRun run) {
        Set<String> names = new TreeSet<>(run.launchErrors().keySet());
        String messages =
                run.message() + "\n" + run.result().map(each -> each.failure()).orElse("");
        NAME.matcher(messages).results().forEach(each -> names.add(each.group()));
        return names;
    }

    private static String text(Set<String> names) {
        return names.isEmpty() ? "no error" : String.join(", ", new TreeSet<>(names));
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> observed(run).equals(expected)
                        ? Optional.empty()
                        : Optional.of("expected " + text(expected) + ", but found " + text(observed(run))));
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        return RULES.contains(diagnostic.rule())
                && (expected.isEmpty()
                        || expected.stream().anyMatch(diagnostic.message()::contains)
                        || !diagnostic.rule().equals(CheckerRules.RESULT));
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        return Expectation.shared(runs, ErrorExpectation::observed)
                .filter(observed -> !observed.equals(expected))
                .map(observed -> observed.isEmpty() ? "none" : "[" + String.join(", ", observed) + "]");
    }
}
