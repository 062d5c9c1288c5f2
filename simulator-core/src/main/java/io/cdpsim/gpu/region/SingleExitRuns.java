package io.cdpsim.gpu.region;

import io.cdpsim.bytecode.CompiledKernel.SingleExit;
import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.bytecode.SingleExitRegion;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.grid.PlaceRegisters;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.memory.UntimedAccesses;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.spin.SpinState;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs regions of a kernel lane by lane, without time: one lane from the region's entry to its exit, then the next one. Threads are scheduled
 * independently, so their values are those of another order only where they race. The visibility checker sees the accesses of a warp together: with it,
 * all is stepped.
 */
public final class SingleExitRuns {
    /** After so many instructions a lane lets others run, so that a limit on events also limits loops without end. */
    private static final int MOST_INSTRUCTIONS = 2_000;

    /** How many instructions are stepped after an access that a region leaves to the load-store unit. */
    private static final int STEPS_AFTER_ACCESS = 256;

    /** How many are stepped after a lane has let others run that may wait for them, so that the warp can be parked. */
    private static final int STEPS_AFTER_WAIT = 4_096;

    /** The most times that a warp has let others run in a row without being stepped. */
    private static final int LONGEST_INTERVAL = 256;

    private static final int NO_EXIT = -1;
    private static final long[] ZEROS = new long[Lanes.COUNT];
    private static final long[] LANES = LongStream.range(0, Lanes.COUNT).toArray();

    private final CompiledKernels kernels;
    private final ProgressMonitor watch;
    private final SpinParking<?> spinParking;
    private final OwnMemory memory;

    /** The next instruction of each lane: between runs the last region's exit, unless a lane left that early. */
    private final int[] next = new int[Lanes.COUNT];

    /** The exit that all lanes have in {@link #next}. */
    private int exitOfNext = NO_EXIT;

    /** The numbers of a warp's threads in a block with one dimension, by warp; null until such a warp runs. */
    private long[] @Nullable [] threads = {LANES};

    private int laneInstructions;

    /**
     * Runs regions of the warps of one SM.
     *
     * @param accesses notified of accesses to global memory, null if nobody needs them
     */
    public SingleExitRuns(
            CompiledKernels kernels,
            ProgressMonitor watch,
            SpinParking<?> spinParking,
            DeviceData data,
            @Nullable UntimedAccesses accesses) {
        this.kernels = kernels;
        this.watch = watch;
        this.spinParking = spinParking;
        memory = new OwnMemory(data, accesses);
    }

    /** How many of a warp's next instructions are stepped, not run as a region. */
    public static final class Steps {
        private int left;

        /** Runs of regions until it is looked whether the warp waits, and runs between this and the time before. */
        private int runsLeft = 1;

        private int interval = 1;

        /** A warp that starts. */
        public Steps() {}

        /** A lane may wait for others: whether the warp is stepped now to find out, which is more seldom the longer the warp runs. */
        private boolean looks() {
            if (--runsLeft > 0) {
                return false;
            }
            interval = Math.min(2 * interval, LONGEST_INTERVAL);
            runsLeft = interval;
            return true;
        }
    }

    /**
     * Runs the region that starts at a warp's next instruction, which has no computations ahead of it that are still to be done.
     *
     * @param own the memory private to the warp and its block
     * @param inputs what its threads had as they started
     * @return the most instructions that a lane has come to; 0 if the instruction is to be stepped
     */
    public int run(
            LaneState state, SharedAndLocalMemory own, WarpInputs inputs, Steps steps, SpinState spin, long now) {
        if (steps.left > 0) {
            steps.left--;
            return 0;
        }
        SimtStack stack = state.stack();
        SingleExit region = kernels.of(state.kernel()).singleExit(stack.programCounter());
        if (region == null
                || stack.isSplit()
                || stack.meetsWithin(region.members())
                || watch.isWatching()
                || spin.collects()
                || !memory.isAlone()
                || inputs.grid().parameters().length < region.parameterBytes()) {
            return 0;
        }
        memory.start(
                own, spinParking.isWatching() ? (address, bytes) -> spinParking.changed(address, bytes, now) : null);
        memory.inputs(inputs.grid().parameters());
        place(region.specials(), inputs);
        if (exitOfNext != region.exit()) {
            exitOfNext = region.exit();
            Arrays.fill(next, exitOfNext);
        }
        long end = region.code()
                .run(
                        state.registers(),
                        stack.registerWindow() * Lanes.COUNT,
                        state.predicates(),
                        stack.predicateWindow(),
                        stack.activeLanes(),
                        memory,
                        MOST_INSTRUCTIONS,
                        next);
        laneInstructions = SingleExitRegion.run(end);
        int longest = SingleExitRegion.issued(end);
        if (memory.hasChanged()) {
            watch.progressed();
            spin.disturbed();
        }
        if (SingleExitRegion.isEarly(end)) {
            steps.left = longest < MOST_INSTRUCTIONS
                    ? STEPS_AFTER_ACCESS
                    : region.mayWait() && !memory.hasChanged() && steps.looks() ? STEPS_AFTER_WAIT : 0;
            stack.scatter(next, region.exit());
            exitOfNext = NO_EXIT;
        } else {
            stack.jump(region.exit());
        }
        return longest;
    }

    private void place(List<SpecialRegister> specials, WarpInputs inputs) {
        LaunchShape shape = inputs.grid().shape();
        for (int i = 0; i < specials.size(); i++) {
            SpecialRegister register = specials.get(i);
            switch (register) {
                case THREAD_X -> memory.positions(register, threadX(shape, inputs.firstThread()));
                case THREAD_Y, THREAD_Z ->
                    memory.positions(
                            register,
                            shape.blockX() == shape.threadsPerBlock()
                                    ? ZEROS
                                    : positions(register, shape, inputs.firstThread()));
                case LANE -> memory.positions(register, LANES);
                default -> memory.special(register, PlaceRegisters.ofBlock(register, inputs.block(), shape));
            }
        }
    }

    private long[] threadX(LaunchShape shape, int firstThread) {
        if (shape.blockX() != shape.threadsPerBlock()) {
            return positions(SpecialRegister.THREAD_X, shape, firstThread);
        }
        int warp = firstThread / Lanes.COUNT;
        if (warp >= threads.length) {
            threads = Arrays.copyOf(threads, warp + 1);
        }
        long[] known = threads[warp];
        if (known == null) {
            known = LongStream.range(firstThread, firstThread + Lanes.COUNT).toArray();
            threads[warp] = known;
        }
        return known;
    }

    private static long[] positions(SpecialRegister register, LaunchShape shape, int firstThread) {
        long[] values = new long[Lanes.COUNT];
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            values[lane] = PlaceRegisters.ofThread(register, shape, firstThread + lane, lane);
        }
        return values;
    }

    /** Lane instructions of the last run, guarded ones counted where the guard holds. */
    public int laneInstructions() {
        return laneInstructions;
    }
}
