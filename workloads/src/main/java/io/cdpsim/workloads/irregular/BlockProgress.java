package io.cdpsim.workloads.irregular;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.irregular.IrregularSettings.IrregularVariant;
import java.util.EnumSet;
import java.util.Set;

/** Reports how many blocks have completed, of the total if no launch fails. */
final class BlockProgress implements RunListener {
    private static final long BLOCKS_BETWEEN = 64;

    private final Progress progress;
    private long ended;

    /** Starts at zero. */
    BlockProgress(Progress progress, IrregularSettings settings, ItemSizes sizes) {
        this.progress = progress;
        progress.start("blocks", expected(settings, sizes));
    }

    private static long expected(IrregularSettings settings, ItemSizes sizes) {
        int block = settings.blockThreads();
        long ofParents = blocks(sizes.parents(), block);
        return switch (settings.variant()) {
            case SERIAL -> ofParents;
            case WARP -> blocks((long) sizes.parents() * Lanes.COUNT, block);
            case CDP, THRESHOLD -> {
                int threshold = settings.variant() == IrregularVariant.CDP ? 0 : settings.threshold();
                long children = 0;
                for (int i = 0; i < sizes.parents(); i++) {
                    children += sizes.size(i) > threshold ? blocks(sizes.size(i), settings.childThreads()) : 0;
                }
                yield ofParents + children;
            }
            case AGGREGATE -> {
                int together = switch (settings.aggregation()) {
                    case WARP -> Math.min(block, Lanes.COUNT);
                    case BLOCK -> block;
                    case GRID -> sizes.parents();
                };
                long children = 0;
                for (long first = 0; first < sizes.parents(); first += together) {
                    long last = Math.min(sizes.parents(), first + together);
                    children += blocks(firstItem(sizes, last) - firstItem(sizes, first), settings.childThreads());
                }
                yield ofParents + children;
            }
            case CONSOLIDATE -> ofParents + blocks(sizes.total(), settings.childThreads());
        };
    }

    private static long firstItem(ItemSizes sizes, long parent) {
        return parent == sizes.parents() ? sizes.total() : sizes.firstItem((int) parent);
    }

    /** The number of blocks for this many threads, rounded up. */
    static long blocks(long threads, int ofABlock) {
        return (threads + ofABlock - 1) / ofABlock;
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.BLOCK);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof BlockEvent.Ended && ++ended % BLOCKS_BETWEEN == 0) {
            progress.done(ended);
        }
    }

    /** All blocks have completed. */
    void finish() {
        progress.done(ended);
    }
}
