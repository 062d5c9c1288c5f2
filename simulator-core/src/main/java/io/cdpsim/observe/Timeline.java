package io.cdpsim.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps when each grid was posted, started, ended and completed, and the warnings. Meant for small runs: it keeps all of them. */
public final class Timeline implements ExecutionListener {
    /** A launch that failed. */
    public record Failure(long parent, String kernel, int errorCode, long timeCycles) {}

    /** Something worth a warning. */
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
    public void gridPosted(long grid, long parent, String kernel, int depth, long blocks, long timeCycles) {
        postings.put(grid, new Posting(parent, kernel, depth, blocks, timeCycles));
    }

    @Override
    public void launchFailed(long parent, String kernel, int errorCode, long timeCycles) {
        failures.add(new Failure(parent, kernel, errorCode, timeCycles));
    }

    @Override
    public void gridStarted(long grid, long timeCycles) {
        Posting posting = postings.get(grid);
        if (posting != null) {
            posting.started = timeCycles;
        }
    }

    @Override
    public void gridBodyEnded(long grid, long timeCycles) {
        Posting posting = postings.get(grid);
        if (posting != null) {
            posting.bodyEnded = timeCycles;
        }
    }

    @Override
    public void gridCompleted(long grid, long timeCycles) {
        Posting posting = postings.get(grid);
        if (posting != null) {
            posting.completed = timeCycles;
        }
    }

    @Override
    public void blockPlaced(long grid, long block, int sm, long timeCycles) {
        placings.putIfAbsent(new BlockName(grid, block), new Placing(sm, timeCycles));
    }

    @Override
    public void blockEnded(long grid, long block, int sm, long timeCycles) {
        Placing placing = placings.get(new BlockName(grid, block));
        if (placing != null) {
            placing.ended = timeCycles;
        }
    }

    @Override
    public void blockCompleted(long grid, long block, long timeCycles) {
        Placing placing = placings.get(new BlockName(grid, block));
        if (placing != null) {
            placing.completed = timeCycles;
        }
    }

    @Override
    public void warning(String rule, String message, long timeCycles) {
        warnings.add(new Warning(rule, message, timeCycles));
    }

    /** The grids, in the order of launching. */
    public List<GridSpan> grids() {
        List<GridSpan> spans = new ArrayList<>();
        postings.forEach((grid, p) -> spans.add(new GridSpan(
                grid, p.parent, p.kernel, p.depth, p.blocks, p.posted, p.started, p.bodyEnded, p.completed)));
        return spans;
    }

    /** The blocks of a grid that got an SM, in the order in which they did. */
    public List<BlockSpan> blocks(long grid) {
        List<BlockSpan> spans = new ArrayList<>();
        placings.forEach((name, p) -> {
            if (name.grid == grid) {
                spans.add(new BlockSpan(grid, name.block, p.sm, p.placed, p.ended, p.completed));
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
}
