package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The output of a program.
 *
 * @param comparison how the text is compared with the output
 * @param text the expected text
 */
public record OutputExpectation(FilePosition place, Comparison comparison, String text) implements Expectation {
    private static final int MAX_LENGTH = 200;

    /** How a text is compared with the output. */
    public enum Comparison {
        /** The text is the whole output. */
        EQUALS,
        /** The text is a part of the output. */
        CONTAINS,
        /** The text is a regular expression that matches a part of the output. */
        MATCHES
    }

    @Override
    public String name() {
        return "output";
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        String prefix = switch (comparison) {
            case EQUALS -> "the output ";
            case CONTAINS -> "output with ";
            case MATCHES -> "output like ";
        };
        return Mismatch.each(
                runs,
                run -> holds(run)
                        ? Optional.empty()
                        : Optional.of("expected " + prefix + quoted(text) + ", but it was " + quoted(run.output())));
    }

    private boolean holds(ObservedRun run) {
        return switch (comparison) {
            case EQUALS -> run.output().strip().equals(text.strip());
            case CONTAINS -> run.output().contains(text);
            case MATCHES ->
                Pattern.compile(text, Pattern.MULTILINE).matcher(run.output()).find();
        };
    }

    private static String quoted(String text) {
        String cut = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "..." : text;
        return "\"" + cut.strip().replace("\n", "\\n") + "\"";
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        // A common part does not show that the rest of the output is the same.
        return comparison == Comparison.EQUALS && diagnostic.rule().equals(CheckerRules.TIMING);
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        return Expectation.shared(runs, ObservedRun::output)
                .filter(observed ->
                        comparison == Comparison.EQUALS && !mismatches(runs).isEmpty())
                .map(observed -> "\""
                        + observed.replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n")
                                .replace("\t", "\\t")
                        + "\"");
    }
}
