package io.cdpsim.observe.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of grids that are told by hand. */
class GridTimeRecorderTest {
    private final GridTimeRecorder times = new GridTimeRecorder();

    private void posted(long grid, String kernel, int depth, long time) {
        times.happened(new GridEvent.Posted(time, 0, grid, 0, kernel, LaunchKind.STREAM, 1, depth, 1, 32));
    }

    private void started(long grid, long time) {
        times.happened(new GridEvent.Started(time, 0, grid));
    }

    private void ended(long grid, long time) {
        times.happened(new GridEvent.BodyEnded(time, 0, grid));
    }

    @Test
    void waitsAndRunsAreAddedUpAndOverlapsAreBusyOnce() {
        posted(1, "parent", 0, 10);
        started(1, 100);
        posted(2, "child", 1, 150);
        posted(3, "child", 1, 160);
        started(2, 200);
        started(3, 250);
        ended(2, 300);
        ended(3, 400);
        ended(1, 500);

        assertThat(times.byKernel())
                .containsExactly(
                        entry("parent", new GridTimeTotals(1, 400, 90, 400, 400)),
                        entry("child", new GridTimeTotals(2, 200, 50 + 90, 100 + 150, 150)));
        assertThat(times.byDepth())
                .containsExactly(
                        entry(0, new GridTimeTotals(1, 400, 90, 400, 400)),
                        entry(1, new GridTimeTotals(2, 200, 140, 250, 150)));
    }

    @Test
    void aGapIsNotBusy() {
        posted(1, "a", 0, 0);
        started(1, 0);
        ended(1, 10);
        posted(2, "a", 0, 10);
        started(2, 30);
        ended(2, 35);

        assertThat(times.byKernel()).containsExactly(entry("a", new GridTimeTotals(2, 15, 20, 15, 10)));
    }

    @Test
    void anEndPublishedAheadOfTheClockIsNotCountedTwice() {
        posted(1, "a", 0, 0);
        started(1, 0);
        ended(1, 105);
        posted(2, "a", 0, 100);
        started(2, 102);
        ended(2, 110);

        assertThat(times.byKernel().values())
                .extracting(GridTimeTotals::busyCycles)
                .containsExactly(110L);
    }

    @Test
    void gridsThatDoNotStartOrEndAreLeftOut() {
        posted(1, "a", 0, 0);
        posted(2, "b", 1, 0);
        started(2, 5);

        assertThat(times.byKernel()).isEmpty();
        assertThat(times.byDepth()).isEmpty();
    }

    private record Life(long grid, String kernel, int depth, long posted, long started, long ended) {}

    private record Told(long time, Runnable event) {}

    /** Against sums over a list of all grids, and a busy time that is counted cycle by cycle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theSumsAreThoseOfAllGrids(int seed) {
        Random random = new Random(seed);
        List<Life> lives = new ArrayList<>();
        List<Told> told = new ArrayList<>();
        long clock = 0;
        for (long grid = 1; grid <= 500; grid++) {
            clock += random.nextInt(4);
            long started = clock + random.nextInt(60);
            long ended = started + 1 + random.nextInt(40);
            Life life = new Life(grid, "k" + random.nextInt(4), random.nextInt(3), clock, started, ended);
            lives.add(life);
            told.add(new Told(life.posted, () -> posted(life.grid, life.kernel, life.depth, life.posted)));
            told.add(new Told(life.started, () -> started(life.grid, life.started)));
            told.add(new Told(life.ended, () -> ended(life.grid, life.ended)));
        }
        told.sort(Comparator.comparingLong(Told::time));
        told.forEach(each -> each.event.run());

        for (String kernel : List.of("k0", "k1", "k2", "k3")) {
            List<Life> of =
                    lives.stream().filter(each -> each.kernel.equals(kernel)).toList();
            assertThat(times.byKernel()).containsEntry(kernel, reference(of));
        }
        for (int depth = 0; depth < 3; depth++) {
            int level = depth;
            List<Life> of = lives.stream().filter(each -> each.depth == level).toList();
            assertThat(times.byDepth()).containsEntry(depth, reference(of));
        }
    }

    private static GridTimeTotals reference(List<Life> lives) {
        long last = lives.stream().mapToLong(Life::ended).max().orElseThrow();
        long busy = 0;
        for (long cycle = 0; cycle < last; cycle++) {
            long at = cycle;
            busy += lives.stream().anyMatch(each -> each.started <= at && at < each.ended) ? 1 : 0;
        }
        return new GridTimeTotals(
                lives.size(),
                busy,
                lives.stream().mapToLong(each -> each.started - each.posted).sum(),
                lives.stream().mapToLong(each -> each.ended - each.started).sum(),
                lives.stream()
                        .mapToLong(each -> each.ended - each.started)
                        .max()
                        .orElseThrow());
    }
}
