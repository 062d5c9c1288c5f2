package io.cdpsim.workloads.check.diagnostic;


import io.cdpsim.workloads.check.diagnostic.SourceLocation;
import java.util.List;

/**
 * Something that is wrong with a program. Two runs that show the same give equal findings.
 *
 * @param severity how bad it is
 * @param rule id of the rule of dynamic parallelism that it goes against, or one of {@link CheckerRules}
 * @param what what is wrong: words without a full stop, that do not differ from run to run
 * @param places where, the most telling first; empty where no line is to blame, or the code does not know its lines
 * @param details more lines about it, such as the two accesses of a race
 * @param mend what mends it; may be empty
 */
public record Diagnostic(
        Severity severity, String rule, String what, List<SourceLocation> places, List<String> details, String mend) {
    /** Keeps copies. */
    public Diagnostic {
        places = List.copyOf(places);
        details = List.copyOf(details);
    }

    /** Whether two are about the same, whatever else they say. */
    public boolean isSameAs(Diagnostic other) {
        return rule.equals(other.rule) && what.equals(other.what) && places.equals(other.places);
    }
}
