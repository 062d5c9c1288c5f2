package io.cdpsim.gpu.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.SmLab;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A block scheduler whose blocks run nothing: they end when the test says so. Each of two SMs holds two blocks of 1,024 threads. */
class BlockSchedulerTest {
    private static final int THREADS = 1_024;

    private record Event(String what, long grid, long block) {}

    private final Kernel kernel = new KernelBuilder("k").registersPerThread(16).build();
    private final List<Integer> shapes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final Set<Block> running = new LinkedHashSet<>();
    private final SmLab lab;
    private final BlockScheduler scheduler;

    BlockSchedulerTest() {
        GpuProfile profile = Profiles.load(
                "h200", List.of("sm.count=2", "grid.max_resident_grids=3", "grid.max_resident_stream_grids=1"));
        lab = new SmLab(profile);
        Engine engine = lab.engine();
        ProgressMonitor watch = lab.watch();
        scheduler = new BlockScheduler(new DispatchContext(
                profile,
                engine,
                new Device(),
                lab.sms(),
                lab.barriers(),
                new DeviceEvents(new RunListeners(List.of(this::happened)), 0),
                watch,
                null,
                null));
        engine.attach(scheduler.blocks().arrivals());
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
            return false;
        }

        @Override
        public void schedule(Warp warp, long time) {
            running.add(warp.block());
        }

        @Override
        public Grid admit(int node) {
            LaunchShape shape = LaunchShape.of(shapes.get(node), THREADS);
            return new Grid(node, node, kernel, shape, new byte[0], CachePreference.NONE, false);
        }

        @Override
        public void blockEnded(Block block, long nowCycles) {}

        @Override
        public void gridBodyEnded(Grid grid, long nowCycles) {
            events.add(new Event("ended", grid.number(), -1));
        }
    }

    private void happened(RunEvent event) {
        if (event instanceof GridEvent.Started started) {
            events.add(new Event("started", started.grid(), -1));
        } else if (event instanceof BlockEvent.Placed placed) {
            events.add(new Event("placed", placed.grid(), placed.block()));
        } else if (event instanceof BlockEvent.SwappedOut out) {
            events.add(new Event("out", out.grid(), out.block()));
        } else if (event instanceof BlockEvent.SwappedIn in) {
            events.add(new Event("in", in.grid(), in.block()));
        }
    }

    /** Submits a grid of so many blocks. */
    private void submit(int blocks) {
        submit(blocks, false);
    }

    private void submit(int blocks, boolean ofStream) {
        shapes.add(blocks);
        scheduler.submit(shapes.size() - 1, ofStream, lab.engine().now());
        lab.engine().run();
    }

    private Block oldest() {
        return running.iterator().next();
    }

    private void end(Block block) {
        running.remove(block);
        for (int w = 0; w < block.warpCount(); w++) {
            scheduler.blocks().warpEnded(block.warp(w), lab.engine().now());
        }
        lab.engine().run();
    }

    private List<Event> all(String what) {
        return events.stream().filter(event -> event.what().equals(what)).toList();
    }

    private static List<Event> blocks(int grid, int count) {
        return IntStream.range(0, count)
                .mapToObj(b -> new Event("placed", grid, b))
                .toList();
    }

    @Test
    void allBlocksOfAGridArePlacedBeforeAnyOfTheNext() {
        submit(6);
        submit(2);
        assertThat(all("placed")).isEqualTo(blocks(0, 4));
        assertThat(scheduler.placingGrid()).isNotNull().extracting(Grid::number).isEqualTo(0L);

        while (!running.isEmpty()) {
            end(oldest());
        }
        List<Event> expected = new ArrayList<>(blocks(0, 6));
        expected.addAll(blocks(1, 2));
        assertThat(all("placed")).isEqualTo(expected);
        assertThat(all("ended")).extracting(Event::grid).containsExactly(0L, 1L);
    }

    @Test
    void noMoreGridsAreOnTheDeviceThanItsLimit() {
        for (int grid = 0; grid < 4; grid++) {
            submit(1);
        }
        assertThat(all("started")).hasSize(3);
        assertThat(scheduler.residentGrids()).isEqualTo(3);
        assertThat(scheduler.waitingGrids()).isEqualTo(1);

        end(oldest());
        assertThat(all("started")).hasSize(4);
        assertThat(scheduler.counters().residentGridsMax()).isEqualTo(3);
    }

    @Test
    void aGridOfAStreamIsPassedByWhileThoseOfStreamsAreAtTheirLimit() {
        submit(1, true);
        submit(1, true);
        submit(1, false);
        assertThat(all("started")).extracting(Event::grid).containsExactly(0L, 2L);

        end(oldest());
        assertThat(all("started")).extracting(Event::grid).containsExactly(0L, 2L, 1L);
    }

    @Test
    void aBlockThatOnlyWaitsIsSwappedOutForOneThatCouldRun() {
        submit(4);
        submit(1);
        assertThat(all("started")).hasSize(1);
        Block waiting = oldest();

        scheduler.synchronizes(waiting, lab.engine().now());
        lab.engine().run();

        assertThat(all("out")).containsExactly(new Event("out", 0, waiting.index()));
        assertThat(waiting.isSwappedOut()).isTrue();
        assertThat(all("placed")).endsWith(new Event("placed", 1, 0));
        assertThat(scheduler.counters().blocksSwappedOut()).isEqualTo(1);
    }

    @Test
    void aBlockThatNeedNotWaitAnyMoreComesBackBeforeNewBlocks() {
        submit(4);
        submit(2);
        Block waiting = oldest();
        scheduler.synchronizes(waiting, lab.engine().now());
        lab.engine().run();
        scheduler.synchronizationEnds(waiting, lab.engine().now());
        lab.engine().run();
        assertThat(waiting.isSwappedOut()).isTrue();
        int placed = all("placed").size();

        running.remove(waiting);
        end(oldest());

        assertThat(waiting.isSwappedOut()).isFalse();
        assertThat(all("placed")).hasSize(placed);
    }
}
