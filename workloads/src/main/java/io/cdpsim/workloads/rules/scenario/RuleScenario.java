package io.cdpsim.workloads.rules.scenario;

import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A small program that shows what a rule says.
 *
 * @param rule id of the rule, such as {@code TAIL-3}
 * @param name what is shown, a sentence in lower case without a full stop
 * @param profiles the profiles it runs on
 * @param allowed every outcome that the rule allows, whatever the policy and the seed
 * @param strictlyAllowed the same where the documented behaviour holds ({@code MachineSettings.strict}); differs from {@code allowed} where
 *     a profile follows a GPU that was measured to do something else
 * @param reachesAll whether every allowed outcome comes up under some policy and seed: a "may" rule with several outcomes
 * @param program runs the program and says what came out
 */
public record RuleScenario(
        String rule,
        String name,
        List<String> profiles,
        Set<String> allowed,
        Set<String> strictlyAllowed,
        boolean reachesAll,
        Function<ProgramMachine, String> program) {
    public RuleScenario {
        profiles = List.copyOf(profiles);
        allowed = Set.copyOf(allowed);
        strictlyAllowed = Set.copyOf(strictlyAllowed);
    }

    /** A scenario whose outcomes are the same whether the documented or the measured behaviour holds. */
    public RuleScenario(
            String rule,
            String name,
            List<String> profiles,
            Set<String> allowed,
            boolean reachesAll,
            Function<ProgramMachine, String> program) {
        this(rule, name, profiles, allowed, allowed, reachesAll, program);
    }

    /** Both versions: one profile with CDP1, one with CDP2. */
    public static final List<String> BOTH = List.of("k20x", "h200");

    /** CDP1 only. */
    public static final List<String> CDP1 = List.of("k20x");

    /** CDP2 only. */
    public static final List<String> CDP2 = List.of("h200");

    /** A rule with one outcome, which must come out always. */
    public static RuleScenario must(
            String rule, String name, List<String> profiles, String outcome, Function<ProgramMachine, String> program) {
        return new RuleScenario(rule, name, profiles, Set.of(outcome), false, program);
    }

    /** A rule that leaves several outcomes open, all of which come up. */
    public static RuleScenario may(
            String rule,
            String name,
            List<String> profiles,
            Set<String> outcomes,
            Function<ProgramMachine, String> program) {
        return new RuleScenario(rule, name, profiles, outcomes, true, program);
    }

    /** The same scenario, of which another outcome is documented than the one that was measured. */
    public RuleScenario strictly(String documented) {
        return new RuleScenario(rule, name, profiles, allowed, Set.of(documented), reachesAll, program);
    }

    /** Every outcome that is allowed, with the documented behaviour or with the measured one. */
    public Set<String> allowed(boolean strict) {
        return strict ? strictlyAllowed : allowed;
    }

    /** The scenario's name as a test: rule and what is shown. */
    public String testName() {
        return rule + ": " + name;
    }
}
