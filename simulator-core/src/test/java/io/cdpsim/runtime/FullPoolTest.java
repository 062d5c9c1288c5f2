package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launches that meet a full pool: which of them get a place, and when a run hangs (finding M-1). */
class FullPoolTest {
    private static final String POOL = "limits.pending_launches=256";
    private static final String ALWAYS = "launch.pool.hang_fire_and_forget=1";
    private static final String NEVER = "launch.pool.hang_fire_and_forget=0";

    private final Timeline timeline = new Timeline();

    private static MachineSettings h200(String... changes) {
        List<String> all = new ArrayList<>(List.of(POOL));
        all.addAll(List.of(changes));
        return MachineSettings.of(Profiles.load("h200", all));
    }

    /** Every thread launches a child, which counts itself. @return how many ran */
    private long flood(MachineSettings settings, LaunchShape shape, String stream, int levels) {
        Machine machine = new Machine(settings, timeline);
        Host host = machine.host();
        long ran = host.malloc(8);
        Kernel child = counting(ran).build();
        for (int i = 0; i < levels; i++) {
            KernelBuilder parent = i == levels - 1 ? new KernelBuilder("parent") : counting(ran);
            launch(parent, KernelReference.to(child), i == 0 ? 1 : shape.threadsPerBlock(), stream);
            child = parent.build();
        }
        host.launch(child, shape, host.defaultStream());
        host.synchronize();
        return host.memory().readLong(ran);
    }

    private static KernelBuilder counting(long ran) {
        KernelBuilder k = new KernelBuilder("child");
        k.ifThen(
                k.equal(k.threadX(), u32(0)),
                () -> k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.U64, u64(ran), 0, u64(1)));
        return k;
    }

    private static void launch(KernelBuilder k, KernelReference child, int threads, String stream) {
        Operand into = switch (stream) {
            case "faf" -> DeviceRuntimeCalls.FIRE_AND_FORGET;
            case "null" -> DeviceRuntimeCalls.NULL_STREAM;
            default -> k.device().streamCreateWithFlags();
        };
        k.device().launch(child, u32(1), u32(threads), into);
    }

    /** 64 warps of 32 lanes: who looks for a place for 40,000 cycles finds some of those that complete children have given back. */
    @Test
    void aPlaceThatIsGivenBackWhileACallLooksForOneIsTakenAgain() {
        LaunchShape shape = LaunchShape.of(64, 32);
        List<String> atOnce = List.of(
                NEVER,
                "launch.pool.take=0 cycles",
                "launch.pool.take_per_lane=0 cycles",
                "launch.pool.search=0 cycles",
                "launch.pool.search_per_slot=0 cycles");
        assertThat(flood(h200(atOnce.toArray(String[]::new)), shape, "faf", 1)).isEqualTo(256);
        assertThat(flood(h200(NEVER, "launch.pool.search=40000 cycles"), shape, "faf", 1))
                .isBetween(257L, 64L * 32);
    }

    /**
     * One warp takes the 32 places. Two more wait until it has them, 1,000 cycles and 10 a lane, then look through the pool, 5,000 cycles and 20 a
     * slot. They do not wait for the first one's launches, behind which they would be 500,000 cycles later.
     */
    @Test
    void aCallThatIsRefusedTakesAsLongAsItsSearchThroughThePool() {
        String[] changes = {
            "limits.pending_launches=32",
            "launch.pool.take=1000 cycles",
            "launch.pool.take_per_lane=10 cycles",
            "launch.pool.search=5000 cycles",
            "launch.pool.search_per_slot=20 cycles",
            "launch.fire_and_forget.base=10000 cycles",
            "launch.fire_and_forget.per_lane=300 cycles",
            "launch.fire_and_forget.lock=500000 cycles"
        };
        flood(h200(changes), LaunchShape.of(3, 32), "faf", 1);
        List<Long> refused = timeline.failures().stream()
                .map(Timeline.Failure::timeCycles)
                .distinct()
                .toList();
        long accepted = timeline.grids().stream()
                .filter(grid -> grid.kernel().equals("child"))
                .mapToLong(grid -> grid.posted())
                .findFirst()
                .orElseThrow();
        assertThat(timeline.failures()).hasSize(64);
        long begin = accepted - 10_000 - 32 * 300;
        long search = 1_000 + 32 * 10 + 5_000 + 32 * 20;
        // The calls begin within some cycles of each other.
        assertThat(refused).allSatisfy(time -> assertThat(time - begin).isBetween(search - 400, search + 400));
    }

    /** The times of a lone call into a pool full of tails, on an H200: refusals-h200.txt, in nanoseconds. */
    @ParameterizedTest
    @CsvSource({"32, 3040", "2048, 12580", "8192, 43420"})
    void aLargerPoolIsLookedThroughForLonger(int pool, double measured) {
        MachineSettings settings = h200("limits.pending_launches=" + pool);
        Machine machine = new Machine(settings, timeline);
        KernelReference child = KernelReference.to(new KernelBuilder("child").build());
        KernelBuilder k = new KernelBuilder("parent");
        k.forLoop(
                u32(0),
                u32(pool / 32 + 1),
                u32(1),
                i -> k.device().launch(child, u32(1), u32(1), DeviceRuntimeCalls.TAIL_LAUNCH));
        machine.host().launch(k.build(), LaunchShape.of(1, 32), machine.host().defaultStream());
        machine.host().synchronize();
        long last =
                timeline.grids().stream().mapToLong(grid -> grid.posted()).max().orElseThrow();
        assertThat(timeline.failures()).hasSize(32);
        double nanos = (timeline.failures().get(0).timeCycles() - last) / 1.98;
        assertThat(nanos).isBetween(0.94 * measured, 1.06 * measured);
    }

    @ParameterizedTest
    @CsvSource({"EAGER,1", "LAZY,1", "ADVERSARIAL,0.01"})
    void aFireAndForgetLaunchOfSeveralLanesIntoAFullPoolNeverReturns(LaunchPolicy policy, String odds) {
        MachineSettings settings =
                h200("launch.pool.hang_fire_and_forget=" + odds).withPolicy(policy);
        assertThatThrownBy(() -> flood(settings, LaunchShape.of(16, 32), "faf", 1))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("launches child with 32 lanes while the 256 slots of the pending-launch pool are"
                        + " in use, and the call never returns (rule POOL-6, finding M-1)")
                .hasMessageContaining("(parent): 1 warp waiting in a call of the device runtime");
        assertThat(timeline.warnings()).isEmpty();
    }

    /** None of these hung an H200: one lane a warp, ordinary streams, a small pool, a pool that is just large enough. */
    @ParameterizedTest
    @CsvSource({"16, 32, null, 256", "16, 32, named, 256", "512, 1, faf, 256", "16, 32, faf, 64", "8, 32, faf, 256"})
    void whatNeverHungOnHardwareDoesNotHangEither(int blocks, int threads, String stream, int pool) {
        MachineSettings settings =
                h200(ALWAYS, "limits.pending_launches=" + pool).withPolicy(LaunchPolicy.ADVERSARIAL);
        assertThat(flood(settings, LaunchShape.of(blocks, threads), stream, 1)).isGreaterThanOrEqualTo(pool);
    }

    @ParameterizedTest
    @CsvSource({"faf", "named"})
    void aGridLaunchedFromTheDeviceHangsInEitherStream(String stream) {
        MachineSettings settings = h200("launch.pool.hang_nested=1");
        assertThatThrownBy(() -> flood(settings, LaunchShape.of(1, 32), stream, 2))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("finding M-1");
    }

    @Test
    void aRunThatDoesNotHangButMayIsWarnedOfOnce() {
        flood(h200(), LaunchShape.of(16, 32), "faf", 1);
        assertThat(timeline.warnings()).hasSize(1).allSatisfy(warning -> {
            assertThat(warning.rule()).isEqualTo("M-1");
            assertThat(warning.message())
                    .startsWith("kernel parent launches child fire-and-forget from several lanes at once while all 256"
                            + " slots of the pending-launch pool are in use");
        });
    }

    /** 2,000 seeds; the bounds are four standard deviations from the mean. */
    @ParameterizedTest
    @CsvSource({"0.5, 910, 1090", "0.36, 634, 806"})
    void asManySeedsHangAsTheOddsSay(double odds, int least, int most) {
        long hung = LongStream.range(0, 2_000)
                .filter(seed -> new NondeterministicChoices(LaunchPolicy.EAGER, seed).hangs(odds))
                .count();
        assertThat(hung).isBetween((long) least, (long) most);
    }

    @Test
    void theDefaultSeedHangsNoRunOfAnH200() {
        MachineSettings settings = h200();
        NondeterministicChoices freedom = new NondeterministicChoices(settings.policy(), settings.seed());
        assertThat(freedom.hangs(settings.profile()
                        .launch()
                        .pool()
                        .hang()
                        .fireAndForget()
                        .value()))
                .isFalse();
        assertThat(freedom.hangs(
                        settings.profile().launch().pool().hang().nested().value()))
                .isFalse();
    }

    /** Whether a run hangs is no matter of what was drawn before it came to that. */
    @Test
    void theOddsAreDrawnOnceARun() {
        NondeterministicChoices freedom = new NondeterministicChoices(LaunchPolicy.EAGER, 4);
        boolean first = freedom.hangs(0.3);
        assertThat(LongStream.range(0, 50).mapToObj(i -> freedom.hangs(0.3))).containsOnly(first);
    }
}
