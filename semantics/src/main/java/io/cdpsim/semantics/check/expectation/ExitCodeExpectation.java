package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The exit code of a program.
 *
 * @param code 0 to 255
 */
public record ExitCodeExpectation(FilePosition place, int code) implements Expectation {
    @Override
    public String name() {
        return "exit";
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> run.exitCode().equals(OptionalInt.of(code))
                        ? Optional.empty()
                        : Optional.of("expected exit code " + code + ", but " + observed(run)));
    }

    private static String observed(ObservedRun run) {
        if (run.exitCode().isPresent()) {
            return "it was " + run.exitCode().getAsInt();
        }
        return "there is none" + (run.message().isEmpty() ? "" : ": " + run.message());
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        return diagnostic.rule().equals(CheckerRules.RESULT);
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        return Expectation.shared(runs, ObservedRun::exitCode)
                .filter(observed -> observed.isPresent() && observed.getAsInt() != code)
                .map(observed -> String.valueOf(observed.getAsInt()));
    }
}
