package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The traces of the threads of a test, each built on first use. */
public final class ThreadTraces {
    private final TestContext context;
    private final Map<TraceKey, List<Trace>> traces = new HashMap<>();
    private boolean cut;

    /** The values that a thread's traces depend on. */
    private record TraceKey(int thread, List<SymbolicValue> arguments, List<SymbolicValue> control) {}

    /** No traces yet. */
    public ThreadTraces(TestContext context) {
        this.context = context;
    }

    /** Whether a path of some thread was cut at the loop bound. */
    public boolean wasCut() {
        return cut;
    }

    /** The traces of an initial thread. */
    public List<Trace> initial(ThreadInstance thread) {
        SymbolicValue[] registers = zeros(thread.program());
        BitSet given = new BitSet();
        for (TestThread each : context.test().threads()) {
            if (each.program().equals(thread.program())) {
                for (TestThread.InitialRegister initial : each.initialRegisters()) {
                    given.set(initial.register());
                    registers[initial.register()] = known(initial.value(), thread);
                }
            }
        }
        return traces(thread, registers, given, List.of(), false);
    }

    /** The traces of a thread of a launched grid, or of a node of a launched graph. The grid may never start if threads may wait forever. */
    public List<Trace> launched(ThreadInstance thread, ThreadAction.Launch launch) {
        SymbolicValue[] registers = zeros(thread.program());
        List<SymbolicValue> arguments =
                thread.grid().graph().isPresent() ? argumentsOfNode(thread) : launch.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            registers[i] = arguments.get(i);
        }
        BitSet given = new BitSet();
        given.set(0, arguments.size());
        return traces(thread, registers, given, launch.dependencies(), true);
    }

    private List<SymbolicValue> argumentsOfNode(ThreadInstance thread) {
        return thread.grid().launch().orElseThrow().arguments().stream()
                .map(each -> known(each, thread))
                .toList();
    }

    /** A number or an address. */
    private SymbolicValue known(LitmusOperand operand, ThreadInstance thread) {
        return new SymbolicValue.Constant(
                operand instanceof LitmusOperand.Symbol symbol
                        ? MemoryLocations.address(context.locations().of(symbol.variable(), thread))
                        : ((LitmusOperand.Immediate) operand).value());
    }

    private List<Trace> traces(
            ThreadInstance thread,
            SymbolicValue[] registers,
            BitSet given,
            List<SymbolicValue> control,
            boolean isLaunched) {
        TraceKey key = new TraceKey(thread.id(), List.copyOf(Arrays.asList(registers)), control);
        List<Trace> known = traces.get(key);
        if (known == null) {
            TraceBuilder builder = new TraceBuilder(context, thread);
            List<Trace> found = new ArrayList<>(builder.traces(registers, given, control));
            if (context.mayBlock() && isLaunched) {
                found.add(Trace.notStarted());
            }
            known = List.copyOf(found);
            cut |= builder.wasCut();
            traces.put(key, known);
        }
        return known;
    }

    private static SymbolicValue[] zeros(LitmusProgram program) {
        SymbolicValue[] registers = new SymbolicValue[program.registers().size()];
        Arrays.fill(registers, SymbolicValue.ZERO);
        return registers;
    }
}
