package io.cdpsim.runtime.host;

import io.cdpsim.runtime.graph.CaptureMode;
import io.cdpsim.runtime.graph.CaptureThread;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Captures the work of streams into graphs, and refuses the calls that a capture forbids. */
final class StreamCaptures {
    private final List<HostStream> streams;
    private final List<GraphCapture> active = new ArrayList<>();
    private long started;

    /** @param streams all streams of the host */
    StreamCaptures(List<HostStream> streams) {
        this.streams = streams;
    }

    void begin(
            HostStream stream,
            CaptureMode mode,
            CaptureThread thread,
            Graph graph,
            List<GraphNode> dependencies,
            Map<GraphNode, DependencyPort> ports) {
        if (stream.isDefault()) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_UNSUPPORTED,
                    "the legacy default stream cannot be captured; capture a stream that the program creates");
        }
        if (stream.capture() != null) {
            throw new CudaException(CudaError.ILLEGAL_STATE, "the stream is captured already");
        }
        GraphCapture capture = new GraphCapture(graph, stream, mode, thread, ++started);
        capture.join(stream);
        stream.capture(capture, List.copyOf(dependencies), ports);
        active.add(capture);
    }

    Graph end(HostStream stream, CaptureThread thread) {
        GraphCapture capture = stream.capture();
        if (capture == null) {
            throw new CudaException(CudaError.ILLEGAL_STATE, "the stream is not captured");
        }
        if (capture.origin() != stream) {
            capture.invalidate();
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_UNMATCHED, "the capture started in another stream; end it there");
        }
        if (!capture.endsIn(thread)) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_WRONG_THREAD,
                    "another thread started the capture; end it there, or start it in relaxed mode");
        }
        boolean joined = capture.isJoined();
        active.remove(capture);
        for (HostStream each : capture.streams()) {
            each.capture(null, List.of());
        }
        if (capture.isInvalid()) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_INVALIDATED,
                    "a call that the capture forbids has ended it; remove that call");
        }
        if (!joined) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_UNJOINED,
                    "a stream that joined the capture has work that its first stream does not wait for; record an event"
                            + " after it and make the first stream wait");
        }
        return capture.graph();
    }

    /**
     * The status of a stream.
     *
     * @throws CudaException if it is the legacy default stream and a stream ordered with it is captured
     */
    GraphCapture.Status status(HostStream stream) {
        GraphCapture capture = stream.capture();
        if (stream.isDefault() && captureBeside(stream) != null) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_IMPLICIT,
                    "the legacy default stream has no status while a blocking stream is captured; ask of that stream");
        }
        return capture == null
                ? GraphCapture.Status.NONE
                : capture.isInvalid() ? GraphCapture.Status.INVALIDATED : GraphCapture.Status.ACTIVE;
    }

    /**
     * Whether a stream is captured.
     *
     * @throws CudaException if its work can neither be captured nor executed
     */
    boolean isCapturing(HostStream stream) {
        GraphCapture capture = stream.capture();
        if (capture != null) {
            if (capture.isInvalid()) {
                throw new CudaException(CudaError.STREAM_CAPTURE_INVALIDATED, "the stream's capture has failed before");
            }
            return true;
        }
        GraphCapture beside = stream.isDefault() ? captureBeside(stream) : null;
        if (beside != null) {
            beside.invalidate();
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_IMPLICIT,
                    "work in the legacy default stream would make a capture depend on it; use another stream");
        }
        return false;
    }

    /** A valid capture of a stream that is ordered with the legacy default stream, or null. */
    private @Nullable GraphCapture captureBeside(HostStream defaultStream) {
        if (active.isEmpty()) {
            return null;
        }
        for (HostStream each : streams) {
            GraphCapture other = each.capture();
            if (other != null && each.isBlocking() && each.device() == defaultStream.device() && !other.isInvalid()) {
                return other;
            }
        }
        return null;
    }

    /** A stream is destroyed. Its capture, if any, fails if it started there; otherwise the work captured from the stream stays. */
    void destroyed(HostStream stream) {
        GraphCapture capture = stream.capture();
        if (capture != null && capture.origin() == stream) {
            capture.invalidate();
            active.remove(capture);
        }
    }

    /** Captures work after the work captured from its stream before. */
    void add(HostStream stream, GraphWork work) {
        add(stream, work, false);
    }

    /**
     * Captures work after the work captured from its stream before.
     *
     * @param isDependent whether a kernel may start before the kernel captured before it is complete (rule D-1)
     */
    void add(HostStream stream, GraphWork work, boolean isDependent) {
        GraphCapture capture = stream.capture();
        if (capture == null) {
            throw new IllegalStateException("the stream is not captured");
        }
        Graph graph = capture.graph();
        GraphNode node = graph.add(work, stream.lastCaptured());
        for (GraphNode each : stream.lastCaptured()) {
            boolean overlaps = isDependent && each.work() instanceof GraphWork.Launch;
            DependencyPort port = overlaps ? DependencyPort.PROGRAMMATIC : stream.capturedPort(each);
            if (port.isProgrammatic() && work instanceof GraphWork.Launch) {
                graph.changePort(each, node, port);
            }
        }
        stream.capture(capture, List.of(node));
    }

    /** Changes what the next work of a stream depends on. */
    void depend(
            HostStream stream, List<GraphNode> dependencies, Map<GraphNode, DependencyPort> ports, boolean replaces) {
        GraphCapture capture = stream.capture();
        if (capture == null) {
            throw new CudaException(CudaError.ILLEGAL_STATE, "the stream is not captured");
        }
        Set<GraphNode> last = new LinkedHashSet<>(replaces ? List.of() : stream.lastCaptured());
        last.addAll(dependencies);
        Map<GraphNode, DependencyPort> all = new HashMap<>(ports);
        for (GraphNode each : replaces ? List.<GraphNode>of() : stream.lastCaptured()) {
            all.putIfAbsent(each, stream.capturedPort(each));
        }
        stream.capture(capture, List.copyOf(last), all);
    }

    /** A captured stream records an event. Kernels ahead of it release the event in the state of a port. */
    void record(HostStream stream, HostEvent event, DependencyPort port) {
        Map<GraphNode, DependencyPort> ports = new HashMap<>();
        for (GraphNode each : stream.lastCaptured()) {
            boolean releases = port.isProgrammatic() && each.work() instanceof GraphWork.Launch;
            ports.put(each, releases ? port : stream.capturedPort(each));
        }
        event.captured(stream.capture(), ports);
    }

    /**
     * Makes a stream wait for an event, and join the capture of the event, if any.
     *
     * @return whether the wait is captured; if not, it must be executed
     */
    boolean waitFor(HostStream stream, HostEvent event) {
        GraphCapture ofEvent = event.capture();
        if (ofEvent == null) {
            if (!isCapturing(stream)) {
                return false;
            }
            if (event.recordings() == 0) {
                return true;
            }
            invalidate(stream);
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_ISOLATION,
                    "a captured stream waits for an event recorded outside the capture");
        }
        if (stream.capture() != null && stream.capture() != ofEvent) {
            invalidate(stream);
            ofEvent.invalidate();
            throw new CudaException(CudaError.STREAM_CAPTURE_MERGE, "a stream waits for an event of another capture");
        }
        if (ofEvent.isInvalid() || !active.contains(ofEvent)) {
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_INVALIDATED, "the event belongs to a capture that has ended");
        }
        if (stream.isDefault()) {
            ofEvent.invalidate();
            throw new CudaException(
                    CudaError.STREAM_CAPTURE_IMPLICIT, "the legacy default stream cannot join a capture");
        }
        Set<GraphNode> last = new LinkedHashSet<>(stream.lastCaptured());
        last.addAll(event.captured().keySet());
        ofEvent.join(stream);
        Map<GraphNode, DependencyPort> ports = new HashMap<>(event.captured());
        stream.lastCaptured().forEach(each -> ports.put(each, stream.capturedPort(each)));
        stream.capture(ofEvent, List.copyOf(last), ports);
        return true;
    }

    private static void invalidate(HostStream stream) {
        GraphCapture capture = stream.capture();
        if (capture != null) {
            capture.invalidate();
        }
    }

    /** Checks a call that waits for or queries a stream. @return the error, or success */
    CudaError refusal(HostStream stream) {
        GraphCapture capture = stream.capture();
        if (capture == null) {
            return unsafeCall(stream.isDefault());
        }
        if (capture.isInvalid()) {
            return CudaError.STREAM_CAPTURE_INVALIDATED;
        }
        capture.invalidate();
        return CudaError.STREAM_CAPTURE_UNSUPPORTED;
    }

    private CudaError unsafeCall(boolean ofDefaultStream) {
        if (ofDefaultStream
                && active.stream()
                        .anyMatch(each -> !each.isInvalid() && each.origin().isBlocking())) {
            active.forEach(GraphCapture::invalidate);
            return CudaError.STREAM_CAPTURE_IMPLICIT;
        }
        return CudaError.SUCCESS;
    }

    /** Checks an unsafe call, such as an allocation. @return the error, or success */
    CudaError refusalOfUnsafeCall(CaptureThread thread) {
        CudaError error = CudaError.SUCCESS;
        for (GraphCapture each : active) {
            if (each.forbidsUnsafeCalls(thread)) {
                each.invalidate();
                error = CudaError.STREAM_CAPTURE_UNSUPPORTED;
            }
        }
        return error;
    }

    /** Checks a device synchronisation. @return the error, or success */
    CudaError refusalOfDeviceWait() {
        if (active.isEmpty()) {
            return CudaError.SUCCESS;
        }
        active.forEach(GraphCapture::invalidate);
        return CudaError.STREAM_CAPTURE_UNSUPPORTED;
    }
}
