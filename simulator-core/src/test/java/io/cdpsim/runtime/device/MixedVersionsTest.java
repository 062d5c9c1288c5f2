package io.cdpsim.runtime.device;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Kernels built for CDP1 and for CDP2 beside each other on one device, each with the rules of its version (rule VER-4). */
class MixedVersionsTest {
    private static final MachineSettings BOTH =
            MachineSettings.of(Profiles.load("h200", List.of("compute_capability=8.0")));

    private final Host host = new Machine(BOTH).host();
    private final long words = host.malloc(64);

    private static Kernel kernel(boolean cdp1, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(cdp1 ? "first" : "second");
        if (cdp1) {
            k.declare(KernelProperty.FORCED_CDP1);
        }
        body.accept(k);
        return k.build();
    }

    private void start(boolean cdp1, HostStream stream, Consumer<KernelBuilder> body) {
        host.launch(kernel(cdp1, body), LaunchShape.of(1, 1), stream);
    }

    /** A NULL event gives 400 in CDP1, and 1 as CDP2 was measured. */
    private void recordsNoEventAgainAndAgain(KernelBuilder k, int word) {
        k.forLoop(s32(0), s32(20), s32(1), i -> {
            Operand error = k.device().eventRecord(u64(0), NULL_STREAM);
            k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(words + 4L * word), 0, error);
        });
    }

    @Test
    void callsOfEachHaveTheRulesOfTheirVersion() {
        start(true, host.createNonBlockingStream(), k -> recordsNoEventAgainAndAgain(k, 0));
        start(false, host.createNonBlockingStream(), k -> recordsNoEventAgainAndAgain(k, 1));
        host.synchronize();

        assertThat(host.memory().readInts(words, 2)).containsExactly(20 * 400, 20 * 1);
    }

    /** Rules TAIL-9 and FAF-4: CDP1 has no tail stream. */
    @Test
    void launchesOfEachHaveTheRulesOfTheirVersion() {
        host.memory().write(words + 32, 3, 0);
        KernelReference child = KernelReference.to(new KernelBuilder("child").build());
        for (boolean cdp1 : new boolean[] {true, false}) {
            start(
                    cdp1,
                    host.createNonBlockingStream(),
                    k -> k.forLoop(s32(0), s32(5), s32(1), i -> {
                        Operand stream = k.memory().load(ValueType.U64, u64(words + 32));
                        k.memory()
                                .store(
                                        ValueType.S32,
                                        k.element(u64(words + (cdp1 ? 0 : 4)), s32(0), 4),
                                        k.device().launch(child, u32(1), u32(1), stream));
                    }));
        }
        host.synchronize();

        assertThat(host.memory().readInts(words, 2)).containsExactly(1, 0);
    }

    /** Rule LNCH-7: 9, and 1 as CDP2 was measured with CUDA 13. */
    @Test
    void launchesByTheHostHaveTheRulesOfTheKernelsVersion() {
        for (boolean cdp1 : new boolean[] {true, false, true}) {
            assertThatThrownBy(() -> host.launch(kernel(cdp1, k -> {}), LaunchShape.of(0, 1), host.defaultStream()))
                    .isInstanceOfSatisfying(
                            CudaException.class,
                            e -> assertThat(e.error())
                                    .isEqualTo(cdp1 ? CudaError.INVALID_CONFIGURATION : CudaError.INVALID_VALUE));
        }
    }

    /** Rule MEM-1: CDP2 was measured to fault. */
    @Test
    void foreignAddressesHaveTheRulesOfTheKernelsVersion() {
        for (boolean cdp1 : new boolean[] {true, false}) {
            start(!cdp1, host.defaultStream(), k -> k.device().getDevice());
            Kernel reader = kernel(cdp1, k -> k.memory().loadGeneric(ValueType.S32, k.parameter(ValueType.U64)));
            host.launch(reader, LaunchShape.of(1, 1), host.defaultStream(), AddressMap.LOCAL_BASE);
            assertThat(host.synchronize()).isEqualTo(cdp1 ? CudaError.SUCCESS : CudaError.INVALID_ADDRESS_SPACE);
        }
    }
}
