package io.cdpsim.semantics.litmus;

import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.List;

/** The places of a test from which grids are launched, numbered. */
final class LaunchSites {
    private final List<LitmusInstruction.Launch> launches = new ArrayList<>();

    LaunchSites(LitmusTest test) {
        test.threads().stream().map(TestThread::program).forEach(this::note);
        test.host().ifPresent(this::note);
        for (KernelProgram kernel : test.kernels()) {
            kernel.programs().forEach(this::note);
        }
    }

    private void note(LitmusProgram program) {
        for (LitmusStatement statement : program.statements()) {
            if (statement.instruction() instanceof LitmusInstruction.Launch launch) {
                launches.add(launch);
            }
        }
    }

    /** The number of a launch site, identified by its object, since two sites may have the same text. */
    int numberOf(LitmusInstruction.Launch launch) {
        for (int i = 0; i < launches.size(); i++) {
            if (isSame(launches.get(i), launch)) {
                return i;
            }
        }
        throw new IllegalArgumentException(launch + " is not a launch of this test");
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(LitmusInstruction.Launch a, LitmusInstruction.Launch b) {
        return a == b;
    }

    LitmusInstruction.Launch get(int number) {
        return launches.get(number);
    }
}
