package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.observe.RunEvent.HostCall;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a call that waits began, where somebody outside has let the simulation run before it. A cycle is a nanosecond. */
class OutsideWaitsTest {
    private final RecordedCalls calls = new RecordedCalls();
    private final Machine machine =
            new Machine(MachineSettings.of(Profiles.load("h200", List.of("clock.core=1000 MHz"))), calls);
    private final Host host = machine.host();

    private void launch() {
        KernelBuilder k = new KernelBuilder("k");
        k.nanosleep(u32(1_000_000));
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
    }

    private void letRun(double nanos) {
        double until = host.nowNanos() + nanos;
        host.runUntil(() -> host.nowNanos() >= until, 100);
    }

    @Test
    void aWaitBeginsWithTheTimeThatSomebodyOutsideHasWaitedBefore() {
        launch();
        long begin = machine.nowCycles();
        letRun(50_000);
        letRun(50_000);
        host.synchronize();

        HostCall waited = calls.last();
        assertThat(waited.call()).isEqualTo("cudaDeviceSynchronize");
        assertThat(waited.timeCycles()).isEqualTo(begin);
        assertThat(waited.endCycles()).isEqualTo(machine.nowCycles());
    }

    @Test
    void anotherCallInBetweenEndsThatTime() {
        launch();
        letRun(50_000);
        launch();
        long begin = machine.nowCycles();
        host.synchronize();

        assertThat(calls.last().timeCycles()).isEqualTo(begin);
    }

    @Test
    void waitingForSomethingBeginsItToo() {
        launch();
        long begin = machine.nowCycles();
        host.waitUntil("a time", () -> host.nowNanos() > begin + 50_000);
        host.synchronize();

        assertThat(calls.last().timeCycles()).isEqualTo(begin);
    }

    @Test
    void aWaitBeginsWithItsCallWhereNobodyHasWaited() {
        launch();
        host.spend(10_000);
        long begin = machine.nowCycles();
        host.synchronize();

        assertThat(calls.last().timeCycles()).isEqualTo(begin);
    }

    @Test
    void aRunOfSomebodyOutsideEndsWithAFault() {
        KernelBuilder k = new KernelBuilder("k");
        k.trap();
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        KernelBuilder other = new KernelBuilder("other");
        other.nanosleep(u32(1_000_000_000));
        host.launch(other.build(), LaunchShape.of(1, 1), host.createNonBlockingStream());

        assertThat(host.runUntil(() -> false, 100)).isFalse();
        assertThat(host.stickyError()).isEqualTo(CudaError.LAUNCH_FAILURE);
        assertThat(host.nowNanos()).isLessThan(1e6);
    }
}
