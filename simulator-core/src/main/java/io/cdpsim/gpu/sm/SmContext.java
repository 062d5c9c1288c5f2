package io.cdpsim.gpu.sm;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.bulk.BulkL2Misses;
import io.cdpsim.gpu.bulk.LoopTiming;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.loadstore.LoadStoreContext;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.stepping.StepNotifier;
import io.cdpsim.gpu.times.ExecutionCounters;
import io.cdpsim.gpu.times.KernelCounters;
import io.cdpsim.gpu.times.WarpTimeRecorder;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/**
 * The components that all SMs of a device share.
 *
 * @param profile the kind of GPU
 * @param engine its clock
 * @param device the device
 * @param memory the memory system behind the SMs
 * @param data the values in the memories
 * @param pipes latencies of the opcodes
 * @param loops how long iterations of bulk instructions take
 * @param bulkReadsOfL2 L2 hits and misses of bulk instructions
 * @param barriers the barriers of the blocks
 * @param spinParking warps that only wait for memory to change
 * @param watch notified of every change that may end a thread's wait
 * @param visibility notified of everything that affects the order of memory accesses, if there is a listener
 * @param times records what warps spend their time on, if a listener needs it
 * @param steps notifies a listener of each instruction, if there is one
 * @param kernelCounters divides the counters among kernels, if a listener needs it
 * @param counters the SMs' counters
 * @param asynchronous runs operations on mbarrier objects and bulk copies
 * @param kernels straight-line regions of kernels as bytecode
 * @param timed whether instructions and accesses take their simulated latencies instead of one cycle each
 * @param posted serves what SMs post while they run ahead of the clock; null where they do not, since somebody listens
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
        SpinParking<Warp> spinParking,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility,
        @Nullable WarpTimeRecorder times,
        @Nullable StepNotifier steps,
        @Nullable KernelCounters kernelCounters,
        ExecutionCounters counters,
        AsynchronousOperations asynchronous,
        CompiledKernels kernels,
        boolean timed,
        @Nullable RequestOrder<Warp> posted) {

    /** What its load-store unit uses of them. */
    LoadStoreContext loadStore() {
        return new LoadStoreContext(profile, device, memory, data, spinParking, visibility, timed, posted);
    }

    /** An SM's interface to its device. */
    public interface SmDevice extends WarpDevice {
        /** The owner of the resident blocks. */
        BlockOwner blocks();

        /** Calls {@link Sm#resume} at a cycle, which is not past. */
        void wake(Sm sm, long cycle);
    }
}
