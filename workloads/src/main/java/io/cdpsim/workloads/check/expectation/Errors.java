package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The errors of CUDA with which launches by device code fail or the program ends: exactly these, in every run.
 *
 * @param wanted names such as {@code cudaErrorLaunchPendingCountExceeded}
 */
public record Errors(FilePosition place, Set<String> wanted) implements Expectation {
    private static final Pattern NAME = Pattern.compile("\\bcudaError[A-Z]\\w*");
    private static final Set<String> RULES = Set.of("POOL-3", "POOL-6", "LNCH-6", OwnRules.RESULT);

    /** Keeps a copy. */
    public Errors {
        wanted = Set.copyOf(wanted);
    }

    @Override
    public String name() {
        return "errors";
    }

    private static Set<String> seen(Observation run) {
        Set<String> names = new TreeSet<>(run.launchErrors().keySet());
        String said =
                run.message() + "\n" + run.result().map(each -> each.failure()).orElse("");
        NAME.matcher(said).results().forEach(each -> names.add(each.group()));
        return names;
    }

    private static String words(Set<String> names) {
        return names.isEmpty() ? "no error" : String.join(", ", new TreeSet<>(names));
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs,
                run -> seen(run).equals(wanted)
                        ? Optional.empty()
                        : Optional.of("expected " + words(wanted) + ", but there was " + words(seen(run))));
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return RULES.contains(finding.rule())
                && (wanted.isEmpty() || wanted.stream().anyMatch(finding.what()::contains) || !isOfEnd(finding));
    }

    /** Whether the finding is about the end of the program and not about a launch. */
    private static boolean isOfEnd(Finding finding) {
        return finding.rule().equals(OwnRules.RESULT);
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        Set<String> seen = seen(runs.get(0));
        boolean isSame = runs.stream().allMatch(each -> seen(each).equals(seen));
        return isSame && !seen.equals(wanted)
                ? Optional.of(seen.isEmpty() ? "none" : seen.stream().collect(Collectors.joining(", ", "[", "]")))
                : Optional.empty();
    }
}
