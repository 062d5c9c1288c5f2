package io.cdpsim.runtime;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTest {
    private static final MachineSettings H200 = MachineSettings.of(Profiles.load("h200"));

    private static void run(Machine machine, int threads, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        Host host = machine.host();
        host.launch(k.build(), LaunchShape.of(1, threads), host.defaultStream());
        host.synchronize();
    }

    @Test
    void aMachineBeginsAtTimeZeroWithNothingDone() {
        Machine machine = new Machine(H200.withDevices(2));
        assertThat(machine.nowCycles()).isZero();
        assertThat(machine.nowMicros()).isZero();
        assertThat(machine.events()).isZero();
        assertThat(machine.warnings()).isEmpty();
        assertThat(machine.visibility()).isEqualTo(VisibilityReport.CLEAN);
        assertThat(machine.settings()).isEqualTo(H200.withDevices(2));
        assertThat(machine.devices()).hasSize(2);
    }

    /** At 1,980 MHz. */
    @Test
    void timeIsThatOfTheDevicesClock() {
        Machine machine = new Machine(H200);
        machine.host().spend(50_000);
        assertThat(machine.nowCycles()).isEqualTo(99_000);
        assertThat(machine.nowMicros()).isCloseTo(50, within(1e-9));
        assertThat(machine.events()).isPositive();
    }

    /** Rule POOL-2, as a program's first call. */
    @Test
    void thePoolOfEachDeviceIsAsTheSettingsAsk() {
        Machine machine = new Machine(H200.withDevices(2).withPendingLaunches(100));
        for (int device = 0; device < 2; device++) {
            machine.host().setDevice(device);
            assertThat(machine.host().pendingLaunchLimit()).isEqualTo(100);
        }
    }

    @Test
    void aPoolThatTheDevicesDoNotTakeIsRefused() {
        MachineSettings small = MachineSettings.of(Profiles.load("h200", List.of("dram.capacity=64 MiB")));
        assertThatThrownBy(() -> new Machine(small.withPendingLaunches(100_000)))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.MEMORY_ALLOCATION))
                .hasMessageContaining("a pool of 100000 pending launches takes 9088 bytes of memory an entry");
        assertThatThrownBy(() ->
                        new Machine(MachineSettings.of(Profiles.load("gtx680")).withPendingLaunches(100)))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.UNSUPPORTED_LIMIT))
                .hasMessageContaining("gtx680 has no dynamic parallelism");
    }

    /** Keeps its name when it hears of a launch. */
    private record Named(String name, List<String> heard) implements RunListener {
        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.GRID);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof GridEvent.Posted) {
                heard.add(name);
            }
        }
    }

    @Test
    void listenersOfTheProgramHearBeforeThoseOfTheSettings() {
        List<String> heard = new ArrayList<>();
        MachineSettings settings = H200.withListeners(List.of(new Named("third", heard), new Named("fourth", heard)));
        run(new Machine(settings, new Named("first", heard), new Named("second", heard)), 1, k -> {});
        assertThat(heard).containsExactly("first", "second", "third", "fourth");
    }

    @Test
    void warningsOfOneKindAreCounted() {
        Machine machine = new Machine(H200);
        run(machine, 3, k -> k.device().streamDestroy(u64(0x4000)));
        assertThat(machine.warnings())
                .containsExactly(new CountedWarning(
                        "STR-4",
                        "kernel k (block 0) uses a stream that device code did not create; create the stream in the"
                                + " grid that uses it",
                        3));
    }

    /** A call that fails and is not asked about (rules LNCH-6 and ERR-2), and a warning that is about order, or is not. */
    private static List<UndefinedUse> misuses(MachineSettings settings, Consumer<KernelBuilder> body) {
        Machine machine = new Machine(settings);
        run(machine, 2, body);
        return machine.visibility().misuses();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCheckedMachineTellsOfStreamsAndEventsThatAreNotThere(boolean checked) {
        List<UndefinedUse> found = misuses(H200.withCheck(checked), k -> {
            k.device().streamDestroy(u64(0x4000));
            k.device().getLastError();
        });
        assertThat(found)
                .extracting(UndefinedUse::rule)
                .containsExactlyElementsOf(checked ? List.of("STR-4") : List.of());
    }

    @Test
    void whatIsNoMatterOfOrderIsWarnedOfAlone() {
        assertThat(misuses(H200.withCheck(true), k -> {
                    k.device().deviceGetAttribute(s32(11), s32(0));
                    k.device().getLastError();
                }))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, EAGER, 1", "false, EAGER, 0", "false, ADVERSARIAL, 0"})
    void aCheckedMachineTellsOfErrorsThatNobodyAskedFor(boolean checked, LaunchPolicy policy, int told) {
        KernelReference child = KernelReference.to(new KernelBuilder("child").build());
        List<UndefinedUse> found = misuses(
                H200.withCheck(checked).withPolicy(policy),
                k -> k.device().launch(child, u32(1), u32(2_000), NULL_STREAM));
        assertThat(found).hasSize(told).allSatisfy(each -> {
            assertThat(each.rule()).isEqualTo("LNCH-6");
            assertThat(each.count()).isEqualTo(2);
        });
    }

    @Test
    void theSameProgramGivesTheSameRun() {
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Machine machine = new Machine(H200.withSeed(7).withPolicy(LaunchPolicy.ADVERSARIAL));
            KernelReference child = KernelReference.to(new KernelBuilder("child").build());
            run(machine, 64, k -> k.device().launch(child, u32(1), u32(32), NULL_STREAM));
            ends.add(machine.nowCycles());
            ends.add(machine.events());
        }
        assertThat(ends.subList(0, 2)).isEqualTo(ends.subList(2, 4));
    }
}
