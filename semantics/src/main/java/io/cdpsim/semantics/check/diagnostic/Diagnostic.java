package io.cdpsim.semantics.check.diagnostic;

import java.util.List;
import java.util.Locale;

/**
 * A problem in a program. Two runs that show the same problem give equal diagnostics.
 *
 * @param severity how serious it is
 * @param rule id of the broken rule of dynamic parallelism, or one of {@link CheckerRules}
 * @param message what is wrong, without a full stop; the same in every run
 * @param locations where, the most specific first; empty if no line is the cause or the code has no line numbers
 * @param details further lines, such as the two accesses of a race
 * @param fix how to fix it; may be empty
 */
public record Diagnostic(
        Severity severity,
        String rule,
        String message,
        List<SourceLocation> locations,
        List<String> details,
        String fix) {
    public Diagnostic {
        locations = List.copyOf(locations);
        details = List.copyOf(details);
    }

    /** Whether two diagnostics report the same problem; details and fix may differ. */
    public boolean isSameAs(Diagnostic other) {
        return rule.equals(other.rule) && message.equals(other.message) && locations.equals(other.locations);
    }

    /** Such as {@code prog.cu:6: error: ... [VER-3]}, and the fix on a line of its own. */
    @Override
    public String toString() {
        return (locations.isEmpty() ? "" : locations.get(0) + ": ")
                + severity.name().toLowerCase(Locale.ROOT) + ": " + message + " [" + rule + "]"
                + (fix.isEmpty() ? "" : "\n      fix: " + fix);
    }
}
