package io.cdpsim.cli.sweep;

import io.cdpsim.workloads.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sweep as a job array of Slurm: one batch script whose tasks run one shard each, and one that merges the shards. Source: sbatch(1).
 *
 * @param tasks number of tasks and of shards, at least 1
 * @param header options of sbatch that both scripts have
 * @param sweep arguments of the sweep, without those for outputs
 * @param hasWorkers whether the arguments name a number of threads
 * @param out the file of the whole sweep's rows
 * @param report the file of the whole sweep's page
 */
record SlurmJobArray(
        int tasks,
        List<String> header,
        List<String> sweep,
        boolean hasWorkers,
        Path out,
        @Nullable Path report) {
    /** Most times that a task whose process was killed is requeued. */
    private static final int MOST_RESTARTS = 3;

    private static final String SBATCH = "sbatch";

    /** The file of the script that tasks run. */
    Path tasksFile() {
        return out.resolveSibling(out.getFileName() + ".tasks.sh");
    }

    /** The file of the script that merges. */
    Path mergeFile() {
        return out.resolveSibling(out.getFileName() + ".merge.sh");
    }

    /** The command that submits the tasks. */
    List<String> submitTasks() {
        return List.of(SBATCH, "--parsable", tasksFile().toString());
    }

    /** The command that submits the merge, once all tasks have completed; Slurm drops it where one has failed. */
    List<String> submitMerge(String job) {
        return List.of(
                SBATCH,
                "--parsable",
                "--dependency=afterok:" + job,
                "--kill-on-invalid-dep=yes",
                mergeFile().toString());
    }

    /** The script of a task. */
    String tasksScript() {
        // What follows '--' belongs to the simulated program.
        int end = sweep.contains("--") ? sweep.indexOf("--") : sweep.size();
        String rest = end == sweep.size() ? "" : " " + line(sweep.subList(end, sweep.size()));
        String workers = hasWorkers ? "" : " --workers \"${SLURM_CPUS_ON_NODE:-1}\"";
        return head("cdpsim-sweep", Stream.of("--array=1-" + tasks, "--requeue"))
                + "# Task N runs shard N of " + tasks
                + ". A task that starts again continues after the points in its journal.\n"
                + "# To run some tasks again: sbatch --array=3,7 "
                + quoted(tasksFile().toString()) + "\n"
                + change()
                + line(program()) + " sweep " + line(sweep.subList(0, end)) + " --shard auto/" + tasks + workers
                + " --out " + part("\"$SLURM_ARRAY_TASK_ID\"") + rest + "\n"
                + "status=$?\n"
                + "# Killed, for want of memory for one: requeue.\n"
                + "if [ \"$status\" -gt 128 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt " + MOST_RESTARTS
                + " ] && scontrol requeue \"$SLURM_JOB_ID\"; then\n"
                + "    sleep 300\n"
                + "fi\n"
                + "# 1: some points failed; their rows say why, and are merged.\n"
                + "[ \"$status\" -ne 1 ] || status=0\n"
                + "exit \"$status\"\n";
    }

    /** The script that merges the shards and then removes their files. */
    String mergeScript() {
        String page = report == null ? "" : " --report " + quoted(report.toString());
        return head("cdpsim-merge", Stream.empty())
                + change()
                + "parts=()\n"
                + "for ((i = 1; i <= " + tasks + "; i++)); do parts+=(" + part("\"$i\"") + "); done\n"
                + line(program()) + " sweep merge \"${parts[@]}\" --out " + quoted(out.toString()) + page
                + " && rm -f -- \"${parts[@]}\"\n";
    }

    private String head(String name, Stream<String> own) {
        return Stream.of(Stream.of("--job-name=" + name), own, header.stream())
                .flatMap(each -> each)
                .map(each -> "#SBATCH " + each + "\n")
                .collect(Collectors.joining("", "#!/bin/bash\n", ""));
    }

    private static String change() {
        return "cd " + quoted(Path.of("").toAbsolutePath().toString()) + " || exit 2\n";
    }

    /** The output of a shard, as the shell reads it. */
    private String part(String number) {
        String name = out.toString();
        int dot = name.lastIndexOf('.');
        return quoted(name.substring(0, dot) + ".") + number + "-of-" + tasks + quoted(name.substring(dot));
    }

    /** The command that runs this program: its launcher, or Java where no launcher started it. */
    private static List<String> program() {
        String launcher = System.getProperty("cdpsim.launcher", "");
        if (!launcher.isEmpty()) {
            return List.of(launcher);
        }
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "io.cdpsim.cli.Main");
    }

    /** Words as one line of a shell. */
    static String line(List<String> words) {
        return words.stream().map(SlurmJobArray::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:=/@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Submits a script.
     *
     * @param command one of {@link #submitTasks} and {@link #submitMerge}
     * @return the number of the job
     * @throws InvalidInputException if there is no Slurm, or it refuses the job
     */
    static String submit(List<String> command) {
        try {
            Process process = new ProcessBuilder(new ArrayList<>(command))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new InvalidInputException("Slurm refuses '" + line(command) + "': "
                        + printed.lines().collect(Collectors.joining("; ")));
            }
            // In a federation, the name of the cluster follows a semicolon.
            String last = printed.lines().reduce("", (before, each) -> each);
            return last.split(";", -1)[0];
        } catch (IOException e) {
            throw new InvalidInputException(
                    "found no program 'sbatch', expected Slurm on this machine; submit from one that"
                            + " has it, or print scripts and commands with --dry-run");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("interrupted while Slurm takes the job");
        }
    }
}
