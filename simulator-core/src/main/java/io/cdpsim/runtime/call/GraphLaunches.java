package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.runtime.call.UncheckedErrors.BrokenRule;
import io.cdpsim.runtime.graph.GraphCausality;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphRun;
import io.cdpsim.runtime.graph.GraphRuns;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Launches of graphs by device code ({@code cudaGraphLaunch} in a kernel), one lane after the other. */
public final class GraphLaunches {
    private static final long TAIL = 1L << 56;
    private static final long FIRE_AND_FORGET = 2L << 56;
    private static final long SIBLING = 3L << 56;

    private static final BrokenRule IN_NO_GRAPH = new BrokenRule(
            "G-1", "the kernel is no node of a graph", "put the kernel into a graph and let the host launch that");
    private static final BrokenRule WRONG_STREAM = new BrokenRule(
            "G-2",
            "the graph is 0 or the stream is none of the three for graphs",
            "launch into cudaStreamGraphFireAndForget, cudaStreamGraphTailLaunch or"
                    + " cudaStreamGraphFireAndForgetAsSibling");
    private static final BrokenRule NOT_UPLOADED = new BrokenRule(
            "G-7", "the graph is not on the device", "call cudaGraphUpload before, or let the host launch it once");
    private static final BrokenRule IN_FLIGHT = new BrokenRule(
            "G-6",
            "the graph is in flight or pending as a tail",
            "instantiate the graph once for each launch in flight, or launch it again as a tail");
    private static final BrokenRule TOO_MANY = new BrokenRule(
            "G-5",
            "one launch of the graph has launched as many others as it may",
            "look at what the call returns, or launch fewer graphs with more nodes");
    private static final BrokenRule TOO_MANY_TAILS = new BrokenRule(
            "G-5",
            "the graph has as many tails pending as it may",
            "look at what the call returns, or let a tail launch further tails");

    private final Gpu gpu;
    private final GraphRuns graphs;
    private final GraphSpec costs;
    private final ThreadErrors errors;
    private final @Nullable GraphCausality causality;

    public GraphLaunches(Gpu gpu, GraphRuns graphs, ThreadErrors errors) {
        this.gpu = gpu;
        this.graphs = graphs;
        this.errors = errors;
        costs = graphs.costs();
        VisibilityFeed feed = gpu.visibility();
        causality = feed == null ? null : new GraphCausality(feed);
    }

    /** The handle of the graph of which a grid is a node, or 0 (rule G-1). */
    public long current(int entry) {
        GraphRun run = graphs.runOf(entry);
        return run == null ? 0 : run.exec().handle();
    }

    /**
     * Launches one graph for each of some lanes of a warp. @return the cycle at which the warp continues, or -1 if the device has
     * faulted
     */
    public long launch(Warp warp, Instruction in, int lanes, long now) {
        long at = now;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            at = launchByLane(warp, in, lane, at);
            if (gpu.isFaulted()) {
                return -1;
            }
        }
        return at;
    }

    private long launchByLane(Warp warp, Instruction in, int lane, long now) {
        long handle = CallArguments.argument(warp, in, CallRole.GRAPH, lane);
        long stream = CallArguments.argument(warp, in, CallRole.GRAPH_STREAM, lane);
        GraphRun run = graphs.runOf(warp.block().grid().node());
        boolean tail = stream == TAIL;
        boolean sibling = stream == SIBLING;
        // Rule G-1.
        if (run == null) {
            return refuse(warp, in, lane, now, IN_NO_GRAPH);
        }
        // Rule G-2.
        if (handle == 0 || !(tail || sibling || stream == FIRE_AND_FORGET)) {
            return refuse(warp, in, lane, now, WRONG_STREAM);
        }
        GraphExec exec = graphs.exec(handle);
        if (exec == null || !exec.isForDevice()) {
            // Rule G-7.
            gpu.fault(
                    DeviceFault.Kind.ILLEGAL_ADDRESS,
                    warp,
                    in,
                    lane,
                    "device code launches a graph that was not instantiated for the device (rule G-7)");
            return now;
        }
        // Rule G-7.
        BrokenRule broken = exec.isUploaded() ? broken(run, exec, tail, sibling) : NOT_UPLOADED;
        if (!broken.equals(BrokenRule.NONE)) {
            return refuse(warp, in, lane, now, broken);
        }
        GraphCausality.Watched launcher = run.watched();
        GraphCausality.Watched watched = null;
        if (causality != null && launcher != null) {
            BlockCausality by = VisibilityFeed.known(warp.block().watched());
            int thread = warp.indexInBlock() * Lanes.COUNT + lane;
            watched = tail
                    ? causality.launchTail(exec, by, thread, launcher)
                    : causality.launchConcurrently(exec, by, thread, launcher, sibling);
        }
        errors.report(warp, in, lane, CudaError.SUCCESS);
        long grid = warp.block().grid().number();
        if (tail) {
            int call = costs.tailCallCycles() + (run.isFirstLaunch() ? costs.firstTailCallCycles() : 0);
            graphs.launchTail(run, exec, grid, now, watched);
            return now + call;
        }
        long call = costs.callCycles()
                + (run.isFirstLaunch() ? costs.firstCallCycles() : 0)
                + (long) costs.callPerRootCycles() * (exec.roots() - 1);
        graphs.launchConcurrently(run, exec, sibling, grid, now, watched);
        return now + call;
    }

    private BrokenRule broken(GraphRun run, GraphExec exec, boolean tail, boolean sibling) {
        // Rule G-6.
        boolean isOwnTail = tail && exec == run.exec();
        if (exec.isPendingTail() || (exec.isInFlight() && !isOwnTail)) {
            return IN_FLIGHT;
        }
        // Rule G-5.
        if (tail) {
            return run.pendingTails() < costs.maxTails() ? BrokenRule.NONE : TOO_MANY_TAILS;
        }
        return run.launches(sibling) < costs.maxFireAndForget() ? BrokenRule.NONE : TOO_MANY;
    }

    private long refuse(Warp warp, Instruction in, int lane, long now, BrokenRule reason) {
        errors.report(warp, in, lane, CudaError.INVALID_VALUE, reason);
        return now + costs.refusedCallCycles();
    }
}
