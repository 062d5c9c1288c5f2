package io.cdpsim.runtime.host;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.profile.GraphSpec;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.HostOutput;
import io.cdpsim.runtime.graph.CaptureMode;
import io.cdpsim.runtime.graph.CaptureThread;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphCausality;
import io.cdpsim.runtime.graph.GraphCondition;
import io.cdpsim.runtime.graph.GraphExec;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphNodeType;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.graph.LaunchedWork;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The graph calls of the host: nodes, stream capture, instantiation and launches. Obtained from {@link Host#graphs}. */
public final class HostGraphs {
    /** The first handle of an executable graph. Handles are not addresses of the machine. */
    private static final long FIRST_HANDLE = 0x7000_0000;

    private static final long HANDLE_STEP = 16;

    private final Supplier<Device> current;
    private final HostThread thread;
    private final HostQueues queues;
    private final HostLaunches launches;
    private final HostCopies copies;
    private final HostOutput output;
    private final Supplier<HostStream> defaultStream;
    private final @Nullable HostVisibility visibility;
    private final CaptureThread mainThread = new CaptureThread();
    private long nextHandle = FIRST_HANDLE;

    HostGraphs(
            HostContext context,
            Supplier<Device> current,
            Supplier<HostStream> defaultStream,
            HostLaunches launches,
            HostCopies copies) {
        this.current = current;
        thread = context.thread();
        queues = context.queues();
        this.launches = launches;
        this.copies = copies;
        output = context.output();
        this.defaultStream = defaultStream;
        visibility = context.visibility();
    }

    /**
     * A launch on the current device, as a node. The arguments are those of {@link Host#launch}.
     *
     * @throws CudaException if it is invalid
     */
    public GraphWork kernel(Kernel kernel, LaunchShape shape, Number... arguments) {
        return launches.node(current.get(), kernel, shape, arguments);
    }

    /**
     * A launch with a buffer of parameters on the current device, as a node.
     *
     * @throws CudaException if it is invalid
     */
    public GraphWork kernelWithBuffer(Kernel kernel, LaunchShape shape, byte[] parameters) {
        return launches.node(current.get(), kernel, shape, parameters);
    }

    /**
     * A copy of rows, as a node.
     *
     * @throws CudaException if an endpoint does not contain the rows
     */
    public GraphWork.Operation copy(CopyEndpoint destination, CopyEndpoint source, long rowBytes, long rows) {
        return copies.copyNode(current.get(), destination, source, rowBytes, rows, defaultStream.get());
    }

    /**
     * A fill of rows, as a node.
     *
     * @param word what it writes into each four bytes of a row, from the first one on
     * @throws CudaException if they are not in one allocation
     */
    public GraphWork fill(long address, long pitchBytes, int word, long rowBytes, long rows) {
        return copies.fillNode(current.get(), address, pitchBytes, word, rowBytes, rows, defaultStream.get());
    }

    /**
     * A function of the host, as a node.
     *
     * @param start starts it, and runs its argument when it has returned
     */
    public GraphWork hostFunction(Consumer<Runnable> start) {
        return new GraphWork.Operation(GraphNodeType.HOST, false, (watched, done) -> {
            output.flush();
            start.accept(done);
        });
    }

    /** The recording of an event, as a node. */
    public GraphWork record(HostEvent event) {
        return new GraphWork.Operation(GraphNodeType.EVENT_RECORD, false, new GraphWork.Operation.Start() {
            @Override
            public void launched() {
                event.captured(null, Map.of());
                event.recorded();
            }

            @Override
            public void run(@Nullable GridCausality watched, Runnable done) {
                event.reachedAt(thread.now());
                done.run();
            }
        });
    }

    /** The wait for an event, as a node. */
    public GraphWork waitFor(HostEvent event) {
        return new GraphWork.Operation(
                GraphNodeType.WAIT_EVENT, false, (watched, done) -> event.whenReached(event.recordings(), done));
    }

    /**
     * Instantiates a graph.
     *
     * @param forDevice whether device code may launch it
     * @throws CudaException if the graph cannot be instantiated (rule G-8)
     */
    public GraphExec instantiate(Graph graph, boolean forDevice) {
        GraphExec exec = GraphExec.of(graph, newHandle(), forDevice);
        current.get().runtime().graphs().add(exec);
        return exec;
    }

    /**
     * Creates a condition for a conditional node of a graph or of a nested graph ({@code cudaGraphConditionalHandleCreate}).
     *
     * @param defaultValue its value at a launch
     * @param assignsDefault whether each launch assigns that value
     */
    public GraphCondition condition(Graph graph, int defaultValue, boolean assignsDefault) {
        GraphCondition condition = new GraphCondition(newHandle(), defaultValue, assignsDefault);
        graph.add(condition);
        current.get().runtime().graphs().add(condition);
        return condition;
    }

    /** A copy of a launch that device code can update by a new handle ({@code cudaGraphDeviceNode_t}). */
    public GraphWork.Launch updatable(GraphWork.Launch launch) {
        return launch.updatableBy(newHandle());
    }

    private long newHandle() {
        long handle = nextHandle;
        nextHandle += HANDLE_STEP;
        return handle;
    }

    /** Destroys an executable graph. */
    public void destroy(GraphExec exec) {
        current.get().runtime().graphs().remove(exec);
    }

    /** Uploads a graph to the device, in stream order ({@code cudaGraphUpload}). */
    public void upload(GraphExec exec, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaGraphUpload");
        long start = thread.now();
        thread.spend(callNanos(exec));
        thread.called(stream.device(), "cudaGraphUpload", start);
        queues.add(stream, 0, done -> {
            exec.upload();
            done.run();
        });
    }

    private GraphSpec costs() {
        return current.get().profile().graphs();
    }

    private double callNanos(GraphExec exec) {
        return costs().launchNanos() == 0
                ? queues.costs().launchNanos()
                : costs().launchNanos() + costs().launchPerNodeNanos() * exec.size();
    }

    /** Launches a graph, in stream order; in a captured stream, as a node ({@code cudaGraphLaunch}). */
    public void launch(GraphExec exec, HostStream stream) {
        launch(exec, stream, () -> {});
    }

    /**
     * Launches a graph, in stream order; in a captured stream, as a node.
     *
     * @param completed runs when the launch is complete, or is captured
     */
    public void launch(GraphExec exec, HostStream stream, Runnable completed) {
        HostThread.checkContext(stream.device(), "cudaGraphLaunch");
        if (queues.captures().isCapturing(stream)) {
            queues.captures().add(stream, new GraphWork.Nested(exec.graph().copy()));
            completed.run();
            return;
        }
        long start = thread.now();
        output.flush();
        thread.spend(callNanos(exec));
        thread.called(stream.device(), "cudaGraphLaunch", start);
        VisibilityFeed feed = stream.device().gpu().visibility();
        GraphCausality.Watched watched =
                visibility == null || feed == null ? null : visibility.launches(stream, feed, exec);
        double gap = costs().hostStartNanos() == 0 ? queues.costs().backToBackNanos() : costs().hostStartNanos();
        LaunchedWork work = exec.launchedWork();
        work.launched();
        queues.add(
                stream,
                gap,
                done -> stream.device().runtime().graphs().launch(exec, work, stream.index(), watched, () -> {
                    if (watched != null) {
                        watched.completeAround();
                    }
                    completed.run();
                    done.run();
                }));
    }

    /**
     * Starts the capture of a stream ({@code cudaStreamBeginCapture}).
     *
     * @throws CudaException if the stream cannot be captured
     */
    public void beginCapture(HostStream stream, CaptureMode mode) {
        beginCapture(stream, mode, mainThread, new Graph(), List.of(), Map.of());
    }

    /**
     * Starts the capture of a stream into an existing graph ({@code cudaStreamBeginCaptureToGraph}).
     *
     * @param thread the thread that starts it
     * @param dependencies the dependencies of the first captured node
     * @param ports the ports of the dependencies other than {@link DependencyPort#COMPLETION}
     * @throws CudaException if the stream cannot be captured
     */
    public void beginCapture(
            HostStream stream,
            CaptureMode mode,
            CaptureThread thread,
            Graph graph,
            List<GraphNode> dependencies,
            Map<GraphNode, DependencyPort> ports) {
        queues.captures().begin(stream, mode, thread, graph, dependencies, ports);
    }

    /** The port of a dependency of the next work in a captured stream. */
    public DependencyPort capturePort(HostStream stream, GraphNode dependency) {
        return stream.capturedPort(dependency);
    }

    /** The dependencies of the next work in a captured stream. */
    public List<GraphNode> captureDependencies(HostStream stream) {
        return stream.lastCaptured();
    }

    /**
     * Changes the dependencies of the next work in a captured stream ({@code cudaStreamUpdateCaptureDependencies}).
     *
     * @param ports the ports of the dependencies other than {@link DependencyPort#COMPLETION}
     * @param replaces whether the new dependencies replace the current ones
     * @throws CudaException if the stream is not captured
     */
    public void captureDependencies(
            HostStream stream, List<GraphNode> dependencies, Map<GraphNode, DependencyPort> ports, boolean replaces) {
        queues.captures().depend(stream, dependencies, ports, replaces);
    }

    /**
     * Ends a capture ({@code cudaStreamEndCapture}).
     *
     * @return the captured graph
     * @throws CudaException if the capture has failed
     */
    public Graph endCapture(HostStream stream) {
        return endCapture(stream, mainThread);
    }

    /**
     * Ends a capture in a thread.
     *
     * @return the captured graph
     * @throws CudaException if the capture has failed, or another thread started it and it is not relaxed
     */
    public Graph endCapture(HostStream stream, CaptureThread thread) {
        return queues.captures().end(stream, thread);
    }

    /** The capture status of a stream. */
    public GraphCapture.Status captureStatus(HostStream stream) {
        return queues.captures().status(stream);
    }

    /** The capture in which a stream participates, or null. */
    public @Nullable GraphCapture capture(HostStream stream) {
        return stream.capture();
    }

    /**
     * Adds work to a captured stream.
     *
     * @return whether the stream is captured
     */
    public boolean record(HostStream stream, Supplier<GraphWork> work) {
        boolean captured = queues.captures().isCapturing(stream);
        if (captured) {
            queues.captures().add(stream, work.get());
        }
        return captured;
    }

    /**
     * Records an event for the launch ahead of it in a captured stream ({@code cudaLaunchAttributeProgrammaticEvent}).
     *
     * @param port the state of the launch that releases the event
     */
    public void record(HostEvent event, HostStream stream, DependencyPort port) {
        queues.captures().record(stream, event, port);
    }

    /**
     * Checks a launch of a node with its present attributes on the current device.
     *
     * @return the launch
     * @throws CudaException if it is invalid
     */
    public GraphWork.Launch checked(GraphWork.Launch launch) {
        HostLaunches.check(current.get(), launch);
        return launch;
    }

    /**
     * Checks a call that waits for or queries a stream.
     *
     * @throws CudaException if the stream is captured
     */
    public void refuseForCaptured(HostStream stream) {
        refuse(queues.captures().refusal(stream), "a call waits for or queries a stream");
    }

    /**
     * Checks a call that waits for or queries an event.
     *
     * @throws CudaException if the event was recorded in a capture
     */
    public void refuseForCaptured(HostEvent event) {
        GraphCapture capture = event.capture();
        if (capture != null) {
            capture.invalidate();
            throw new CudaException(CudaError.CAPTURED_EVENT, "the event was recorded in a capture");
        }
    }

    /**
     * Checks an unsafe call of a thread, such as an allocation.
     *
     * @throws CudaException if a capture in progress forbids it
     */
    public void refuseUnsafeCall(CaptureThread caller) {
        refuse(queues.captures().refusalOfUnsafeCall(caller), "a call allocates or frees");
    }

    /**
     * Checks a device synchronisation.
     *
     * @throws CudaException if a stream is captured
     */
    public void refuseDeviceWait() {
        refuse(queues.captures().refusalOfDeviceWait(), "a call waits for the device");
    }

    private static void refuse(CudaError error, String reason) {
        if (error != CudaError.SUCCESS) {
            throw new CudaException(error, reason + " during a capture; move the call after the end of the capture");
        }
    }
}
