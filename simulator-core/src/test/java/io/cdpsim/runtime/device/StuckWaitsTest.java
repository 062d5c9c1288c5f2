package io.cdpsim.runtime.device;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who waits for whom in a program that is stuck, a line each behind the line of what the host waits for. */
class StuckWaitsTest {
    private static final int MOST_EXAMPLES = 8;

    private static MachineSettings h200(String... changes) {
        return MachineSettings.of(Profiles.load("h200", List.of(changes)));
    }

    /** A program that polls a flag which nobody sets. */
    private static final class Program {
        private final Host host;
        private final long flag;

        Program(MachineSettings settings) {
            host = new Machine(settings).host();
            flag = host.malloc(4);
        }

        void poll(KernelBuilder k) {
            k.at("poll");
            k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(0)));
        }

        Kernel polling(String name, Consumer<KernelBuilder> before) {
            KernelBuilder k = new KernelBuilder(name);
            before.accept(k);
            poll(k);
            return k.build();
        }

        void start(Kernel kernel) {
            host.launch(kernel, LaunchShape.of(1, 1), host.createStream());
        }

        /** The lines of the report behind the first two. */
        List<String> waits() {
            StuckException stuck = catchThrowableOfType(StuckException.class, host::synchronize);
            List<String> lines = new ArrayList<>();
            for (String line : String.valueOf(stuck.getMessage()).split("\n", -1)) {
                lines.add(line.strip());
            }
            return lines.subList(2, lines.size());
        }
    }

    private static KernelReference empty(String name) {
        return KernelReference.to(new KernelBuilder(name).build());
    }

    private static void launch(KernelBuilder k, KernelReference kernel, Operand stream) {
        k.device().launch(kernel, u32(1), u32(1), stream);
    }

    /** Rule CONC-1: under the lazy policy no child starts before its parent has ended. */
    @Test
    void aChildThatIsHeldBackIsSaidToBe() {
        Program program = new Program(h200().withPolicy(LaunchPolicy.LAZY));
        program.start(program.polling("parent", k -> {
            launch(k, empty("child"), NULL_STREAM);
            k.device().memsetAsync(u64(program.flag), u32(0), u64(4), FIRE_AND_FORGET);
        }));

        assertThat(program.waits())
                .containsExactly(
                        "grid 2 (child) has not started and need not start before grid 1 (parent), which launched it, has"
                                + " ended: nothing promises that a child runs beside its parent (rule CONC-1)",
                        "a copy or fill has not started and need not start before grid 1 (parent), which launched it, has"
                                + " ended: nothing promises that a child runs beside its parent (rule CONC-1)",
                        "grid 1 (parent): 1 warp spinning at: poll (block 0, warp 0)");
    }

    /** All work of a stream has a number, waits and fills too. */
    @Test
    void whatIsBehindOthersInAStreamOfTheDeviceIsSaidToBe() {
        Program program = new Program(h200());
        Kernel first = program.polling("first", k -> {});
        program.start(program.polling("parent", k -> {
            Operand one = k.device().streamCreateWithFlags();
            Operand other = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags();
            launch(k, KernelReference.to(first), one);
            k.device().memsetAsync(u64(program.flag), u32(0), u64(4), one);
            k.device().eventRecord(event, one);
            k.device().streamWaitEvent(other, event);
            launch(k, empty("waiting"), other);
        }));

        assertThat(program.waits())
                .containsExactlyInAnyOrder(
                        "a copy or fill of grid 1 (parent) waits for what is before it in its stream",
                        "a stream of grid 1 (parent) waits for an event or for what is before it",
                        "grid 5 (waiting), launched by grid 1 (parent), waits for what is before it in its stream",
                        "grid 2 (first): 1 warp spinning at: poll (block 0, warp 0)",
                        "grid 1 (parent): 1 warp spinning at: poll (block 0, warp 0)");
    }

    /** Behind the first eight, how many more there are. */
    @Test
    void ofManyThatWaitSomeAreNamedAndTheRestCounted() {
        for (int launches : new int[] {MOST_EXAMPLES, MOST_EXAMPLES + 1, MOST_EXAMPLES + 2}) {
            Program program = new Program(h200());
            Kernel first = program.polling("first", k -> {});
            program.start(program.polling("parent", k -> {
                launch(k, KernelReference.to(first), NULL_STREAM);
                for (int i = 0; i < launches; i++) {
                    launch(k, empty("child"), NULL_STREAM);
                }
            }));
            List<String> waits = program.waits();
            int more = launches - MOST_EXAMPLES;
            assertThat(waits.subList(0, MOST_EXAMPLES))
                    .allSatisfy(line -> assertThat(line)
                            .contains(
                                    "(child), launched by grid 1 (parent), waits for what is before it in its stream"));
            if (more == 0) {
                assertThat(waits).hasSize(MOST_EXAMPLES + 2);
            } else {
                assertThat(waits.get(MOST_EXAMPLES))
                        .isEqualTo("and " + more + (more == 1 ? " more launch" : " more launches")
                                + " that must wait for others");
            }
        }
    }

    @Test
    void ofManyPlacesWhereWarpsWaitSomeAreNamedAndTheRestCounted() {
        for (int places : new int[] {MOST_EXAMPLES, MOST_EXAMPLES + 3}) {
            Program program = new Program(h200());
            for (int i = 0; i < places; i++) {
                program.start(program.polling("k" + i, k -> {}));
            }
            List<String> waits = program.waits();
            assertThat(waits.subList(0, MOST_EXAMPLES))
                    .allSatisfy(line -> assertThat(line).endsWith(": 1 warp spinning at: poll (block 0, warp 0)"));
            assertThat(waits.subList(MOST_EXAMPLES, waits.size()))
                    .isEqualTo(places == MOST_EXAMPLES ? List.of() : List.of("and warps at 3 more places"));
        }
    }

    @Test
    void aPlaceWithoutANameIsThatOfItsInstruction() {
        Program program = new Program(h200());
        KernelBuilder k = new KernelBuilder("nameless");
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
            Operand.Register zero = k.variable(s32(0));
            k.doWhile(() -> k.equal(zero, s32(0)));
        });
        k.syncThreads();
        program.host.launch(k.build(), LaunchShape.of(1, 96), program.host.defaultStream());

        assertThat(program.waits())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .matches("grid 1 \\(nameless\\): 2 warps waiting for others of the block at: instruction \\d+"
                                + " \\(such as block 0, warp 1\\)"));
    }

    @Test
    void gridsThatFindNoRoomAmongTheResidentOnesAreCounted() {
        Program program = new Program(h200("grid.max_resident_grids=2", "grid.max_resident_stream_grids=2"));
        for (int i = 0; i < 3; i++) {
            program.start(program.polling("k" + i, k -> {}));
        }

        assertThat(program.waits())
                .startsWith("1 grid could start but must wait: 2 are on the device, of at most 2")
                .hasSize(3);
    }

    @Test
    void theDevicesThatHaveWorkAreToldApart() {
        Program program = new Program(h200().withDevices(3));
        for (int device : new int[] {0, 2}) {
            program.host.setDevice(device);
            long mailbox = program.host.mallocHost(4);
            KernelBuilder k = new KernelBuilder("on" + device);
            k.at("poll");
            k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(mailbox)), s32(0)));
            program.start(k.build());
        }

        assertThat(program.waits())
                .containsExactly(
                        "on device 0:",
                        "grid 1 (on0): 1 warp spinning at: poll (block 0, warp 0)",
                        "on device 2:",
                        "grid 2 (on2): 1 warp spinning at: poll (block 0, warp 0)");
    }

    /** Room for one block: the parent holds it, and one block of its child waits. */
    @Test
    void aBlockThatWouldFitOnAnEmptyDeviceIsSaidToHaveNoSm() {
        Program program = new Program(h200("sm.count=1", "sm.max_blocks=1"));
        program.start(program.polling("parent", k -> launch(k, empty("child"), FIRE_AND_FORGET)));

        assertThat(program.waits())
                .startsWith("grid 2 (child): 1 of its 1 blocks of 1 threads have no SM; 1 would fit on an empty device,"
                        + " but the blocks that wait here hold the SMs; launch fewer of them, so that there is room");
    }

    @Test
    void theMomentWhenSomethingLastChangedIsTold() {
        Program program = new Program(h200());
        program.host.spend(1e6);
        program.start(program.polling("k", k -> {}));
        StuckException stuck = catchThrowableOfType(StuckException.class, program.host::synchronize);

        assertThat(stuck.getMessage()).matches("(?s)stuck since 10[0-9][0-9]\\.[0-9] us: nothing can make progress.*");
    }
}
