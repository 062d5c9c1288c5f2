package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The state that the threads of a test share: grids, memory locations, and handles of streams. */
public final class TestContext {
    private static final long FIRST_HANDLE = 1L << 50;
    private static final int STEPS_BETWEEN_LOOKS = 63;

    private final LitmusTest test;
    private final CheckSettings settings;
    private final BarrierParticipants barriers;
    private final boolean mayBlock;
    private final GridInstances grids;
    private final MemoryLocations locations;
    private final EqualThreads equalThreads;
    private final ValueDomains domains;
    private final long start = System.nanoTime();
    private long steps;
    private final List<StreamKey> handles = new ArrayList<>();
    private final Set<Integer> variablesWithAddress = new HashSet<>();

    /** The initial context of a test. */
    public TestContext(LitmusTest test, CheckSettings settings) {
        this.test = test;
        this.settings = settings;
        this.barriers = settings.barriersOf(test.dialect());
        this.grids = new GridInstances(test);
        this.locations = new MemoryLocations(test);
        List<LitmusProgram> programs = programs();
        findAddresses(programs);
        this.domains = new ValueDomains(test, programs);
        this.mayBlock = !settings.blockedIgnored()
                && (settings.progress().isPresent()
                        || programs.stream()
                                .flatMap(each -> each.statements().stream())
                                .anyMatch(each -> mayBlock(each.instruction())));
        this.equalThreads = new EqualThreads(this);
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

    /** The executions to consider. */
    public CheckSettings settings() {
        return settings;
    }

    /** The threads that a barrier without a count waits for. */
    public BarrierParticipants barriers() {
        return barriers;
    }

    /** Whether the check includes executions in which a thread waits forever. */
    public boolean mayBlock() {
        return mayBlock;
    }

    private boolean mayBlock(LitmusInstruction instruction) {
        return instruction instanceof LitmusInstruction.GridBarrier
                || (instruction instanceof LitmusInstruction.Barrier barrier
                        && barrier.waits()
                        && mayBlock(barrier.count().isPresent()));
    }

    /** Whether a thread may wait forever at a barrier. A barrier whose participants are the arriving threads always opens. */
    private boolean mayBlock(boolean counted) {
        return counted || barriers == BarrierParticipants.BLOCK;
    }

    /** Whether the check includes executions in which a thread waits forever at this arrival. */
    boolean mayBlock(ThreadAction.Arrival arrival) {
        return mayBlock && arrival.waits() && mayBlock(arrival.count().isPresent());
    }

    /** Its grids, blocks and threads. */
    public GridInstances grids() {
        return grids;
    }

    /**
     * Counts a step of the search.
     *
     * @throws SearchStoppedException at the time limit
     */
    public void step() {
        if ((++steps & STEPS_BETWEEN_LOOKS) != 0) {
            return;
        }
        settings.watcher().accept(steps);
        if (settings.timeLimit().isPresent()
                && System.nanoTime() - start > settings.timeLimit().get().toNanos()) {
            throw new SearchStoppedException();
        }
    }

    /** The values that its variables can have. */
    ValueDomains domains() {
        return domains;
    }

    /** The classes of its threads that can be exchanged. */
    public EqualThreads equalThreads() {
        return equalThreads;
    }

    /** Its memory. */
    public MemoryLocations locations() {
        return locations;
    }

    /** The number that represents a stream. */
    long handleOf(StreamKey stream) {
        int known = handles.indexOf(stream);
        if (known < 0) {
            known = handles.size();
            handles.add(stream);
        }
        return FIRST_HANDLE + known;
    }

    /** The stream of a handle, or an unordered one. */
    StreamKey streamOf(long handle) {
        long index = handle - FIRST_HANDLE;
        return index >= 0 && index < handles.size() ? handles.get((int) index) : StreamKey.FREE;
    }

    /** The locations whose addresses are taken. */
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
        test.graphs().stream()
                .flatMap(each -> each.nodes().stream())
                .forEach(each -> each.launch().arguments().forEach(this::noteAddress));
    }

    private void noteAddress(LitmusOperand operand) {
        if (operand instanceof LitmusOperand.Symbol symbol) {
            variablesWithAddress.add(locations.addressed(symbol.variable()));
        }
    }
}
