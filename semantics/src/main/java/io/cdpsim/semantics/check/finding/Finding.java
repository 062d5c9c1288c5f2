package io.cdpsim.semantics.check.finding;

import java.util.List;

/**
 * Something that is wrong with a program. Two runs that show the same give equal findings.
 *
 * @param severity how bad it is
 * @param rule id of the rule of dynamic parallelism that it goes against, or one of {@link OwnRules}
 * @param what what is wrong: words without a full stop, that do not differ from run to run
 * @param places where, the most telling first; empty where no line is to blame, or the code does not know its lines
 * @param details more lines about it, such as the two accesses of a race
 * @param mend what mends it; may be empty
 */
public record Finding(
        Severity severity, String rule, String what, List<CodePlace> places, List<String> details, String mend) {
    /** Keeps copies. */
    public Finding {
        places = List.copyOf(places);
        details = List.copyOf(details);
    }

    /** Whether two are about the same, whatever else they say. */
    public boolean isSameAs(Finding other) {
        return rule.equals(other.rule) && what.equals(other.what) && places.equals(other.places);
    }
}
