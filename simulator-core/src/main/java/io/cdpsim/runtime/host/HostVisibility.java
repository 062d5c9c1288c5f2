package io.cdpsim.runtime.host;

import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.runtime.call.MemoryOperationAccesses;
import io.cdpsim.runtime.copy.PinnedSources;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphCausality;
import io.cdpsim.runtime.graph.GraphExec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reports the actions of the host to the visibility checker: work in its streams, synchronisations, and accesses to mapped
 * memory. Accesses of the host to words that device threads also access count as acquires and releases at system scope.
 */
final class HostVisibility {
    private static final int WORD = 4;
    private static final int HOST = GridCausality.HOST_DEVICE;

    private final VisibilityChecker checker;

    /** The histories of all streams that ever had work, in the order of their first work. */
    private final Map<HostStream, LaunchHistory> histories = new LinkedHashMap<>();

    private final Map<HostEvent, Map<HostStream, Integer>> recorded = new HashMap<>();
    private final MemoryOperationAccesses accesses;
    private final NumberedCode copy;
    private final NumberedCode fill;
    private final NumberedCode hostCode;
    private final PinnedSources pinned;

    /** A reporter for the host of a machine. */
    HostVisibility(VisibilityChecker checker, PagedMemory hostMemory) {
        this.checker = checker;
        this.accesses = new MemoryOperationAccesses(checker);
        copy = checker.operation("cudaMemcpyAsync of the host", "the copy");
        fill = checker.operation("cudaMemsetAsync of the host", "the fill");
        hostCode = checker.operation("the host", "host code");
        pinned = new PinnedSources(hostMemory, checker, this::writes);
    }

    private LaunchHistory history(HostStream stream) {
        return histories.computeIfAbsent(stream, key -> checker.hostStream());
    }

    /** The history of a stream, ordered after the work of other streams that its next work waits for. */
    private LaunchHistory next(HostStream stream) {
        LaunchHistory history = history(stream);
        histories.forEach((other, otherHistory) -> {
            if (stream.isOrderedWith(other)) {
                checker.streamWaits(history, otherHistory, otherHistory.length(), 0);
            }
        });
        return history;
    }

    PinnedSources pinned() {
        return pinned;
    }

    /** The host launches a grid. */
    GridCausality launches(HostStream stream, VisibilityFeed feed, Kernel kernel) {
        return checker.launchIntoStream(0, feed.code(kernel), feed.device(), checker.host(), 0, next(stream), false);
    }

    /** The host launches a grid that may run beside the one ahead of it in the stream. */
    GridCausality launchesDependent(HostStream stream, VisibilityFeed feed, Kernel kernel) {
        GridCausality grid = launches(stream, feed, kernel);
        grid.overlapPredecessor();
        return grid;
    }

    /** The host launches a graph. */
    GraphCausality.Watched launches(HostStream stream, VisibilityFeed feed, GraphExec exec) {
        return new GraphCausality(feed).launch(exec, checker.host(), next(stream));
    }

    /** The host adds a copy to a stream. */
    GridCausality copies(HostStream stream) {
        return checker.launchIntoStream(0, copy, HOST, checker.host(), 0, next(stream), false);
    }

    /** The host adds a fill to a stream. */
    GridCausality fills(HostStream stream) {
        return checker.launchIntoStream(0, fill, HOST, checker.host(), 0, next(stream), false);
    }

    /** Reports the accesses of one row of a copy. */
    interface RowReporter {
        void report(MemoryOperationAccesses accesses, BlockCausality block, int site, long row);
    }

    /** A copy copies its rows. */
    void copied(GridCausality grid, long rows, RowReporter reporter) {
        BlockCausality block = checker.startBlock(grid, 0, 1);
        for (long i = 0; i < rows; i++) {
            reporter.report(accesses, block, copy.site(0), i);
        }
        checker.completed(grid);
    }

    /** A fill writes its rows. */
    void filled(GridCausality grid, long to, long pitchBytes, long rowBytes, long rows, int word) {
        BlockCausality block = checker.startBlock(grid, 0, 1);
        for (long i = 0; i < rows; i++) {
            accesses.fill(block, fill.site(0), to + i * pitchBytes, rowBytes, word);
        }
        checker.completed(grid);
    }

    /** The host records an event. */
    void records(HostEvent event, HostStream stream) {
        Map<HostStream, Integer> before = recorded.computeIfAbsent(event, key -> new HashMap<>());
        next(stream);
        before.put(stream, history(stream).length());
    }

    /** A stream waits for an event. */
    void waits(HostStream stream, HostEvent event) {
        recorded.getOrDefault(event, Map.of())
                .forEach((other, upTo) -> checker.streamWaits(
                        history(stream), history(other), upTo, history(other).waits()));
    }

    /** The host has synchronised with a stream. */
    void awaited(HostStream stream) {
        awaited(stream, history(stream).length());
    }

    private void awaited(HostStream stream, int upTo) {
        checker.awaited(checker.host(), 0, next(stream), upTo);
    }

    /** The host has synchronised with a device. */
    void awaited(Device device) {
        histories.forEach((stream, history) -> {
            if (stream.device() == device) {
                checker.awaited(checker.host(), 0, history, history.length());
            }
        });
    }

    /** The host has synchronised with an event. */
    void awaited(HostEvent event) {
        recorded.getOrDefault(event, Map.of()).forEach(this::awaited);
    }

    /** The host reads a word of mapped memory. */
    void reads(long address) {
        checker.read(checker.host(), 0, address, WORD, access(), MemoryOrder.ACQUIRE);
    }

    /** The host is about to write a word of mapped memory. */
    void writes(long address, int value) {
        BlockCausality host = checker.host();
        checker.write(host, 0, address, WORD, access(), MemoryOrder.RELEASE, value);
    }

    private int access() {
        return Access.strong(hostCode.site(0), Scope.SYSTEM, false, false);
    }

    /** Memory is allocated, and has no value. */
    void allocated(long address, long bytes) {
        checker.allocated(address, bytes);
    }

    /** The memory is written from outside the simulation. */
    void reset(long address, long bytes) {
        checker.reset(address, bytes);
    }
}
