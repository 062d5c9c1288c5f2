package io.cdpsim.experiments.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobArrayTaskTest {
    private static Map<String, String> environment(String text) {
        Map<String, String> environment = new LinkedHashMap<>(Map.of("HOME", "/home/ann", "PATH", "/usr/bin"));
        for (String each : text.split(" ", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                environment.put(each.substring(0, equals), each.substring(equals + 1));
            }
        }
        return environment;
    }

    @ParameterizedTest
    @CsvSource({
        "auto,    SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=16 SLURM_ARRAY_TASK_STEP=1"
                + " SLURM_ARRAY_TASK_COUNT=16, 3/16",
        "auto,    SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=15 SLURM_ARRAY_TASK_STEP=1"
                + " SLURM_ARRAY_TASK_COUNT=16, 1/16",
        "auto,    SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_STEP=2"
                + " SLURM_ARRAY_TASK_COUNT=4, 4/4",
        "auto/16, SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=16 SLURM_ARRAY_TASK_STEP=1"
                + " SLURM_ARRAY_TASK_COUNT=16, 3/16",
        "auto/16, SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1"
                + " SLURM_ARRAY_TASK_COUNT=2, 7/16",
        "auto/8,  PBS_ARRAY_INDEX=8, 8/8",
        "auto/8,  PBS_ARRAYID=1, 1/8",
        "auto,    LSB_JOBINDEX=2 LSB_JOBINDEX_STEP=1 LSB_JOBINDEX_END=5, 2/5",
        "auto/9,  LSB_JOBINDEX=2 LSB_JOBINDEX_STEP=1 LSB_JOBINDEX_END=5, 2/9",
        "auto,    SGE_TASK_ID=4 SGE_TASK_FIRST=2 SGE_TASK_LAST=6 SGE_TASK_STEPSIZE=2, 2/3",
        "auto/4,  JOB_COMPLETION_INDEX=0, 1/4",
        "auto/4,  JOB_COMPLETION_INDEX=3, 4/4",
        "auto,    CDPSIM_TASK_INDEX=15 CDPSIM_TASK_COUNT=16, 16/16",
        // Outside of an array, these set their variables all the same.
        "auto/4,  LSB_JOBINDEX=0 SGE_TASK_ID=undefined JOB_COMPLETION_INDEX=1, 2/4"
    })
    void theShardIsThatOfTheTask(String text, String environment, String shard) {
        assertThat(Shard.parse(text, environment(environment))).hasToString(shard);
    }

    @Test
    void tasksOfAnArrayHaveAllShardsWhateverItsFirstIndexAndStep() {
        for (int first : new int[] {0, 1, 5}) {
            for (int step : new int[] {1, 3}) {
                for (int part = 1; part <= 4; part++) {
                    int last = first + 3 * step;
                    String text = String.format(
                            "SLURM_ARRAY_TASK_MIN=%d SLURM_ARRAY_TASK_MAX=%d SLURM_ARRAY_TASK_STEP=%d"
                                    + " SLURM_ARRAY_TASK_COUNT=%d SLURM_ARRAY_TASK_ID=%d",
                            first, last, step, 4, first + (part - 1) * step);
                    assertThat(Shard.parse("auto", environment(text))).isEqualTo(new Shard(part, 4));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auto    | | found no task of a job array in the environment, expected one of SLURM_ARRAY_TASK_ID"
                        + " (Slurm), PBS_ARRAY_INDEX (PBS), PBS_ARRAYID (Torque), LSB_JOBINDEX (LSF), SGE_TASK_ID (Grid"
                        + " Engine), JOB_COMPLETION_INDEX (Kubernetes), CDPSIM_TASK_INDEX (HTCondor and others); start it",
                "auto/4  | LSB_JOBINDEX=0 SGE_TASK_ID=undefined | found no task of a job array",
                "auto    | PBS_ARRAY_INDEX=3 | no number of tasks; give it, as in --shard auto/16",
                "auto    | JOB_COMPLETION_INDEX=0 | no number of tasks",
                "auto    | SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7"
                        + " SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=2 | array with gaps",
                "auto/16 | SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=15 |"
                        + " expected tasks from 1 to 16",
                "auto/4  | PBS_ARRAY_INDEX=5 | expected tasks from 1 to 4",
                "auto/4  | JOB_COMPLETION_INDEX=4 | expected tasks from 0 to 3",
                "auto    | CDPSIM_TASK_INDEX=4 CDPSIM_TASK_COUNT=4 | array with gaps",
                "auto/4  | PBS_ARRAY_INDEX=1 JOB_COMPLETION_INDEX=1 | found tasks of several engines",
                "auto/4  | PBS_ARRAY_INDEX=x | found 'x' in PBS_ARRAY_INDEX, expected a whole number",
                "auto/0  | PBS_ARRAY_INDEX=1 | found 'auto/0', expected PART/PARTS",
                "auto/   | PBS_ARRAY_INDEX=1 | found 'auto/', expected PART/PARTS"
            })
    void anEnvironmentThatDoesNotNameOneTaskIsRefused(String text, String environment, String reason) {
        assertThatThrownBy(() -> Shard.parse(text, environment(environment == null ? "" : environment)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }
}
