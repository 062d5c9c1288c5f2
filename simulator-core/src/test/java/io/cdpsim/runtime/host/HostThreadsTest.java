package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads of the host beside each other, and the time of the host's thread. A cycle is a nanosecond. */
class HostThreadsTest {
    private static final List<String> COSTS = List.of(
            "clock.core=1000 MHz",
            "host_api.thread_create=8000 ns",
            "host_api.thread_start=16000 ns",
            "host_api.thread_end=96000 ns",
            "host_link.mapped_load_latency=2000 cycles");

    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200", COSTS)));
    private final HostApiSpec api = machine.settings().profile().hostApi();
    private final Host host = machine.host();
    private final List<String> seen = new ArrayList<>();

    private void see(String what) {
        seen.add(what + " at " + Math.round(host.nowNanos()));
    }

    private static Kernel sleeping(int nanos) {
        KernelBuilder k = new KernelBuilder("sleeping");
        k.nanosleep(u32(nanos));
        return k.build();
    }

    @Test
    void threadsBeginOneAfterTheOtherAndGoOnWhenTheirTimeComes() {
        host.inThreads(List.of(
                () -> {
                    see("first");
                    host.spend(20_000);
                    see("first");
                },
                () -> {
                    see("second");
                    host.spend(4_000);
                    see("second");
                    host.spend(20_000);
                    see("second");
                }));

        // Made after 8 and 16 us, and 16 us more until they begin.
        assertThat(seen)
                .containsExactly(
                        "first at 24000", "second at 32000", "second at 36000", "first at 44000", "second at 56000");
        assertThat(host.nowNanos()).isEqualTo(56_000 + 96_000);
    }

    @Test
    void ofThoseThatMayGoOnTheFirstMadeDoesFirst() {
        host.inThreads(List.of(
                () -> {
                    host.spend(20_000);
                    see("first");
                },
                () -> {
                    host.spend(12_000);
                    see("second");
                },
                () -> {
                    host.spend(4_000);
                    see("third");
                }));

        assertThat(seen).containsExactly("first at 44000", "second at 44000", "third at 44000");
    }

    @Test
    void aThreadWaitsForADeviceWhileAnotherWorks() {
        host.inThreads(List.of(
                () -> {
                    host.launch(sleeping(1_000_000), LaunchShape.of(1, 1), host.defaultStream());
                    host.synchronize();
                    see("synchronised");
                },
                () -> {
                    host.spend(100_000);
                    see("worked");
                }));

        assertThat(seen.get(0)).isEqualTo("worked at 132000");
        assertThat(seen.get(1)).startsWith("synchronised at 10");
    }

    @Test
    void noThreadMakesFurtherOnes() {
        assertThatThrownBy(() -> host.inThreads(List.of(() -> host.inThreads(List.of(() -> see("inner"))))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot create further ones");
        assertThat(seen).isEmpty();

        host.inThreads(List.of(() -> see("later")));
        assertThat(seen).hasSize(1);
    }

    @Test
    void aThreadThatWaitsForWhatNeverComesIsStuckOnceAllOthersHaveEnded() {
        assertThatThrownBy(() -> host.inThreads(List.of(() -> host.waitUntil("an answer", () -> false), () -> {
                    host.spend(50_000);
                    see("other");
                })))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("the host waits for an answer");
        assertThat(seen).containsExactly("other at 82000");
        // The machine is as it was: its next threads run.
        host.inThreads(List.of(() -> see("later")));
        assertThat(seen).hasSize(2);
    }

    @Test
    void aFaultLetsAllThreadsGoOn() {
        KernelBuilder k = new KernelBuilder("k");
        k.trap();
        host.inThreads(List.of(
                () -> {
                    host.waitUntil("what never comes", () -> false);
                    seen.add("first " + host.stickyError());
                },
                () -> {
                    host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
                    seen.add("second " + host.synchronize());
                }));

        assertThat(seen).containsExactlyInAnyOrder("first LAUNCH_FAILURE", "second LAUNCH_FAILURE");
    }

    @Test
    void noThreadsTakeTheTimeOfWaitingAlone() {
        host.inThreads(List.of());

        assertThat(host.nowNanos()).isEqualTo(96_000);
    }

    @Test
    void theHostIsBusyForAsLongAsItSpends() {
        host.spend(1_234);
        assertThat(host.nowNanos()).isEqualTo(1_234);
        host.spend(0);
        assertThat(host.nowNanos()).isEqualTo(1_234);
        assertThat(machine.nowCycles()).isEqualTo(1_234);
        assertThat(machine.nowMicros()).isCloseTo(1.234, within(1e-9));
    }

    /** The store takes half of a round trip of 2,000 cycles to reach the host; what is there already takes no time. */
    @Test
    void aHostThatSpinsSeesAChangeHalfARoundTripLater() {
        host.spinUntil("nothing", () -> true);
        assertThat(host.nowNanos()).isZero();
        double[] changed = new double[1];
        host.addCallback(host.defaultStream(), () -> changed[0] = host.nowNanos());

        host.spinUntil("the callback", () -> changed[0] > 0);

        assertThat(host.nowNanos()).isEqualTo(changed[0] + 1_000);
    }

    @Test
    void aRunUntilSomethingHoldsTakesNoTimeIfItDoesAlready() {
        assertThat(host.runUntil(() -> true, 100)).isTrue();
        assertThat(host.nowNanos()).isZero();
    }

    /** A look each 300 ns while the grid runs, and none of them after the end. */
    @Test
    void somebodyOutsideLooksAsOftenAsHeSays() {
        host.launch(sleeping(1_000_000), LaunchShape.of(1, 1), host.defaultStream());
        double begin = host.nowNanos();
        double[] lastAndLongest = {begin, 0};
        host.runUntil(
                () -> {
                    double now = host.nowNanos();
                    lastAndLongest[1] = Math.max(lastAndLongest[1], now - lastAndLongest[0]);
                    lastAndLongest[0] = now;
                    return now >= begin + 30_000;
                },
                300);

        assertThat(lastAndLongest[1]).isBetween(1.0, 300.0);
        assertThat(host.nowNanos()).isBetween(begin + 30_000, begin + 30_300);
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.nowNanos()).isLessThan(begin + 1_000_000 + 2 * api.completionToHostNanos() + 10_000);
    }
}
