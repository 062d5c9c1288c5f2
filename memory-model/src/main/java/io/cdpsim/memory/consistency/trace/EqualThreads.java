package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The classes of threads that can be exchanged without a change of the test: they run the same program from the same registers, they are in
 * one block or alone in blocks of one grid, and no condition names one of them.
 */
public final class EqualThreads {
    /** The class of a thread that is equal to no other. */
    public static final int ALONE = -1;

    private final TestContext context;
    private final Set<String> named = new HashSet<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final Map<Key, Integer> numbers = new HashMap<>();

    /** What equal threads have in common. */
    private record Key(
            int grid,
            int block,
            int cluster,
            List<LitmusInstruction> instructions,
            List<String> registers,
            List<TestThread.InitialRegister> initial) {}

    EqualThreads(TestContext context) {
        this.context = context;
        context.test().forEachTerm(each -> {
            if (each instanceof Condition.Register register) {
                named.add(register.thread());
            } else if (each instanceof Condition.Memory memory) {
                named.add(memory.thread());
            }
        });
    }

    /** The class of a thread, or {@link #ALONE}. */
    public int classOf(ThreadInstance thread) {
        return classes.computeIfAbsent(thread.id(), id -> find(thread));
    }

    private int find(ThreadInstance thread) {
        boolean shares = context.grids().threadsOfBlock(thread.block()) > 1;
        if (!context.settings().reduced()
                || context.mayBlock()
                || named.stream().anyMatch(thread::isCalled)
                || !thread.program().statements().stream().allMatch(each -> isExchangeable(each, shares))) {
            return ALONE;
        }
        List<TestThread.InitialRegister> initial = context.test().threads().stream()
                .filter(each -> each.program().equals(thread.program()))
                .findFirst()
                .map(TestThread::initialRegisters)
                .orElse(List.of());
        boolean inCluster = context.grids().threads().stream()
                .anyMatch(each -> each.cluster() == thread.cluster() && each.block() != thread.block());
        LitmusProgram program = thread.program();
        Key key = new Key(
                thread.grid().id(),
                shares ? thread.block() : -1,
                inCluster ? thread.cluster() : -1,
                program.statements().stream().map(LitmusStatement::instruction).toList(),
                program.registers(),
                initial);
        return numbers.computeIfAbsent(key, each -> numbers.size());
    }

    /** Whether an exchange of threads maps the effect of a statement to that of the other thread's. */
    private boolean isExchangeable(LitmusStatement statement, boolean sharesBlock) {
        LitmusInstruction instruction = statement.instruction();
        boolean launches = instruction instanceof LitmusInstruction.Launch
                || instruction instanceof LitmusInstruction.GraphLaunch
                || instruction instanceof LitmusInstruction.Synchronize
                || instruction instanceof LitmusInstruction.RecordEvent
                || instruction instanceof LitmusInstruction.WaitEvent;
        boolean chooses = instruction instanceof LitmusInstruction.Barrier barrier
                && (barrier.count().isPresent()
                        || barrier.reduction().isPresent()
                        || !(barrier.id() instanceof LitmusOperand.Immediate)
                        || !(barrier.resource() instanceof LitmusOperand.Immediate));
        return !launches && !chooses && instruction.sources().stream().allMatch(each -> isCommon(each, sharesBlock));
    }

    private boolean isCommon(LitmusOperand operand, boolean sharesBlock) {
        if (operand instanceof LitmusOperand.Symbol symbol) {
            AddressSpace space =
                    context.test().variables().get(symbol.variable()).space();
            return space != AddressSpace.LOCAL && (space != AddressSpace.SHARED || sharesBlock);
        }
        return !(operand instanceof LitmusOperand.StreamHandle);
    }
}
