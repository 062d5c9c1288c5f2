package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The host changes constants, which no grid may read meanwhile (rule MEM-8). A cycle is a nanosecond. */
class HostConstantsTest {
    private static final String CALL_COST = "host_api.memcpy_call=1000 ns";

    private final RecordedCalls calls = new RecordedCalls();
    private final Machine machine =
            new Machine(MachineSettings.of(Profiles.load("h200", List.of("clock.core=1000 MHz", CALL_COST))), calls);
    private final Host host = machine.host();
    private final long symbol = host.constantSymbol(8);

    private void startLong() {
        KernelBuilder k = new KernelBuilder("long");
        k.nanosleep(u32(1_000_000));
        Kernel kernel = k.build();
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream());
        host.spend(100_000);
    }

    private void assertWarned(int times) {
        assertThat(machine.warnings().stream()
                        .filter(each -> each.rule().equals("MEM-8"))
                        .mapToLong(CountedWarning::count)
                        .sum())
                .isEqualTo(times);
    }

    @Test
    void constantsThatChangeUnderAGridAreWarnedOf() {
        startLong();
        host.memcpyToSymbol(symbol, 1, 2);

        assertWarned(1);
        assertThat(machine.warnings().get(0).message())
                .startsWith(
                        "the host changes constant memory while a grid runs; what the grid's reads give is undefined");
    }

    @Test
    void constantsThatChangeBetweenGridsAreNot() {
        host.memcpyToSymbol(symbol, 1, 2);
        startLong();
        host.synchronize();
        host.memcpyToSymbol(symbol, 3, 4);
        host.memcpyAsync(symbol, host.mallocHost(8), 8, host.defaultStream());
        startLong();
        host.synchronize();

        assertWarned(0);
    }

    @Test
    void aCopyToConstantsBesideAGridIsWarnedOf() {
        long word = host.malloc(8);
        long pinned = host.mallocHost(8);
        startLong();
        HostStream beside = host.createNonBlockingStream();
        host.memcpyAsync(word, pinned, 8, beside);
        host.synchronize(beside);
        assertWarned(0);
        host.memcpyAsync(symbol, pinned, 8, beside);
        host.synchronize(beside);

        assertWarned(1);
    }

    @Test
    void theCallIsToldWithTheTimeThatItTakes() {
        host.spend(5_000);
        host.memcpyToSymbol(symbol, 1);

        HostCall call = calls.last();
        assertThat(call.call()).isEqualTo("cudaMemcpyToSymbol");
        assertThat(call.timeCycles()).isEqualTo(5_000);
        assertThat(call.endCycles()).isEqualTo(6_000);
    }

    /** A thread that polls a constant is not stuck while the host may change it: each change counts as progress. */
    @Test
    void whoWaitsForAConstantSeesItsChange() {
        long word = host.malloc(4);
        KernelBuilder k = new KernelBuilder("polling");
        k.doWhile(() -> k.equal(k.memory().loadGeneric(ValueType.S32, u64(symbol)), s32(0)));
        k.memory().store(ValueType.S32, u64(word), s32(1));
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        host.spend(20e6);
        host.memcpyToSymbol(symbol, 7);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(word, 1)).containsExactly(1);
    }
}
