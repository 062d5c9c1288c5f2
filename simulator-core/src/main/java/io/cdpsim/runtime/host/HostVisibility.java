package io.cdpsim.runtime.host;

import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.causality.LaunchHistory;
import io.cdpsim.runtime.call.MemoryOperationAccesses;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphCausality;
import io.cdpsim.runtime.graph.GraphExec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reports to the visibility checker what the host does: what it puts into its streams, what it waits for, and what it reads and writes in mapped
 * memory. The host's accesses to words that threads look at are taken for acquires and releases of system scope.
 */
final class HostVisibility {
    private static final int WORD = 4;
    private static final int HOST = GridCausality.HOST_DEVICE;

    private final VisibilityChecker checker;

    /** Of all streams that ever had work, in the order in which they got some. */
    private final Map<HostStream, LaunchHistory> histories = new LinkedHashMap<>();

    private final Map<HostEvent, Map<HostStream, Integer>> recorded = new HashMap<>();
    private final MemoryOperationAccesses accesses;
    private final NumberedCode copy;
    private final NumberedCode fill;
    private final NumberedCode own;

    /** Told about the host of a machine. */
    HostVisibility(VisibilityChecker checker) {
        this.checker = checker;
        this.accesses = new MemoryOperationAccesses(checker);
        copy = checker.operation("cudaMemcpyAsync of the host", "the copy");
        fill = checker.operation("cudaMemsetAsync of the host", "the fill");
        own = checker.operation("the host", "host code");
    }

    private LaunchHistory history(HostStream stream) {
        return histories.computeIfAbsent(stream, key -> checker.hostStream());
    }

    /** The stream's history, which has been told what the next work in it waits for: the default stream and all others are in order. */
    private LaunchHistory next(HostStream stream) {
        LaunchHistory mine = history(stream);
        histories.forEach((other, theirs) -> {
            if (stream.isOrderedWith(other)) {
                checker.streamWaits(mine, theirs, theirs.length(), 0);
            }
        });
        return mine;
    }

    /** The host launches a grid. */
    GridCausality launches(HostStream stream, VisibilityFeed feed, Kernel kernel) {
        return checker.launchIntoStream(0, feed.code(kernel), feed.device(), checker.host(), 0, next(stream), false);
    }

    /** The host launches a graph. */
    GraphCausality.Watched launches(HostStream stream, VisibilityFeed feed, GraphExec exec) {
        return new GraphCausality(feed).launch(exec, checker.host(), next(stream));
    }

    /** The host puts a copy into a stream. */
    GridCausality copies(HostStream stream) {
        return checker.launchIntoStream(0, copy, HOST, checker.host(), 0, next(stream), false);
    }

    /** The host puts a fill into a stream. */
    GridCausality fills(HostStream stream) {
        return checker.launchIntoStream(0, fill, HOST, checker.host(), 0, next(stream), false);
    }

    /** Tells of the accesses of one row of a copy. */
    interface RowAccesses {
        void of(MemoryOperationAccesses accesses, BlockCausality block, int site, long row);
    }

    /** A copy moves the bytes of its rows. */
    void copying(GridCausality grid, long rows, RowAccesses row) {
        BlockCausality block = checker.startBlock(grid, 0, 1);
        for (long i = 0; i < rows; i++) {
            row.of(accesses, block, copy.site(0), i);
        }
        checker.completed(grid);
    }

    /** A fill moves its bytes. */
    void filled(GridCausality grid, long to, long pitchBytes, long rowBytes, long rows, int value) {
        BlockCausality block = checker.startBlock(grid, 0, 1);
        for (long i = 0; i < rows; i++) {
            accesses.fill(block, fill.site(0), to + i * pitchBytes, rowBytes, value);
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

    /** The host has waited for a stream. */
    void awaited(HostStream stream) {
        awaited(stream, history(stream).length());
    }

    private void awaited(HostStream stream, int upTo) {
        checker.awaited(checker.host(), 0, next(stream), upTo);
    }

    /** The host has waited for everything on a device. */
    void awaited(Device device) {
        histories.forEach((stream, history) -> {
            if (stream.device() == device) {
                checker.awaited(checker.host(), 0, history, history.length());
            }
        });
    }

    /** The host has waited for an event. */
    void awaited(HostEvent event) {
        recorded.getOrDefault(event, Map.of()).forEach(this::awaited);
    }

    /** The host reads a word of mapped memory. */
    void reads(long address) {
        checker.read(checker.host(), 0, address, WORD, how(), MemoryOrder.ACQUIRE);
    }

    /** The host is about to write a word of mapped memory. */
    void writes(long address, int value) {
        BlockCausality host = checker.host();
        checker.write(host, 0, address, WORD, how(), MemoryOrder.RELEASE, value);
    }

    private int how() {
        return Access.strong(own.site(0), Scope.SYSTEM, false, false);
    }

    /** Memory is set from outside the simulation. */
    void reset(long address, long bytes) {
        checker.reset(address, bytes);
    }
}
