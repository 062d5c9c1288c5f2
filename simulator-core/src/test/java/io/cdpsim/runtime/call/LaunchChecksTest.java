package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.launch.DynamicSharedLimits;
import io.cdpsim.runtime.version.Cdp2Rules;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which launches an H200 refuses, with what error, and what it says of the reason (rules LNCH-4 and LNCH-6 to LNCH-10). */
class LaunchChecksTest {
    private static final long MOST_BLOCKS = 2_147_483_647L;

    private final GpuProfile h200 = Profiles.load("h200");
    private final CdpRules rules = new Cdp2Rules(CudaVersion.parse("13.0"), false);
    private final LaunchChecks checks = new LaunchChecks(h200, rules, new DynamicSharedLimits());

    private static Kernel kernel(Consumer<KernelBuilder> what) {
        KernelBuilder k = new KernelBuilder("k");
        what.accept(k);
        return k.build();
    }

    private static LaunchShape shape(long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, 65535, 65535, 1024, 1, 1, true",
        "2147483648, 1, 1, 1, 1, 1, false",
        "1, 65536, 1, 1, 1, 1, false",
        "1, 1, 65536, 1, 1, 1, false",
        "0, 1, 1, 1, 1, 1, false",
        "1, 1, 1, 1025, 1, 1, false",
        "1, 1, 1, 1, 1024, 1, true",
        "1, 1, 1, 1, 1, 64, true",
        "1, 1, 1, 1, 1, 65, false",
        "1, 1, 1, 32, 32, 1, true",
        "1, 1, 1, 33, 32, 1, false",
        "1, 1, 1, 16, 8, 8, true",
        "1, 1, 1, 16, 8, 9, false",
        "1, 1, 1, 1, 0, 1, false",
    })
    void aGridAndItsBlocksMustFit(long gx, long gy, long gz, long bx, long by, long bz, boolean fits) {
        Kernel kernel = kernel(k -> {});
        LaunchShape shape = shape(gx, gy, gz, bx, by, bz);
        assertThat(checks.checkDeviceLaunch(kernel, shape))
                .isEqualTo(fits ? CudaError.SUCCESS : CudaError.INVALID_CONFIGURATION);
        assertThat(checks.checkHostLaunch(kernel, shape))
                .isEqualTo(fits ? CudaError.SUCCESS : rules.hostConfigurationError());
        if (!fits) {
            assertThat(checks.reason(kernel, shape))
                    .isEqualTo(
                            "a grid may be " + MOST_BLOCKS + " x 65535 x 65535 blocks, a block 1024 x 1024 x 64 threads"
                                    + " and 1024 in all, and neither may be empty");
        }
    }

    @Test
    void aBlockMustKeepToTheLaunchBounds() {
        Kernel kernel = kernel(k -> k.maxThreadsPerBlock(128));
        assertThat(checks.checkDeviceLaunch(kernel, LaunchShape.of(1, 128))).isEqualTo(CudaError.SUCCESS);
        assertThat(checks.checkDeviceLaunch(kernel, LaunchShape.of(1, 129))).isEqualTo(rules.launchBoundsError());
        assertThat(checks.reason(kernel, LaunchShape.of(1, 129)))
                .isEqualTo("its launch bounds allow 128 threads a block");
    }

    @Test
    void whatWentWellOnceIsNoAnswerForAnotherKernelOrShape() {
        Kernel small = kernel(k -> {});
        Kernel bounded = kernel(k -> k.maxThreadsPerBlock(32));
        LaunchShape shape = LaunchShape.of(1, 64);
        assertThat(checks.checkDeviceLaunch(small, shape)).isEqualTo(CudaError.SUCCESS);
        assertThat(checks.checkDeviceLaunch(bounded, shape)).isEqualTo(rules.launchBoundsError());
        assertThat(checks.checkDeviceLaunch(small, LaunchShape.of(1, 1025))).isEqualTo(CudaError.INVALID_CONFIGURATION);
        assertThat(checks.checkDeviceLaunch(small, shape)).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void registersThatAnSmDoesNotHaveAreOutOfResources() {
        Kernel kernel = kernel(k -> k.registersPerThread(200));
        assertThat(checks.checkDeviceLaunch(kernel, LaunchShape.of(1, 256))).isEqualTo(CudaError.SUCCESS);
        LaunchShape many = LaunchShape.of(1, 512);
        assertThat(checks.checkDeviceLaunch(kernel, many)).isEqualTo(CudaError.LAUNCH_OUT_OF_RESOURCES);
        assertThat(checks.checkHostLaunch(kernel, many)).isEqualTo(CudaError.LAUNCH_OUT_OF_RESOURCES);
        assertThat(checks.reason(kernel, many))
                .isEqualTo(
                        "a block may have 49152 bytes of shared memory, a thread 255 registers and a block 65536; take"
                                + " smaller blocks");
    }

    @Test
    void sharedMemoryIsCountedWithItsStaticPart() {
        Kernel kernel = kernel(k -> k.sharedArray(1 << 10));
        LaunchShape fits = LaunchShape.of(1, 32).withShared(47 << 10);
        assertThat(checks.checkDeviceLaunch(kernel, fits)).isEqualTo(CudaError.SUCCESS);
        assertThat(checks.checkDeviceLaunch(kernel, fits.withShared((47 << 10) + 1)))
                .isEqualTo(CudaError.INVALID_CONFIGURATION);
        assertThat(checks.checkDeviceLaunch(kernel, fits.withShared(-1))).isEqualTo(CudaError.INVALID_CONFIGURATION);
    }

    @Test
    void referencesOfAModuleAreForLaunchesOfTheHostOnly() {
        Kernel texture = kernel(k -> k.declare(KernelProperty.TEXTURE_REFERENCE));
        Kernel surface = kernel(k -> k.declare(KernelProperty.SURFACE_REFERENCE));
        LaunchShape one = LaunchShape.of(1, 1);
        assertThat(checks.checkDeviceLaunch(texture, one)).isEqualTo(CudaError.LAUNCH_FILE_SCOPED_TEX);
        assertThat(checks.checkDeviceLaunch(surface, one)).isEqualTo(CudaError.LAUNCH_FILE_SCOPED_SURF);
        assertThat(checks.checkHostLaunch(texture, one)).isEqualTo(CudaError.SUCCESS);
        assertThat(checks.checkHostLaunch(surface, one)).isEqualTo(CudaError.SUCCESS);
    }
}
