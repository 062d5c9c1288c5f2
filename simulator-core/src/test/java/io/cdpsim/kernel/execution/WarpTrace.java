package io.cdpsim.kernel.execution;

import io.cdpsim.bytecode.CompiledKernel.SingleExit;
import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.bytecode.LaneMemory;
import io.cdpsim.bytecode.SingleExitRegion;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** A warp that runs a kernel to its end with the SIMT stack, without time, and remembers what ran for which lanes. */
public final class WarpTrace {
    private static final CompiledKernels HOT = CompiledKernels.ofHotCode();
    private static final int MOST_STEPS = 2_000_000;

    /** One instruction that ran, and the lanes at it. */
    record Step(int programCounter, int activeLanes) {}

    private final Kernel kernel;
    private final LaneState state;
    private final List<Step> steps = new ArrayList<>();

    /** Most instructions that a lane runs of a compiled region; 0 if all are stepped. */
    private final int mostOfRegion;

    private int regions;

    private WarpTrace(Kernel kernel, int mostOfRegion) {
        this.kernel = kernel;
        this.mostOfRegion = mostOfRegion;
        this.state = new LaneState(kernel);
    }

    /** Runs a kernel whose register 0 holds the lane's index at the start. */
    public static WarpTrace run(Kernel kernel, int lanes) {
        return run(kernel, lanes, 0);
    }

    /**
     * Runs a kernel, its compiled regions lane by lane.
     *
     * @param mostOfRegion instructions after which a lane leaves a region at the next jump back
     */
    static WarpTrace run(Kernel kernel, int lanes, int mostOfRegion) {
        WarpTrace trace = new WarpTrace(kernel, mostOfRegion);
        trace.state.start(kernel, lanes);
        for (int lane = 0; lane < Lanes.COUNT && kernel.registers() > 0; lane++) {
            trace.state.set(0, lane, lane);
        }
        SimtStack stack = trace.state.stack();
        while (stack.activeLanes() != 0) {
            if (trace.steps.size() == MOST_STEPS) {
                throw new AssertionError("does not end");
            }
            if (!trace.runRegion(stack)) {
                trace.step(stack);
            }
        }
        return trace;
    }

    private boolean runRegion(SimtStack stack) {
        if (mostOfRegion == 0) {
            return false;
        }
        SingleExit region = null;
        for (int i = 0; i < 20; i++) {
            region = HOT.of(kernel).singleExit(stack.programCounter());
        }
        if (region == null || stack.meetsWithin(region.members())) {
            return false;
        }
        regions++;
        int[] next = new int[Lanes.COUNT];
        Arrays.fill(next, region.exit());
        long end = region.code()
                .run(
                        state.registers(),
                        stack.registerWindow() * Lanes.COUNT,
                        state.predicates(),
                        stack.predicateWindow(),
                        stack.activeLanes(),
                        new NoMemory(),
                        mostOfRegion,
                        next);
        boolean hasLeft = SingleExitRegion.issued(end) > 0;
        if (hasLeft) {
            stack.scatter(next, region.exit());
        }
        return hasLeft;
    }

    /** Regions that were run lane by lane. */
    int regions() {
        return regions;
    }

    private static final class NoMemory implements LaneMemory {
        @Override
        public long special(int register) {
            return 0;
        }

        @Override
        public long[] positions(int register) {
            return LongStream.range(0, Lanes.COUNT).toArray();
        }

        @Override
        public byte[] shared() {
            return new byte[0];
        }

        @Override
        public byte[] local() {
            return new byte[0];
        }

        @Override
        public int localBytes() {
            return 0;
        }

        @Override
        public int findPage(long address, int bytes, boolean isStore) {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public boolean areFollowed() {
            return false;
        }

        @Override
        public void follow(long address, boolean isStore) {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public byte[] page() {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public void hasStored() {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public long place(long named, int space, int bytes, boolean isStore) {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public long load(long place, int space, int width) {
            throw new AssertionError("no memory is accessed");
        }

        @Override
        public void store(long place, int width, long value) {
            throw new AssertionError("no memory is accessed");
        }
    }

    private void step(SimtStack stack) {
        Instruction in = kernel.code()[stack.programCounter()];
        steps.add(new Step(stack.programCounter(), stack.activeLanes()));
        int lanes = state.lanesOf(in);
        switch (in.opcode()) {
            case BRANCH -> stack.branch(lanes, in);
            case NANOSLEEP -> stack.advance();
            case EXIT -> stack.exitLanes(lanes);
            case RETURN -> stack.returnLanes(lanes);
            case CALL -> {
                Modifiers.Call call = (Modifiers.Call) in.modifiers();
                stack.call(in.target(), call.registerWindow(), call.predicateWindow());
                state.reserve(
                        stack.registerWindow() + kernel.registers(), stack.predicateWindow() + kernel.predicates());
            }
            case READ_SPECIAL -> {
                readLane(in, lanes);
                stack.advance();
            }
            default -> {
                new LaneArithmetic().execute(in, state, lanes);
                stack.advance();
            }
        }
    }

    /** The lane's index is the only special register here. */
    private void readLane(Instruction in, int lanes) {
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            if ((lanes >>> lane & 1) != 0) {
                state.set(in.destination(), lane, lane);
            }
        }
    }

    /** A register of the outermost frame. */
    public long register(int index, int lane) {
        return state.registers()[index * Lanes.COUNT + lane];
    }

    /** All registers of one lane, those of inner frames too. */
    long[] registersOf(int lane, int count) {
        long[] values = new long[count];
        for (int r = 0; r < count && r * Lanes.COUNT < state.registers().length; r++) {
            values[r] = register(r, lane);
        }
        return values;
    }

    /** The lanes at an instruction, each time it ran. */
    List<Integer> lanesAt(int programCounter) {
        return steps.stream()
                .filter(s -> s.programCounter() == programCounter)
                .map(Step::activeLanes)
                .toList();
    }

    int size() {
        return steps.size();
    }
}
