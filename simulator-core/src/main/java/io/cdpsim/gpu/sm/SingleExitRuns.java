package io.cdpsim.gpu.sm;

import io.cdpsim.bytecode.CompiledKernel;
import io.cdpsim.bytecode.CompiledKernel.SingleExit;
import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.bytecode.SingleExitRegion;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.OwnMemory;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.SmContext.ExecutionCounters;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.kernel.execution.SimtStack;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/**
 * Runs regions of a kernel lane by lane, without time: one lane from the region's entry to its exit, then the next one. Threads are scheduled
 * independently, so their values are those of another order only where they race.
 */
final class SingleExitRuns {
    /** After so many instructions, a lane that may wait for another thread lets others run. */
    private static final int PATIENCE = 2_000;

    /** After so many, each lane does. */
    private static final int MOST_INSTRUCTIONS = 1 << 20;

    /** How many instructions are stepped after an access that a region leaves to the load-store unit. */
    private static final int STEPS_AFTER_ACCESS = 256;

    /** How many are stepped after a lane has lost its patience, so that the warp can be parked. */
    private static final int STEPS_AFTER_WAIT = 4_096;

    private final CompiledKernels kernels;
    private final ExecutionCounters counters;
    private final ProgressMonitor watch;
    private final SpinParking<Warp> spinParking;
    private final OwnMemory memory;
    private final int[] next = new int[Lanes.COUNT];
    private @Nullable CompiledKernel lastCompiled;

    SingleExitRuns(
            CompiledKernels kernels,
            ExecutionCounters counters,
            ProgressMonitor watch,
            SpinParking<Warp> spinParking,
            DeviceData data) {
        this.kernels = kernels;
        this.counters = counters;
        this.watch = watch;
        this.spinParking = spinParking;
        memory = new OwnMemory(data);
    }

    /**
     * Runs the region that starts at a warp's next instruction, which has no computations ahead of it that are still to be done.
     *
     * @return the most instructions that a lane has run; 0 if the instruction is to be stepped
     */
    int run(Warp warp, long now) {
        if (warp.steps > 0) {
            warp.steps--;
            return 0;
        }
        LaneState state = warp.state();
        SimtStack stack = state.stack();
        SingleExit region = compiled(state.kernel()).singleExit(stack.programCounter());
        if (region == null
                || stack.isSplit()
                || stack.meetsWithin(region.members())
                || watch.isWatching()
                || warp.spin().collects()
                || !memory.isAlone()) {
            return 0;
        }
        memory.start(
                warp.memory(),
                spinParking.isWatching() ? (address, bytes) -> spinParking.changed(address, bytes, now) : null);
        int most = region.mayWait() ? PATIENCE : MOST_INSTRUCTIONS;
        int longest = 0;
        boolean allLeft = true;
        for (int m = stack.activeLanes(); m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            memory.lane(lane);
            long end = region.code()
                    .run(
                            state.registers(),
                            stack.registerWindow() * Lanes.COUNT + lane,
                            state.predicates(),
                            stack.predicateWindow(),
                            lane,
                            memory,
                            most);
            next[lane] = SingleExitRegion.next(end);
            allLeft &= next[lane] == region.exit();
            counters.laneInstructions += SingleExitRegion.run(end);
            longest = Math.max(longest, SingleExitRegion.issued(end));
        }
        counters.warpInstructions += longest;
        if (memory.hasChanged()) {
            watch.progressed();
            SpinParking.disturbed(warp);
        }
        if (!allLeft) {
            warp.steps = longest < most ? STEPS_AFTER_ACCESS : region.mayWait() ? STEPS_AFTER_WAIT : 0;
        }
        stack.scatter(next, region.exit());
        return longest;
    }

    private CompiledKernel compiled(Kernel kernel) {
        CompiledKernel last = lastCompiled;
        if (last == null || last.kernel() != kernel) {
            last = kernels.of(kernel);
            lastCompiled = last;
        }
        return last;
    }
}
