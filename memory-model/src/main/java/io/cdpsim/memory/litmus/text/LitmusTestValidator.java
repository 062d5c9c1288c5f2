package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.KernelProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Validates a test's threads and kernels after all of them are read. */
final class LitmusTestValidator {
    private final String file;
    private final Dialect dialect;
    private final List<KernelProgram> kernels;
    private final Map<Long, Boolean> reducing = new HashMap<>();

    private LitmusTestValidator(String file, Dialect dialect, List<KernelProgram> kernels) {
        this.file = file;
        this.dialect = dialect;
        this.kernels = kernels;
    }

    static void check(String file, Dialect dialect, List<LitmusProgram> initial, List<KernelProgram> kernels) {
        LitmusTestValidator check = new LitmusTestValidator(file, dialect, kernels);
        List<LitmusProgram> programs = new ArrayList<>(initial);
        kernels.forEach(kernel -> programs.addAll(kernel.programs()));
        programs.forEach(program -> program.statements().forEach(check::statement));
        programs.forEach(program -> program.statements().forEach(check::barrier));
    }

    private void statement(LitmusStatement statement) {
        LitmusInstruction instruction = statement.instruction();
        boolean ofDynamicParallelism = instruction instanceof LitmusInstruction.Launch
                || instruction instanceof LitmusInstruction.Synchronize
                || instruction instanceof LitmusInstruction.RecordEvent
                || instruction instanceof LitmusInstruction.WaitEvent;
        if (ofDynamicParallelism && dialect == Dialect.PLAIN) {
            throw error(
                    statement,
                    "has no effect in a plain test; write cdp1 or cdp2 behind the test's name in the header");
        }
        if (instruction instanceof LitmusInstruction.Launch launch) {
            launch(statement, launch);
        }
    }

    /** Rejects a barrier of a known number that some threads use with a reduction and some without. */
    private void barrier(LitmusStatement statement) {
        if (statement.instruction() instanceof LitmusInstruction.Barrier barrier
                && barrier.resource() instanceof LitmusOperand.Immediate resource) {
            boolean reduces = barrier.reduction().isPresent();
            Boolean before = reducing.putIfAbsent(resource.value(), reduces);
            if (before != null && before != reduces) {
                throw error(
                        statement,
                        "uses barrier " + resource.value()
                                + " with and without a reduction, which PTX leaves undefined; use another barrier");
            }
        }
    }

    private void launch(LitmusStatement statement, LitmusInstruction.Launch launch) {
        KernelProgram kernel = kernels.get(launch.kernel());
        if (launch.arguments().size() != kernel.parameters()) {
            throw error(
                    statement,
                    "gives " + launch.arguments().size() + " arguments to '" + kernel.name() + "', which takes "
                            + kernel.parameters());
        }
        if (kernel.programs().size() > 1 && kernel.programs().size() != launch.threads()) {
            throw error(
                    statement,
                    "launches blocks of " + launch.threads() + " threads, but '" + kernel.name()
                            + "' has a column for each of " + kernel.programs().size());
        }
        if (launch.blocks() == 0 || launch.threads() == 0) {
            throw error(statement, "launches no thread; give at least one block and one thread");
        }
        if (launch.stream() == StreamOperand.Predefined.TAIL && dialect == Dialect.CDP1) {
            throw error(statement, "uses the tail stream, which CDP1 does not have (TAIL-9)");
        }
        if (launch.stream() == StreamOperand.Predefined.FIRE_AND_FORGET && dialect == Dialect.CDP1) {
            throw error(statement, "uses the fire-and-forget stream, which CDP1 does not have");
        }
    }

    private LitmusException error(LitmusStatement statement, String what) {
        return new LitmusException(file, statement.line(), "'" + statement.text() + "' " + what);
    }
}
