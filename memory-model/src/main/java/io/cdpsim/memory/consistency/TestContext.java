package io.cdpsim.memory.consistency;

import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.Program;
import io.cdpsim.memory.litmus.Statement;
import io.cdpsim.memory.litmus.TestThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A test with what its threads have in common: grids, memory, and their traces once they are known. */
final class TestContext {
    private static final long FIRST_HANDLE = 1L << 50;

    private final LitmusTest test;
    private final int loopBound;
    private final GridInstances grids;
    private final Locations locations;
    private final List<StreamKey> handles = new ArrayList<>();
    private final Map<TraceKey, List<Trace>> traces = new HashMap<>();
    private final Set<Integer> variablesWithAddress = new HashSet<>();
    private boolean cut;

    /** What a thread's traces depend on. */
    private record TraceKey(int thread, List<SymbolicValue> arguments, List<SymbolicValue> control) {}

    TestContext(LitmusTest test, int loopBound) {
        this.test = test;
        this.loopBound = loopBound;
        this.grids = new GridInstances(test);
        this.locations = new Locations(test);
        findAddresses();
    }

    LitmusTest test() {
        return test;
    }

    int loopBound() {
        return loopBound;
    }

    GridInstances grids() {
        return grids;
    }

    Locations locations() {
        return locations;
    }

    /** Whether a path of some thread was cut off at the bound of loops. */
    boolean wasCut() {
        return cut;
    }

    /** The traces of a thread that runs from the start. */
    List<Trace> initialTraces(ThreadInstance thread) {
        SymbolicValue[] registers = zeros(thread.program());
        for (TestThread each : test.threads()) {
            if (each.program().equals(thread.program())) {
                for (TestThread.InitialRegister initial : each.initialRegisters()) {
                    registers[initial.register()] = initial.value() instanceof Operand.Symbol symbol
                            ? new SymbolicValue.Constant(Locations.address(locations.of(symbol.variable(), thread)))
                            : new SymbolicValue.Constant(((Operand.Immediate) initial.value()).value());
                }
            }
        }
        return traces(thread, registers, List.of());
    }

    /** The traces of a thread of a launched grid. */
    List<Trace> launchedTraces(ThreadInstance thread, Action.Launch launch) {
        SymbolicValue[] registers = zeros(thread.program());
        for (int i = 0; i < launch.arguments().size(); i++) {
            registers[i] = launch.arguments().get(i);
        }
        return traces(thread, registers, launch.dependencies());
    }

    private List<Trace> traces(ThreadInstance thread, SymbolicValue[] registers, List<SymbolicValue> control) {
        TraceKey key = new TraceKey(thread.id(), List.copyOf(Arrays.asList(registers)), control);
        List<Trace> known = traces.get(key);
        if (known == null) {
            TraceBuilder builder = new TraceBuilder(this, thread);
            known = List.copyOf(builder.traces(registers, control));
            cut |= builder.wasCut();
            traces.put(key, known);
        }
        return known;
    }

    private static SymbolicValue[] zeros(Program program) {
        SymbolicValue[] registers = new SymbolicValue[program.registers().size()];
        Arrays.fill(registers, SymbolicValue.ZERO);
        return registers;
    }

    /** A number that stands for a stream. */
    long handleOf(StreamKey stream) {
        int known = handles.indexOf(stream);
        if (known < 0) {
            known = handles.size();
            handles.add(stream);
        }
        return FIRST_HANDLE + known;
    }

    /** The stream that a number stands for, or one that orders nothing. */
    StreamKey streamOf(long handle) {
        long index = handle - FIRST_HANDLE;
        return index >= 0 && index < handles.size() ? handles.get((int) index) : StreamKey.FREE;
    }

    /** The locations whose addresses may be in registers or memory. */
    int[] addressTaken() {
        return java.util.stream.IntStream.range(0, locations.count())
                .filter(each ->
                        variablesWithAddress.contains(locations.get(each).variable()))
                .toArray();
    }

    private void findAddresses() {
        test.variables().forEach(each -> noteAddress(each.initial()));
        List<Program> programs = new ArrayList<>();
        for (TestThread thread : test.threads()) {
            programs.add(thread.program());
            thread.initialRegisters().forEach(each -> noteAddress(each.value()));
        }
        test.host().ifPresent(programs::add);
        test.kernels().forEach(each -> programs.addAll(each.programs()));
        for (Program program : programs) {
            for (Statement statement : program.statements()) {
                Instruction instruction = statement.instruction();
                if (instruction instanceof Instruction.Store store) {
                    noteAddress(store.value());
                } else if (instruction instanceof Instruction.Atomic atomic) {
                    noteAddress(atomic.operand());
                    noteAddress(atomic.replacement());
                } else if (instruction instanceof Instruction.Move move) {
                    noteAddress(move.value());
                } else if (instruction instanceof Instruction.Arithmetic arithmetic) {
                    noteAddress(arithmetic.left());
                    noteAddress(arithmetic.right());
                } else if (instruction instanceof Instruction.Launch launch) {
                    launch.arguments().forEach(this::noteAddress);
                }
            }
        }
    }

    private void noteAddress(Operand operand) {
        if (operand instanceof Operand.Symbol symbol) {
            variablesWithAddress.add(symbol.variable());
        }
    }
}
