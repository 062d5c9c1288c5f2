package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.Optional;

/** Titles of rules. */
final class RuleTitles {
    private RuleTitles() {}

    /** The title of a rule. */
    static String of(String rule) {
        return own(rule).or(() -> catalog(rule)).orElse(rule);
    }

    private static Optional<String> catalog(String id) {
        return RuleCatalog.load().find(id).map(Rule::title);
    }

    private static Optional<String> own(String rule) {
        return Optional.ofNullable(
                switch (rule) {
                    case CheckerRules.RESULT -> "the program completes with the correct result";
                    case CheckerRules.STUCK -> "no program waits for an event that cannot happen";
                    case CheckerRules.BOMB -> "no program launches more grids than memory holds";
                    case CheckerRules.LIMIT -> "a run ends within its time limit";
                    case CheckerRules.TIMING -> "the behaviour does not depend on when grids run";
                    case CheckerRules.COMPILE -> "the source compiles";
                    case CheckerRules.INPUT -> "all files are present and well-formed";
                    case CheckerRules.LOAD -> "the device can load the code";
                    case CheckerRules.NOT_SIMULATED -> "the program calls simulated functions only";
                    case CheckerRules.EXPECTATION -> "runs meet the expectations of the scenario";
                    default -> null;
                });
    }
}
