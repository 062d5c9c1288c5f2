package io.cdpsim.runtime.cost;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.profile.DeviceLaunchSpec;
import io.cdpsim.profile.DeviceLaunchSpec.LaunchModel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.GridTable.GridState;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.LaunchTree.WorkExecutor;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A program of {@link PostedWork}s on a launch tree with the costs of a spec, and on a device that starts at once whatever comes to it. */
final class PostedWorkRun implements WorkExecutor {
    /** What a run is made with beside its spec. */
    record Setting(PendingLaunchPool pool, LaunchPolicy policy, boolean canLaunch) {
        static Setting of(long slots) {
            return new Setting(LaunchSpecBuilder.pool(slots), LaunchPolicy.EAGER, false);
        }
    }

    private static final int RECORD = 1;

    private final Engine engine = new Engine();
    private final GridTable grids = new GridTable(1 << 24, new GridNumbers());
    private final StreamTable streams = new StreamTable(0);
    private final PendingLaunchPool pool;
    private final LaunchCosts costs;
    private final LaunchTree tree;
    private final Kernel kernel;
    private final Map<Integer, PostedWork> live = new HashMap<>();
    private final Map<Long, PostedWork> byNumber = new HashMap<>();
    private final Map<String, Integer> streamsOfGrids = new HashMap<>();
    private final List<PostedWork> all = new ArrayList<>();
    private final int postEvent;
    private final int exitEvent;

    private final Map<String, Long> started = new LinkedHashMap<>();
    private final Map<String, Long> completed = new LinkedHashMap<>();
    private final Map<String, Long> retired = new LinkedHashMap<>();

    private PostedWorkRun(LaunchModel generation, DeviceLaunchSpec spec, Setting setting) {
        pool = setting.pool();
        NondeterministicChoices choices = new NondeterministicChoices(setting.policy(), 1);
        LaunchSchedule schedule = new LaunchSchedule(
                engine,
                grids,
                pool,
                spec,
                choices,
                new DeviceEvents(RunListeners.NONE, 0),
                LaunchSteps.forwardTo(this::tree));
        costs = generation == LaunchModel.HOPPER
                ? new HopperLaunchCosts(engine, grids, streams, pool, Profiles.load("h200"), spec, choices, schedule)
                : new KeplerLaunchCosts(grids, spec, schedule);
        tree = new LaunchTree(grids, streams, pool, new RuntimeMetrics(), costs, this, choices.holdsChildren());
        kernel = setting.canLaunch() ? launching() : new KernelBuilder("plain").build();
        postEvent = engine.register((now, index) -> post(all.get((int) index), (int) (index >>> Integer.SIZE)));
        exitEvent = engine.register((now, entry) -> {
            costs.threadsExited(now);
            tree.threadsExited((int) entry);
        });
    }

    private LaunchTree tree() {
        return tree;
    }

    private static Kernel launching() {
        KernelBuilder k = new KernelBuilder("launching");
        KernelReference plain = KernelReference.to(new KernelBuilder("plain").build());
        k.device().launch(plain, Operand.u32(1), Operand.u32(1), DeviceRuntimeCalls.NULL_STREAM);
        return k.build();
    }

    /** Runs host grids, which all start at once, to the end. */
    static PostedWorkRun of(LaunchModel generation, DeviceLaunchSpec spec, Setting setting, PostedWork... hostGrids) {
        PostedWorkRun run = new PostedWorkRun(generation, spec, setting);
        for (PostedWork host : hostGrids) {
            run.post(host, 0);
        }
        run.engine.run();
        if (run.grids.live() != 0 || run.pool.used() != 0) {
            throw new IllegalStateException(run.grids.live() + " entries are left");
        }
        return run;
    }

    /** When each piece started, waits aside, by its name. */
    Map<String, Long> started() {
        return started;
    }

    /** When each piece was complete for those in its stream. */
    Map<String, Long> completed() {
        return completed;
    }

    /** When the parent of each child heard of it. */
    Map<String, Long> retired() {
        return retired;
    }

    long startOf(String name) {
        return Objects.requireNonNull(started.get(name), name);
    }

    long completionOf(String name) {
        return Objects.requireNonNull(completed.get(name), name);
    }

    long retirementOf(String name) {
        return Objects.requireNonNull(retired.get(name), name);
    }

    private void post(PostedWork piece, int parent) {
        if (piece.kind == GridKind.EVENT_WAIT) {
            postWait(piece, parent);
            return;
        }
        boolean below = piece.kind != GridKind.HOST_GRID && piece.kind != GridKind.TAIL_GRID;
        int depth = parent == 0 ? 0 : grids.depth(parent) + (below ? 1 : 0);
        int entry = add(piece, parent, depth);
        if (piece.copies) {
            grids.describe(entry, new byte[0]);
        } else {
            grids.describe(entry, kernel, LaunchShape.of(piece.blocks, piece.threads), new byte[0]);
        }
        if (parent != 0) {
            grids.poolSlot(entry, pool.allocate());
            costs.postedAt(entry, engine.now(), piece.firstOfBlock);
        }
        if (piece.kind == GridKind.TAIL_GRID) {
            tree.adoptTail(entry);
        } else if (parent != 0) {
            grids.launchRecord(entry, RECORD);
            tree.adopt(entry);
            if (piece.stream != 0) {
                tree.enqueue(entry, stream(parent, piece.stream));
            }
        }
        tree.posted(entry, piece.firstOfCall);
    }

    private void postWait(PostedWork piece, int parent) {
        int recorded = streams.last(stream(parent, (int) piece.runs));
        boolean pending = recorded != 0 && grids.state(recorded) != GridState.RETIRING;
        if (pending) {
            int entry = add(piece, parent, grids.depth(parent));
            tree.adopt(entry);
            tree.enqueue(entry, stream(parent, piece.stream));
            tree.waitFor(entry, recorded);
            tree.posted(entry);
        }
    }

    private int add(PostedWork piece, int parent, int depth) {
        int entry = grids.add(piece.kind, parent, depth);
        live.put(entry, piece);
        byNumber.put(grids.number(entry), piece);
        return entry;
    }

    private int stream(int parent, int index) {
        return streamsOfGrids.computeIfAbsent(
                grids.number(parent) + "#" + index, key -> streams.add(grids.number(parent), 0));
    }

    private PostedWork piece(int entry) {
        return Objects.requireNonNull(live.get(entry));
    }

    @Override
    public boolean isAbandoned() {
        return false;
    }

    @Override
    public void waits(int entry, WaitReason reason) {}

    @Override
    public void submit(int entry) {
        PostedWork piece = piece(entry);
        started.put(piece.name, engine.now());
        tree.admit(entry);
        for (PostedWork child : piece.posts) {
            all.add(child);
            engine.schedule(
                    engine.now() + child.postedAfter, postEvent, (long) entry << Integer.SIZE | (all.size() - 1));
        }
        engine.schedule(engine.now() + piece.runs, exitEvent, entry);
    }

    @Override
    public void runMemoryOperation(int entry) {
        PostedWork piece = piece(entry);
        started.put(piece.name, engine.now());
        costs.memoryOperationEnds(entry, engine.now() + piece.runs);
    }

    @Override
    public void threadsExited(int entry) {}

    @Override
    public void completed(int entry) {
        completed.put(piece(entry).name, costs.now());
    }

    @Override
    public void hostGridCompleted(int entry) {}

    @Override
    public void recordReleased(int record, long number) {
        retired.put(Objects.requireNonNull(byNumber.get(number)).name, engine.now());
    }
}
