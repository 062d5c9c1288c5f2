package io.cdpsim.cli.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cdpsim.workloads.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code cdpsim lab check} in a separate process, so that time and memory of a submission are limited. */
final class GradingProcess {
    /** The field with the reason why a submission could not be graded. */
    static final String PROBLEM = "problem";

    private static final long MOST_SECONDS = 300;
    private static final String HEAP = "-Xmx1g";

    private GradingProcess() {}

    /** Grades a submission, and blocks until that is done. @return the grade as {@code lab check} writes it, or an object with {@link #PROBLEM} alone */
    static JsonNode grade(StudentSubmission submission, LabCheckCommand.SubmissionOptions how)
            throws InterruptedException {
        if (!submission.problem().isEmpty()) {
            return problem(submission.problem());
        }
        try {
            return run(submission, how);
        } catch (IOException e) {
            return problem("could not be graded: " + FileErrors.reason(e));
        }
    }

    private static JsonNode run(StudentSubmission submission, LabCheckCommand.SubmissionOptions how)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
        String kept = System.getProperty("cdpsim.cache");
        if (kept != null) {
            command.add("-Dcdpsim.cache=" + kept);
        }
        command.addAll(List.of("io.cdpsim.cli.Main", "lab", "check", "" + submission.lab(), "--json"));
        if (how.trust()) {
            command.add("--trust");
        }
        if (how.ptxAlone()) {
            command.add("--ptx");
        }
        command.add(submission.folder().toString());
        Path out = Files.createTempFile("cdpsim-grade", ".json");
        Path err = Files.createTempFile("cdpsim-grade", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                return problem("took longer than " + MOST_SECONDS + " s and was ended");
            }
            String said = Files.readString(err, StandardCharsets.UTF_8).strip();
            JsonNode grade = read(Files.readString(out, StandardCharsets.UTF_8));
            return grade.has("points") ? grade : problem(said.isEmpty() ? "exit code " + process.exitValue() : said);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private static JsonNode read(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            // Cut off or written by the program: the messages say more.
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private static JsonNode problem(String why) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(PROBLEM, why.startsWith("cdpsim: ") ? why.substring("cdpsim: ".length()) : why);
    }
}
