package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.profile.occupancy.OccupancyResult;
import org.jspecify.annotations.Nullable;

/**
 * Free resources of one SM.
 *
 * <p>Registers and shared memory are counted in shares such that as many blocks of one kernel fit as the occupancy rules say
 * (OCC-1 to OCC-3), whatever rounding hardware applies.
 */
final class FreeSmResources {
    /** The resources that blocks of grids need. Caches the last result: a program launches the same kernel in the same shape repeatedly. */
    static final class Needs {
        private final GpuProfile profile;
        private @Nullable Grid lastGrid;
        private @Nullable Need last;

        Needs(GpuProfile profile) {
            this.profile = profile;
        }

        Need of(Grid grid) {
            Grid before = lastGrid;
            Need need = last;
            if (before == null
                    || need == null
                    || before.kernel() != grid.kernel()
                    || before.cachePreference() != grid.cachePreference()
                    || !before.shape().equals(grid.shape())) {
                need = Need.of(profile, grid);
                lastGrid = grid;
                last = need;
            }
            return need;
        }
    }

    /** The resources that a block needs. */
    record Need(int warps, int threads, int registers, int sharedBytes) {
        static Need of(GpuProfile profile, Grid grid) {
            KernelAttributes kernel = grid.kernel().attributes();
            SmSpec sm = profile.sm();
            int threads = grid.shape().threadsPerBlock();
            long shared = kernel.staticSharedBytes() + grid.shape().dynamicSharedBytes();
            OccupancyResult fit = Occupancy.of(profile, threads, kernel.registersPerThread(), (int) shared, true);
            // Rule OCC-3.
            long allocated = Occupancy.allocatedSharedBytes(sm, (int) shared);
            int capacity = grid.cachePreference().sharedBytesOfSm(sm, (int) shared);
            return new Need(
                    grid.shape().warpsPerBlock(),
                    threads,
                    // Rule OCC-2.
                    share(sm.registers(), fit.blocksByRegisters()),
                    allocated == 0 ? 0 : share(sm.sharedBytes(), (int) (capacity / allocated)));
        }

        private static int share(int all, int blocks) {
            return blocks <= 0 ? all : blocks == OccupancyResult.UNLIMITED ? 0 : all / blocks;
        }
    }

    private int warps;
    private int threads;
    private int registers;
    private int sharedBytes;
    private int blocks;

    FreeSmResources(SmSpec sm) {
        warps = sm.maxWarps();
        threads = sm.maxThreads();
        registers = sm.registers();
        sharedBytes = sm.sharedBytes();
        blocks = sm.maxBlocks();
    }

    /** Warps that it can hold beside the resident ones. */
    int freeWarps() {
        return warps;
    }

    /** Rule OCC-1: the scarcest resource decides. */
    boolean fits(Need need) {
        return blocks > 0
                && warps >= need.warps
                && threads >= need.threads
                && registers >= need.registers
                && sharedBytes >= need.sharedBytes;
    }

    void take(Need need) {
        change(need, -1);
    }

    void giveBack(Need need) {
        change(need, 1);
    }

    private void change(Need need, int sign) {
        blocks += sign;
        warps += sign * need.warps;
        threads += sign * need.threads;
        registers += sign * need.registers;
        sharedBytes += sign * need.sharedBytes;
    }
}
