package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.StreamTable;
import io.cdpsim.runtime.version.CdpRules;

/** Reports the launches of device code, and the accesses of its copies and fills, to the visibility checker. */
public final class LaunchVisibility {
    private final VisibilityFeed feed;
    private final VisibilityChecker checker;
    private final GridTable grids;
    private final StreamTable streams;
    private final CdpRules rules;
    private final MemoryOperationAccesses accesses;
    private final NumberedCode operationCode;

    public LaunchVisibility(VisibilityFeed feed, GridTable grids, StreamTable streams, CdpRules rules) {
        this.feed = feed;
        this.checker = feed.checker();
        this.grids = grids;
        this.streams = streams;
        this.rules = rules;
        this.accesses = new MemoryOperationAccesses(checker);
        this.operationCode = checker.operation("a copy or fill of device code", "the operation");
    }

    /** A thread has posted a grid, whose entry is complete, into a stream, 0 for none. */
    public void posted(int entry, int stream, Warp warp, int lane, Kernel kernel) {
        posted(entry, stream, warp, lane, feed.code(kernel));
    }

    /** A thread has posted a copy or a fill into a stream, 0 for none. */
    public void postedOperation(int entry, int stream, Warp warp, int lane) {
        posted(entry, stream, warp, lane, operationCode);
    }

    /**
     * Rule MEM-2: the launch publishes the writes that the thread has made or observed, not those of its block.
     *
     * @param stream the thread's own: that streams of two blocks share a queue orders their grids in time, and guarantees nothing
     */
    private void posted(int entry, int stream, Warp warp, int lane, NumberedCode code) {
        BlockCausality block = VisibilityFeed.known(warp.block().watched());
        int thread = warp.thread(lane);
        long number = grids.number(entry);
        GridCausality grid;
        if (grids.kind(entry) == GridKind.TAIL_GRID) {
            grid = checker.launchIntoTail(number, code, feed.device(), block, thread);
        } else if (stream == 0) {
            grid = checker.launchAndForget(number, code, feed.device(), block, thread);
        } else {
            boolean waitable = rules.supports(DeviceCall.DEVICE_SYNCHRONIZE);
            grid = checker.launchIntoStream(
                    number, code, feed.device(), block, thread, streams.history(stream, checker), waitable);
        }
        feed.bind(entry, grid);
    }

    /** A copy or a fill moves its bytes. */
    public void memoryOperationRuns(int entry, StridedOperation operation, PagedMemory memory) {
        GridCausality grid = feed.grid(entry);
        if (grid == null) {
            return;
        }
        BlockCausality block = checker.startBlock(grid, 0, 1);
        int site = operationCode.site(0);
        long width = operation.extent().widthBytes();
        for (long z = 0; z < operation.extent().depth(); z++) {
            for (long y = 0; y < operation.extent().height(); y++) {
                long to = operation.destination().row(y, z);
                if (operation.copies()) {
                    accesses.copy(block, site, memory, operation.source().row(y, z), to, width);
                } else {
                    accesses.fill(block, site, to, width, operation.fillValue());
                }
            }
        }
    }

    /** Threads synchronise with the launches of their block (edge E7); other threads of the block do not (rule SYNC-4). */
    public void deviceSynchronized(Warp warp, int lanes) {
        for (int m = lanes; m != 0; m &= m - 1) {
            checker.awaitsLaunches(
                    VisibilityFeed.known(warp.block().watched()), warp.thread(Integer.numberOfTrailingZeros(m)));
        }
    }
}
