package io.cdpsim.semantics.check.scenario;

import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.semantics.check.Conditions;
import io.cdpsim.semantics.check.expectation.Expectation;
import io.cdpsim.semantics.check.trial.Subject;
import java.time.Duration;
import java.util.List;

/** What a scenario does. */
public sealed interface Task {
    /**
     * Runs a program.
     *
     * @param subject the program
     * @param conditions under which it is run
     * @param limit how long each run may take here
     * @param expectations what is expected of the runs
     */
    record Runs(Subject subject, Conditions conditions, Duration limit, List<Expectation> expectations)
            implements Task {
        public Runs {
            expectations = List.copyOf(expectations);
        }
    }

    /**
     * Asks which outcomes the memory model allows a litmus test.
     *
     * @param test the test
     * @param expectations what is expected of the answer
     */
    record Litmus(LitmusTest test, List<LitmusExpectation> expectations) implements Task {
        public Litmus {
            expectations = List.copyOf(expectations);
        }
    }
}
