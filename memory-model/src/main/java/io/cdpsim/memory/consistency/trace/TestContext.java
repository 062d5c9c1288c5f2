package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.TestThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A test with what its threads have in common: grids, memory, and the handles of streams. */
public final class TestContext {
    private static final long FIRST_HANDLE = 1L << 50;

    private final LitmusTest test;
    private final CheckSettings settings;
    private final BarrierParticipants barriers;
    private final boolean mayBlock;
    private final GridInstances grids;
    private final MemoryLocations locations;
    private final List<StreamKey> handles = new ArrayList<>();
    private final Set<Integer> variablesWithAddress = new HashSet<>();

    /** What a test starts with. */
    public TestContext(LitmusTest test, CheckSettings settings) {
        this.test = test;
        this.settings = settings;
        this.barriers = settings.barriersOf(test.dialect());
        this.grids = new GridInstances(test);
        this.locations = new MemoryLocations(test);
        List<LitmusProgram> programs = programs();
        findAddresses(programs);
        this.mayBlock = !settings.blockedIgnored()
                && programs.stream()
                        .flatMap(each -> each.statements().stream())
                        .anyMatch(each -> each.instruction() instanceof LitmusInstruction.Barrier barrier
                                && barrier.waits()
                                && mayBlock(barrier.count().isPresent()));
    }

    private List<LitmusProgram> programs() {
        List<LitmusProgram> programs = new ArrayList<>();
        test.threads().forEach(each -> programs.add(each.program()));
        test.host().ifPresent(programs::add);
        test.kernels().forEach(each -> programs.addAll(each.programs()));
        return programs;
    }

    /** The test. */
    public LitmusTest test() {
        return test;
    }

    int loopBound() {
        return settings.loopBound();
    }

    /** For whom a barrier without a count waits. */
    public BarrierParticipants barriers() {
        return barriers;
    }

    /** Whether a thread may wait for ever in an execution that is looked at. */
    public boolean mayBlock() {
        return mayBlock;
    }

    /** Whether a thread may wait for ever at a barrier: one that waits for those who come anyway never does. */
    private boolean mayBlock(boolean counted) {
        return counted || barriers == BarrierParticipants.BLOCK;
    }

    /** Whether executions are looked at in which a thread waits for ever at this arrival. */
    boolean mayBlock(ThreadAction.Arrival arrival) {
        return mayBlock && arrival.waits() && mayBlock(arrival.count().isPresent());
    }

    /** Its grids, blocks and threads. */
    public GridInstances grids() {
        return grids;
    }

    /** Its memory. */
    public MemoryLocations locations() {
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

    private void findAddresses(List<LitmusProgram> programs) {
        test.variables().forEach(each -> noteAddress(each.initial()));
        for (TestThread thread : test.threads()) {
            thread.initialRegisters().forEach(each -> noteAddress(each.value()));
        }
        for (LitmusProgram program : programs) {
            for (LitmusStatement statement : program.statements()) {
                LitmusInstruction instruction = statement.instruction();
                if (instruction instanceof LitmusInstruction.Store store) {
                    noteAddress(store.value());
                } else if (instruction instanceof LitmusInstruction.Atomic atomic) {
                    noteAddress(atomic.operand());
                    noteAddress(atomic.replacement());
                } else if (instruction instanceof LitmusInstruction.Move move) {
                    noteAddress(move.value());
                } else if (instruction instanceof LitmusInstruction.Arithmetic arithmetic) {
                    noteAddress(arithmetic.left());
                    noteAddress(arithmetic.right());
                } else if (instruction instanceof LitmusInstruction.Launch launch) {
                    launch.arguments().forEach(this::noteAddress);
                }
            }
        }
    }

    private void noteAddress(LitmusOperand operand) {
        if (operand instanceof LitmusOperand.Symbol symbol) {
            variablesWithAddress.add(symbol.variable());
        }
    }
}
