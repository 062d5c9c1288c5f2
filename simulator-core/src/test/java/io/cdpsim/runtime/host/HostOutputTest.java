package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the host gets what device code has printed: rules PRNT-1 to PRNT-3. */
class HostOutputTest {
    private static final double LONG_ENOUGH_NANOS = 1e6;

    private final Host host =
            new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2)).host();

    private static Kernel printing(String text) {
        KernelBuilder k = new KernelBuilder("printing");
        k.printf(text);
        return k.build();
    }

    private void print(String text) {
        host.launch(printing(text), LaunchShape.of(1, 1), host.defaultStream());
    }

    /** What the host does after a kernel has printed. */
    private enum Act {
        LAUNCH(true, (host, stream) -> host.launch(new KernelBuilder("k").build(), LaunchShape.of(1, 1), stream)),
        SYNCHRONIZE(true, (host, stream) -> host.synchronize()),
        SYNCHRONIZE_A_STREAM(true, Host::synchronize),
        SYNCHRONIZE_WITH_AN_EVENT(true, (host, stream) -> host.synchronize(host.createEvent())),
        COPY_TO_A_SYMBOL(true, (host, stream) -> host.memcpyToSymbol(host.constantSymbol(4), 1)),
        CALLBACK(true, (host, stream) -> {
            host.addCallback(stream, () -> {});
            host.spend(LONG_ENOUGH_NANOS);
        }),
        CALLBACK_OF_SOMEBODY_OUTSIDE(true, (host, stream) -> {
            host.addCallback(stream, Runnable::run);
            host.spend(LONG_ENOUGH_NANOS);
        }),
        NOTHING(false, (host, stream) -> {}),
        COPY(false, (host, stream) -> host.memcpyAsync(host.malloc(4), host.mallocHost(4), 4, stream)),
        FILL(false, (host, stream) -> host.memsetAsync(host.malloc(4), 0, 4, stream)),
        RECORD(false, (host, stream) -> host.record(host.createEvent(), stream)),
        SET_A_LIMIT(false, (host, stream) -> host.setPendingLaunchLimit(64));

        private final boolean flushes;

        @SuppressWarnings("ImmutableEnumChecker") // calls without a state
        private final BiConsumer<Host, HostStream> call;

        Act(boolean flushes, BiConsumer<Host, HostStream> call) {
            this.flushes = flushes;
            this.call = call;
        }
    }

    @ParameterizedTest
    @EnumSource(Act.class)
    void onlySomeCallsOfTheHostBringOutputOver(Act act) {
        print("hello");
        host.spend(LONG_ENOUGH_NANOS);
        assertThat(host.takeOutput()).as("before").isEmpty();

        act.call.accept(host, host.defaultStream());

        assertThat(host.takeOutput()).isEqualTo(act.flushes ? "hello" : "");
    }

    @Test
    void aCallbackFindsWhatWasPrintedBeforeIt() {
        List<String> found = new ArrayList<>();
        print("before");
        host.addCallback(host.defaultStream(), () -> found.add(host.takeOutput()));
        host.synchronize();

        assertThat(found).containsExactly("before");
    }

    @Test
    void outputIsGivenOnce() {
        print("once");
        host.synchronize();

        assertThat(host.takeOutput()).isEqualTo("once");
        assertThat(host.takeOutput()).isEmpty();
        print("again");
        host.synchronize();
        assertThat(host.takeOutput()).isEqualTo("again");
    }

    @Test
    void theOutputOfAllDevicesComesOver() {
        print("first ");
        host.setDevice(1);
        print("second ");
        host.synchronize();
        host.setDevice(0);
        host.synchronize();

        assertThat(host.takeOutput()).contains("first ", "second ").hasSize("first second ".length());
    }

    @Test
    void whatAChildPrintsComesWithItsTree() {
        KernelBuilder k = new KernelBuilder("parent");
        k.printf("Hello ");
        k.device().launch(KernelReference.to(printing("World!")), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM);
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();

        assertThat(host.takeOutput()).isEqualTo("Hello World!");
    }

    /** Rule PRNT-1: a call takes 256 bytes, whatever it prints. */
    @Test
    void theOldestOutputGivesWayWhereTheFifoIsFull() {
        Host host = new Machine(MachineSettings.of(Profiles.load("k20x"))).host();
        host.setPrintfFifoBytes(5 * 256 + 255);
        KernelBuilder k = new KernelBuilder("printing");
        k.forLoop(s32(0), s32(9), s32(1), i -> k.printf("%d ", i));
        Kernel nine = k.build();
        KernelBuilder two = new KernelBuilder("two");
        two.printf("%d%d ", s32(4), s32(2));

        host.launch(nine, LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        assertThat(host.takeOutput()).isEqualTo("4 5 6 7 8 ");
        host.launch(nine, LaunchShape.of(1, 1), host.defaultStream());
        // The launch itself would bring over what is there.
        host.launch(two.build(), LaunchShape.of(1, 1), host.defaultStream());
        host.synchronize();
        assertThat(host.takeOutput()).isEqualTo("5 6 7 8 42 ");
    }

    /** Rows {@code two,65536,...,1,32,1000} and {@code two,1048576,...,1,1,20000} of {@code printffifo-h200.csv}. */
    @Test
    void anH200KeepsTheNewest2048LinesOfAWarpAndAllThatTheWaitingHostHasDrained() {
        host.setPrintfFifoBytes(65_536);
        assertThat(host.printfFifoBytes()).isEqualTo(524_288);
        host.launch(counting(1_000), LaunchShape.of(1, 32), host.defaultStream());
        host.synchronize();
        List<String> lines = host.takeOutput().lines().toList();
        assertThat(lines).hasSize(2_048).startsWith("936").endsWith("999");

        Host other = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
        other.setPrintfFifoBytes(1_048_576);
        other.launch(counting(20_000), LaunchShape.of(1, 1), other.defaultStream());
        other.synchronize();
        // 13,677 to 17,672 in four runs there.
        assertThat(other.takeOutput().lines().count()).isBetween(13_000L, 18_000L);
    }

    private static Kernel counting(int lines) {
        KernelBuilder k = new KernelBuilder("counting");
        k.forLoop(s32(0), s32(lines), s32(1), i -> k.printf("%d\n", i));
        return k.build();
    }

    @Test
    void whatWasBroughtOverMakesRoom() {
        Host host = new Machine(MachineSettings.of(Profiles.load("k20x"))).host();
        host.setPrintfFifoBytes(2 * 256);
        for (String text : List.of("a", "b", "c", "d")) {
            host.launch(printing(text), LaunchShape.of(1, 1), host.defaultStream());
            host.synchronize();
        }

        assertThat(host.takeOutput()).isEqualTo("abcd");
    }
}
