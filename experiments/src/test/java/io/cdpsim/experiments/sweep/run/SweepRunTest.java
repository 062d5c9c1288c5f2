package io.cdpsim.experiments.sweep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.ScriptedWorkload;
import io.cdpsim.experiments.sweep.Sweeps;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.bfs.BfsWorkload;
import io.cdpsim.workloads.pending.PendingWorkload;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SweepRunTest {
    private final Progress progress = new Progress();

    private String csv(Sweep sweep, int workers) throws IOException {
        SweepRowStore store = SweepRowStore.inMemory();
        assertThat(new SweepRun(sweep, Shard.WHOLE, store, progress).run(workers))
                .isEmpty();
        return TableFormat.CSV.write(SweepTable.of(sweep, Shard.WHOLE, store.rows()));
    }

    private static SweepRow row(SweepRowStore store, int point) {
        return store.rows().stream()
                .filter(each -> each.point() == point)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rowsHaveParametersAndResults() throws IOException {
        Sweep sweep = Sweeps.of(ScriptedWorkload.summing(), 2, OptionalInt.empty(), "a=3,4", ":b=10", ":seed=7");

        assertThat(csv(sweep, 1).lines().map(each -> each.replaceAll(",0,.*(,1[34],true,,)[0-9a-f]{16}", "...$1#")))
                .containsExactly(
                        "point,a,seed,profile,time_us,device_us,cycles,child_launches,failed_launches,grids_run,pool_size,"
                                + "pool_high_water,virtualized_launches,resident_grids_max,sm_utilization,"
                                + "launch_overhead,warp_instructions,sum,correct,error,profile_hash",
                        "1,3,7,h200,13.0,13.0,13000...,13,true,,#",
                        "2,3,8,h200,13.0,13.0,13000...,13,true,,#",
                        "3,4,7,h200,14.0,14.0,14000...,14,true,,#",
                        "4,4,8,h200,14.0,14.0,14000...,14,true,,#");
    }

    @Test
    void theNumberOfWorkersChangesNoByte() throws IOException {
        String[] search = {
            ":graph=rmat:7:8:1",
            "variant=cdp,threshold,aggregate",
            "pool=16,2048",
            "profile=k40c,h200",
            "policy=eager,lazy"
        };
        String alone = csv(Sweeps.of(new BfsWorkload(), search), 1);

        assertThat(csv(Sweeps.of(new BfsWorkload(), search), 8)).isEqualTo(alone);
        assertThat(alone.lines()).hasSize(1 + 3 * 2 * 2 * 2);
        assertThat(alone).contains("POOL-6");
    }

    @Test
    void asManyPointsRunAtATimeAsThereAreWorkers() throws IOException {
        // Each waits until four are there: with fewer at a time the sweep would not end.
        CyclicBarrier four = new CyclicBarrier(4);
        Workload waiting = new ScriptedWorkload(request -> {
            try {
                four.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return ScriptedWorkload.result(request, "");
        });

        csv(Sweeps.of(waiting, "a=1..8"), 4);

        assertThat(progress.done()).isEqualTo(8);
        assertThat(progress.state()).isEqualTo(new Progress.State("points", 8));
    }

    @Test
    void inputsAreReadOnceForAllPoints() throws IOException {
        AtomicInteger readings = new AtomicInteger();
        Workload reading = new ScriptedWorkload(request -> {
            request.inputs().get("the graph", Integer.class, key -> readings.incrementAndGet());
            return ScriptedWorkload.result(request, "");
        });

        csv(Sweeps.of(reading, "a=1..50"), 4);

        assertThat(readings).hasValue(1);
    }

    @Test
    void aPointThatCannotRunIsARowWithTheReason() throws IOException {
        Workload odd = new ScriptedWorkload(request -> {
            int a = request.options().get(ScriptedWorkload.A);
            if (a == 2) {
                throw new InvalidInputException("a must be odd;\n  give 1 or 3");
            }
            return ScriptedWorkload.result(request, a == 3 ? "line 1\nline 2" : "");
        });
        SweepRowStore store = SweepRowStore.inMemory();

        List<SweepRow> unfinished = new SweepRun(Sweeps.of(odd, "a=1..4"), Shard.WHOLE, store, progress).run(2);

        assertThat(unfinished).isEmpty();
        assertThat(store.rows()).hasSize(4);
        assertThat(row(store, 2).error()).isEqualTo("a must be odd;; give 1 or 3");
        assertThat(row(store, 2).text("correct")).isEmpty();
        assertThat(row(store, 3).error()).isEqualTo("line 1; line 2");
        assertThat(row(store, 3).text("correct")).contains("false");
        assertThat(row(store, 3).timeMicros()).isPresent();
        assertThat(row(store, 4).error()).isEmpty();
    }

    @Test
    void aVersionOfCudaThatOneOfTheProfilesCannotHaveFailsThere() throws IOException {
        SweepRowStore store = SweepRowStore.inMemory();
        Sweep sweep = Sweeps.of(new PendingWorkload(), ":depth=1", "profile=k20x,h200", "cuda=5,12.0");

        new SweepRun(sweep, Shard.WHOLE, store, progress).run(2);

        assertThat(store.rows().stream().map(SweepRow::error).map(each -> each.replaceAll(".*(VER-2).*", "$1")))
                .containsExactly("", "VER-2", "VER-2", "");
    }

    @Test
    void failuresOfTheMachineAreNotRecordedSoThatTheNextRunTriesAgain() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        Workload large = new ScriptedWorkload(request -> {
            int a = request.options().get(ScriptedWorkload.A);
            if (a == 2) {
                tries.incrementAndGet();
                throw new OutOfMemoryError("of a test");
            }
            if (a == 3) {
                throw new IllegalStateException("a bug of a test");
            }
            return ScriptedWorkload.result(request, "");
        });
        Sweep sweep = Sweeps.of(large, "a=1..4");
        SweepRowStore store = SweepRowStore.inMemory();

        List<SweepRow> unfinished = new SweepRun(sweep, Shard.WHOLE, store, progress).run(2);

        assertThat(store.rows()).extracting(SweepRow::point).containsExactly(1, 4);
        assertThat(unfinished).extracting(SweepRow::point).containsExactly(3, 2);
        assertThat(unfinished.get(0).error())
                .startsWith("not finished: a fault of cdpsim")
                .contains("a bug of a test");
        assertThat(unfinished.get(1).error()).startsWith("not finished: out of memory");
        // Beside another point, and alone
        assertThat(tries).hasValue(2);
    }

    @Test
    void whatOnlyNeedsMoreMemoryThanItsShareRunsAlone() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        Workload large = new ScriptedWorkload(request -> {
            if (request.options().get(ScriptedWorkload.A) == 2 && tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("of a test");
            }
            return ScriptedWorkload.result(request, "");
        });

        assertThat(csv(Sweeps.of(large, "a=1..4"), 2))
                .isEqualTo(csv(Sweeps.of(ScriptedWorkload.summing(), "a=1..4"), 1));
    }

    @Test
    void aDiskThatIsFullStopsTheSweepAndKeepsWhatIsDone() {
        SweepRowStore disk = SweepRowStore.inMemory();
        SweepRowStore full = new SweepRowStore() {
            @Override
            public Collection<SweepRow> rows() {
                return disk.rows();
            }

            @Override
            public boolean holds(int point) {
                return disk.holds(point);
            }

            @Override
            public void add(SweepRow row) throws IOException {
                if (disk.rows().size() == 3) {
                    throw new IOException("No space left on device");
                }
                disk.add(row);
            }
        };

        assertThatThrownBy(
                        () -> new SweepRun(Sweeps.of(ScriptedWorkload.summing(), "a=1..9"), Shard.WHOLE, full, progress)
                                .run(2))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(disk.rows()).hasSize(3);
    }
}
