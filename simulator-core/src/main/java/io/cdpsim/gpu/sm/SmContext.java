package io.cdpsim.gpu.sm;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.bulk.BulkL2Misses;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/**
 * What all SMs of a device work with.
 *
 * @param profile the kind of GPU
 * @param engine its clock
 * @param device the device
 * @param memory what lies behind the SMs
 * @param data the values in the memories
 * @param pipes latencies of the opcodes
 * @param loops how long iterations of bulk instructions take
 * @param bulkReadsOfL2 what the loads of bulk instructions find in the L2 cache
 * @param barriers the barriers of the blocks
 * @param spinParking where warps are that only wait for memory to change
 * @param watch told of all that a waiting thread may wait for
 * @param visibility told of all that matters to the order of memory accesses, if there is a listener
 * @param times tells what warps spend their time with, if anybody wants to know
 * @param counters what the SMs have done
 * @param asynchronous runs operations on mbarrier objects and bulk copies
 * @param kernels straight-line regions of kernels as bytecode
 * @param timed whether instructions and accesses take the time that they take, and not a cycle each
 */
public record SmContext(
        GpuProfile profile,
        Engine engine,
        SmDevice device,
        MemorySystem memory,
        DeviceData data,
        PipeTiming pipes,
        LoopTiming loops,
        BulkL2Misses bulkReadsOfL2,
        BlockBarriers barriers,
        SpinParking spinParking,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility,
        @Nullable WarpTimeRecorder times,
        ExecutionCounters counters,
        AsynchronousOperations asynchronous,
        CompiledKernels kernels,
        boolean timed) {

    /** What an SM asks of the device that it is part of. */
    public interface SmDevice {
        /** Who answers the calls of device code. */
        DeviceCalls calls();

        /** Whether device code has faulted, after which nothing goes on. */
        boolean isFaulted();

        /** Calls {@link Sm#goOn} at a cycle, which is not past. */
        void wake(Sm sm, long cycle);

        /** Lets a warp go on at a cycle, or now if that is past. */
        void schedule(Warp warp, long time);

        /** Lets a warp go on at a cycle that was to go on at a later one or at none. */
        void hasten(Warp warp, long time);

        /** All threads of a warp have exited. */
        void warpEnded(Warp warp, long time);

        /**
         * Device code faults: nothing goes on any more on the device.
         *
         * @param lane the lane that faults
         * @param what what it does, ready to print behind the place
         */
        void fault(DeviceFault.Kind kind, Warp warp, Instruction in, int lane, String what);
    }

    /** What the SMs of a device have done so far. */
    public static final class ExecutionCounters {
        long warpInstructions;
        long laneInstructions;
        long activeCycles;

        /** Instructions issued, one a warp. */
        public long warpInstructions() {
            return warpInstructions;
        }

        /** Instructions issued, one an active lane. */
        public long laneInstructions() {
            return laneInstructions;
        }

        /** Cycles for which SMs held a block, added over the SMs, without those of an SM that still holds one. */
        public long activeCycles() {
            return activeCycles;
        }
    }
}
