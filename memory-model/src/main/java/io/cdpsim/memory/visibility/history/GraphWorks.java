package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.RaceLaunches.GraphLaunches;
import io.cdpsim.memory.visibility.report.RaceLaunches.Launch.Stream;
import io.cdpsim.memory.visibility.report.RaceLaunches.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The launches from the host to two racing threads. */
final class GraphWorks {
    private static final int HOST = -1;

    private final List<GridCausality> grids = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private boolean isKnown = true;

    private GraphWorks() {}

    /** The launches that lead to two sides of a race; empty where neither graphs nor dependent launches are among them. */
    static Optional<GraphLaunches> of(RaceLog.Side first, RaceLog.Side second) {
        GraphWorks found = new GraphWorks();
        int one = found.note(first.grid());
        int other = found.note(second.grid());
        int dependent =
                first.grid().overlaps(second.grid()) ? one : second.grid().overlaps(first.grid()) ? other : HOST;
        boolean hasGraph = found.works.stream().anyMatch(each -> each.kind() == Work.Kind.GRAPH);
        if (one == other || !found.isKnown || !(hasGraph || dependent != HOST)) {
            return Optional.empty();
        }
        boolean launches = found.grids.stream()
                .anyMatch(each -> (each.launcher() == first.grid() && each.isLaunchedBy(first.epoch()))
                        || (each.launcher() == second.grid() && each.isLaunchedBy(second.epoch())));
        return Optional.of(new GraphLaunches(found.works, one, other, dependent, launches));
    }

    /** The index of a grid, which is added behind what leads to it. */
    private int note(GridCausality grid) {
        GridCausality parent = grid.parent();
        if (parent == null) {
            return HOST;
        }
        int known = grids.indexOf(grid);
        if (known >= 0) {
            return known;
        }
        Work work;
        if (grid.isGraph()) {
            GridCausality launcher = grid.launcher();
            work = launcher == null || launcher == parent
                    ? new Work(Work.Kind.GRAPH, grid.code().name(), Stream.ORDERED, HOST)
                    : new Work(
                            Work.Kind.GRAPH,
                            grid.code().name(),
                            launcher.parent() == parent ? stream(grid) : Stream.SIBLING,
                            note(launcher));
        } else {
            isKnown &= grid.code().isKernel();
            work = new Work(
                    parent.isGraph() ? Work.Kind.NODE : Work.Kind.GRID,
                    grid.code().name(),
                    stream(grid),
                    note(parent));
        }
        grids.add(grid);
        works.add(work);
        return works.size() - 1;
    }

    /** The kind of the stream of a grid. */
    static Stream stream(GridCausality grid) {
        return switch (grid.kind()) {
            case FIRE_AND_FORGET -> Stream.FIRE_AND_FORGET;
            case TAIL -> Stream.TAIL;
            case STREAM, HOST -> Stream.ORDERED;
        };
    }
}
