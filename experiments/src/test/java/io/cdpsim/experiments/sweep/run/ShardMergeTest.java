package io.cdpsim.experiments.sweep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.ScriptedWorkload;
import io.cdpsim.experiments.sweep.Sweeps;
import io.cdpsim.experiments.sweep.plan.Shard;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.row.TableFormat;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShardMergeTest {
    private static final Sweep SWEEP = Sweeps.of(ScriptedWorkload.summing(), "a=1..4", "word=x,\"y,z");
    private static final Sweep OTHER = Sweeps.of(ScriptedWorkload.summing(), "a=1..4", "word=x,q,z");

    private static String written(Sweep sweep, String shard, TableFormat format) throws IOException {
        Shard part = Shard.parse(shard, Map.of());
        SweepRowStore store = SweepRowStore.inMemory();
        new SweepRun(sweep, part, store, new Progress()).run(1);
        return format.write(SweepTable.of(sweep, part, store.rows()));
    }

    private static void add(ShardMerge merge, String shard) throws IOException {
        merge.add(shard, TableFormat.CSV.read(shard, written(SWEEP, shard, TableFormat.CSV)));
    }

    @ParameterizedTest
    @EnumSource(TableFormat.class)
    void shardsGiveTheBytesOfTheWholeSweepInWhateverOrderTheyCome(TableFormat format) throws IOException {
        ShardMerge merge = new ShardMerge();
        // More parts than points: some have no row.
        for (int part = 16; part >= 1; part--) {
            String shard = part + "/16";
            merge.add(shard, format.read(shard, written(SWEEP, shard, format)));
        }

        assertThat(format.write(merge.table())).isEqualTo(written(SWEEP, "1/1", format));
        assertThat(merge.sweep(Workloads.of(List.of(SWEEP.workload()))).points())
                .isEqualTo(SWEEP.points());
    }

    @Test
    void aGapIsRefused() throws IOException {
        ShardMerge merge = new ShardMerge();
        add(merge, "1/3");
        add(merge, "3/3");
        assertThatThrownBy(merge::table)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("4 of 12 points are missing: 2, 5, 8, 11; run the shards that have them");
        assertThatThrownBy(() -> new ShardMerge().table())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no row");
    }

    @Test
    void theSweepIsMadeAgainOnlyWhereItWouldBeTheSame() throws IOException {
        ShardMerge merge = new ShardMerge();
        String shard = written(SWEEP, "1/2", TableFormat.CSV);
        // Pretends that another version of the program wrote it
        merge.add("s", TableFormat.CSV.read("s", shard.replace(SWEEP.identity().id(), "0123456789abcdef")));

        assertThatThrownBy(() -> merge.sweep(Workloads.of(List.of(SWEEP.workload()))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("these rows are of another version of the program");
    }

    @Test
    void aPointThatIsThereTwiceIsRefused() throws IOException {
        ShardMerge merge = new ShardMerge();
        add(merge, "1/3");
        assertThatThrownBy(() -> add(merge, "1/2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("point 1 is in 1/3 and in 1/2");
    }

    @Test
    void rowsOfAnotherSweepAreRefused() throws IOException {
        ShardMerge merge = new ShardMerge();
        add(merge, "1/2");
        assertThatThrownBy(() -> merge.add("b.csv", TableFormat.CSV.read("b", written(OTHER, "2/2", TableFormat.CSV))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("b.csv: point 2 is of another sweep than 1/2");
    }

    @Test
    void theOutputOfAWholeSweepIsNotAShard() throws IOException {
        String whole = written(SWEEP, "1/1", TableFormat.CSV);
        assertThatThrownBy(() -> new ShardMerge().add("r.csv", TableFormat.CSV.read("r.csv", whole)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(
                        "r.csv: point 1 has no column 'sweep', expected the output of a sweep with --shard");
    }
}
