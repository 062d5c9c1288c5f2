package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SmLab;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * When blocks come, go, are swapped out and come back. One SM, which holds two blocks of 1,024 threads with 24 registers each; a cycle is a
 * nanosecond. A grid takes the dispatcher 50 cycles, a block 10, its start 200 and its end 70. Sums made by hand.
 */
class BlockTimesTest {
    private static final int THREADS = 1_024;
    private static final int WARPS = THREADS / 32;

    /** A block holds half the registers, of 4 bytes, and no shared memory: 131,072 bytes at 1 GB/s, and what every swap takes. */
    private static final long SWAP_CYCLES = 2_000 + 131_072;

    private final Kernel kernel = new KernelBuilder("k").registersPerThread(24).build();
    private final List<Integer> shapes = new ArrayList<>(List.of(0));
    private final List<RunEvent> events = new ArrayList<>();
    private final Set<Warp> running = new LinkedHashSet<>();
    private final List<String> blocksEnded = new ArrayList<>();
    private final List<Long> bodiesEnded = new ArrayList<>();
    private boolean faulted;
    private boolean isFromHost;
    private final SmLab lab;
    private final BlockScheduler scheduler;

    BlockTimesTest() {
        GpuProfile profile = Profiles.load(
                "k20c",
                List.of(
                        "clock.core=1000 MHz",
                        "sm.count=1",
                        "grid.max_resident_grids=2",
                        "grid.max_resident_stream_grids=2",
                        "dispatch.per_grid=50 cycles",
                        "dispatch.per_block=10 cycles",
                        "dispatch.block_start=200 cycles",
                        "dispatch.block_end=70 cycles",
                        "dispatch.store_drain=300 cycles",
                        "launch.swap_fixed=2000 cycles",
                        "launch.swap_bandwidth=1 GB/s"));
        lab = new SmLab(profile);
        scheduler = new BlockScheduler(new DispatchContext(
                profile,
                lab.engine(),
                new Device(),
                lab.sms(),
                lab.barriers(),
                new DeviceEvents(new RunListeners(List.of(events::add)), 0),
                lab.watch(),
                null,
                null));
        lab.engine().attach(scheduler.blocks().arrivals());
    }

    private final class Device implements DispatchDevice, GridOwner {
        @Override
        public void openBarrier(Cluster cluster, long time) {}

        @Override
        public Sm runs(Block block) {
            return lab.sms().get(block.sm());
        }

        @Override
        public GridOwner grids() {
            return this;
        }

        @Override
        public int stackBytes() {
            return 0;
        }

        @Override
        public boolean isFaulted() {
            return faulted;
        }

        @Override
        public void schedule(Warp warp, long time) {
            running.add(warp);
        }

        @Override
        public Grid admit(int node) {
            LaunchShape shape = LaunchShape.of(shapes.get(node), THREADS);
            return new Grid(node, node, kernel, shape, new byte[0], CachePreference.NONE, isFromHost);
        }

        @Override
        public void blockEnded(Block block, long nowCycles) {
            blocksEnded.add(block.grid().number() + ":" + block.index() + " at " + nowCycles);
        }

        @Override
        public void gridBodyEnded(Grid grid, long nowCycles) {
            bodiesEnded.add(nowCycles);
        }
    }

    private long now() {
        return lab.engine().now();
    }

    /** Submits a grid of so many blocks. @return its number */
    private int submit(int blocks) {
        shapes.add(blocks);
        scheduler.submit(shapes.size() - 1, false, now());
        return shapes.size() - 1;
    }

    private Block block(int grid, long index) {
        return running.stream()
                .map(Warp::block)
                .filter(block -> block.grid().number() == grid && block.index() == index)
                .findFirst()
                .orElseThrow();
    }

    /** All threads of a block exit. */
    private void exits(Block block) {
        for (int w = 0; w < block.warpCount(); w++) {
            running.remove(block.warp(w));
            scheduler.blocks().warpEnded(block.warp(w), now());
        }
    }

    private <T extends RunEvent> List<T> all(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private List<Long> times(Class<? extends RunEvent> kind) {
        return all(kind).stream().map(RunEvent::timeCycles).toList();
    }

    @Test
    void blocksStartOneAfterTheOtherAndTheFirstOfAGridLater() {
        submit(2);
        lab.engine().run();
        assertThat(all(GridEvent.Admitted.class)).containsExactly(new GridEvent.Admitted(0, 0, 1));
        assertThat(all(GridEvent.Started.class)).containsExactly(new GridEvent.Started(0, 0, 1));
        assertThat(all(BlockEvent.Placed.class))
                .containsExactly(
                        new BlockEvent.Placed(200, 0, 1, 0, 0), new BlockEvent.Placed(200 + 50 + 10, 0, 1, 1, 0));
        assertThat(running).hasSize(2 * WARPS);
        assertThat(running).allMatch(Warp::isLive);
        assertThat(scheduler.blocks().liveWarps()).containsExactlyElementsOf(running);
        assertThat(scheduler.counters().blocksPlaced()).isEqualTo(2);
        assertThat(lab.sms().get(0).activeCyclesUpTo(1_000)).isEqualTo(800);
    }

    @Test
    void aBlockEndsAWhileAfterItsLastWarpAndItsPlaceIsFreeThen() {
        submit(3);
        lab.engine().run();
        long exit = now();
        exits(block(1, 0));
        assertThat(scheduler.blocks().liveWarps()).hasSize(WARPS);
        lab.engine().run();
        assertThat(all(BlockEvent.Ended.class)).containsExactly(new BlockEvent.Ended(exit + 70, 0, 1, 0, 0));
        assertThat(blocksEnded).containsExactly("1:0 at " + (exit + 70));
        assertThat(times(BlockEvent.Placed.class)).last().isEqualTo(exit + 70 + 200);
        // 32 warps from cycle 200 to 260.
        assertThat(scheduler.counters().warpResidentCycles()).isEqualTo(WARPS * (exit - 200));

        exits(block(1, 1));
        exits(block(1, 2));
        long last = now();
        lab.engine().run();
        assertThat(bodiesEnded).containsExactly(last + 70);
        assertThat(scheduler.residentGrids()).isZero();
        assertThat(lab.sms().get(0).activeCyclesUpTo(10_000)).isZero();
    }

    /** A warp of the host's grids that stores or updates memory and exits is waited for: {@code measurements/drain-h200.csv}. */
    @Test
    void aBlockEndsOnceWhatItsWarpsStoredHasDrained() {
        isFromHost = true;
        submit(1);
        lab.engine().run();
        Block block = block(1, 0);
        long exit = now();
        block.warp(1).drainedAt(exit + 300);
        block.warp(2).drainedAt(exit + 200);
        exits(block);
        lab.engine().run();
        assertThat(all(BlockEvent.Ended.class)).containsExactly(new BlockEvent.Ended(exit + 300 + 70, 0, 1, 0, 0));
    }

    @Test
    void warpsAreDealtOutEvenlyAndTheirSchedulersAreFreeAgain() {
        submit(1);
        lab.engine().run();
        Block block = block(1, 0);
        assertThat(running).extracting(warp -> warp.scheduler().warps()).containsOnly(WARPS / 4);
        Warp warp = block.warp(0);
        exits(block);
        assertThat(warp.scheduler().warps()).isZero();
    }

    @Test
    void endedBlocksFreeTheirWarps() {
        submit(6);
        lab.engine().run();
        Set<Warp> first = new LinkedHashSet<>(running);
        for (int block = 0; block < 2; block++) {
            exits(block(1, block));
        }
        lab.engine().run();
        assertThat(running).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void aSwappedOutBlockIsAwayForTheTimeThatItsRegistersTake() {
        submit(2);
        submit(1);
        lab.engine().run();
        Block waiting = block(1, 0);
        long out = now();
        scheduler.synchronizes(waiting, out);
        lab.engine().run();
        assertThat(all(BlockEvent.SwappedOut.class)).containsExactly(new BlockEvent.SwappedOut(out, 0, 1, 0, 0));
        // Its place is free then, and the second grid's block comes.
        assertThat(times(BlockEvent.Placed.class)).last().isEqualTo(out + SWAP_CYCLES + 200);
        assertThat(running).hasSize(3 * WARPS);
        assertThat(block(1, 1).warp(0).scheduler().warps())
                .as("of those that are on the SM")
                .isEqualTo(2 * WARPS / 4);

        scheduler.synchronizationEnds(waiting, now());
        lab.engine().run();
        assertThat(all(BlockEvent.SwappedIn.class)).isEmpty();
        long exit = now();
        exits(block(1, 1));
        lab.engine().runUntil(() -> !waiting.isSwappedOut());
        assertThat(all(BlockEvent.SwappedIn.class)).containsExactly(new BlockEvent.SwappedIn(exit + 70, 0, 1, 0, 0));
        assertThat(now()).isEqualTo(exit + 70 + SWAP_CYCLES);
        assertThat(waiting.isSwappedOut()).isFalse();
        assertThat(waiting.warp(0).scheduler().warps()).isEqualTo(2 * WARPS / 4);
    }

    @Test
    void aBlockThatIsWantedWhileItLeavesComesBackAtOnce() {
        submit(2);
        submit(1);
        lab.engine().run();
        Block waiting = block(1, 0);
        long out = now();
        scheduler.synchronizes(waiting, out);
        scheduler.synchronizationEnds(waiting, out + 1);
        lab.engine().run();
        // It is before the new grid's block, which waits for a place.
        assertThat(all(BlockEvent.SwappedIn.class))
                .containsExactly(new BlockEvent.SwappedIn(out + SWAP_CYCLES, 0, 1, 0, 0));
        assertThat(times(BlockEvent.Placed.class)).hasSize(2);
        assertThat(waiting.isSwappedOut()).isFalse();
    }

    @Test
    void aWarpThatWasDueWhileItsBlockWasSwappedOutRunsAfterTheSwapIn() {
        submit(2);
        submit(1);
        lab.engine().run();
        Block waiting = block(1, 0);
        scheduler.synchronizes(waiting, now());
        lab.engine().run();
        waiting.warp(3).parked(true);
        running.clear();
        scheduler.synchronizationEnds(waiting, now());
        exits(lastPlaced());
        lab.engine().run();
        assertThat(running).containsExactly(waiting.warp(3));
        assertThat(waiting.warp(3).isParked()).isFalse();
    }

    private Block lastPlaced() {
        return scheduler.blocks().liveWarps().stream()
                .map(Warp::block)
                .filter(block -> block.grid().number() == 2)
                .findFirst()
                .orElseThrow();
    }

    /** Or its own children might never be admitted. */
    @Test
    void aGridAllOfWhoseBlocksAreSwappedOutHoldsNoPlaceAmongTheResident() {
        submit(1);
        submit(1);
        submit(1);
        lab.engine().run();
        assertThat(scheduler.residentGrids()).isEqualTo(2);
        assertThat(scheduler.waitingGrids()).isEqualTo(1);
        Block first = block(1, 0);
        scheduler.synchronizes(first, now());
        lab.engine().run();
        assertThat(all(BlockEvent.SwappedOut.class)).hasSize(1);
        assertThat(times(GridEvent.Admitted.class)).hasSize(3);
        assertThat(scheduler.residentGrids()).isEqualTo(2);
        assertThat(scheduler.waitingGrids()).isZero();

        exits(block(2, 0));
        lab.engine().run();
        assertThat(scheduler.residentGrids()).isEqualTo(1);
        scheduler.synchronizationEnds(first, now());
        assertThat(scheduler.residentGrids()).isEqualTo(2);
        lab.engine().run();
        exits(block(3, 0));
        lab.engine().run();
        assertThat(lab.sms().get(0).activeCyclesUpTo(now()))
                .as("the first is back")
                .isPositive();
        exits(first);
        lab.engine().run();
        assertThat(scheduler.residentGrids()).isZero();
        assertThat(bodiesEnded).hasSize(3);
        assertThat(lab.sms().get(0).activeCyclesUpTo(now())).isZero();
    }

    @Test
    void aGridWhoseLastRunningBlockEndsWhileTheOthersAreSwappedOutHoldsNoPlaceEither() {
        submit(2);
        submit(1);
        submit(1);
        lab.engine().run();
        scheduler.synchronizes(block(1, 0), now());
        lab.engine().run();
        assertThat(scheduler.residentGrids()).isEqualTo(2);
        assertThat(scheduler.waitingGrids()).isEqualTo(1);
        exits(block(1, 1));
        lab.engine().run();
        assertThat(times(GridEvent.Admitted.class)).hasSize(3);
        assertThat(scheduler.residentGrids()).isEqualTo(2);
    }

    @Test
    void aBlockThatWaitsAgainIsSwappedOutAgain() {
        submit(1);
        submit(1);
        submit(1);
        submit(1);
        lab.engine().run();
        Block first = block(1, 0);
        for (int time = 1; time <= 2; time++) {
            scheduler.synchronizes(first, now());
            lab.engine().run();
            assertThat(all(BlockEvent.SwappedOut.class)).hasSize(time);
            assertThat(times(GridEvent.Admitted.class)).hasSize(2 + time);
            exits(block(time + 1, 0));
            scheduler.synchronizationEnds(first, now());
            lab.engine().run();
            assertThat(first.isSwappedOut()).isFalse();
        }
        assertThat(scheduler.counters().blocksSwappedOut()).isEqualTo(2);
    }

    /** A thread may wait for any of this. */
    @Test
    void blocksThatComeOrGoAreProgress() {
        submit(2);
        submit(1);
        lab.engine().run();
        assertThat(lab.watch().lastProgress()).isEqualTo(200 + 50 + 10);
        Block waiting = block(1, 0);
        scheduler.synchronizes(waiting, now());
        lab.engine().run();
        scheduler.synchronizationEnds(waiting, now());
        long exit = now();
        exits(block(1, 1));
        assertThat(lab.watch().lastProgress()).isEqualTo(exit);
        lab.engine().run();
        assertThat(lab.watch().lastProgress()).isEqualTo(exit + 70 + SWAP_CYCLES);
        exit = now();
        exits(block(2, 0));
        lab.engine().run();
        assertThat(lab.watch().lastProgress()).isEqualTo(exit + 70);
    }

    @Test
    void theStateThatBlocksNewGridsIsPublished() {
        submit(1);
        submit(1);
        submit(1);
        lab.engine().run();
        assertThat(all(DispatchState.class))
                .containsExactly(new DispatchState(0, 0, DispatchState.State.RESIDENT_GRIDS, 0));
        exits(block(1, 0));
        lab.engine().run();
        assertThat(all(DispatchState.class)).hasSize(2).last().satisfies(told -> {
            assertThat(told.state()).isEqualTo(DispatchState.State.ADMITS);
            assertThat(told.grid()).isZero();
        });
    }

    @Test
    void theGridWhoseBlocksComeFirstIsPublished() {
        submit(3);
        submit(1);
        lab.engine().run();
        assertThat(all(DispatchState.class))
                .containsExactly(new DispatchState(0, 0, DispatchState.State.PLACES_BLOCKS, 1));
        long end = now() + 70;
        exits(block(1, 0));
        exits(block(1, 1));
        lab.engine().run();
        // Of the two places the first is the last block's of the first grid.
        assertThat(all(DispatchState.class))
                .containsExactly(
                        new DispatchState(0, 0, DispatchState.State.PLACES_BLOCKS, 1),
                        new DispatchState(end, 0, DispatchState.State.PLACES_BLOCKS, 2),
                        new DispatchState(end, 0, DispatchState.State.ADMITS, 0));
    }

    @Test
    void behindAFaultNoBlockStartsOrEnds() {
        submit(2);
        lab.engine().run();
        submit(1);
        exits(block(1, 0));
        faulted = true;
        lab.engine().run();
        assertThat(all(BlockEvent.Ended.class)).isEmpty();
        assertThat(all(BlockEvent.Placed.class)).hasSize(2);
    }

    @Test
    void behindAFaultNoBlockThatWasPlacedStarts() {
        submit(1);
        faulted = true;
        lab.engine().run();
        assertThat(all(BlockEvent.Placed.class)).isEmpty();
        assertThat(running).isEmpty();
    }

    @Test
    void behindAFaultNoBlockGivesUpItsPlaceAndNoneComesBack() {
        submit(2);
        submit(1);
        lab.engine().run();
        Block waiting = block(1, 0);
        scheduler.synchronizes(waiting, now());
        faulted = true;
        lab.engine().run();
        assertThat(all(BlockEvent.Placed.class)).hasSize(2);

        faulted = false;
        scheduler.dispatch(now());
        assertThat(lab.sms().get(0).activeCyclesUpTo(now())).isPositive();
        assertThat(waiting.isSwappedOut()).isTrue();
    }
}
