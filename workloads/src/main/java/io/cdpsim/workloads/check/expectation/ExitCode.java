package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * With which code a program ends.
 *
 * @param code 0 to 255
 */
public record ExitCode(FilePosition place, int code) implements Expectation {
    @Override
    public String name() {
        return "exit";
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs,
                run -> run.exitCode().equals(OptionalInt.of(code))
                        ? Optional.empty()
                        : Optional.of("expected exit code " + code + ", but " + seen(run)));
    }

    private static String seen(Observation run) {
        if (run.exitCode().isPresent()) {
            return "it was " + run.exitCode().getAsInt();
        }
        return "there is none" + (run.message().isEmpty() ? "" : ": " + run.message());
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return finding.rule().equals(OwnRules.RESULT);
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        OptionalInt seen = runs.get(0).exitCode();
        boolean isSame = runs.stream().allMatch(each -> each.exitCode().equals(seen));
        return isSame && seen.isPresent() && seen.getAsInt() != code
                ? Optional.of(String.valueOf(seen.getAsInt()))
                : Optional.empty();
    }
}
