package io.cdpsim.runtime;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often each cost of a profile is on the way from the first call of a program to its last. A program is run with a cost and with one that is
 * larger by some cycles: it ends as many times that later as the cost is on its way, which follows from the program. What is dropped, paid
 * twice, or paid where it should not be, shows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // so that each program runs once with its costs as they are
class PathParametersTest {
    private static final int MORE = 128;
    private static final int BLOCKS = 21;
    private static final int LANES = 8;
    private static final int LONG = 200_000;
    private static final long MIB = 1 << 20;
    private static final int LINK = 3_000;

    /** A cycle is a nanosecond; a pool of few slots. */
    private static final List<String> H200 = List.of(
            "clock.core=1000 MHz",
            "sm.count=2",
            "l2.capacity=64 KiB",
            "limits.pending_launches=64",
            "host_link.acquire_poll=8200 ns",
            "host_api.launch=3000 ns",
            "host_api.capable_launch=1200 ns",
            "host_api.completion_to_host=2200 ns",
            "host_api.launch_to_start=2000 ns",
            "host_api.back_to_back=1300 ns",
            "host_api.event_gap=1250 ns",
            "host_api.memset_gap=460 ns",
            "host_api.device_copy_gap=1400 ns",
            "host_api.kernel_fill_call=2600 ns",
            "host_api.event_record=900 ns",
            "host_api.callback=10500 ns",
            "host_api.memcpy_call=1000 ns",
            "host_api.memset_call=700 ns",
            "dispatch.block_start=250 cycles",
            "dispatch.block_end=100 cycles",
            "dispatch.per_block=7 cycles",
            "dispatch.per_grid=330 cycles",
            "launch.capable_grid=4000 cycles",
            "launch.completion=5400 cycles",
            "launch.fire_and_forget.base=10000 cycles",
            "launch.fire_and_forget.per_lane=300 cycles",
            "launch.fire_and_forget.lock=2000 cycles",
            "launch.null_stream.base=10000 cycles",
            "launch.post_to_start=250 cycles",
            "launch.completion_rounds.round=6700 cycles",
            "launch.completion_rounds.per_grid=200 cycles",
            "launch.completion_rounds.fire_and_forget.per_grid=200 cycles",
            "launch.pool.service=480 cycles",
            "launch.null_stream.per_lane=300 cycles",
            "launch.named_stream.base=10000 cycles",
            "device_api.stream_create=1300 cycles",
            "launch.named_stream.per_lane=300 cycles",
            "launch.tail.base=9000 cycles",
            "launch.tail.per_lane=1300 cycles",
            "launch.tail_start=4400 cycles",
            "launch.tail_to_tail=7800 cycles",
            "launch.chain.tail_completion=3700 cycles",
            "launch.stream_successor=8500 cycles",
            "launch.nested_completion=1000 cycles",
            "device_api.memset=13000 cycles",
            "dram.latency=700 cycles",
            "device_api.event_create=5000 cycles",
            "device_api.event_record=5800 cycles",
            "device_api.stream_wait_event=9100 cycles",
            "device_api.event_destroy=880 cycles",
            "device_api.stream_destroy=1050 cycles",
            "device_api.get_last_error=720 cycles",
            "device_api.memcpy=15000 cycles",
            "device_api.get_device=920 cycles",
            "device_api.malloc.base=10000 cycles",
            "device_api.malloc.per_lane=4500 cycles",
            "device_api.free.base=11000 cycles",
            "device_api.free.per_lane=800 cycles",
            "device_api.printf.base=40000 cycles",
            "device_api.printf.per_lane=150 cycles",
            "launch.pool.stream_service=800 cycles",
            "launch.fire_and_forget.lock_per_lane=1000 cycles",
            "launch.pool.crowded_call=6000 cycles");

    /** The same, with room for a few more grids than the fixed part of the pool. */
    private static final List<String> K20X = List.of(
            "clock.core=1000 MHz",
            "sm.count=4",
            "grid.max_resident_grids=64",
            "grid.max_resident_stream_grids=64",
            "l2.capacity=64 KiB",
            "limits.pending_launches=32",
            "launch.named_stream.per_lane=1 cycles",
            "launch.pool.service=1 cycles",
            "launch.pool.stream_service=1 cycles",
            "launch.capable_grid=4000 cycles",
            "launch.completion=5400 cycles",
            "launch.null_stream.base=10000 cycles",
            "launch.post_to_start=250 cycles",
            "launch.stream_successor=8500 cycles",
            "launch.virtualized_launch=8000 cycles",
            "launch.virtualized_start=18000 cycles",
            "launch.swap_fixed=2000 cycles",
            "device_api.device_synchronize=1000 cycles");

    /** What is run. */
    private enum Program {
        /** The host waits for nothing. */
        WAIT(host -> {}),
        EMPTY(host -> launch(host, kernel(k -> {}), 1, 1)),
        /** A kernel that could launch and does not. */
        ABLE(host -> launch(
                host, kernel(k -> k.ifThen(k.equal(k.threadX(), u32(77)), () -> child(k, NULL_STREAM, 0))), 1, 1)),
        /** So many blocks that all have room. */
        BLOCKS_SIDE_BY_SIDE(host -> launch(host, kernel(k -> {}), BLOCKS, 1)),
        /** The second becomes known to the device while the first runs. */
        TWO_IN_A_STREAM(host -> {
            launch(host, kernel(k -> spin(k, LONG)), 1, 1);
            launch(host, kernel(k -> {}), 1, 1);
        }),
        BEHIND_AN_EVENT(host -> {
            HostEvent event = host.createEvent();
            launch(host, kernel(k -> spin(k, LONG)), 1, 1);
            host.record(event, host.defaultStream());
            host.synchronize(event);
        }),
        CALLBACK(host -> {
            launch(host, kernel(k -> spin(k, LONG)), 1, 1);
            host.addCallback(host.defaultStream(), () -> {});
        }),
        COPY_TO_DEVICE(host -> host.memcpyAsync(host.malloc(MIB), host.mallocHost(MIB), MIB, host.defaultStream())),
        FILL_BEHIND_A_GRID(host -> {
            launch(host, kernel(k -> spin(k, LONG)), 1, 1);
            host.memsetAsync(host.malloc(MIB), 0, MIB, host.defaultStream());
        }),
        COPY_BEHIND_A_GRID(host -> {
            launch(host, kernel(k -> k.nanosleep(u32(LONG))), 1, 1);
            host.memcpyAsync(host.malloc(64), host.mallocHost(64), 64, host.defaultStream());
        }),
        SYMBOL(host -> host.memcpyToSymbol(host.constantSymbol(4), 7)),
        FILL(host -> host.memsetAsync(host.malloc(MIB), 0, MIB, host.defaultStream())),
        FIRE_AND_FORGET_CHILD(host -> launch(host, kernel(k -> child(k, FIRE_AND_FORGET, 0)), 1, 1)),
        NULL_STREAM_CHILD(host -> launch(host, kernel(k -> child(k, NULL_STREAM, 0)), 1, 1)),
        NAMED_STREAM_CHILD(host -> launch(host, kernel(k -> child(k, k.device().streamCreateWithFlags(), 0)), 1, 1)),
        TAIL(host -> launch(host, kernel(k -> child(k, TAIL_LAUNCH, 0)), 1, 1)),
        TWO_TAILS(host -> launch(
                host,
                kernel(k -> {
                    child(k, TAIL_LAUNCH, 0);
                    child(k, TAIL_LAUNCH, 0);
                }),
                1,
                1)),
        SEVEN_TAILS(host -> launch(
                host,
                kernel(k -> {
                    for (int i = 0; i < 7; i++) {
                        child(k, TAIL_LAUNCH, 0);
                    }
                }),
                1,
                1)),
        /** Its child takes so long that all calls are over before it ends. */
        TWO_IN_THE_NULL_STREAM(host -> launch(
                host,
                kernel(k -> {
                    child(k, NULL_STREAM, LONG);
                    child(k, NULL_STREAM, 0);
                }),
                1,
                1)),
        /** Each lane of a warp launches, and the last child runs for long. */
        LANES_LAUNCH(host -> launch(host, kernel(k -> child(k, FIRE_AND_FORGET, LONG)), 1, LANES)),
        LANES_LAUNCH_INTO_STREAMS(host ->
                launch(host, kernel(k -> child(k, k.device().streamCreateWithFlags(), LONG)), 1, LANES)),
        /** A warp each on two schedulers: the second waits for the lock. */
        TWO_WARPS_LAUNCH(host -> launch(
                host,
                kernel(k -> k.ifThen(
                        k.equal(k.special(SpecialRegister.LANE), u32(0)), () -> child(k, FIRE_AND_FORGET, LONG))),
                1,
                64)),
        TWO_LEVELS(host -> launch(
                host,
                kernel(k -> {
                    KernelBuilder inner = new KernelBuilder("inner");
                    child(inner, FIRE_AND_FORGET, 0);
                    k.device().launch(KernelReference.to(inner.build()), u32(1), u32(1), FIRE_AND_FORGET);
                }),
                1,
                1)),
        FILL_BY_DEVICE(host -> {
            long array = host.malloc(MIB);
            launch(host, kernel(k -> k.device().memsetAsync(u64(array), u32(0), u64(MIB), NULL_STREAM)), 1, 1);
        }),
        EVENT_BETWEEN_STREAMS(host -> launch(
                host,
                kernel(k -> {
                    Operand one = k.device().streamCreateWithFlags();
                    Operand event = k.device().eventCreateWithFlags();
                    k.device().eventRecord(event, one);
                    k.device().streamWaitEvent(one, event);
                    k.device().eventDestroy(event);
                    k.device().streamDestroy(one);
                    k.device().getLastError();
                }),
                1,
                1)),
        SYNCHRONIZES(host -> launch(
                host,
                kernel(k -> {
                    child(k, NULL_STREAM, LONG);
                    k.device().deviceSynchronize();
                }),
                1,
                1)),
        /** A child more than the fixed pool has slots, each in a stream of its own. */
        OVERFLOWS(host -> launch(host, kernel(k -> child(k, k.device().streamCreateWithFlags(), LONG)), 1, 33)),
        CALLS(host -> {
            long array = host.malloc(MIB);
            launch(
                    host,
                    kernel(k -> {
                        k.device().memcpyAsync(u64(array), u64(array + MIB / 2), u64(64), u32(3), NULL_STREAM);
                        k.device().getDevice();
                        k.device().free(k.device().malloc(u64(64)));
                        k.printf("none");
                    }),
                    1,
                    LANES);
        });

        @SuppressWarnings("ImmutableEnumChecker") // programs without a state
        private final Consumer<Host> body;

        Program(Consumer<Host> body) {
            this.body = body;
        }
    }

    private static void spin(KernelBuilder k, long cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), u64(cycles)));
    }

    private static Kernel kernel(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return k.build();
    }

    private static void child(KernelBuilder k, Operand stream, int cycles) {
        KernelBuilder child = new KernelBuilder("child");
        if (cycles > 0) {
            // Without a loop, whose turns would hide a few cycles.
            child.nanosleep(u32(cycles));
        }
        k.device().launch(KernelReference.to(child.build()), u32(1), u32(1), stream);
    }

    private static void launch(Host host, Kernel kernel, int blocks, int threads) {
        host.launch(kernel, LaunchShape.of(blocks, threads), host.defaultStream());
    }

    private record Case(String profile, List<String> costs, Program program) {
        Case(String profile, List<String> costs, Program program, String... changes) {
            this(profile, changed(costs, changes), program);
        }

        /** Those costs, of which some are something else. */
        private static List<String> changed(List<String> costs, String... changes) {
            Map<String, String> all = new LinkedHashMap<>();
            for (String each : costs) {
                all.put(name(each), each);
            }
            for (String each : changes) {
                all.put(name(each), each);
            }
            return List.copyOf(all.values());
        }

        private static String name(String setting) {
            return setting.substring(0, setting.indexOf('='));
        }

        /** The same with a cost that is larger. */
        Case withMore(String cost) {
            String now = costs.stream()
                    .filter(each -> name(each).equals(cost))
                    .findFirst()
                    .orElseThrow();
            String[] quantity = now.substring(cost.length() + 1).split(" ", -1);
            int more = Integer.parseInt(quantity[0]) + MORE;
            return new Case(profile, costs, program, cost + "=" + more + " " + quantity[1]);
        }

        long end() {
            Machine machine = new Machine(MachineSettings.of(Profiles.load(profile, costs)));
            program.body.accept(machine.host());
            assertThat(machine.host().synchronize()).isEqualTo(CudaError.SUCCESS);
            return machine.nowCycles();
        }
    }

    private final Map<Case, Long> ends = new HashMap<>();

    private double times(Case before, String cost) {
        long less = ends.computeIfAbsent(before, Case::end);
        return (double) (before.withMore(cost).end() - less) / MORE;
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        WAIT, launch, 0
        WAIT, completion_to_host, 1
        EMPTY, launch, 1
        EMPTY, capable_launch, 0
        ABLE, capable_launch, 1
        ABLE, launch, 1
        EMPTY, launch_to_start, 1
        EMPTY, back_to_back, 0
        EMPTY, completion_to_host, 1
        TWO_IN_A_STREAM, launch, 1
        TWO_IN_A_STREAM, back_to_back, 1
        TWO_IN_A_STREAM, completion_to_host, 1
        BEHIND_AN_EVENT, event_record, 0
        BEHIND_AN_EVENT, event_gap, 1
        BEHIND_AN_EVENT, back_to_back, 0
        BEHIND_AN_EVENT, completion_to_host, 2
        CALLBACK, callback, 1
        COPY_TO_DEVICE, memcpy_call, 1
        COPY_TO_DEVICE, launch_to_start, 1
        COPY_TO_DEVICE, back_to_back, 0
        COPY_TO_DEVICE, completion_to_host, 1
        SYMBOL, memcpy_call, 1
        FILL_BEHIND_A_GRID, memset_gap, 0
        FILL_BEHIND_A_GRID, device_copy_gap, 1
        FILL_BEHIND_A_GRID, back_to_back, 0
        FILL, memset_call, 0
        FILL, kernel_fill_call, 1
        FILL, launch_to_start, 1
        """)
    void whatTheHostPaysIsPaidAsOftenAsItIsOnTheWay(Program program, String cost, int times) {
        assertThat(times(new Case("h200", H200, program), "host_api." + cost)).isEqualTo(times);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        EMPTY, dispatch.block_start, 1
        EMPTY, dispatch.block_end, 1
        EMPTY, dispatch.per_block, 0
        EMPTY, dispatch.per_grid, 0
        BLOCKS_SIDE_BY_SIDE, dispatch.per_block, 20
        BLOCKS_SIDE_BY_SIDE, dispatch.per_grid, 1
        EMPTY, launch.capable_grid, 0
        ABLE, launch.capable_grid, 1
        ABLE, launch.completion, 0
        FIRE_AND_FORGET_CHILD, launch.capable_grid, 1
        FIRE_AND_FORGET_CHILD, launch.fire_and_forget.base, 1
        FIRE_AND_FORGET_CHILD, launch.fire_and_forget.per_lane, 1
        FIRE_AND_FORGET_CHILD, launch.fire_and_forget.lock, 0
        FIRE_AND_FORGET_CHILD, launch.null_stream.base, 0
        FIRE_AND_FORGET_CHILD, launch.post_to_start, 1
        FIRE_AND_FORGET_CHILD, dispatch.block_start, 2
        FIRE_AND_FORGET_CHILD, launch.completion_rounds.round, 1
        FIRE_AND_FORGET_CHILD, launch.completion_rounds.fire_and_forget.per_grid, 1
        FIRE_AND_FORGET_CHILD, launch.completion, 1
        FIRE_AND_FORGET_CHILD, launch.pool.service, 0
        NULL_STREAM_CHILD, launch.null_stream.base, 1
        NULL_STREAM_CHILD, launch.null_stream.per_lane, 1
        NULL_STREAM_CHILD, launch.named_stream.base, 0
        NULL_STREAM_CHILD, launch.post_to_start, 1
        NULL_STREAM_CHILD, launch.completion_rounds.round, 1
        NAMED_STREAM_CHILD, device_api.stream_create, 1
        NAMED_STREAM_CHILD, launch.named_stream.base, 1
        NAMED_STREAM_CHILD, launch.named_stream.per_lane, 1
        TAIL, launch.tail.base, 1
        TAIL, launch.tail.per_lane, 1
        TAIL, launch.post_to_start, 0
        TAIL, launch.tail_start, 1
        TAIL, launch.tail_to_tail, 0
        TAIL, launch.completion_rounds.round, 0
        TAIL, launch.completion, 1
        TWO_TAILS, launch.tail.base, 2
        TWO_TAILS, launch.tail_start, 1
        TWO_TAILS, launch.tail_to_tail, 1
        TWO_TAILS, launch.chain.tail_completion, 1
        TWO_IN_THE_NULL_STREAM, launch.null_stream.base, 1
        TWO_IN_THE_NULL_STREAM, launch.stream_successor, 1
        TWO_IN_THE_NULL_STREAM, launch.completion_rounds.round, 1
        TWO_IN_THE_NULL_STREAM, launch.post_to_start, 1
        LANES_LAUNCH, launch.fire_and_forget.base, 1
        LANES_LAUNCH, launch.fire_and_forget.per_lane, 8
        LANES_LAUNCH_INTO_STREAMS, launch.named_stream.per_lane, 8
        TWO_WARPS_LAUNCH, launch.fire_and_forget.base, 1
        TWO_LEVELS, launch.fire_and_forget.base, 2
        TWO_LEVELS, launch.post_to_start, 2
        TWO_LEVELS, dispatch.block_start, 3
        TWO_LEVELS, launch.completion_rounds.round, 2
        TWO_LEVELS, launch.completion, 1
        TWO_LEVELS, launch.nested_completion, 1
        FILL_BY_DEVICE, device_api.memset, 1
        FILL_BY_DEVICE, launch.post_to_start, 1
        FILL_BY_DEVICE, dram.latency, 1
        FILL, dram.latency, 1
        COPY_TO_DEVICE, dram.latency, 0
        EVENT_BETWEEN_STREAMS, device_api.event_create, 1
        EVENT_BETWEEN_STREAMS, device_api.event_record, 1
        EVENT_BETWEEN_STREAMS, device_api.stream_wait_event, 1
        EVENT_BETWEEN_STREAMS, device_api.event_destroy, 1
        EVENT_BETWEEN_STREAMS, device_api.stream_destroy, 1
        EVENT_BETWEEN_STREAMS, device_api.get_last_error, 1
        CALLS, device_api.memcpy, 1
        CALLS, device_api.get_device, 1
        CALLS, device_api.malloc.base, 1
        CALLS, device_api.malloc.per_lane, 8
        CALLS, device_api.free.base, 1
        CALLS, device_api.free.per_lane, 8
        CALLS, device_api.printf.base, 1
        CALLS, device_api.printf.per_lane, 8
        """)
    void whatHopperPaysIsPaidAsOftenAsItIsOnTheWay(Program program, String cost, int times) {
        assertThat(times(new Case("h200", H200, program), cost)).isEqualTo(times);
    }

    /** Beside five launches in the pool a call takes longer: the sixth and the seventh. */
    @Test
    void aCallBesideManyLaunchesIsPaidFor() {
        Case tails = new Case("h200", H200, Program.SEVEN_TAILS, "launch.pool.crowded_call_slots=5");
        assertThat(times(tails, "launch.pool.crowded_call")).isEqualTo(2);
    }

    /** Parents learn of their children at once, so that the last child decides. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        LANES_LAUNCH, launch.pool.service, 7
        LANES_LAUNCH, launch.pool.stream_service, 0
        LANES_LAUNCH_INTO_STREAMS, launch.pool.service, 7
        LANES_LAUNCH_INTO_STREAMS, launch.pool.stream_service, 0
        TWO_WARPS_LAUNCH, launch.fire_and_forget.lock_per_lane, 1
        """)
    void launchesAtTheLimitOfAServerPayItForEachOneBefore(Program program, String cost, int times) {
        Case atOnce = new Case(
                "h200",
                H200,
                program,
                "launch.completion_rounds.round=1 cycles",
                "launch.completion_rounds.per_grid=1 cycles",
                "launch.completion_rounds.per_grid_miss=0 cycles",
                "launch.completion_rounds.fire_and_forget.per_grid=1 cycles",
                "launch.completion_rounds.fire_and_forget.per_grid_miss=0 cycles",
                "launch.completion_rounds.fire_and_forget.call_miss=0 cycles");
        assertThat(times(atOnce, cost)).isEqualTo(times);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        NULL_STREAM_CHILD, launch.null_stream.base, 1
        NULL_STREAM_CHILD, launch.post_to_start, 1
        NULL_STREAM_CHILD, launch.completion, 1
        NULL_STREAM_CHILD, launch.capable_grid, 1
        TWO_IN_THE_NULL_STREAM, launch.stream_successor, 1
        OVERFLOWS, launch.virtualized_launch, 1
        OVERFLOWS, launch.virtualized_start, 1
        SYNCHRONIZES, launch.swap_fixed, 0
        """)
    void whatKeplerPaysIsPaidAsOftenAsItIsOnTheWay(Program program, String cost, int times) {
        assertThat(times(new Case("k20x", K20X, program), cost)).isEqualTo(times);
    }

    /** The only SM holds one block: the parent makes room for its child and comes back. The wait itself costs nothing beside that. */
    @ParameterizedTest
    @CsvSource({"launch.swap_fixed, 2", "device_api.device_synchronize, 0"})
    void aParentThatMakesRoomForItsChildIsSavedAndRestored(String cost, int times) {
        Case full = new Case("k20x", K20X, Program.SYNCHRONIZES, "sm.count=1", "sm.max_blocks=1");
        assertThat(times(full, cost)).isEqualTo(times);
    }

    /** Three and six of its blocks would fit on the SM; both ways at 4 bytes a cycle. */
    @Test
    void itIsSavedWithItsShareOfSharedMemoryAtTheBandwidthOfSwaps() {
        assertThat(swapped(48 * 1_024 / 3) - swapped(48 * 1_024 / 6)).isEqualTo(2 * 48 * 1_024 / 6 / 4);
    }

    private static long swapped(int sharedBytes) {
        List<String> changes = Case.changed(K20X, "sm.count=1", "sm.max_blocks=1", "launch.swap_bandwidth=4 GB/s");
        Machine machine = new Machine(MachineSettings.of(Profiles.load("k20x", changes)));
        launch(
                machine.host(),
                kernel(k -> {
                    k.sharedArray(sharedBytes);
                    child(k, NULL_STREAM, LONG);
                    k.device().deviceSynchronize();
                }),
                1,
                1);
        assertThat(machine.host().synchronize()).isEqualTo(CudaError.SUCCESS);
        return machine.nowCycles();
    }

    /** A copy looks as often as it has to until the grid has ended, which takes 200,000 cycles and a few more. */
    @ParameterizedTest
    @CsvSource({"1000000, 1", "150000, 2", "90000, 3"})
    void aCopyBehindAGridLooksNowAndThenWhetherThatHasEnded(int nanos, int looks) {
        Case polling = new Case("h200", H200, Program.COPY_BEHIND_A_GRID, "host_link.acquire_poll=" + nanos + " ns");
        assertThat(times(polling, "host_link.acquire_poll")).isEqualTo(looks);
    }

    /** A copy beside threads, 64 warps of which have read a word of the host's memory at once, or nothing. */
    private static long copyBeside(
            boolean polls, boolean toHost, int turns, int windows, int separateCommandPath, int separateDataPath) {
        int bytes = windows * 1_024;
        Machine machine = new Machine(MachineSettings.of(Profiles.load(
                "h200",
                Case.changed(
                        H200,
                        "host_link.mapped_load_latency=" + LINK + " cycles",
                        "host_link.mapped_turn_around=0 cycles",
                        "host_link.mapped_outstanding=1",
                        "host_link.mapped_own_ways=2",
                        "host_link.mapped_own_way=100",
                        "host_link.commands_apart=" + separateCommandPath,
                        "host_link.bytes_apart=" + separateDataPath,
                        "host_api.inline_copy=1 B",
                        "host_link.copy_window=1 KiB",
                        "host_link.copy_turns=" + turns))));
        Host host = machine.host();
        long pinned = host.mallocHost(bytes);
        long array = host.malloc(bytes);
        long word = host.mallocHost(4);
        HostStream stream = host.createNonBlockingStream();
        Kernel kernel = kernel(k -> {
            if (polls) {
                k.memory().loadVolatile(ValueType.S32, u64(word));
            }
        });
        host.launch(kernel, LaunchShape.of(2, 1_024), host.createNonBlockingStream());
        host.memcpyAsync(toHost ? pinned : array, toHost ? array : pinned, bytes, stream);
        host.synchronize(stream);
        return machine.nowCycles();
    }

    /**
     * As much of the line as the way holds, which is one load: at each turn and the first window of bytes, and at further windows to the host.
     * Who has a way beside the loads of these two SMs does not wait. From the first wait on, each turn takes a round trip over the link, as long as a load.
     */
    @ParameterizedTest
    @CsvSource({
        "true, 1, 1, 0, 0, 2, 1", "true, 3, 1, 0, 0, 4, 3", "true, 3, 5, 0, 0, 8, 3",
        "false, 1, 1, 0, 0, 2, 1", "false, 3, 1, 0, 0, 4, 3", "false, 3, 5, 0, 0, 4, 3",
        "true, 3, 5, 1, 0, 4, 2", "true, 3, 5, 0, 1, 4, 3", "true, 3, 5, 1, 1, 0, 0",
        "false, 3, 5, 1, 0, 0, 0", "false, 3, 5, 0, 1, 4, 3"
    })
    void aCopyWaitsForThreadsThatPollWhereItHasNoWayBesideThem(
            boolean toHost,
            int turns,
            int windows,
            int separateCommandPath,
            int separateDataPath,
            int waits,
            int roundTrips) {
        assertThat(copyBeside(true, toHost, turns, windows, separateCommandPath, separateDataPath)
                        - copyBeside(false, toHost, turns, windows, separateCommandPath, separateDataPath))
                .isEqualTo((long) (waits + roundTrips) * LINK);
    }

    private static long bytesTake(long bytes, int copies, CopyOf what) {
        List<String> profile = Case.changed(
                H200,
                "host_link.bandwidth_to_device=2 GB/s",
                "host_link.bandwidth_to_host=4 GB/s",
                "host_link.copy_window=4 MiB",
                "host_link.copy_engines=2",
                "dram.bandwidth=16 GB/s");
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200", profile)));
        Host host = machine.host();
        long device = host.malloc(2 * bytes);
        long pinned = host.mallocHost(bytes);
        for (int i = 0; i < copies; i++) {
            HostStream stream = host.createNonBlockingStream();
            switch (what) {
                case TO_DEVICE -> host.memcpyAsync(device, pinned, bytes, stream);
                case TO_HOST -> host.memcpyAsync(pinned, device, bytes, stream);
                case ON_DEVICE -> host.memcpyAsync(device, device + bytes, bytes, stream);
                case FILL -> host.memsetAsync(device, 0, bytes, stream);
            }
        }
        host.synchronize();
        return machine.nowCycles();
    }

    private enum CopyOf {
        TO_DEVICE,
        TO_HOST,
        ON_DEVICE,
        FILL
    }

    /** A copy within the device reads and writes each byte. */
    @ParameterizedTest
    @CsvSource({"TO_DEVICE, 2", "TO_HOST, 4", "ON_DEVICE, 8", "FILL, 16"})
    void bytesAreMovedAtTheBandwidthOfTheirPath(CopyOf what, int bytesPerCycle) {
        assertThat(bytesTake(2 * MIB, 1, what) - bytesTake(MIB, 1, what)).isEqualTo(MIB / bytesPerCycle);
    }

    /** Each engine does three, of which the last has waited for two before it; over the link the two engines take turns, so that it is six. */
    @ParameterizedTest
    @CsvSource({"TO_DEVICE, 2, 6", "TO_HOST, 4, 6", "ON_DEVICE, 8, 3"})
    void aCopyWaitsForThoseBeforeItOnItsEngine(CopyOf what, int bytesPerCycle, int before) {
        assertThat(bytesTake(2 * MIB, 6, what) - bytesTake(MIB, 6, what)).isEqualTo(before * MIB / bytesPerCycle);
    }
}
