package io.cdpsim.semantics.rules.scenario;

import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A small program that shows a claim of a rule.
 *
 * @param rule id of the rule, such as {@code TAIL-3}
 * @param name the claim, a sentence in lower case without a full stop
 * @param profiles the profiles of its runs
 * @param allowed every outcome that the rule allows under any policy and seed
 * @param strictlyAllowed the outcomes that the documented behaviour allows ({@code MachineSettings.strict}); differs from {@code allowed}
 *     if measurements of a GPU contradict the documentation
 * @param reachesAll whether every allowed outcome occurs under some policy and seed
 * @param program runs the program and returns its outcome
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

    /** Both versions: one profile with CDP1, one with CDP2. */
    public static final List<String> BOTH = List.of("k20x", "h200");

    /** CDP1 only. */
    public static final List<String> CDP1 = List.of("k20x");

    /** CDP2 only. */
    public static final List<String> CDP2 = List.of("h200");

    /**
     * A statement of a rule, without the program that shows it.
     *
     * @param rule id of the rule
     * @param name the statement, a sentence in lower case without a full stop
     */
    public record Claim(String rule, String name) {
        /** A scenario with one outcome, which occurs in every run. */
        public RuleScenario must(List<String> profiles, String outcome, Function<ProgramMachine, String> program) {
            return scenario(profiles, Set.of(outcome), false, program);
        }

        /** A scenario with several allowed outcomes, each of which occurs in some run. */
        public RuleScenario may(List<String> profiles, Set<String> outcomes, Function<ProgramMachine, String> program) {
            return scenario(profiles, outcomes, true, program);
        }

        /** A scenario with several allowed outcomes, which need not all occur. */
        public RuleScenario mayReach(
                List<String> profiles, Set<String> outcomes, Function<ProgramMachine, String> program) {
            return scenario(profiles, outcomes, false, program);
        }

        private RuleScenario scenario(
                List<String> profiles, Set<String> allowed, boolean all, Function<ProgramMachine, String> program) {
            return new RuleScenario(rule, name, profiles, allowed, allowed, all, program);
        }
    }

    /** A claim of a rule. */
    public static Claim claim(String rule, String name) {
        return new Claim(rule, name);
    }

    /** A copy whose documented outcome differs from the measured one. */
    public RuleScenario strictly(String documented) {
        return new RuleScenario(rule, name, profiles, allowed, Set.of(documented), reachesAll, program);
    }

    /** The allowed outcomes of the documented or the measured behaviour. */
    public Set<String> allowed(boolean strict) {
        return strict ? strictlyAllowed : allowed;
    }

    /** The name of the scenario as a test: rule and claim. */
    public String testName() {
        return rule + ": " + name;
    }
}
