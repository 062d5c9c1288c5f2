package io.cdpsim.observe;

import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WarningEvent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Records when each grid was posted, started, ended and completed, and the warnings. It keeps every record, so it suits small runs. */
public final class Timeline implements RunListener {
    /** A launch that failed. */
    public record Failure(long parent, String kernel, int errorCode, long timeCycles) {}

    /** A warning. */
    public record Warning(String rule, String message, long timeCycles) {}

    private record BlockName(long grid, long block) {}

    private static final class Placing {
        private final int sm;
        private final long placed;
        private long ended = -1;
        private long completed = -1;

        Placing(int sm, long placed) {
            this.sm = sm;
            this.placed = placed;
        }
    }

    private static final class Posting {
        private final long parent;
        private final String kernel;
        private final int depth;
        private final long blocks;
        private final long posted;
        private long started = -1;
        private long bodyEnded = -1;
        private long completed = -1;

        Posting(long parent, String kernel, int depth, long blocks, long posted) {
            this.parent = parent;
            this.kernel = kernel;
            this.depth = depth;
            this.blocks = blocks;
            this.posted = posted;
        }
    }

    private final Map<Long, Posting> postings = new TreeMap<>();
    private final Map<BlockName, Placing> placings = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();

    /** An empty timeline. */
    public Timeline() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.GRID, EventKind.BLOCK, EventKind.WARNING);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent grid) {
            happened(grid);
        } else if (event instanceof BlockEvent block) {
            happened(block);
        } else if (event instanceof WarningEvent warning) {
            warnings.add(new Warning(warning.rule(), warning.message(), warning.timeCycles()));
        }
    }

    private void happened(GridEvent event) {
        long time = event.timeCycles();
        if (event instanceof GridEvent.Posted posted) {
            postings.put(
                    posted.grid(),
                    new Posting(posted.parent(), posted.kernel(), posted.depth(), posted.blocks(), time));
        } else if (event instanceof GridEvent.LaunchFailed failed) {
            failures.add(new Failure(failed.parent(), failed.kernel(), failed.errorCode(), time));
        } else if (event instanceof GridEvent.Started started) {
            posting(started.grid()).ifPresent(posting -> posting.started = time);
        } else if (event instanceof GridEvent.BodyEnded ended) {
            posting(ended.grid()).ifPresent(posting -> posting.bodyEnded = time);
        } else if (event instanceof GridEvent.Completed completed) {
            posting(completed.grid()).ifPresent(posting -> posting.completed = time);
        }
    }

    private Optional<Posting> posting(long grid) {
        return Optional.ofNullable(postings.get(grid));
    }

    private void happened(BlockEvent event) {
        BlockName name = new BlockName(event.grid(), event.block());
        if (event instanceof BlockEvent.Placed placed) {
            placings.putIfAbsent(name, new Placing(placed.sm(), placed.timeCycles()));
            return;
        }
        Placing placing = placings.get(name);
        if (placing != null && event instanceof BlockEvent.Ended ended) {
            placing.ended = ended.timeCycles();
        } else if (placing != null && event instanceof BlockEvent.Completed completed) {
            placing.completed = completed.timeCycles();
        }
    }

    /** The grids, in launch order. */
    public List<GridLifetime> grids() {
        List<GridLifetime> spans = new ArrayList<>();
        postings.forEach((grid, p) -> spans.add(new GridLifetime(
                grid, p.parent, p.kernel, p.depth, p.blocks, p.posted, p.started, p.bodyEnded, p.completed)));
        return spans;
    }

    /** The placed blocks of a grid, in placement order. */
    public List<BlockLifetime> blocks(long grid) {
        List<BlockLifetime> spans = new ArrayList<>();
        placings.forEach((name, p) -> {
            if (name.grid == grid) {
                spans.add(new BlockLifetime(grid, name.block, p.sm, p.placed, p.ended, p.completed));
            }
        });
        return spans;
    }

    /** The launches that failed, in order. */
    public List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** The warnings, in order. */
    public List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * The times of a grid's steps, in cycles of the device's clock; -1 for a step that did not happen.
     *
     * @param grid number of the grid, from 1 in launch order
     * @param parent number of the grid that launched it; 0 for the host
     * @param kernel its kernel
     * @param depth nesting depth; 0 for a grid of the host
     * @param blocks number of blocks
     * @param posted when its launch was accepted
     * @param started when its first block was placed
     * @param bodyEnded when all its threads had exited
     * @param completed when it and all grids that it launched were complete
     */
    public record GridLifetime(
            long grid,
            long parent,
            String kernel,
            int depth,
            long blocks,
            long posted,
            long started,
            long bodyEnded,
            long completed) {}

    /**
     * The times of a block's steps, in cycles of the device's clock; -1 for a step that did not happen.
     *
     * @param grid number of its grid
     * @param block index in the grid
     * @param sm the SM on which it was placed first
     * @param placed when it was placed
     * @param ended when all its threads had exited
     * @param completed in CDP1, when all grids that it launched were complete as well (rule NEST-2)
     */
    public record BlockLifetime(long grid, long block, int sm, long placed, long ended, long completed) {}
}
