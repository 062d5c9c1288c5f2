package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.LaunchAttributes;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import java.util.ArrayList;
import java.util.List;

/** Limits of a simulated block, which a test must not exceed. */
final class SimulationLimits {
    private static final int MOST_THREADS = 32;
    /** Barriers of a block that a test may use; the others are the simulation's own. */
    static final int BARRIERS = 14;

    private static final int DEVICES = 31;

    private SimulationLimits() {}

    static void check(LitmusTest test) {
        List<LitmusProgram> programs = new ArrayList<>();
        for (TestThread thread : test.threads()) {
            programs.add(thread.program());
            if (thread.gpu() >= DEVICES) {
                throw error(
                        test,
                        0,
                        "the test is for " + (thread.gpu() + 1) + " GPUs; a simulated machine has up to " + DEVICES);
            }
        }
        test.kernels().stream().map(KernelProgram::programs).forEach(programs::addAll);
        test.host().ifPresent(programs::add);
        for (LitmusProgram program : programs) {
            for (LitmusStatement statement : program.statements()) {
                check(test, statement);
            }
        }
    }

    private static void check(LitmusTest test, LitmusStatement statement) {
        LitmusInstruction instruction = statement.instruction();
        if (instruction instanceof LitmusInstruction.Barrier barrier) {
            check(test, statement, barrier);
        }
        if (instruction instanceof LitmusInstruction.ClusterArrival
                || instruction instanceof LitmusInstruction.ClusterWait
                || instruction instanceof LitmusInstruction.MbarrierUpdate
                || instruction instanceof LitmusInstruction.MbarrierTest
                || (instruction instanceof LitmusInstruction.Barrier barrier
                        && barrier.reduction().isPresent())) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: use bar.cta.sync or bar.cta.arrive");
        }
        if (instruction instanceof LitmusInstruction.GraphLaunch
                || instruction instanceof LitmusInstruction.GridBarrier
                || instruction instanceof LitmusInstruction.DependentLaunch
                || instruction instanceof LitmusInstruction.DependencyWait
                || (instruction instanceof LitmusInstruction.Launch launch
                        && !launch.attributes().equals(LaunchAttributes.NONE))) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text()
                            + "' cannot be simulated: graphs, cooperative grids, clusters and dependent launches are"
                            + " checked by the model alone; leave --simulate out");
        }
        if (instruction instanceof LitmusInstruction.Atomic atomic
                && (atomic.operation() == ReadModifyWrite.INCREMENT
                        || atomic.operation() == ReadModifyWrite.DECREMENT)) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text()
                            + "' cannot be simulated: simulated variables have 64 bits, and inc and dec 32;"
                            + " use add");
        }
        if (instruction instanceof LitmusInstruction.Launch launch
                && (launch.threads() > MOST_THREADS
                        || launch.blocks() * (long) launch.threads() > RecordLayout.RECORDS / 2)) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: launch up to " + MOST_THREADS
                            + " threads a block and " + RecordLayout.RECORDS / 2 + " in all");
        }
    }

    private static void check(LitmusTest test, LitmusStatement statement, LitmusInstruction.Barrier barrier) {
        if (barrier.resource() instanceof LitmusOperand.Immediate resource && resource.value() >= BARRIERS) {
            throw error(
                    test,
                    statement.line(),
                    "'" + statement.text() + "' cannot be simulated: use a barrier from 0 to " + (BARRIERS - 1));
        }
    }

    private static LitmusException error(LitmusTest test, int line, String what) {
        return new LitmusException(test.file(), line, what);
    }
}
