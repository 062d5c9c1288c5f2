package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.Program;
import io.cdpsim.memory.litmus.Statement;
import io.cdpsim.memory.litmus.TestThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A test with what its threads have in common: grids, memory, and the handles of streams. */
public final class TestContext {
    private static final long FIRST_HANDLE = 1L << 50;

    private final LitmusTest test;
    private final int loopBound;
    private final GridInstances grids;
    private final Locations locations;
    private final List<StreamKey> handles = new ArrayList<>();
    private final Set<Integer> variablesWithAddress = new HashSet<>();

    /**
     * What a test starts with.
     *
     * @param loopBound how often a thread may jump back at one place
     */
    public TestContext(LitmusTest test, int loopBound) {
        this.test = test;
        this.loopBound = loopBound;
        this.grids = new GridInstances(test);
        this.locations = new Locations(test);
        findAddresses();
    }

    /** The test. */
    public LitmusTest test() {
        return test;
    }

    int loopBound() {
        return loopBound;
    }

    /** Its grids, blocks and threads. */
    public GridInstances grids() {
        return grids;
    }

    /** Its memory. */
    public Locations locations() {
        return locations;
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
