package io.cdpsim.runtime.graph;

import io.cdpsim.memory.visibility.causality.GridCausality;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One launch of a graph: the progress of its nodes, their concurrent launches, and its tail launches. */
public final class GraphRun {
    private final GraphExec exec;
    private final LaunchedWork work;
    private final Environment outer;
    private final Environment inner;
    private final int[] pendingPredecessors;
    private final Map<Integer, Prerequisites> prerequisites = new HashMap<>(0);
    private final Set<Integer> releasedEarly = new HashSet<>(0);
    private final Deque<Tail> tails = new ArrayDeque<>();
    private final Runnable done;
    private int incompleteNodes;
    private int fireAndForgetLaunches;
    private int siblings;
    private boolean released;
    private boolean hostLaunch;
    private GraphRun root = this;
    private int stream;
    private long number;
    private GraphCausality.@Nullable Watched watched;

    /** A pending tail launch. */
    record Tail(GraphExec exec, GraphCausality.@Nullable Watched watched, long number) {}

    /** An execution environment: counts the graphs that must complete before an action. */
    static final class Environment {
        private final Runnable whenEmpty;
        private int members;

        Environment(Runnable whenEmpty) {
            this.whenEmpty = whenEmpty;
        }

        void enter() {
            members++;
        }

        void leave() {
            if (--members == 0) {
                whenEmpty.run();
            }
        }
    }

    /**
     * A launch that has not started.
     *
     * @param work the work of its nodes
     * @param outer the environment of its sibling launches
     * @param done runs when it and its tail launches are complete
     */
    GraphRun(GraphExec exec, LaunchedWork work, Environment outer, GraphRuns runs, Runnable done) {
        this.exec = exec;
        this.work = work;
        this.outer = outer;
        this.done = done;
        inner = new Environment(() -> runs.finish(this));
        // The nodes count as one member.
        inner.enter();
        pendingPredecessors =
                exec.steps().stream().mapToInt(GraphExec.Step::predecessors).toArray();
        incompleteNodes = pendingPredecessors.length;
    }

    /** Sets the stream for listeners and the nodes in the visibility checker. @return this */
    GraphRun identify(int newStream, GraphCausality.@Nullable Watched nodes) {
        stream = newStream;
        watched = nodes;
        return this;
    }

    /** Sets its number for listeners. @return this */
    GraphRun number(long newNumber) {
        number = newNumber;
        return this;
    }

    /** Its number for listeners. */
    long number() {
        return number;
    }

    /** Marks it as a launch by the host. @return this */
    GraphRun markHostLaunch() {
        hostLaunch = true;
        return this;
    }

    /** Makes it a part of another launch, as a body of a conditional node. @return this */
    GraphRun nestIn(GraphRun launch) {
        root = launch.root;
        hostLaunch = launch.hostLaunch;
        stream = launch.stream;
        return this;
    }

    /** The outermost launch of which it is a part as a body of a conditional node; itself if it is not. */
    GraphRun root() {
        return root;
    }

    /** Whether the host launched it. */
    boolean isHostLaunch() {
        return hostLaunch;
    }

    /** The number of its host stream. */
    public int stream() {
        return stream;
    }

    /** A node in the visibility checker, or null. */
    public @Nullable GridCausality watched(int step) {
        return watched == null ? null : watched.grids()[step];
    }

    /** The launch in the visibility checker, or null. */
    public GraphCausality.@Nullable Watched watched() {
        return watched;
    }

    /** The graph. */
    public GraphExec exec() {
        return exec;
    }

    /** The work of its nodes. */
    LaunchedWork work() {
        return work;
    }

    /** The environment of graphs that its nodes launch. */
    Environment environment(boolean sibling) {
        return sibling ? outer : inner;
    }

    Runnable done() {
        return done;
    }

    /** Counts a fire-and-forget or sibling launch (rule G-5). */
    void countLaunch(boolean sibling) {
        if (sibling) {
            siblings++;
        } else {
            fireAndForgetLaunches++;
        }
    }

    /** The number of sibling launches, or of fire-and-forget launches, by its nodes. */
    public int launches(boolean sibling) {
        return sibling ? siblings : fireAndForgetLaunches;
    }

    /** Whether its nodes have launched no graph yet. */
    public boolean isFirstLaunch() {
        return fireAndForgetLaunches == 0 && siblings == 0 && tails.isEmpty();
    }

    /** The number of pending tail launches. */
    public int pendingTails() {
        return tails.size();
    }

    void addTail(Tail tail) {
        tails.add(tail);
    }

    @Nullable
    Tail nextTail() {
        return tails.poll();
    }

    /** The kernels on which a step depends programmatically; null if there are none. */
    @Nullable
    Prerequisites prerequisites(GraphExec.Step step) {
        return step.programmaticPredecessors() == 0
                ? null
                : prerequisites.computeIfAbsent(
                        step.index(), key -> new Prerequisites(step.programmaticPredecessors()));
    }

    /** Marks that the programmatic successors of a step are released. @return whether they were not */
    boolean releaseEarly(GraphExec.Step step) {
        return releasedEarly.add(step.index());
    }

    /** A predecessor of a step is complete. @return whether the step may start */
    boolean releasePredecessor(int step) {
        return --pendingPredecessors[step] == 0;
    }

    /** Completes a node. */
    void completeNode() {
        if (--incompleteNodes == 0) {
            inner.leave();
        }
    }

    /** Completes a graph without nodes. */
    void completeEmpty() {
        inner.leave();
    }

    /** Releases its graph for another launch. @return whether this is the first call */
    boolean release() {
        boolean first = !released;
        released = true;
        return first;
    }
}
