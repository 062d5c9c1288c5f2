package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the host learns of calls that fail, and of faults: rules ERR-3 to ERR-6. */
class HostErrorsTest {
    private static final long TOO_MUCH = 1L << 50;

    private final Host host = host("h200", false);

    private static Host host(String profile, boolean strict) {
        return new Machine(MachineSettings.of(Profiles.load(profile)).withStrict(strict)).host();
    }

    private static Kernel kernel(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return k.build();
    }

    private static CudaError run(Host host, Kernel kernel) {
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream());
        return host.synchronize();
    }

    private static void failsWith(CudaError error, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(error));
    }

    @Test
    void theLastErrorIsThatOfTheLastCallThatFailedUntilItIsAskedFor() {
        assertThat(host.getLastError()).isEqualTo(CudaError.SUCCESS);
        failsWith(CudaError.MEMORY_ALLOCATION, () -> host.malloc(TOO_MUCH));
        host.free(host.malloc(4));

        assertThat(host.peekAtLastError()).isEqualTo(CudaError.MEMORY_ALLOCATION);
        assertThat(host.free(12)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.peekAtLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.peekAtLastError()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.getLastError()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void eachCallThatThrowsIsRemembered() {
        HostStream stream = host.defaultStream();
        long word = host.malloc(4);
        long symbol = host.constantSymbol(4);
        List<ThrowingCallable> calls = List.of(
                () -> host.mallocHost(TOO_MUCH),
                () -> host.constantSymbol(TOO_MUCH),
                () -> host.memcpyToSymbol(symbol, 1, 2),
                () -> host.memcpyAsync(word, word, 8, stream),
                () -> host.memsetAsync(word, 0, 8, stream),
                () -> host.launch(kernel(k -> {}), LaunchShape.of(1, 0), stream),
                () -> host.launch(kernel(k -> {}), LaunchShape.of(1, 0), stream, new byte[0]));
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(CudaException.class);
            assertThat(host.getLastError()).isNotEqualTo(CudaError.SUCCESS);
        }
    }

    static List<Arguments> faults() {
        return List.of(
                fault(CudaError.ILLEGAL_ADDRESS, k -> k.memory().load(ValueType.S32, u64(8))),
                fault(CudaError.MISALIGNED_ADDRESS, k -> k.memory().load(ValueType.S32, u64(2))),
                fault(CudaError.ASSERT, k -> k.assertThat(k.equal(k.threadX(), u32(1)), "no thread is the first")),
                fault(CudaError.LAUNCH_FAILURE, KernelBuilder::trap));
    }

    private static Arguments fault(CudaError error, Consumer<KernelBuilder> body) {
        return arguments(error, kernel(body));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aFaultIsToldByTheNextSynchronisationAndStays(CudaError error, Kernel kernel) {
        assertThat(run(host, kernel)).isEqualTo(error);

        assertThat(host.faultMessage()).startsWith("kernel k, block 0, thread 0");
        assertThat(host.stickyError()).isEqualTo(error);
        assertThat(host.synchronize()).isEqualTo(error);
        assertThat(host.synchronize(host.defaultStream())).isEqualTo(error);
        assertThat(host.synchronize(host.createEvent())).isEqualTo(error);
    }

    /** Q-43, rule MEM-1: as CDP2 devices were measured. */
    @Test
    void localMemoryOfAnotherThreadIsNotTheKernelsToRead() {
        Kernel reader = kernel(k -> k.memory().loadGeneric(ValueType.S32, k.parameter(ValueType.U64)));
        host.launch(reader, LaunchShape.of(1, 1), host.defaultStream(), AddressMap.LOCAL_BASE);

        assertThat(host.synchronize()).isEqualTo(CudaError.INVALID_ADDRESS_SPACE);
    }

    @Test
    void everyCallAfterAFaultGivesItsErrorAndDoesNothing() {
        long word = host.malloc(4);
        long pinned = host.mallocHost(4);
        HostStream stream = host.defaultStream();
        run(host, kernel(KernelBuilder::trap));

        failsWith(CudaError.LAUNCH_FAILURE, () -> host.malloc(4));
        failsWith(CudaError.LAUNCH_FAILURE, () -> host.mallocHost(4));
        failsWith(CudaError.LAUNCH_FAILURE, () -> host.memcpyAsync(word, pinned, 4, stream));
        failsWith(CudaError.LAUNCH_FAILURE, () -> host.memsetAsync(word, 1, 4, stream));
        failsWith(CudaError.LAUNCH_FAILURE, () -> run(host, kernel(k -> {})));
        assertThat(host.setPendingLaunchLimit(64)).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(host.setSyncDepth(2)).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(host.setStackLimit(2_048)).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(host.pendingLaunchLimit()).isEqualTo(2_048);
        assertThat(host.isIdle()).isFalse();
    }

    @Test
    void aDeviceThatHasNotFaultedHasNothingToSay() {
        assertThat(run(host, kernel(k -> {}))).isEqualTo(CudaError.SUCCESS);

        assertThat(host.faultMessage()).isEmpty();
        assertThat(host.stickyError()).isEqualTo(CudaError.SUCCESS);
    }

    /** As an H200 was measured; as documented, and on devices that nobody measured, it goes on telling (rule ERR-4). */
    @ParameterizedTest
    @CsvSource({"h200, false, SUCCESS", "h200, true, LAUNCH_FAILURE", "k20x, false, LAUNCH_FAILURE"})
    void theLastErrorTellsOfAFaultOnceWhereThatWasSeen(String profile, boolean strict, CudaError second) {
        Host faulted = host(profile, strict);
        run(faulted, kernel(KernelBuilder::trap));

        assertThat(faulted.peekAtLastError()).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(faulted.peekAtLastError()).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(faulted.getLastError()).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(faulted.peekAtLastError()).isEqualTo(second);
        assertThat(faulted.getLastError()).isEqualTo(second);
        assertThat(faulted.synchronize()).isEqualTo(CudaError.LAUNCH_FAILURE);
    }

    @Test
    void anErrorBeforeAFaultIsNotToldBehindIt() {
        host.free(12);
        run(host, kernel(KernelBuilder::trap));

        assertThat(host.getLastError()).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(host.getLastError()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void aFaultIsThatOfItsDeviceAlone() {
        Host two = new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2)).host();
        two.setDevice(1);
        assertThat(run(two, kernel(KernelBuilder::trap))).isEqualTo(CudaError.LAUNCH_FAILURE);
        two.setDevice(0);

        assertThat(two.stickyError()).isEqualTo(CudaError.SUCCESS);
        assertThat(two.faultMessage()).isEmpty();
        assertThat(two.malloc(4)).isPositive();
    }

    /** Rule ERR-6: the kernel that runs when bits are lost ends as it would. */
    @Test
    void lostBitsAreToldOnceWhenTheDeviceIsAwaited() {
        long word = host.malloc(4);
        host.launch(
                kernel(k -> k.memory().store(ValueType.S32, u64(word), s32(7))),
                LaunchShape.of(1, 1),
                host.defaultStream());
        host.injectUncorrectableEccError();

        assertThat(host.synchronize()).isEqualTo(CudaError.ECC_UNCORRECTABLE);
        assertThat(host.memory().readInts(word, 1)).containsExactly(7);
        assertThat(host.getLastError()).isEqualTo(CudaError.ECC_UNCORRECTABLE);
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    /** What it waits for may have been the work of a thread that is no more. */
    @Test
    void aHostThatSpinsGoesOnWhenADeviceFaults() {
        host.launch(kernel(KernelBuilder::trap), LaunchShape.of(1, 1), host.defaultStream());

        host.spinUntil("what never comes", () -> false);

        assertThat(host.stickyError()).isEqualTo(CudaError.LAUNCH_FAILURE);
    }
}
