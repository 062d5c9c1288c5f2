package io.cdpsim.runtime.graph;

import io.cdpsim.memory.visibility.causality.GridCausality;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One launch of a graph: how far its nodes are, the graphs that they let go, and the graphs that follow it as its tails. */
public final class GraphRun {
    private final GraphExec exec;
    private final Environment around;
    private final Environment own;
    private final int[] missing;
    private final Deque<Tail> tails = new ArrayDeque<>();
    private final Runnable done;
    private int openSteps;
    private int letGo;
    private int siblings;
    private boolean released;
    private boolean ofHost;
    private GraphRun whole = this;
    private int stream;
    private GraphCausality.@Nullable Watched watched;

    /** A graph that is to follow a launch. */
    record Tail(GraphExec exec, GraphCausality.@Nullable Watched watched) {}

    /** Counts the graphs that must be complete before something else may happen. */
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
     * @param around the environment that its siblings enter
     * @param done runs when its tails are complete too
     */
    GraphRun(GraphExec exec, Environment around, GraphRuns runs, Runnable done) {
        this.exec = exec;
        this.around = around;
        this.done = done;
        own = new Environment(() -> runs.finish(this));
        // The nodes count as one member.
        own.enter();
        missing = exec.steps().stream().mapToInt(GraphExec.Step::predecessors).toArray();
        openSteps = missing.length;
    }

    /** The same launch, as listeners and the visibility checker see it. */
    GraphRun of(int ofStream, GraphCausality.@Nullable Watched nodes) {
        stream = ofStream;
        watched = nodes;
        return this;
    }

    /** The same launch, made by the host. */
    GraphRun ofHost() {
        ofHost = true;
        return this;
    }

    /** The same launch, of a graph within another that is launched. */
    GraphRun within(GraphRun launch) {
        whole = launch.whole;
        ofHost = launch.ofHost;
        stream = launch.stream;
        return this;
    }

    /** The launch that it is a part of, as a graph of a conditional node; itself if it is none. */
    GraphRun whole() {
        return whole;
    }

    /** Whether the host launched it. */
    boolean isOfHost() {
        return ofHost;
    }

    /** The number of the host's stream that it belongs to. */
    public int stream() {
        return stream;
    }

    /** A node as the visibility checker knows it. */
    public @Nullable GridCausality watched(int step) {
        return watched == null ? null : watched.grids()[step];
    }

    /** The launch as the visibility checker knows it. */
    public GraphCausality.@Nullable Watched watched() {
        return watched;
    }

    /** The graph. */
    public GraphExec exec() {
        return exec;
    }

    /** The environment that graphs launched by its nodes enter. */
    Environment environment(boolean ofSibling) {
        return ofSibling ? around : own;
    }

    Runnable done() {
        return done;
    }

    /** Counts a graph that was let go, or launched as a sibling (rule G-5). */
    void countLaunch(boolean sibling) {
        if (sibling) {
            siblings++;
        } else {
            letGo++;
        }
    }

    /** Graphs that its nodes have let go, or launched as siblings. */
    public int launches(boolean sibling) {
        return sibling ? siblings : letGo;
    }

    /** Whether its nodes have launched no graph yet. */
    public boolean isFirstLaunch() {
        return letGo == 0 && siblings == 0 && tails.isEmpty();
    }

    /** Tails that have not started. */
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

    /** A step has one predecessor less to wait for. @return whether it may start */
    boolean arrive(int step) {
        return --missing[step] == 0;
    }

    /** A step is complete. */
    void completeOne() {
        if (--openSteps == 0) {
            own.leave();
        }
    }

    /** A graph without nodes is complete. */
    void completeEmpty() {
        own.leave();
    }

    /** Its graph may be launched again. @return whether this was said for the first time */
    boolean release() {
        boolean first = !released;
        released = true;
        return first;
    }
}
