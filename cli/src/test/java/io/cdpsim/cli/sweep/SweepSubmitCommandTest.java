package io.cdpsim.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Submission without Slurm: what is written, what is refused, and a stand-in for sbatch that runs what it gets. */
class SweepSubmitCommandTest {
    private static final String SWEEP = "bfs --graph rmat:12:16:1 --vary seed=1..48";

    /**
     * Runs the tasks out of order, the second of them killed with SIGKILL once one point is left of it, and again when the script asks for that; then the
     * merge.
     */
    private static final String SBATCH =
            """
            #!/bin/bash
            for script; do :; done
            case "$*" in
                *--dependency=afterok:41*) bash "$script" >merge.log 2>&1 || exit 1; echo 42; exit ;;
                *--dependency*) exit 1 ;;
            esac
            export SLURM_JOB_ID=41 SLURM_CPUS_ON_NODE=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=3
            export %1$s='%2$s'
            for SLURM_ARRAY_TASK_ID in 3 2 1; do
                export SLURM_ARRAY_TASK_ID
                if [ $SLURM_ARRAY_TASK_ID = 2 ]; then
                    bash "$script" >killed.log 2>&1 &
                    pid=$!
                    until [ "$(cat %3$s.journal 2>/dev/null | wc -l)" -ge %4$d ]; do kill -0 $pid || exit 1; sleep 0.01; done
                    kill -9 $(cat /proc/$pid/task/$pid/children)
                    until [ -e requeued ]; do kill -0 $pid || exit 1; sleep 0.01; done
                    kill -9 $pid $(cat /proc/$pid/task/$pid/children)
                    wait
                    cp %3$s.journal left
                fi
                bash "$script" >task$SLURM_ARRAY_TASK_ID.log 2>&1 || exit 1
            done
            echo '41;test'
            """.formatted(CdpsimProcess.OPTIONS, CdpsimProcess.options(), LingeringSweep.PART, LingeringSweep.LINES);

    private static final String SCONTROL = """
        #!/bin/bash
        [ "$*" = 'requeue 41' ] && touch requeued
        """;

    @TempDir
    private Path folder;

    private void program(String name, String text) throws IOException {
        Path file =
                Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void tasksInAnyOrderOneOfThemKilledGiveTheBytesOfTheWholeSweep() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/task")), "the children of a process are read in /proc");
        program("sbatch", SBATCH);
        program("scontrol", SCONTROL);
        Map<String, String> path = Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        String outputs = " --out r.csv --report r.html";

        CdpsimProcess run = CdpsimProcess.of(
                folder,
                path,
                "sweep submit --slurm --tasks " + LingeringSweep.TASKS + " " + LingeringSweep.WORDS + outputs);

        assertThat(run.printed())
                .isEqualTo("tasks  3, job 41\nmerge  job 42, once all tasks have completed\nrows   r.csv\n");
        assertThat(run.exitCode()).isZero();
        assertThat(CdpsimProcess.lines(folder.resolve("left"))).isEqualTo(LingeringSweep.LINES);
        assertThat(folder.resolve("task2.log")).content().containsPattern("done before +3\n");
        CommandRun.of(("sweep " + LingeringSweep.WORDS + " --quiet --out @/whole.csv --report @/whole.html")
                .replace("@", folder.toString())
                .split(" ", -1));
        assertThat(folder.resolve("r.csv")).hasSameBinaryContentAs(folder.resolve("whole.csv"));
        assertThat(folder.resolve("r.html")).hasSameBinaryContentAs(folder.resolve("whole.html"));
        assertThat(folder).isDirectoryNotContaining("glob:**r.*-of-3.csv*");
    }

    @Test
    void withoutSlurmTheErrorSaysSoAndOffersTheDryRun() throws Exception {
        CdpsimProcess run = CdpsimProcess.of(
                folder,
                Map.of("PATH", Files.createDirectory(folder.resolve("empty")).toString()),
                "sweep submit --slurm --tasks 4 " + SWEEP + " --out r.csv");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.printed())
                .isEqualTo("cdpsim: found no program 'sbatch', expected Slurm on this machine; submit from one that has"
                        + " it, or print scripts and commands with --dry-run\n");
    }

    @Test
    void aDryRunPrintsBothScriptsAndTheCommandsAndWritesNothing() throws Exception {
        CommandRun run =
                CommandRun.of(("sweep submit --slurm --dry-run --tasks 500 --time 1:00:00 --partition gpu --mem 4G"
                                + " --sbatch=--account=physics --sbatch=--cpus-per-task=8 " + SWEEP + " --out=" + folder
                                + "/r.csv --report " + folder + "/it's.html")
                        .split(" ", -1));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        String header = """
            #SBATCH --time=1:00:00
            #SBATCH --partition=gpu
            #SBATCH --mem=4G
            #SBATCH --account=physics
            #SBATCH --cpus-per-task=8
            """;
        assertThat(run.out())
                // No more tasks than points
                .startsWith("# " + folder + "/r.csv.tasks.sh\n#!/bin/bash\n#SBATCH --job-name=cdpsim-sweep\n"
                        + "#SBATCH --array=1-48\n#SBATCH --requeue\n" + header)
                .contains(" sweep bfs --graph rmat:12:16:1 --vary seed=1..48 --shard auto/48 --workers"
                        + " \"${SLURM_CPUS_ON_NODE:-1}\" --out " + folder + "/r.\"$SLURM_ARRAY_TASK_ID\"-of-48.csv\n")
                .contains("\n# " + folder + "/r.csv.merge.sh\n#!/bin/bash\n#SBATCH --job-name=cdpsim-merge\n" + header)
                .contains(" sweep merge \"${parts[@]}\" --out " + folder + "/r.csv --report '" + folder
                        + "/it'\\''s.html' && rm -f -- \"${parts[@]}\"\n")
                .endsWith("# Commands\nsbatch --parsable " + folder + "/r.csv.tasks.sh\nsbatch --parsable"
                        + " --dependency=afterok:JOB --kill-on-invalid-dep=yes " + folder + "/r.csv.merge.sh\n");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tasks 4 bfs --vary pool=4 --out @/r.csv             | --slurm",
                "--slurm bfs --vary pool=4 --out @/r.csv               | --tasks",
                "--slurm --tasks 0 bfs --vary pool=4 --out @/r.csv     | expected a whole number from 1",
                "--slurm --tasks 4 bfs --vary pool=4                   | expected --out FILE, .csv or .jsonl",
                "--slurm --tasks 4 bfs --vary pool=4 --out @/r.txt     | expected one that ends in .csv or .jsonl",
                "--slurm --tasks 4 bfs --vary pool=4 --shard 1/2 --out @/r.csv | leave it out",
                "--slurm --tasks 4 bfs --vary treshold=4 --out @/r.csv | did you mean 'threshold'?",
                "--slurm --tasks 4 bfs --wary pool=4 --out @/r.csv     | did you mean '--vary'?",
                "--slurm --tasks 4 bsf --vary pool=4 --out @/r.csv     | did you mean 'bfs'?",
                "--slurm --tasks 4 merge @/r.csv --out @/s.csv         | expected a workload or a .yaml file",
                "--slurm --tasks 4 --sbatch=account bfs --vary pool=4 --out @/r.csv | expected one option of sbatch",
                "--slurm --tasks 4 --sbatch=--array=1-9 bfs --vary pool=4 --out @/r.csv | which 'submit' sets itself",
                "--slurm --tasks 4 --sbatch=--dependency=singleton bfs --vary pool=4 --out @/r.csv | leave it out"
            })
    void wrongUseIsRefusedBeforeAnythingIsSubmitted(String line, String reason) {
        CommandRun run = CommandRun.of(("sweep submit --dry-run " + line)
                .replace("@", folder.toString())
                .split(" +", -1));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("cdpsim: ").contains(reason);
    }
}
