package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An SM of an H200: 65,536 registers, 228 KiB of shared memory, of which a block takes 1 KiB more than it asks for. */
class FreeSmResourcesTest {
    private static final int REGISTERS = 65_536;
    private static final int SHARED = 228 << 10;

    private final GpuProfile profile = Profiles.load("h200");
    private final Kernel kernel = kernel(32, 0);

    private static Kernel kernel(int registers, int sharedBytes) {
        KernelBuilder k = new KernelBuilder("k").registersPerThread(registers);
        if (sharedBytes > 0) {
            k.sharedArray(sharedBytes);
        }
        return k.build();
    }

    private static Grid grid(Kernel kernel, LaunchShape shape, CachePreference preference) {
        return new Grid(1, 1, kernel, shape, new byte[0], preference, false);
    }

    private FreeSmResources.Need need(Kernel code, LaunchShape shape, CachePreference preference) {
        return FreeSmResources.Need.of(profile, grid(code, shape, preference));
    }

    @ParameterizedTest
    @CsvSource({
        // A warp has 1,024 registers, so that 64 warps fit: 2 blocks of 32 warps, 21 of 3.
        "1024, 32, 32, 2",
        "96, 32, 3, 21",
        // 1,280: 12 warps to a quarter of the registers.
        "1024, 40, 32, 1",
        "65, 40, 3, 16"
    })
    void aBlockHoldsTheShareOfTheRegistersThatLetsAsManyFitAsMay(int threads, int registers, int warps, int blocks) {
        FreeSmResources.Need need = need(kernel(registers, 0), LaunchShape.of(9, threads), CachePreference.NONE);
        assertThat(need.warps()).isEqualTo(warps);
        assertThat(need.threads()).isEqualTo(threads);
        assertThat(need.registers()).isEqualTo(REGISTERS / blocks);
    }

    @Test
    void aBlockThatCanNeverFitHoldsAllAndOneThatNeedsNothingHoldsNothing() {
        FreeSmResources.Need never = need(kernel(255, 300 << 10), LaunchShape.of(1, 1024), CachePreference.NONE);
        assertThat(never.registers()).isEqualTo(REGISTERS);
        assertThat(never.sharedBytes()).isEqualTo(SHARED);
        assertThat(need(kernel(0, 0), LaunchShape.of(1, 1024), CachePreference.NONE)
                        .registers())
                .isZero();
    }

    @Test
    void staticAndDynamicSharedMemoryAreHeldTogether() {
        // 50 KiB and one of the system: four times into 228.
        FreeSmResources.Need need =
                need(kernel(32, 20 << 10), LaunchShape.of(1, 32).withShared(30 << 10), CachePreference.NONE);
        assertThat(need.sharedBytes()).isEqualTo(SHARED / 4);
        // 1 KiB of the system alone: 228 times.
        assertThat(need(kernel, LaunchShape.of(1, 32), CachePreference.NONE).sharedBytes())
                .isEqualTo(SHARED / 228);
    }

    /** Rule OCC-3. */
    @Test
    void aPreferenceForTheCacheLetsFewerBlocksFit() {
        // 51 KiB into 64, and into 132.
        LaunchShape shape = LaunchShape.of(1, 32).withShared(50 << 10);
        assertThat(need(kernel, shape, CachePreference.L1).sharedBytes()).isEqualTo(SHARED);
        assertThat(need(kernel, shape, CachePreference.EQUAL).sharedBytes()).isEqualTo(SHARED / 2);
    }

    @Test
    void aBlockWithoutSharedMemoryHoldsNoneWhereTheSystemKeepsNone() {
        GpuProfile kepler = Profiles.load("k20c");
        Grid grid = grid(kernel, LaunchShape.of(1, 32), CachePreference.NONE);
        assertThat(FreeSmResources.Need.of(kepler, grid).sharedBytes()).isZero();
    }

    @Test
    void theNeedsOfAGridAreThoseOfItsKernelItsShapeAndItsPreference() {
        FreeSmResources.Needs needs = new FreeSmResources.Needs(profile);
        LaunchShape shape = LaunchShape.of(1, 32).withShared(50 << 10);
        List<Grid> grids = List.of(
                grid(kernel, shape, CachePreference.NONE),
                grid(kernel(64, 0), shape, CachePreference.NONE),
                grid(kernel(64, 0), shape, CachePreference.L1),
                grid(kernel(64, 0), LaunchShape.of(1, 64), CachePreference.L1));
        Kernel other = kernel(64, 0);
        assertThat(needs.of(grid(kernel, shape, CachePreference.NONE)))
                .isSameAs(needs.of(grid(kernel, shape, CachePreference.NONE)));
        assertThat(grids)
                .allSatisfy(grid -> assertThat(needs.of(grid)).isEqualTo(FreeSmResources.Need.of(profile, grid)));
        assertThat(needs.of(grid(other, shape, CachePreference.L1))).isEqualTo(need(other, shape, CachePreference.L1));
        assertThat(needs.of(grid(other, shape, CachePreference.NONE)))
                .isEqualTo(need(other, shape, CachePreference.NONE));
        assertThat(needs.of(grid(other, LaunchShape.of(1, 64), CachePreference.NONE)))
                .isEqualTo(need(other, LaunchShape.of(1, 64), CachePreference.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        // What one of the two takes, and what is too much then.
        "32, 0, 0, 0",
        "0, 1024, 0, 0",
        "0, 0, 32768, 0",
        "0, 0, 0, 116736"
    })
    void theScarcestResourceDecidesAndFreedOnesAreAvailable(int warps, int threads, int registers, int sharedBytes) {
        FreeSmResources sm = new FreeSmResources(profile.sm());
        FreeSmResources.Need half = new FreeSmResources.Need(warps, threads, registers, sharedBytes);
        FreeSmResources.Need one = new FreeSmResources.Need(
                Math.min(1, warps), Math.min(1, threads), Math.min(1, registers), Math.min(1, sharedBytes));
        assertThat(sm.fits(half)).isTrue();
        sm.take(half);
        assertThat(sm.fits(half)).as("exactly so much is left").isTrue();
        sm.take(one);
        assertThat(sm.fits(half)).isFalse();
        sm.giveBack(one);
        assertThat(sm.fits(half)).isTrue();
        sm.take(half);
        assertThat(sm.fits(one)).isFalse();
    }
}
