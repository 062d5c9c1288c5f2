package io.cdpsim.workloads.check.scenario;

import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.workloads.check.RunMatrix;
import io.cdpsim.workloads.check.expectation.Expectation;
import io.cdpsim.workloads.check.run.CheckedProgram;
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
    record Runs(CheckedProgram subject, RunMatrix conditions, Duration limit, List<Expectation> expectations)
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
