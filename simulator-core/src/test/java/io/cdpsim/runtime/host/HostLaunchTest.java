package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launches of the host: their parameters, and what is refused (rules LNCH-5, LNCH-7, PARM-4, PARM-5). */
class HostLaunchTest {
    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
    private final long words = host.malloc(32);

    /** Stores parameters of all sizes as they come. */
    private Kernel storing() {
        KernelBuilder k = new KernelBuilder("storing");
        k.memory().store(ValueType.U8, u64(words), k.parameter(ValueType.U8));
        k.memory().store(ValueType.F64, u64(words + 8), k.parameter(ValueType.F64));
        k.memory().store(ValueType.U16, u64(words + 2), k.parameter(ValueType.U16));
        k.memory().store(ValueType.F32, u64(words + 4), k.parameter(ValueType.F32));
        k.memory().store(ValueType.S64, u64(words + 16), k.parameter(ValueType.S64));
        return k.build();
    }

    private ByteBuffer seen() {
        byte[] bytes = new byte[24];
        host.memory().read(words, bytes, 0, 24);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void assertSeen() {
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(seen().get(0) & 0xFF).isEqualTo(200);
        assertThat(seen().getShort(2)).isEqualTo((short) 30_000);
        assertThat(seen().getFloat(4)).isEqualTo(0.25f);
        assertThat(seen().getDouble(8)).isEqualTo(-1e100);
        assertThat(seen().getLong(16)).isEqualTo(1L << 40);
    }

    @Test
    void argumentsBecomeWhatTheParametersAre() {
        host.launch(storing(), LaunchShape.of(1, 1), host.defaultStream(), 200, -1e100, 30_000, 0.25, 1L << 40);

        assertSeen();
    }

    /** At the offsets 0, 8, 16, 20 and 24: each at a multiple of its size, in their order (rule PARM-4). */
    @Test
    void aBufferHoldsTheParametersAtTheirOffsetsAndIsCapturedByTheCall() {
        byte[] buffer = new byte[32];
        ByteBuffer.wrap(buffer)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, (byte) 200)
                .putDouble(8, -1e100)
                .putShort(16, (short) 30_000)
                .putFloat(20, 0.25f)
                .putLong(24, 1L << 40);
        host.launch(storing(), LaunchShape.of(1, 1), host.defaultStream(), buffer);
        Arrays.fill(buffer, (byte) -1);

        assertSeen();
    }

    @Test
    void parametersThatDoNotFitTheKernelAreRefused() {
        Kernel kernel = storing();
        LaunchShape shape = LaunchShape.of(1, 1);
        HostStream stream = host.defaultStream();
        assertThatThrownBy(() -> host.launch(kernel, shape, stream, 1, 2, 3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernel storing takes 5 parameters, but the launch has 4");
        assertThatThrownBy(() -> host.launch(kernel, shape, stream, new byte[31]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernel storing takes 32 bytes of parameters, but the launch has 31");
        Kernel array = new CodeEmitter()
                .build(
                        new KernelAttributes("array", 32, 0, 0, 0, false),
                        ParameterLayout.ofParameters(List.of(
                                ParameterLayout.Parameter.of(ValueType.S32),
                                new ParameterLayout.Parameter(ValueType.U8, 20, 8))));
        assertThatThrownBy(() -> host.launch(array, shape, stream, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parameter 2 of kernel array is an array; launch with a buffer of parameters");
        assertThat(host.isIdle()).isTrue();
    }

    private void assertRefused(Kernel kernel, LaunchShape shape, CudaError error, String... why) {
        assertThatThrownBy(() -> host.launch(kernel, shape, host.defaultStream()))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(error))
                .hasMessageContainingAll(why);
        assertThat(host.isIdle()).as("nothing was put into the stream").isTrue();
    }

    /** The codes that an H200 gives with CUDA 13. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 0, 1, 1", "0, 1, 1, 1, 1, 1", "1, 0, 1, 1, 1, 1", "1, 1, 0, 1, 1, 1", "1, 1, 1, 1, 0, 1",
        "1, 1, 1, 1, 1, 0", "1, 1, 1, 1025, 1, 1", "1, 1, 1, 1, 1025, 1", "1, 1, 1, 1, 1, 65", "1, 1, 1, 32, 33, 1",
        "2147483648, 1, 1, 1, 1, 1", "1, 65536, 1, 1, 1, 1", "1, 1, 65536, 1, 1, 1"
    })
    void aShapeThatNoGridHasIsRefusedWithTheShapesThatTheyHave(
            long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ) {
        LaunchShape shape = new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, 0);
        assertRefused(
                new KernelBuilder("k").build(),
                shape,
                CudaError.INVALID_VALUE,
                "launch of k with " + gridX * gridY * gridZ + " blocks of " + blockX * blockY * blockZ + " threads",
                "on h200 cannot be met",
                "a grid may be 2147483647 x 65535 x 65535 blocks, a block 1024 x 1024 x 64 threads and 1024 in all");
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, 1, 1, 1, 1, 1",
        "1, 65535, 1, 1, 1, 64",
        "1, 1, 65535, 1, 1, 1",
        "1, 1, 1, 1024, 1, 1",
        "1, 1, 1, 1, 1024, 1",
        "1, 1, 1, 16, 1, 64"
    })
    void theLargestShapesAreMet(long gridX, long gridY, long gridZ, long blockX, long blockY, long blockZ) {
        host.launch(
                new KernelBuilder("k").build(),
                new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, 0),
                host.defaultStream());

        assertThat(host.isIdle()).isFalse();
    }

    @Test
    void moreThreadsThanItsLaunchBoundsAreRefused() {
        Kernel bound = new KernelBuilder("bound").maxThreadsPerBlock(128).build();
        host.launch(bound, LaunchShape.of(1, 128), host.defaultStream());
        host.synchronize();

        assertRefused(bound, LaunchShape.of(1, 129), CudaError.INVALID_VALUE, "its launch bounds allow 128 threads");
    }

    @Test
    void moreRegistersThanABlockHasAreRefused() {
        Kernel many = new KernelBuilder("many").registersPerThread(128).build();
        host.launch(many, LaunchShape.of(1, 512), host.defaultStream());
        host.synchronize();

        assertRefused(
                many,
                LaunchShape.of(1, 1_024),
                CudaError.LAUNCH_OUT_OF_RESOURCES,
                "0 bytes of shared memory and 128 registers a thread",
                "a thread 255 registers and a block 65536; take smaller blocks");
    }

    @Test
    void moreSharedMemoryThanABlockMayHaveIsRefused() {
        KernelBuilder k = new KernelBuilder("k");
        k.sharedArray(1_000);
        Kernel kernel = k.build();
        LaunchShape most = LaunchShape.of(1, 1).withShared(48 * 1024 - 1_000);
        host.launch(kernel, most, host.defaultStream());
        host.synchronize();

        assertRefused(
                kernel,
                most.withShared(48 * 1024 - 999),
                CudaError.INVALID_VALUE,
                "49153 bytes of shared memory and 32 registers a thread",
                "a block may have 49152 bytes of shared memory");
        assertRefused(kernel, most.withShared(-1), CudaError.INVALID_VALUE, "cannot be met");
    }

    /** 1.6 us for 256 KiB and for each doubling, which the host reads first; the next launch is as fast as ever. */
    @ParameterizedTest
    @CsvSource({"1, 9", "256, 1600", "768, 3200", "7936, 8000"})
    void theLaunchBehindCopiesToPageableMemoryTakesLonger(int kibibytes, long longerNanos) {
        Kernel kernel = new KernelBuilder("empty").build();
        long bytes = 1024L * kibibytes;
        long device = host.malloc(8 << 20);
        CopyEndpoint results = CopyEndpoint.pageable(new byte[(int) bytes]);
        host.memcpy2DAsync(results, CopyEndpoint.memory(device), bytes, 1, host.defaultStream());
        host.synchronize();
        double first = launchNanos(kernel);
        assertThat(first - launchNanos(kernel)).isCloseTo(longerNanos, within(2.0));
    }

    private double launchNanos(Kernel kernel) {
        double start = host.nowNanos();
        host.launch(kernel, LaunchShape.of(1, 32), host.defaultStream());
        return host.nowNanos() - start;
    }
}
