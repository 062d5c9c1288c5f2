package io.cdpsim.runtime.graph;

import io.cdpsim.engine.Engine;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.GraphLaunchKind;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.runtime.launch.ActionTimer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The launches of graphs on one device. It starts each node when its predecessors are complete, and each waiting graph when the
 * graphs before it are complete. Grids of nodes run on the device like grids of streams.
 */
public final class GraphRuns {
    private final Engine engine;
    private final GraphSpec costs;
    private final ActionTimer timer;
    private final GridStarter starter;
    private final long dependentStartCycles;
    private final GraphReporter reporter;
    private final Map<Integer, GraphRun> runByGrid = new HashMap<>();
    private final Map<Long, GraphExec> graphs = new HashMap<>();
    private final Map<Long, GraphExec.Step> deviceNodes = new HashMap<>();
    private final Map<Long, GraphCondition> conditions = new HashMap<>();

    /** Posts the grid of a node. */
    @FunctionalInterface
    public interface GridStarter {
        /**
         * Posts a grid without dependencies.
         *
         * @param run the launch of the graph
         * @param step the number of the node in the flattened graph
         * @param prerequisites what the grid waits for at {@code griddepcontrol.wait}; null if that does not wait
         * @param released runs when grids that depend on it programmatically may start (rule D-1); null if there are none
         * @param numbered receives the number of the grid before it is posted
         * @param completed runs when the grid is complete
         * @return its entry in the grid table
         */
        int start(
                GraphWork.Launch work,
                GraphRun run,
                int step,
                @Nullable Prerequisites prerequisites,
                @Nullable Runnable released,
                LongConsumer numbered,
                Runnable completed);
    }

    /**
     * A device without graphs.
     *
     * @param dependentStartCycles from the trigger or the end of a kernel to the start of one that depends on it programmatically
     */
    public GraphRuns(
            Engine engine, GraphSpec costs, long dependentStartCycles, DeviceEvents events, GridStarter starter) {
        this.engine = engine;
        this.costs = costs;
        this.starter = starter;
        this.dependentStartCycles = dependentStartCycles;
        timer = new ActionTimer(engine);
        reporter = new GraphReporter(engine, events);
    }

    /** The costs of graphs. */
    public GraphSpec costs() {
        return costs;
    }

    /** Adds a graph that device code can refer to. */
    public void add(GraphExec exec) {
        graphs.put(exec.handle(), exec);
        deviceNodes.putAll(exec.deviceNodes());
    }

    /** Adds a condition that device code can set. */
    public void add(GraphCondition condition) {
        conditions.put(condition.handle(), condition);
    }

    /** The condition with a handle, or null. */
    public @Nullable GraphCondition condition(long handle) {
        return conditions.get(handle);
    }

    /** Whether device code can update a node ({@code cudaGraphDeviceNode_t}) of an executable graph. */
    public boolean isDeviceNode(long handle) {
        return deviceNodes.containsKey(handle);
    }

    private GraphExec.Step deviceNode(long handle) {
        GraphExec.Step step = deviceNodes.get(handle);
        if (step == null) {
            throw new IllegalArgumentException("no updatable node has the handle " + handle);
        }
        return step;
    }

    /** Enables or disables a node, from its next start on. */
    public void setEnabled(long deviceNode, boolean enabled) {
        deviceNode(deviceNode).setEnabled(enabled);
    }

    /** Changes the grid dimensions of a node, from its next start on. @return whether they are a multiple of its clusters (rule C-1) */
    public boolean resize(long deviceNode, long gridX, long gridY, long gridZ) {
        GraphExec.Step step = deviceNode(deviceNode);
        GraphWork.Launch resized = ((GraphWork.Launch) step.work()).withGrid(gridX, gridY, gridZ);
        ClusterShape cluster = resized.shape().of(resized.kernel().attributes()).cluster();
        boolean fits = gridX % cluster.x() == 0 && gridY % cluster.y() == 0 && gridZ % cluster.z() == 0;
        if (fits) {
            step.setWork(resized);
        }
        return fits;
    }

    /** The size of the parameter buffer of a node, bytes. */
    public int parameterBytes(long deviceNode) {
        return ((GraphWork.Launch) deviceNode(deviceNode).work()).parameters().length;
    }

    /** Changes bytes of the parameter buffer of a node, from its next start on. */
    public void setParameter(long deviceNode, int offset, byte[] bytes) {
        GraphExec.Step step = deviceNode(deviceNode);
        step.setWork(((GraphWork.Launch) step.work()).withParameterBytes(offset, bytes));
    }

    /** Removes a graph. */
    public void remove(GraphExec exec) {
        graphs.remove(exec.handle());
        deviceNodes.keySet().removeAll(exec.deviceNodes().keySet());
    }

    /** The graph with a handle, or null. */
    public @Nullable GraphExec exec(long handle) {
        return graphs.get(handle);
    }

    /** The launch of the graph of which a grid is a node, or null. */
    public @Nullable GraphRun runOf(int entry) {
        return runByGrid.get(entry);
    }

    /**
     * Launches a graph for the host, now or when its earlier launches are complete.
     *
     * @param work the work of its nodes at the call
     * @param stream the number of the stream, for listeners
     * @param watched its nodes in the visibility checker, or null
     * @param done runs when the launch and its siblings are complete (rule G-4)
     */
    public void launch(
            GraphExec exec, LaunchedWork work, int stream, GraphCausality.@Nullable Watched watched, Runnable done) {
        exec.upload();
        // Rule G-4: siblings enter it too. Rule G-9: also a graph for the device.
        GraphRun.Environment outer = new GraphRun.Environment(done);
        outer.enter();
        GraphRun run = new GraphRun(exec, work, outer, this, outer::leave)
                .identify(stream, watched)
                .number(reporter.launched(exec, GraphLaunchKind.HOST, 0, 0, -1, stream, engine.now()))
                .markHostLaunch();
        exec.whenFree(() -> start(run, engine.now()));
    }

    /**
     * Launches a graph concurrently with its launcher: fire-and-forget in the launcher's environment, or as a sibling in the
     * outer environment (rule G-3).
     *
     * @param grid the number of the launching grid
     */
    public void launchConcurrently(
            GraphRun launcher,
            GraphExec exec,
            boolean sibling,
            long grid,
            long calledCycle,
            GraphCausality.@Nullable Watched watched) {
        launcher.countLaunch(sibling);
        // Rule G-3.
        GraphRun.Environment environment = launcher.environment(sibling);
        environment.enter();
        GraphLaunchKind how = sibling ? GraphLaunchKind.SIBLING : GraphLaunchKind.FIRE_AND_FORGET;
        GraphRun run = new GraphRun(exec, exec.launchedWork(), environment, this, environment::leave)
                .identify(launcher.stream(), watched)
                .number(reporter.launched(exec, how, grid, launcher.number(), -1, launcher.stream(), calledCycle));
        exec.whenFree(() -> start(run, calledCycle + costs.callToStartCycles() + deepStartCycles(exec)));
    }

    /**
     * Launches a graph as a tail, after its launcher and all earlier tail launches (rules G-3, G-10).
     *
     * @param grid the number of the launching grid
     */
    public void launchTail(
            GraphRun launcher, GraphExec exec, long grid, long calledCycle, GraphCausality.@Nullable Watched watched) {
        exec.pendingTail(true);
        long number = reporter.launched(
                exec, GraphLaunchKind.TAIL, grid, launcher.number(), -1, launcher.stream(), calledCycle);
        launcher.addTail(new GraphRun.Tail(exec, watched, number));
    }

    private int deepStartCycles(GraphExec exec) {
        return exec.levels() > 2 ? costs.deepStartCycles() : 0;
    }

    private int gapCycles(GraphRun run) {
        return run.isHostLaunch() ? costs.hostNodeGapCycles() : costs.nodeGapCycles();
    }

    private void start(GraphRun run, long cycle) {
        if (run.root() == run) {
            run.exec().graph().usedConditions().forEach(GraphCondition::launched);
        }
        reporter.started(run);
        long at = Math.max(cycle, engine.now());
        int rootCycles = run.exec().roots() <= costs.fewRoots() ? costs.fewRootCycles() : costs.rootCycles();
        for (GraphExec.Step step : run.exec().steps()) {
            if (step.predecessors() == 0) {
                reporter.nodeReleased(run, step, -1);
                start(run, step, at);
                at += rootCycles;
            }
        }
        if (run.exec().steps().isEmpty()) {
            timer.after(at - engine.now(), run::completeEmpty);
        }
    }

    private void start(GraphRun run, GraphExec.Step step, long cycle) {
        timer.after(cycle - engine.now(), () -> execute(run, step));
    }

    private void execute(GraphRun run, GraphExec.Step step) {
        GraphWork work = run.work().of(step.index());
        boolean isEnabled = run.work().isEnabled(step.index());
        if (isEnabled && work instanceof GraphWork.Launch launch) {
            int[] entry = new int[1];
            LongConsumer numbered = grid -> reporter.nodeStarted(run, step, grid);
            Runnable released = step.releasesEarly() ? () -> releaseEarly(run, step) : null;
            entry[0] = starter.start(launch, run, step.index(), run.prerequisites(step), released, numbered, () -> {
                runByGrid.remove(entry[0]);
                completed(run, step, gapCycles(run));
            });
            runByGrid.put(entry[0], run.root());
            return;
        }
        reporter.nodeStarted(run, step, 0);
        if (!isEnabled) {
            completed(run, step, 0);
        } else if (work instanceof GraphWork.Operation operation) {
            operation.start().run(run.watched(step.index()), () -> completed(run, step, gapCycles(run)));
        } else if (work instanceof GraphWork.Conditional conditional) {
            test(run, step, conditional);
        } else {
            completed(run, step, 0);
        }
    }

    /** Runs the body of a conditional node that its condition selects. A while node then tests its condition again. */
    private void test(GraphRun run, GraphExec.Step step, GraphWork.Conditional conditional) {
        int selected = conditional.selectedBody();
        if (selected < 0) {
            completed(run, step, 0);
            return;
        }
        GraphExec body = step.bodies().get(selected);
        GraphRun.Environment environment = new GraphRun.Environment(() -> {
            if (conditional.kind() == GraphWork.Conditional.Kind.WHILE) {
                test(run, step, conditional);
            } else {
                completed(run, step, gapCycles(run));
            }
        });
        environment.enter();
        GraphCausality.Watched watched =
                run.watched() == null ? null : run.watched().body(body, step.index());
        GraphRun bodyRun = new GraphRun(
                        body, run.work().body(step.index(), selected), environment, this, environment::leave)
                .nestIn(run)
                .identify(run.stream(), watched)
                .number(reporter.launched(
                        body, GraphLaunchKind.BODY, 0, run.number(), step.index(), run.stream(), engine.now()));
        start(bodyRun, engine.now() + gapCycles(run));
    }

    private void completed(GraphRun run, GraphExec.Step step, int gapCycles) {
        reporter.nodeEnded(run, step);
        if (step.releasesEarly()) {
            releaseEarly(run, step);
        }
        for (int i = 0; i < step.successors().size(); i++) {
            GraphExec.Step next = step.successors().get(i);
            Prerequisites waitedFor = step.port(i).isProgrammatic() ? run.prerequisites(next) : null;
            if (waitedFor != null) {
                waitedFor.completeOne();
            } else if (run.releasePredecessor(next.index())) {
                reporter.nodeReleased(run, next, step.index());
                start(run, next, engine.now() + gapCycles);
            }
        }
        run.completeNode();
    }

    /** Rule D-1: kernels that depend programmatically on a step may start. */
    private void releaseEarly(GraphRun run, GraphExec.Step step) {
        if (!run.releaseEarly(step)) {
            return;
        }
        for (int i = 0; i < step.successors().size(); i++) {
            GraphExec.Step next = step.successors().get(i);
            if (step.port(i).isProgrammatic() && run.releasePredecessor(next.index())) {
                reporter.nodeReleased(run, next, step.index());
                start(run, next, engine.now() + dependentStartCycles);
            }
        }
    }

    /**
     * Starts the next tail launch, when the nodes and their fire-and-forget launches, or the tail launch before, are complete
     * (rules G-3, G-10).
     */
    void finish(GraphRun run) {
        GraphExec own = run.exec();
        // Rule G-10.
        GraphRun.Tail following = run.nextTail();
        GraphExec tail = following == null ? null : following.exec();
        boolean first = run.release();
        if (first) {
            reporter.ended(run);
        }
        if (first && run.watched() != null) {
            run.watched().complete();
        }
        boolean isRelaunch = first && tail == own;
        if (first && !isRelaunch) {
            own.released();
        }
        if (following == null || tail == null) {
            run.done().run();
            return;
        }
        // The last tail launch replaces this launch, so that a graph may relaunch itself any number of times.
        Runnable whenDone = run.pendingTails() == 0 ? run.done() : () -> finish(run);
        GraphRun next = new GraphRun(tail, tail.launchedWork(), run.environment(true), this, whenDone)
                .identify(run.stream(), following.watched())
                .number(following.number());
        tail.pendingTail(false);
        long now = engine.now();
        if (isRelaunch) {
            // Rule G-6: no other launch of the graph runs between it and its relaunch.
            start(next, now + costs.relaunchStartCycles());
        } else {
            tail.whenFree(() -> start(next, now + costs.tailStartCycles() + deepStartCycles(tail)));
        }
    }
}
