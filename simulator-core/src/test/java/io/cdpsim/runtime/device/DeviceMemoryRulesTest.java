package io.cdpsim.runtime.device;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory that device code may not write or reach, and that the device must set aside (rules MEM-8, ENV-3, DEPTH-7). */
class DeviceMemoryRulesTest {
    private static Machine machine(String profile, boolean strict, String... changes) {
        return new Machine(
                MachineSettings.of(Profiles.load(profile, List.of(changes))).withStrict(strict));
    }

    private static CudaError run(Host host, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        return host.synchronize();
    }

    /** Rule MEM-8: an H200 lets it pass. */
    @ParameterizedTest
    @CsvSource({"true, ILLEGAL_ADDRESS", "false, SUCCESS"})
    void aStoreToConstantMemoryIsWarnedOfAndAFaultAsDocumented(boolean strict, CudaError error) {
        Machine machine = machine("h200", strict);
        long symbol = machine.host().constantSymbol(4);
        assertThat(run(machine.host(), k -> k.memory().storeGeneric(ValueType.S32, u64(symbol), s32(1))))
                .isEqualTo(error);
        assertThat(machine.warnings()).extracting(CountedWarning::rule).containsExactly("MEM-8");
    }

    /** Functions that call themselves have a stack as large as the limit says when their kernel starts. */
    @ParameterizedTest
    @CsvSource({"1020, SUCCESS", "1024, ILLEGAL_ADDRESS", "2044, ILLEGAL_ADDRESS"})
    void aThreadReachesItsStackToTheLimit(int offset, CudaError error) {
        Host host = machine("h200", false).host();
        Consumer<KernelBuilder> reads = k -> {
            k.declare(KernelProperty.RECURSIVE);
            k.localArray(16);
            k.memory().loadGeneric(ValueType.S32, u64(AddressMap.LOCAL_BASE + offset));
        };
        assertThat(host.setStackLimit(2_048)).isEqualTo(CudaError.SUCCESS);
        assertThat(run(host, reads)).as("with 2,048 bytes").isEqualTo(CudaError.SUCCESS);
        assertThat(host.setStackLimit(1_024)).isEqualTo(CudaError.SUCCESS);
        assertThat(run(host, reads)).as("with 1,024 bytes").isEqualTo(error);
    }

    private static Kernel synchronizing() {
        KernelBuilder k = new KernelBuilder("waiter");
        k.device().deviceSynchronize();
        return k.build();
    }

    private static void launch(Host host, Kernel kernel) {
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream());
    }

    /** Rule DEPTH-7: two levels of 1 MiB each are set aside when the first program comes that synchronises, or from the begin. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void memoryForSynchronisationIsSetAsideWhenAProgramNeedsIt(boolean whenUsed) {
        Host host = machine(
                        "k20x",
                        false,
                        "limits.sync_depth=2",
                        "limits.sync_depth_level=1 MiB",
                        "limits.sync_depth_reserved_when_used=" + whenUsed)
                .host();
        long before = host.freeMemory();
        launch(host, new KernelBuilder("plain").build());
        assertThat(host.freeMemory()).isEqualTo(before);
        launch(host, synchronizing());
        assertThat(host.freeMemory()).isEqualTo(before - (whenUsed ? 2 << 20 : 0));
    }

    @Test
    void aProgramForWhoseSynchronisationNoMemoryIsLeftIsRefused() {
        Host host = machine(
                        "k20x",
                        false,
                        "limits.sync_depth=2",
                        "limits.sync_depth_level=1 MiB",
                        "limits.sync_depth_reserved_when_used=true")
                .host();
        host.malloc(host.freeMemory() - (1 << 20));
        launch(host, new KernelBuilder("plain").build());

        assertThatThrownBy(() -> launch(host, synchronizing()))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.MEMORY_ALLOCATION));
    }

    @Test
    void aKernelThatTheDeviceCannotLoadIsNotLaunched() {
        Host host = machine("h200", false).host();
        assertThatThrownBy(() -> launch(host, synchronizing())).isInstanceOf(KernelLoadException.class);
        assertThatThrownBy(() -> host.kernelAddress(synchronizing())).isInstanceOf(KernelLoadException.class);
        assertThat(host.isIdle()).isTrue();
    }
}
