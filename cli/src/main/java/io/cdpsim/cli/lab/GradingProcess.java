package io.cdpsim.cli.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.process.ProgramProcess;
import io.cdpsim.workloads.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code cdpsim lab check} in a separate process, so that time and memory of a submission are limited. */
final class GradingProcess {
    /** The field with the reason why a submission could not be graded. */
    static final String PROBLEM = "problem";

    /** The field that states that the computer was too busy for a grade. */
    static final String CUT = "cut";

    /** A process that hangs must not hold up the table. */
    private static final long BACKSTOP_MINUTES = 60;

    private static final int HEAP_MEGABYTES = 1024;

    private GradingProcess() {}

    /** Grades a submission, and blocks until that is done. @return the grade as {@code lab check} writes it, or an object with {@link #PROBLEM} alone */
    static JsonNode grade(StudentSubmission submission, LabCheckCommand.SubmissionOptions how)
            throws InterruptedException {
        return grade(submission, how, HEAP_MEGABYTES);
    }

    /** Grades with a limit on the grader's memory. */
    static JsonNode grade(StudentSubmission submission, LabCheckCommand.SubmissionOptions how, int heapMegabytes)
            throws InterruptedException {
        if (!submission.problem().isEmpty()) {
            return problem(submission.problem());
        }
        try {
            return run(submission, how, heapMegabytes);
        } catch (IOException e) {
            return problem("could not be graded: " + FileErrors.reason(e));
        }
    }

    private static JsonNode run(StudentSubmission submission, LabCheckCommand.SubmissionOptions how, int heapMegabytes)
            throws IOException, InterruptedException {
        List<String> command = program(heapMegabytes);
        command.addAll(List.of("lab", "check", "" + submission.lab(), "--json"));
        if (how.trust()) {
            command.add("--trust");
        }
        if (how.ptxAlone()) {
            command.add("--ptx");
        }
        if (how.isPersonal()) {
            command.add("--personal");
        }
        command.add("--seed=" + how.seedName() + submission.student());
        command.add("--student=" + submission.name());
        command.add(submission.folder().toString());
        Path err = Files.createTempFile("cdpsim-grade", ".txt");
        // The grade comes through a pipe that only this process and the grader have.
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        CompletableFuture.delayedExecutor(BACKSTOP_MINUTES, TimeUnit.MINUTES).execute(process::destroyForcibly);
        try {
            JsonNode grade = read(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            int exitCode = process.waitFor();
            if ((exitCode == ExitCode.DONE || exitCode == ExitCode.FAILED_CHECK) && grade.has("points")) {
                return grade;
            }
            String said = Files.readString(err, StandardCharsets.UTF_8).strip();
            ObjectNode problem = problem(said.isEmpty() ? "exit code " + exitCode : said);
            return exitCode == ExitCode.UNFINISHED ? problem.put(CUT, true) : problem;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.deleteIfExists(err);
        }
    }

    /** The command line of this program, without arguments. */
    static List<String> program() {
        return program(HEAP_MEGABYTES);
    }

    private static List<String> program(int heapMegabytes) {
        // A lab is over before a better compiler pays.
        List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        String cache = System.getProperty("cdpsim.cache");
        if (cache != null) {
            options.add("-Dcdpsim.cache=" + cache);
        }
        List<String> command = ProgramProcess.java(heapMegabytes, options);
        command.add(ProgramProcess.MAIN);
        return command;
    }

    private static JsonNode read(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            // Cut off or written by the program: the messages say more.
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private static ObjectNode problem(String why) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(PROBLEM, why.startsWith("cdpsim: ") ? why.substring("cdpsim: ".length()) : why);
    }
}
