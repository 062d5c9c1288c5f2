package io.cdpsim.gpu.region;

import io.cdpsim.bytecode.CompiledKernel.SingleExit;
import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.bytecode.SingleExitRegion;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.grid.PlaceRegisters;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.OwnMemory;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.memory.UntimedAccesses;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.spin.SpinState;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
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

    private static final SpecialRegister[] BLOCK = {
        SpecialRegister.BLOCK_X, SpecialRegister.BLOCK_Y, SpecialRegister.BLOCK_Z,
        SpecialRegister.BLOCK_DIM_X, SpecialRegister.BLOCK_DIM_Y, SpecialRegister.BLOCK_DIM_Z,
        SpecialRegister.GRID_DIM_X, SpecialRegister.GRID_DIM_Y, SpecialRegister.GRID_DIM_Z
    };
    private static final SpecialRegister[] THREAD = {
        SpecialRegister.THREAD_X, SpecialRegister.THREAD_Y, SpecialRegister.THREAD_Z
    };

    private final CompiledKernels kernels;
    private final ProgressMonitor watch;
    private final SpinParking<?> spinParking;
    private final OwnMemory memory;
    private final int[] next = new int[Lanes.COUNT];
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

        /** The warp starts anew. */
        public void start() {
            left = 0;
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
                || !memory.isAlone()) {
            return 0;
        }
        memory.start(
                own, spinParking.isWatching() ? (address, bytes) -> spinParking.changed(address, bytes, now) : null);
        memory.inputs(inputs.grid().parameters());
        if (region.readsPlace()) {
            place(inputs);
        }
        int longest = 0;
        laneInstructions = 0;
        boolean allLeft = true;
        for (int m = stack.activeLanes(); m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            memory.lane(lane);
            if (region.readsPlace()) {
                place(inputs, lane);
            }
            long end = region.code()
                    .run(
                            state.registers(),
                            stack.registerWindow() * Lanes.COUNT + lane,
                            state.predicates(),
                            stack.predicateWindow(),
                            lane,
                            memory,
                            MOST_INSTRUCTIONS);
            next[lane] = SingleExitRegion.next(end);
            allLeft &= next[lane] == region.exit();
            laneInstructions += SingleExitRegion.run(end);
            longest = Math.max(longest, SingleExitRegion.issued(end));
        }
        if (memory.hasChanged()) {
            watch.progressed();
            spin.disturbed();
        }
        if (!allLeft) {
            steps.left = longest < MOST_INSTRUCTIONS ? STEPS_AFTER_ACCESS : region.mayWait() ? STEPS_AFTER_WAIT : 0;
        }
        stack.scatter(next, region.exit());
        return longest;
    }

    private void place(WarpInputs inputs) {
        LaunchShape shape = inputs.grid().shape();
        for (SpecialRegister each : BLOCK) {
            memory.special(each, PlaceRegisters.ofBlock(each, inputs.block(), shape));
        }
        memory.special(SpecialRegister.THREAD_Y, 0);
        memory.special(SpecialRegister.THREAD_Z, 0);
    }

    private void place(WarpInputs inputs, int lane) {
        LaunchShape shape = inputs.grid().shape();
        int thread = inputs.firstThread() + lane;
        memory.special(SpecialRegister.LANE, lane);
        if (shape.blockX() == shape.threadsPerBlock()) {
            memory.special(SpecialRegister.THREAD_X, thread);
            return;
        }
        for (SpecialRegister each : THREAD) {
            memory.special(each, PlaceRegisters.ofThread(each, shape, thread, lane));
        }
    }

    /** Lane instructions of the last run, guarded ones counted where the guard holds. */
    public int laneInstructions() {
        return laneInstructions;
    }
}
