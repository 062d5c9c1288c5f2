package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.Program;
import io.cdpsim.memory.litmus.Statement;
import io.cdpsim.memory.litmus.TestThread;
import java.util.ArrayList;
import java.util.List;

/** The places of a test from which grids are launched, numbered. */
final class LaunchSites {
    private final List<Instruction.Launch> launches = new ArrayList<>();

    LaunchSites(LitmusTest test) {
        test.threads().stream().map(TestThread::program).forEach(this::note);
        test.host().ifPresent(this::note);
        for (KernelProgram kernel : test.kernels()) {
            kernel.programs().forEach(this::note);
        }
    }

    private void note(Program program) {
        for (Statement statement : program.statements()) {
            if (statement.instruction() instanceof Instruction.Launch launch) {
                launches.add(launch);
            }
        }
    }

    /** The number of a place, told by the very object that stands there, since two places may read alike. */
    int numberOf(Instruction.Launch launch) {
        for (int i = 0; i < launches.size(); i++) {
            if (isSame(launches.get(i), launch)) {
                return i;
            }
        }
        throw new IllegalArgumentException(launch + " is no launch of this test");
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Instruction.Launch a, Instruction.Launch b) {
        return a == b;
    }

    Instruction.Launch get(int number) {
        return launches.get(number);
    }
}
