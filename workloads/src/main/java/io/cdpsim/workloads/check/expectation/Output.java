package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a program prints.
 *
 * @param how how the text is compared
 * @param text what is expected
 */
public record Output(FilePosition place, How how, String text) implements Expectation {
    private static final int MOST_SHOWN = 200;

    /** How a text is compared. */
    public enum How {
        /** It is all that is printed. */
        EQUALS,
        /** It is a part of that. */
        CONTAINS,
        /** It is a regular expression, of which a part of the output is an example. */
        MATCHES
    }

    @Override
    public String name() {
        return "output";
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        String wanted = switch (how) {
            case EQUALS -> "the output ";
            case CONTAINS -> "output with ";
            case MATCHES -> "output like ";
        };
        return Mismatches.each(
                runs,
                run -> holds(run)
                        ? Optional.empty()
                        : Optional.of("expected " + wanted + shown(text) + ", but it was " + shown(run.output())));
    }

    private boolean holds(Observation run) {
        return switch (how) {
            case EQUALS -> run.output().strip().equals(text.strip());
            case CONTAINS -> run.output().contains(text);
            case MATCHES ->
                Pattern.compile(text, Pattern.MULTILINE).matcher(run.output()).find();
        };
    }

    private static String shown(String text) {
        String cut = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
        return "\"" + cut.strip().replace("\n", "\\n") + "\"";
    }

    @Override
    public boolean speaksOf(Finding finding) {
        // A part that is always the same says nothing of the rest.
        return how == How.EQUALS && finding.rule().equals(OwnRules.TIMING);
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        String seen = runs.get(0).output();
        boolean isSame = runs.stream().allMatch(each -> each.output().equals(seen));
        return how == How.EQUALS && isSame && !mismatches(runs).isEmpty()
                ? Optional.of("\""
                        + seen.replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n")
                                .replace("\t", "\\t") + "\"")
                : Optional.empty();
    }
}
