package io.cdpsim.experiments.step;

import io.cdpsim.experiments.step.RecordedCells.Step;
import io.cdpsim.experiments.step.StepEvent.WordAccess;
import io.cdpsim.experiments.step.StepRecording.BlockRow;
import io.cdpsim.experiments.step.StepRecording.GridRow;
import io.cdpsim.experiments.step.StepRecording.GridState;
import io.cdpsim.experiments.step.StepRecording.RunState;
import io.cdpsim.experiments.step.StepRecording.WarpRow;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.stepping.StepListener;
import io.cdpsim.gpu.stepping.SteppedWarp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records a run of a small program step by step, up to a number of steps. Steps are in the order of their cycles; an SM simulates its warps ahead of
 * others, so that is not the order in which they are received.
 */
@SuppressWarnings("EnumOrdinal") // Cells hold the ordinals of states.
public final class StepRecorder implements StepListener, RunListener {
    /** The usual number of steps. */
    public static final int USUAL_STEPS = 20_000;

    /** The most cells: 16 million, 192 MB while recording. */
    private static final int MOST_CELLS = 1 << 24;

    private static final int REGISTER_CELLS = 2 * Lanes.COUNT;

    /** Instructions by which threads learn what others have done, or let them know. */
    private static final Set<Opcode> SYNCHRONIZING = EnumSet.of(
            Opcode.ATOMIC,
            Opcode.FENCE,
            Opcode.WARP_SYNC,
            Opcode.DEVICE_CALL,
            Opcode.MBARRIER,
            Opcode.MBARRIER_WAIT,
            Opcode.CLUSTER_BARRIER,
            Opcode.GRID_DEPENDENCY,
            Opcode.BARRIER,
            Opcode.BARRIER_REDUCE);

    /** Instructions that write memory at addresses that the recorder does not know. */
    private static final Set<Opcode> WRITING_ELSEWHERE = EnumSet.of(
            Opcode.MATRIX_STORE,
            Opcode.BULK_COPY,
            Opcode.SURFACE_STORE,
            Opcode.SURFACE_REDUCE,
            Opcode.DEVICE_CALL,
            Opcode.MBARRIER,
            Opcode.PRINT);

    private record WarpKey(long grid, long block, int index) {}

    private record BlockKey(long grid, long index) {}

    private static final class RecordedWarp {
        private final int number;
        private final WarpRow row;
        private long[] registers = new long[0];
        private int[] predicates = new int[0];
        private long lastCycle;
        private boolean called;

        RecordedWarp(int number, WarpRow row) {
            this.number = number;
            this.row = row;
        }
    }

    private final int limit;
    private final RecordedCells cells = new RecordedCells();
    private final RecordedMemory memory = new RecordedMemory(cells);
    private final Map<Integer, DeviceData> devices = new HashMap<>();
    private @Nullable RecordedKnowledge knowledge;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Kernel, Integer> kernels = new LinkedHashMap<>();
    private final Map<Long, Integer> gridIndex = new HashMap<>();
    private final List<GridRow> grids = new ArrayList<>();
    private final Map<BlockKey, Integer> blockIndex = new HashMap<>();
    private final List<BlockRow> blocks = new ArrayList<>();
    private final Map<Integer, BlockCausality> causality = new HashMap<>();
    private final Map<WarpKey, RecordedWarp> warps = new LinkedHashMap<>();
    private String cut = "";
    private long lastCycle;

    // The instruction that is being executed.
    private @Nullable RecordedWarp current;
    private @Nullable Step step;
    private @Nullable Instruction instruction;
    private List<WordAccess> accesses = List.of();

    /** @param limit the most steps to record, at least 1 */
    public StepRecorder(int limit) {
        this.limit = limit;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID, EventKind.BLOCK, EventKind.HOST_CALL, EventKind.MEMORY);
    }

    @Override
    public void starts(int device, DeviceData data, @Nullable VisibilityChecker checker) {
        devices.put(device, data);
        if (knowledge == null && checker != null) {
            knowledge = new RecordedKnowledge(cells, checker);
        }
    }

    /** A new step; null once the recording is cut. */
    private @Nullable Step begin(StepEvent event) {
        if (!cut.isEmpty()) {
            return null;
        }
        if (steps.size() >= limit || cells.count() > MOST_CELLS) {
            cut = steps.size() >= limit
                    ? "after " + limit + " steps; --steps records more"
                    : "after " + steps.size() + " steps, whose warps have too many registers to keep";
            return null;
        }
        Step begun = new Step(event);
        steps.add(begun);
        return begun;
    }

    private void close(Step closed) {
        if (knowledge != null) {
            knowledge.markRaces(closed);
        }
        cells.close(closed);
        lastCycle = Math.max(lastCycle, closed.cycle());
    }

    @Override
    public void executes(int device, SteppedWarp warp, Instruction in, int lanes, long cycle) {
        current = null;
        if (!cut.isEmpty()) {
            return;
        }
        RecordedWarp recorded = warp(warp);
        LaneState state = warp.state();
        int at = state.stack().programCounter();
        if (recorded.called) {
            Step returned = new Step(event(StepKind.CALL_RETURN, cycle, recorded, at, state, lanes, List.of()));
            updateRegisters(returned, recorded, state);
            if (!returned.isEmpty() && cut.isEmpty()) {
                returned.notBefore(recorded.lastCycle);
                steps.add(returned);
                close(returned);
            }
            recorded.called = false;
        }
        DeviceData data = Objects.requireNonNull(devices.get(device), "a device that has started");
        boolean isAccess = in.opcode() == Opcode.LOAD || in.opcode() == Opcode.STORE || in.opcode() == Opcode.ATOMIC;
        accesses = isAccess ? memory.accesses(data, warp, in, lanes) : List.of();
        if (!accesses.isEmpty()) {
            Step before = new Step(StepRecorder.event(StepKind.MEMORY_CHANGE, cycle, -1, -1, ""));
            memory.update(before, warp, accesses);
            if (!before.isEmpty()) {
                steps.add(before);
                close(before);
            }
        }
        step = begin(event(StepKind.INSTRUCTION, cycle, recorded, at, state, lanes, accesses));
        if (step == null) {
            return;
        }
        step.notBefore(recorded.lastCycle);
        blockStarts(step, warp);
        instruction = in;
        current = recorded;
    }

    private static StepEvent event(StepKind kind, long cycle, int grid, int block, String text) {
        return new StepEvent(kind, cycle, -1, grid, block, -1, 0, 0, text, List.of());
    }

    private StepEvent event(
            StepKind kind,
            long cycle,
            RecordedWarp warp,
            int at,
            LaneState state,
            int lanes,
            List<WordAccess> accessed) {
        return new StepEvent(
                kind,
                cycle,
                warp.number,
                gridIndex.getOrDefault(warp.row.grid(), -1),
                blockIndex.getOrDefault(new BlockKey(warp.row.grid(), warp.row.block()), -1),
                at,
                state.stack().activeLanes(),
                lanes,
                "",
                accessed);
    }

    private RecordedWarp warp(SteppedWarp warp) {
        WarpKey key = new WarpKey(warp.gridNumber(), warp.blockIndex(), warp.indexInBlock());
        RecordedWarp known = warps.get(key);
        if (known != null) {
            return known;
        }
        Kernel kernel = warp.state().kernel();
        int number = kernels.computeIfAbsent(kernel, each -> kernels.size());
        WarpRow row =
                new WarpRow(key.grid, key.block, key.index, number, cells.reserve(3), new TreeMap<>(), new TreeMap<>());
        RecordedWarp added = new RecordedWarp(warps.size(), row);
        warps.put(key, added);
        memory.blockStarts(warp);
        block(key.grid, key.block, -1);
        return added;
    }

    private void blockStarts(Step first, SteppedWarp warp) {
        int block = block(warp.gridNumber(), warp.blockIndex(), -1);
        BlockCausality known = warp.causality();
        if (known != null && knowledge != null && causality.putIfAbsent(block, known) == null) {
            knowledge.blockStarts(first, block, threads(warp.gridNumber()), known);
        }
    }

    private int threads(long grid) {
        Integer index = gridIndex.get(grid);
        return index == null ? Lanes.COUNT : grids.get(index).threadsPerBlock();
    }

    private int block(long grid, long index, int sm) {
        return blockIndex.computeIfAbsent(new BlockKey(grid, index), key -> {
            blocks.add(new BlockRow(grid, index, sm, cells.reserve(1)));
            return blocks.size() - 1;
        });
    }

    @Override
    public void executed(SteppedWarp warp, boolean isEnded) {
        RecordedWarp recorded = current;
        Step done = step;
        Instruction in = instruction;
        current = null;
        if (recorded == null || done == null || in == null) {
            return;
        }
        if (isEnded) {
            cells.set(done, recorded.row.cell(), RunState.ENDED.ordinal());
            cells.set(done, recorded.row.cell() + WarpRow.ACTIVE, 0);
        } else {
            LaneState state = warp.state();
            updateRegisters(done, recorded, state);
            cells.set(done, recorded.row.cell(), (warp.isWaiting() ? RunState.WAITING : RunState.RUNNING).ordinal());
            cells.set(done, recorded.row.cell() + WarpRow.NEXT, state.stack().programCounter());
            cells.set(done, recorded.row.cell() + WarpRow.ACTIVE, state.stack().activeLanes());
            memory.update(done, warp, accesses);
        }
        if (WRITING_ELSEWHERE.contains(in.opcode())) {
            memory.updateAll(done);
        }
        recorded.called = in.opcode() == Opcode.DEVICE_CALL || in.opcode() == Opcode.GRID_DEPENDENCY;
        BlockCausality block = warp.causality();
        if (knowledge != null && block != null) {
            boolean writes = in.opcode() != Opcode.LOAD;
            for (WordAccess each : accesses) {
                knowledge.accessed(done, memory.words().get(each.word()), each.word(), writes);
            }
            if (in.opcode() == Opcode.LOAD || SYNCHRONIZING.contains(in.opcode())) {
                knowledge.learns(done, block);
            }
        }
        recorded.lastCycle = done.cycle();
        close(done);
    }

    private void updateRegisters(Step into, RecordedWarp warp, LaneState state) {
        int words = (state.stack().registerWindow() + state.kernel().registers()) * Lanes.COUNT;
        long[] now = state.registers();
        if (warp.registers.length < words) {
            warp.registers = Arrays.copyOf(warp.registers, words);
        }
        for (int at = Arrays.mismatch(now, 0, words, warp.registers, 0, words); at >= 0; ) {
            int register = at / Lanes.COUNT;
            int first = register * Lanes.COUNT;
            Integer cell = warp.row.registers().get(register);
            int base = cell == null ? cells.reserve(REGISTER_CELLS) : cell;
            warp.row.registers().put(register, base);
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                cells.set(into, base + lane, (int) now[first + lane]);
                cells.set(into, base + Lanes.COUNT + lane, (int) (now[first + lane] >>> Integer.SIZE));
                warp.registers[first + lane] = now[first + lane];
            }
            int next = first + Lanes.COUNT;
            int further = Arrays.mismatch(now, next, words, warp.registers, next, words);
            at = further < 0 ? -1 : next + further;
        }
        int count = state.stack().predicateWindow() + state.kernel().predicates();
        if (warp.predicates.length < count) {
            warp.predicates = Arrays.copyOf(warp.predicates, count);
        }
        for (int i = 0; i < count; i++) {
            int value = state.predicates()[i];
            if (value != warp.predicates[i]) {
                int cell = warp.row.predicates().computeIfAbsent(i, key -> cells.reserve(1));
                cells.set(into, cell, value);
                warp.predicates[i] = value;
            }
        }
    }

    @Override
    public void happened(RunEvent event) {
        if (!cut.isEmpty()) {
            return;
        }
        if (event instanceof GridEvent grid) {
            gridEvent(grid);
        } else if (event instanceof BlockEvent.Placed placed) {
            int block = block(placed.grid(), placed.block(), placed.sm());
            set(
                    StepKind.BLOCK_START,
                    placed.timeCycles(),
                    -1,
                    block,
                    blocks.get(block).cell(),
                    RunState.RUNNING.ordinal());
        } else if (event instanceof BlockEvent.Ended ended) {
            int block = block(ended.grid(), ended.block(), ended.sm());
            set(
                    StepKind.BLOCK_END,
                    ended.timeCycles(),
                    -1,
                    block,
                    blocks.get(block).cell(),
                    RunState.ENDED.ordinal());
            BlockCausality known = causality.get(block);
            if (known != null && knowledge != null) {
                knowledge.blockEnds(known);
            }
        } else if (event instanceof HostCall call) {
            Step returns = begin(event(StepKind.HOST_CALL, call.endCycles(), -1, -1, call.call()));
            elsewhere(returns);
        } else if (event instanceof MemoryEvent.Ended copied) {
            Step changes = new Step(event(StepKind.MEMORY_CHANGE, copied.timeCycles(), -1, -1, "copy or fill"));
            memory.updateAll(changes);
            if (!changes.isEmpty()) {
                steps.add(changes);
                close(changes);
            }
        }
    }

    /** Something outside device code has happened: memory may have changed, and the host may have learned. */
    private void elsewhere(@Nullable Step happened) {
        if (happened == null) {
            return;
        }
        memory.updateAll(happened);
        if (knowledge != null) {
            knowledge.hostLearns(happened);
        }
        close(happened);
    }

    private void gridEvent(GridEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            gridIndex.put(posted.grid(), grids.size());
            grids.add(new GridRow(
                    posted.grid(),
                    posted.parent(),
                    posted.kernel(),
                    posted.launch(),
                    posted.depth(),
                    posted.blocks(),
                    posted.threadsPerBlock(),
                    posted.parent() == 0 || current == null ? -1 : current.number,
                    cells.reserve(1)));
            gridStep(StepKind.LAUNCH, posted.timeCycles(), posted.grid(), GridState.LAUNCHED);
        } else if (event instanceof GridEvent.LaunchFailed failed) {
            int parent = gridIndex.getOrDefault(failed.parent(), -1);
            String what = failed.kernel() + ", error " + failed.errorCode();
            Step fails = begin(event(StepKind.LAUNCH_FAILURE, failed.timeCycles(), parent, -1, what));
            if (fails != null) {
                close(fails);
            }
        } else if (event instanceof GridEvent.Started started) {
            gridStep(StepKind.GRID_START, started.timeCycles(), started.grid(), GridState.RUNNING);
        } else if (event instanceof GridEvent.BodyEnded ended) {
            gridStep(StepKind.GRID_END, ended.timeCycles(), ended.grid(), GridState.ENDED);
        } else if (event instanceof GridEvent.Completed completed) {
            gridStep(StepKind.GRID_COMPLETION, completed.timeCycles(), completed.grid(), GridState.COMPLETE);
        }
    }

    private void gridStep(StepKind kind, long cycle, long number, GridState state) {
        Integer grid = gridIndex.get(number);
        if (grid != null) {
            set(kind, cycle, grid, -1, grids.get(grid).cell(), state.ordinal());
        }
    }

    private void set(StepKind kind, long cycle, int grid, int block, int cell, int value) {
        Step changed = begin(event(kind, cycle, grid, block, ""));
        if (changed != null) {
            cells.set(changed, cell, value);
            close(changed);
        }
    }

    /** The recording, once the run has ended. */
    public StepRecording finish() {
        if (cut.isEmpty()) {
            Step last = new Step(event(StepKind.MEMORY_CHANGE, lastCycle, -1, -1, "the end of the program"));
            memory.updateAll(last);
            if (!last.isEmpty()) {
                steps.add(last);
            }
        }
        steps.sort(Comparator.comparingLong(Step::cycle));
        StepLog.Writer log = new StepLog.Writer();
        steps.forEach(each -> each.write(log));
        return new StepRecording(
                log.finish(cells.count()),
                cut.isEmpty() && memory.isFull()
                        ? "at " + memory.words().size() + " words of memory; further words are not shown"
                        : cut,
                List.copyOf(kernels.keySet()),
                grids,
                blocks,
                warps.values().stream().map(each -> each.row).toList(),
                memory.words(),
                knowledge == null ? List.of() : knowledge.all());
    }
}
