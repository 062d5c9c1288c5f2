package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.gpu.visibility.VisibilityFeed;
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

/** Reports to the visibility checker what device code launches, and what its copies and fills access. */
public final class LaunchVisibility {
    private final VisibilityFeed feed;
    private final VisibilityChecker checker;
    private final GridTable grids;
    private final StreamTable streams;
    private final CdpRules rules;
    private final MemoryOperationAccesses accesses;
    private final NumberedCode operation;

    public LaunchVisibility(VisibilityFeed feed, GridTable grids, StreamTable streams, CdpRules rules) {
        this.feed = feed;
        this.checker = feed.checker();
        this.grids = grids;
        this.streams = streams;
        this.rules = rules;
        this.accesses = new MemoryOperationAccesses(checker);
        this.operation = checker.operation("a copy or fill of device code", "the operation");
    }

    /** A thread has posted a grid; the entry is described and in its stream. */
    public void posted(int entry, Warp warp, int lane, Kernel kernel) {
        posted(entry, warp, lane, feed.code(kernel));
    }

    /** A thread has posted a copy or a fill. */
    public void postedOperation(int entry, Warp warp, int lane) {
        posted(entry, warp, lane, operation);
    }

    /** Rule MEM-2: the launch carries what the thread has written or seen, not what its block has. */
    private void posted(int entry, Warp warp, int lane, NumberedCode code) {
        BlockCausality by = VisibilityFeed.known(warp.block().watched());
        int thread = warp.thread(lane);
        long number = grids.number(entry);
        int stream = grids.stream(entry);
        GridCausality grid;
        if (grids.kind(entry) == GridKind.TAIL_GRID) {
            grid = checker.launchIntoTail(number, code, feed.device(), by, thread);
        } else if (stream == 0) {
            grid = checker.launchAndForget(number, code, feed.device(), by, thread);
        } else {
            boolean waitable = rules.offers(io.cdpsim.kernel.call.DeviceCall.DEVICE_SYNCHRONIZE);
            grid = checker.launchIntoStream(
                    number, code, feed.device(), by, thread, streams.history(stream, checker), waitable);
        }
        feed.bind(entry, grid);
    }

    /** A copy or a fill moves its bytes. */
    public void runs(int entry, StridedOperation done, PagedMemory memory) {
        GridCausality grid = feed.grid(entry);
        if (grid == null) {
            return;
        }
        BlockCausality block = checker.startBlock(grid, 0, 1);
        int site = operation.site(0);
        for (long z = 0; z < done.depth(); z++) {
            for (long y = 0; y < done.height(); y++) {
                long to = done.destination() + (z * done.destinationRows() + y) * done.destinationPitch();
                if (done.copies()) {
                    long from = done.source() + (z * done.sourceRows() + y) * done.sourcePitch();
                    accesses.copy(block, site, memory, from, to, done.width());
                } else {
                    accesses.fill(block, site, to, done.width(), (int) done.source());
                }
            }
        }
    }

    /** A thread waits for what its block has launched (edge E7); the others of its block learn nothing by that (rule SYNC-4). */
    public void awaitsLaunches(Warp warp, int lanes) {
        for (int m = lanes; m != 0; m &= m - 1) {
            checker.awaitsLaunches(
                    VisibilityFeed.known(warp.block().watched()), warp.thread(Integer.numberOfTrailingZeros(m)));
        }
    }
}
