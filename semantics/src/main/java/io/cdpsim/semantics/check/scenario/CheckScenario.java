package io.cdpsim.semantics.check.scenario;

import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.expectation.Expectation;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.workloads.yaml.FilePosition;
import java.time.Duration;
import java.util.List;

/**
 * A program or litmus test and what users expect of it.
 *
 * @param name the name for users
 * @param place the position in the file
 * @param task what the scenario does
 */
public record CheckScenario(String name, FilePosition place, Task task) {
    /** What a scenario does. */
    public sealed interface Task {}

    /**
     * Runs of a program.
     *
     * @param program the program
     * @param matrix the conditions of the runs
     * @param limit the limit on the real time of each run
     * @param expectations the expectations of the runs
     */
    public record ProgramTask(CheckedProgram program, RunMatrix matrix, Duration limit, List<Expectation> expectations)
            implements Task {
        public ProgramTask {
            expectations = List.copyOf(expectations);
        }
    }

    /**
     * A scenario that cannot run, since a file that it names is missing.
     *
     * @param problem the reason, with file, line and column
     */
    public record UnavailableTask(String problem) implements Task {}

    /**
     * The memory model's verdict on a litmus test.
     *
     * @param test the test
     * @param expectations the expectations of the verdict
     */
    public record LitmusTask(LitmusTest test, List<LitmusExpectation> expectations) implements Task {
        public LitmusTask {
            expectations = List.copyOf(expectations);
        }
    }
}
