package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.Optional;

/** What rules say, in a line. */
final class RuleTitles {
    private RuleTitles() {}

    /** The line of a rule. */
    static String of(String rule) {
        return own(rule).or(() -> catalog(rule)).orElse(rule);
    }

    private static Optional<String> catalog(String id) {
        return RuleCatalog.load().find(id).map(Rule::title);
    }

    private static Optional<String> own(String rule) {
        return Optional.ofNullable(
                switch (rule) {
                    case CheckerRules.RESULT -> "the program comes to its end with a right result";
                    case CheckerRules.STUCK -> "no program waits for what can never come";
                    case CheckerRules.BOMB -> "no program launches more than can ever run";
                    case CheckerRules.LIMIT -> "a run ends within its time";
                    case CheckerRules.TIMING -> "a program does the same however its grids are timed";
                    case CheckerRules.LOAD -> "the device can run the code";
                    case CheckerRules.NOT_SIMULATED -> "the program calls what is simulated";
                    case CheckerRules.EXPECTATION -> "runs are as the scenario expects";
                    default -> null;
                });
    }
}
