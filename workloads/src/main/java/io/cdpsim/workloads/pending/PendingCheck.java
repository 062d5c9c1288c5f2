package io.cdpsim.workloads.pending;

import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.workloads.RunResult.GridStatistics;

/** Invariants of a launch bomb for any pool: the counts of the kernel, of the runtime and of arithmetic agree. */
final class PendingCheck {
    private static final CudaVersion VIRTUALIZED_POOL = new CudaVersion(6, 0);
    private static final CudaVersion CDP2 = new CudaVersion(12, 0);

    private PendingCheck() {}

    /** The first check that fails; empty if all pass. */
    static String failure(
            PendingSettings settings,
            Machine machine,
            GridStatistics grids,
            PendingKernel.Counters counted,
            CudaError error) {
        if (error != CudaError.SUCCESS) {
            return "the host's synchronisation gave " + error.cudaName() + ": "
                    + machine.host().faultMessage();
        }
        long accepted = grids.childLaunches() - grids.failedLaunches();
        long wanted = PendingProgram.launches(settings.depth());
        CudaVersion cuda = machine.settings().cuda();
        // CUDA 6 to 11 never refuse (rule POOL-4); nesting ends at a depth of its own, which this bomb cannot reach.
        boolean takesAll = cuda.atLeast(VIRTUALIZED_POOL) && !cuda.atLeast(CDP2);
        int code = CudaError.LAUNCH_PENDING_COUNT_EXCEEDED.code(cuda);
        if (grids.gridsRun() != 1 + accepted) {
            return differ("grids run", 1 + accepted, grids.gridsRun());
        } else if (counted.ran() != grids.gridsRun()) {
            return differ("grids counted by the kernel", grids.gridsRun(), counted.ran());
        } else if (counted.failed() != grids.failedLaunches()) {
            return differ("refused launches counted by the kernel", grids.failedLaunches(), counted.failed());
        } else if ((grids.failedLaunches() == 0 || takesAll) && grids.childLaunches() != wanted) {
            return differ("launches, with none refused,", wanted, grids.childLaunches());
        } else if (takesAll && grids.failedLaunches() != 0) {
            return differ("refused launches in CUDA " + cuda, 0, grids.failedLaunches());
        } else if (grids.failedLaunches() != 0 && counted.lastError() != code) {
            return differ("error code of a refused launch", code, counted.lastError());
        }
        return "";
    }

    private static String differ(String what, long expected, long got) {
        return what + ": expected " + expected + ", got " + got;
    }
}
