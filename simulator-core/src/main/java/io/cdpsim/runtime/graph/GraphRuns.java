package io.cdpsim.runtime.graph;

import io.cdpsim.engine.Engine;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.runtime.launch.ActionTimer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The launches of graphs on one device: starts each node once those before it are complete, and each graph that waits for others once they are. Grids of
 * nodes go to the device as those of streams do.
 */
public final class GraphRuns {
    private final Engine engine;
    private final GraphSpec costs;
    private final ActionTimer timer;
    private final GridStarter starter;
    private final Map<Integer, GraphRun> runOfGrid = new HashMap<>();
    private final Map<Long, GraphExec> known = new HashMap<>();
    private final Map<Long, GraphExec.Step> deviceNodes = new HashMap<>();
    private final Map<Long, GraphCondition> conditions = new HashMap<>();

    /** Posts the grid of a node. */
    @FunctionalInterface
    public interface GridStarter {
        /**
         * Posts a grid that waits for nothing.
         *
         * @param run the launch of the graph
         * @param step the number of the node in the flattened graph
         * @param completed runs when the grid is complete
         * @return its entry in the grid table
         */
        int start(GraphWork.Launch work, GraphRun run, int step, Runnable completed);
    }

    /** A device without graphs. */
    public GraphRuns(Engine engine, GraphSpec costs, GridStarter starter) {
        this.engine = engine;
        this.costs = costs;
        this.starter = starter;
        timer = new ActionTimer(engine);
    }

    /** What graphs cost. */
    public GraphSpec costs() {
        return costs;
    }

    /** Device code may name a graph from now on. */
    public void add(GraphExec exec) {
        known.put(exec.handle(), exec);
        deviceNodes.putAll(exec.deviceNodes());
    }

    /** Device code may set a condition from now on. */
    public void add(GraphCondition condition) {
        conditions.put(condition.handle(), condition);
    }

    /** The condition of a handle; null if there is none. */
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
            throw new IllegalArgumentException("no node that device code updates has the handle " + handle);
        }
        return step;
    }

    /** Lets a node run or do nothing, from its next start on. */
    public void enable(long deviceNode, boolean runs) {
        deviceNode(deviceNode).enable(runs);
    }

    /** Gives a node another grid, from its next start on. */
    public void resize(long deviceNode, long gridX, long gridY, long gridZ) {
        GraphExec.Step step = deviceNode(deviceNode);
        step.work(((GraphWork.Launch) step.work()).withGrid(gridX, gridY, gridZ));
    }

    /** Bytes of the parameter buffer of a node. */
    public int parameterBytes(long deviceNode) {
        return ((GraphWork.Launch) deviceNode(deviceNode).work()).parameters().length;
    }

    /** Changes bytes of the parameter buffer of a node, from its next start on. */
    public void setParameter(long deviceNode, int offset, byte[] bytes) {
        GraphExec.Step step = deviceNode(deviceNode);
        step.work(((GraphWork.Launch) step.work()).withParameterBytes(offset, bytes));
    }

    /** Device code may no longer name a graph. */
    public void remove(GraphExec exec) {
        known.remove(exec.handle());
        deviceNodes.keySet().removeAll(exec.deviceNodes().keySet());
    }

    /** The graph of a handle; null if there is none. */
    public @Nullable GraphExec exec(long handle) {
        return known.get(handle);
    }

    /** The launch of a graph that a grid is a node of; null if it is none. */
    public @Nullable GraphRun runOf(int entry) {
        return runOfGrid.get(entry);
    }

    /**
     * Launches a graph for the host, now or when its launches before are complete.
     *
     * @param stream the number of the stream, for listeners
     * @param watched its nodes as the visibility checker knows them, if there is one
     * @param done runs when the launch is complete, and its siblings too (rule G-4)
     */
    public void launch(GraphExec exec, int stream, GraphCausality.@Nullable Watched watched, Runnable done) {
        exec.upload();
        // Rule G-4: siblings enter it too. Rule G-9: also a graph for the device.
        GraphRun.Environment around = new GraphRun.Environment(done);
        around.enter();
        GraphRun run = new GraphRun(exec, around, this, around::leave)
                .of(stream, watched)
                .ofHost();
        exec.whenFree(() -> start(run, engine.now()));
    }

    /** Launches a graph beside its launcher, in the launcher's environment or, as a sibling, in that around it (rule G-3). */
    public void letGo(
            GraphRun launcher,
            GraphExec exec,
            boolean sibling,
            long calledCycle,
            GraphCausality.@Nullable Watched watched) {
        launcher.countLaunch(sibling);
        // Rule G-3.
        GraphRun.Environment around = launcher.environment(sibling);
        around.enter();
        GraphRun run = new GraphRun(exec, around, this, around::leave).of(launcher.stream(), watched);
        exec.whenFree(() -> start(run, calledCycle + costs.callToStartCycles() + deep(exec)));
    }

    /** Launches a graph behind its launcher, and behind all tails called before (rules G-3, G-10). */
    public void append(GraphRun launcher, GraphExec exec, GraphCausality.@Nullable Watched watched) {
        exec.pendingTail(true);
        launcher.addTail(new GraphRun.Tail(exec, watched));
    }

    private int deep(GraphExec exec) {
        return exec.levels() > 2 ? costs.deepStartCycles() : 0;
    }

    private int gap(GraphRun run) {
        return run.isOfHost() ? costs.hostNodeGapCycles() : costs.nodeGapCycles();
    }

    private void start(GraphRun run, long cycle) {
        if (run.whole() == run) {
            run.exec().graph().usedConditions().forEach(GraphCondition::launched);
        }
        long at = Math.max(cycle, engine.now());
        int rootCycles = run.exec().roots() <= costs.fewRoots() ? costs.fewRootCycles() : costs.rootCycles();
        for (GraphExec.Step step : run.exec().steps()) {
            if (step.predecessors() == 0) {
                start(run, step, at);
                at += rootCycles;
            }
        }
        if (run.exec().steps().isEmpty()) {
            timer.after(at - engine.now(), run::completeEmpty);
        }
    }

    private void start(GraphRun run, GraphExec.Step step, long cycle) {
        timer.after(cycle - engine.now(), () -> begin(run, step));
    }

    private void begin(GraphRun run, GraphExec.Step step) {
        if (!step.isEnabled()) {
            completed(run, step, 0);
        } else if (step.work() instanceof GraphWork.Launch launch) {
            int[] entry = new int[1];
            entry[0] = starter.start(launch, run, step.index(), () -> {
                runOfGrid.remove(entry[0]);
                completed(run, step, gap(run));
            });
            runOfGrid.put(entry[0], run.whole());
        } else if (step.work() instanceof GraphWork.Operation operation) {
            operation.start().run(run.watched(step.index()), () -> completed(run, step, gap(run)));
        } else if (step.work() instanceof GraphWork.Conditional conditional) {
            test(run, step, conditional);
        } else {
            completed(run, step, 0);
        }
    }

    /** A conditional node runs the graph that its condition chooses, and a while node tests again behind it. */
    private void test(GraphRun run, GraphExec.Step step, GraphWork.Conditional conditional) {
        int chosen = conditional.chosen();
        if (chosen < 0) {
            completed(run, step, 0);
            return;
        }
        GraphExec body = step.bodies().get(chosen);
        GraphRun.Environment around = new GraphRun.Environment(() -> {
            if (conditional.kind() == GraphWork.Conditional.Kind.WHILE) {
                test(run, step, conditional);
            } else {
                completed(run, step, gap(run));
            }
        });
        around.enter();
        GraphCausality.Watched watched =
                run.watched() == null ? null : run.watched().body(body, step.index());
        GraphRun inside =
                new GraphRun(body, around, this, around::leave).within(run).of(run.stream(), watched);
        start(inside, engine.now() + gap(run));
    }

    private void completed(GraphRun run, GraphExec.Step step, int gapCycles) {
        for (GraphExec.Step next : step.successors()) {
            if (run.arrive(next.index())) {
                start(run, next, engine.now() + gapCycles);
            }
        }
        run.completeOne();
    }

    /** Nodes and what they let go are complete, or a tail is: the next tail runs (rules G-3, G-10). */
    void finish(GraphRun run) {
        GraphExec own = run.exec();
        // Rule G-10.
        GraphRun.Tail following = run.nextTail();
        GraphExec tail = following == null ? null : following.exec();
        boolean first = run.release();
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
        // Nothing is left to do behind the last tail: it stands for this launch, so that a graph may relaunch itself
        // for ever.
        Runnable then = run.pendingTails() == 0 ? run.done() : () -> finish(run);
        GraphRun next = new GraphRun(tail, run.environment(true), this, then).of(run.stream(), following.watched());
        tail.pendingTail(false);
        long now = engine.now();
        if (isRelaunch) {
            // Rule G-6: no other launch of the graph comes between it and its relaunch.
            start(next, now + costs.relaunchStartCycles());
        } else {
            tail.whenFree(() -> start(next, now + costs.tailStartCycles() + deep(tail)));
        }
    }
}
