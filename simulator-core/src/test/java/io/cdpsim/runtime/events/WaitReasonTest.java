package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.BlockLifetime;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.observe.waits.GridWaitRecorder;
import io.cdpsim.observe.waits.WaitInterval;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Why a grid does not start, in programs that leave no doubt about it. */
class WaitReasonTest {
    /** From the posting of a launch on an H200 to its start (launch.post_to_start). */
    private static final long POST_TO_START = 250;

    /** Fetching a launch from the virtualised pool on a K20X (launch.virtualized_start). */
    private static final long FETCH = 18_000;

    /** Blocks of one thread that an SM of a K20X holds. */
    private static final int BLOCKS_OF_AN_SM = 16;

    private final GridWaitRecorder waits = new GridWaitRecorder();
    private final Timeline timeline = new Timeline();

    private Machine machine(MachineSettings settings) {
        return new Machine(settings, waits, timeline);
    }

    private static MachineSettings settings(String profile, String... overrides) {
        return MachineSettings.of(Profiles.load(profile, List.of(overrides)));
    }

    private void run(MachineSettings settings, Kernel kernel, int blocks) {
        Host host = machine(settings).host();
        host.launch(kernel, LaunchShape.of(blocks, 1), host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    private GridLifetime grid(String kernel) {
        return timeline.grids().stream()
                .filter(grid -> grid.kernel().equals(kernel))
                .findFirst()
                .orElseThrow();
    }

    private List<WaitInterval> waitsOf(String kernel) {
        return waits.of(grid(kernel).grid());
    }

    private List<WaitReason> reasonsOf(String kernel) {
        return waitsOf(kernel).stream().map(WaitInterval::reason).toList();
    }

    private WaitInterval wait(String kernel, WaitReason reason) {
        return waitsOf(kernel).stream()
                .filter(span -> span.reason() == reason)
                .findFirst()
                .orElseThrow(() -> new AssertionError(kernel + " waited for " + waitsOf(kernel)));
    }

    @Test
    void aLoneLaunchWaitsForTheLaunchServerAlone() {
        run(
                settings("h200"),
                Kernels.parent("parent", 0, k -> Kernels.launch(k, Kernels.child("child", 0), 1, FIRE_AND_FORGET)),
                1);
        long posted = grid("child").posted();
        assertThat(waitsOf("child"))
                .containsExactly(new WaitInterval(WaitReason.LAUNCH_SERVER, posted, posted + POST_TO_START));
        assertThat(grid("child").started()).isEqualTo(posted + POST_TO_START);
    }

    /** 32 lanes launch at once; each keeps the server for 420 cycles. */
    @Test
    void launchesOfAWarpWaitForTheLaunchServerLongerOneAfterTheOther() {
        KernelBuilder k = new KernelBuilder("parent");
        k.device().launch(Kernels.child("child", 0), u32(1), u32(1), FIRE_AND_FORGET);
        Host host = machine(settings("h200")).host();
        host.launch(k.build(), LaunchShape.of(1, 32), host.defaultStream());
        host.synchronize();
        List<GridLifetime> children = timeline.grids().subList(1, 33);
        for (int i = 0; i < 32; i++) {
            WaitInterval first = waits.of(children.get(i).grid()).get(0);
            long turn = children.get(0).posted() + POST_TO_START + i * 420L;
            assertThat(first.reason()).isEqualTo(WaitReason.LAUNCH_SERVER);
            assertThat(first.end()).as("launch %d", i).isBetween(turn - 1, turn + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void theSecondLaunchIntoTheNullStreamWaitsForTheFirstToComplete(String profile) {
        run(
                settings(profile),
                Kernels.parent("parent", 0, k -> {
                    Kernels.launch(k, Kernels.child("first", 100_000), 1, NULL_STREAM);
                    Kernels.launch(k, Kernels.child("second", 0), 1, NULL_STREAM);
                }),
                1);
        assertThat(reasonsOf("first")).containsExactly(WaitReason.LAUNCH_SERVER);
        assertThat(waitsOf("second").get(0))
                .isEqualTo(new WaitInterval(
                        WaitReason.PREDECESSOR,
                        grid("second").posted(),
                        grid("first").completed()));
        assertThat(reasonsOf("second")).containsExactly(WaitReason.PREDECESSOR, WaitReason.LAUNCH_SERVER);
    }

    @Test
    void aLaunchBehindAnEventWaitWaitsForAPredecessorToo() {
        run(settings("h200"), Kernels.behindAnEvent(), 1);
        assertThat(wait("behind", WaitReason.PREDECESSOR).end())
                .isEqualTo(grid("recorded").completed());
    }

    @Test
    void aTailWaitsForTheEndOfItsParentsThreads() {
        run(
                settings("h200"),
                Kernels.parent("parent", 30_000, k -> Kernels.launch(k, Kernels.child("tail", 0), 1, TAIL_LAUNCH)),
                1);
        assertThat(waitsOf("tail").get(0))
                .isEqualTo(new WaitInterval(
                        WaitReason.PARENT_END,
                        grid("tail").posted(),
                        grid("parent").bodyEnded()));
        assertThat(reasonsOf("tail")).containsExactly(WaitReason.PARENT_END, WaitReason.LAUNCH_SERVER);
    }

    @Test
    void aTailWaitsForWhatItsParentLaunchedAsWell() {
        run(
                settings("h200"),
                Kernels.parent("parent", 0, k -> {
                    Kernels.launch(k, Kernels.child("tail", 0), 1, TAIL_LAUNCH);
                    Kernels.launch(k, Kernels.child("child", 80_000), 1, FIRE_AND_FORGET);
                }),
                1);
        assertThat(wait("tail", WaitReason.PARENT_END).end())
                .isGreaterThanOrEqualTo(grid("child").completed());
    }

    @ParameterizedTest
    @CsvSource({"EAGER,false", "LAZY,true"})
    void aChildOfALazyMachineWaitsForTheEndOfItsParentsThreads(LaunchPolicy policy, boolean waited) {
        run(
                settings("h200").withPolicy(policy),
                Kernels.parent("parent", 30_000, k -> Kernels.launch(k, Kernels.child("child", 0), 1, FIRE_AND_FORGET)),
                1);
        if (waited) {
            assertThat(waitsOf("child").get(0))
                    .isEqualTo(new WaitInterval(
                            WaitReason.PARENT_END,
                            grid("child").posted(),
                            grid("parent").bodyEnded()));
        } else {
            assertThat(reasonsOf("child")).containsExactly(WaitReason.LAUNCH_SERVER);
        }
    }

    @Test
    void aLazyMachineReleasesAChildWhenItsParentSynchronizes() {
        run(
                settings("k20x").withPolicy(LaunchPolicy.LAZY),
                Kernels.parent("parent", 0, k -> {
                    Kernels.launch(k, Kernels.child("child", 1_000), 1, NULL_STREAM);
                    Kernels.spin(k, 50_000);
                    k.device().deviceSynchronize();
                }),
                1);
        WaitInterval held = wait("child", WaitReason.PARENT_END);
        assertThat(held.cycles()).as("about as long as the parent spins").isBetween(45_000L, 55_000L);
        assertThat(held.end()).isLessThan(grid("parent").bodyEnded());
        assertThat(grid("child").completed()).isLessThan(grid("parent").bodyEnded());
    }

    private List<Long> endsOfBlocks(String kernel) {
        return timeline.blocks(grid(kernel).grid()).stream()
                .map(BlockLifetime::ended)
                .toList();
    }

    private BlockLifetime lastPlaced(String kernel) {
        return timeline.blocks(grid(kernel).grid()).stream()
                .max(Comparator.comparingLong(BlockLifetime::placed))
                .orElseThrow();
    }

    /** An SM holds 16 of the 20 blocks of the parent: the others come before its child. */
    @Test
    void aChildWaitsForTheBlocksOfAParentThatIsLargerThanTheDevice() {
        run(
                settings("k20x", "sm.count=1"),
                Kernels.parent("parent", 100_000, k -> Kernels.launch(k, Kernels.child("child", 0), 1, NULL_STREAM)),
                BLOCKS_OF_AN_SM + 4);
        WaitInterval blocks = wait("child", WaitReason.PARENT_BLOCKS);
        assertThat(blocks.end())
                .isIn(endsOfBlocks("parent"))
                .isLessThan(lastPlaced("parent").placed());
        assertThat(blocks.cycles()).isGreaterThan(50_000);
        assertThat(reasonsOf("child")).doesNotContain(WaitReason.OTHER_BLOCKS);
        assertThat(grid("child").started()).isGreaterThanOrEqualTo(blocks.end());
    }

    private Host hostWithOneSm(String... overrides) {
        String[] all = new String[overrides.length + 1];
        all[0] = "sm.count=1";
        System.arraycopy(overrides, 0, all, 1, overrides.length);
        return machine(settings("k20x", all)).host();
    }

    @Test
    void aGridWaitsForTheBlocksOfAnotherThatIsLargerThanTheDevice() {
        Host host = hostWithOneSm();
        host.launch(Kernels.spinning("large", 100_000), LaunchShape.of(BLOCKS_OF_AN_SM + 4, 1), host.createStream());
        host.launch(Kernels.spinning("small", 0), LaunchShape.of(1, 1), host.createStream());
        host.synchronize();
        WaitInterval blocks = wait("small", WaitReason.OTHER_BLOCKS);
        assertThat(blocks.end())
                .isIn(endsOfBlocks("large"))
                .isLessThan(lastPlaced("large").placed());
        assertThat(blocks.cycles()).isGreaterThan(50_000);
        assertThat(reasonsOf("small")).doesNotContain(WaitReason.PARENT_BLOCKS);
    }

    @Test
    void aGridOnAFullDeviceWaitsForRoomOnAnSm() {
        Host host = hostWithOneSm();
        host.launch(Kernels.spinning("full", 100_000), LaunchShape.of(BLOCKS_OF_AN_SM, 1), host.createStream());
        host.launch(Kernels.spinning("next", 0), LaunchShape.of(1, 1), host.createStream());
        host.synchronize();
        WaitInterval room = wait("next", WaitReason.SM_ROOM);
        assertThat(room.end())
                .isEqualTo(endsOfBlocks("full").stream().min(Long::compare).orElseThrow())
                .isEqualTo(grid("next").started());
        assertThat(reasonsOf("next")).doesNotContain(WaitReason.OTHER_BLOCKS, WaitReason.RESIDENT_GRIDS);
    }

    @Test
    void aGridWaitsUntilTheDeviceHoldsOneLess() {
        Host host = machine(settings("k20x", "grid.max_resident_grids=3", "grid.max_resident_stream_grids=3"))
                .host();
        for (int i = 0; i < 5; i++) {
            host.launch(Kernels.spinning("grid" + i, 200_000), LaunchShape.of(1, 1), host.createStream());
        }
        host.synchronize();
        for (int i = 0; i < 3; i++) {
            assertThat(reasonsOf("grid" + i)).doesNotContain(WaitReason.RESIDENT_GRIDS);
        }
        assertThat(wait("grid3", WaitReason.RESIDENT_GRIDS).end())
                .isEqualTo(grid("grid0").bodyEnded())
                .isEqualTo(grid("grid3").started());
        assertThat(wait("grid4", WaitReason.RESIDENT_GRIDS).end())
                .isEqualTo(grid("grid1").bodyEnded())
                .isEqualTo(grid("grid4").started());
    }

    /** Rulebook 24, Q-20: grids of ordinary streams have a limit of their own, which does not hold up the others. */
    @Test
    void aGridOfAStreamWaitsUntilTheDeviceHoldsOneOfThoseLess() {
        run(
                settings("h200", "grid.max_resident_stream_grids=2"),
                Kernels.parent("parent", 0, k -> {
                    for (int i = 0; i < 3; i++) {
                        Kernels.launch(
                                k,
                                Kernels.child("stream" + i, 200_000),
                                1,
                                k.device().streamCreateWithFlags());
                    }
                    Kernels.launch(k, Kernels.child("forgotten", 0), 1, FIRE_AND_FORGET);
                }),
                1);
        assertThat(wait("stream2", WaitReason.RESIDENT_GRIDS).end())
                .isEqualTo(grid("stream0").bodyEnded());
        assertThat(reasonsOf("forgotten")).containsExactly(WaitReason.LAUNCH_SERVER);
    }

    /** 96 launches by a warp into its block's NULL stream, with a pool of 64. */
    @Test
    void aLaunchThatWentToTheVirtualizedPoolIsFetchedFromThere() {
        KernelReference child = Kernels.child("child", 20_000);
        KernelBuilder k = new KernelBuilder("parent");
        for (int i = 0; i < 3; i++) {
            k.device().launch(child, u32(1), u32(1), NULL_STREAM);
        }
        Machine machine = machine(settings("k20x").withCuda(new CudaVersion(6, 5)));
        Host host = machine.host();
        assertThat(host.setPendingLaunchLimit(64)).isEqualTo(CudaError.SUCCESS);
        host.launch(k.build(), LaunchShape.of(1, 32), host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);

        List<WaitInterval> fetches = timeline.grids().stream()
                .flatMap(grid -> waits.of(grid.grid()).stream())
                .filter(span -> span.reason() == WaitReason.POOL)
                .toList();
        assertThat(fetches).isNotEmpty().allMatch(span -> span.cycles() == FETCH);
        assertThat((long) fetches.size()).isEqualTo(machine.devices().get(0).virtualizedLaunches());
        for (GridLifetime grid : timeline.grids()) {
            List<WaitInterval> spans = waits.of(grid.grid());
            for (int i = 0; i < spans.size() - 1; i++) {
                assertThat(spans.get(i).reason()).as("last before it starts").isNotEqualTo(WaitReason.POOL);
            }
        }
    }

    /**
     * The SM holds two of these blocks. P makes room for its child A and comes back only when A's own child G is complete; but E has its
     * room by then, so that P waits for an SM, and F for P.
     */
    @Test
    void aGridBehindABlockThatComesBackWaitsForThatBlockAndNotForAPlaceOnTheDevice() {
        Host host = machine(settings("k20x", "sm.count=1")).host();
        KernelReference g = Kernels.child("G", 18_750);
        Kernel a = Kernels.parent("A", 0, k -> k.device().launch(g, u32(1), u32(1024), NULL_STREAM));
        Kernel p = Kernels.parent("P", 0, k -> {
            k.device().launch(KernelReference.to(a), u32(1), u32(1024), NULL_STREAM);
            k.device().deviceSynchronize();
        });
        LaunchShape half = LaunchShape.of(1, 1024);
        host.launch(Kernels.spinning("X", 312_500), half, host.createStream());
        host.launch(p, half, host.createStream());
        host.spend(25_000);
        host.launch(Kernels.spinning("E", 187_500), half, host.createStream());
        host.spend(62_500);
        host.launch(Kernels.spinning("F", 0), half, host.createStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);

        assertThat(grid("E").started()).isLessThan(grid("F").posted());
        assertThat(grid("P").bodyEnded()).isGreaterThan(grid("E").bodyEnded());
        assertThat(reasonsOf("F")).contains(WaitReason.OTHER_BLOCKS).doesNotContain(WaitReason.RESIDENT_GRIDS);
    }
}
