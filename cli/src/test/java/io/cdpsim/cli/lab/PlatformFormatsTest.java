package io.cdpsim.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.semantics.lab.LabCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for a platform has the fields, the types and the ranges that the platform's own description states. */
class PlatformFormatsTest {
    private static final Path PLATFORMS = LabsTest.ROOT.resolve("labs/platforms");
    private static final Predicate<JsonNode> NUMBER = JsonNode::isNumber;
    private static final Predicate<JsonNode> TEXT = JsonNode::isTextual;
    private static final Predicate<JsonNode> FLAG = JsonNode::isBoolean;
    private static final Predicate<JsonNode> VISIBILITY = each ->
            Set.of("hidden", "after_due_date", "after_published", "visible").contains(each.asText());
    private static final Predicate<JsonNode> FORMAT =
            each -> Set.of("text", "html", "simple_format", "md", "ansi").contains(each.asText());

    /** Gradescope's documentation, "Autograder specifications", output format. */
    private static final Map<String, Predicate<JsonNode>> GRADESCOPE = Map.of(
            "score", NUMBER,
            "execution_time", NUMBER,
            "output", TEXT,
            "output_format", FORMAT,
            "visibility", VISIBILITY,
            "stdout_visibility", VISIBILITY,
            "extra_data", JsonNode::isObject,
            "tests", JsonNode::isArray,
            "leaderboard", JsonNode::isArray);

    private static final Map<String, Predicate<JsonNode>> GRADESCOPE_TEST = Map.of(
            "score", NUMBER,
            "max_score", NUMBER,
            "status", each -> Set.of("passed", "failed").contains(each.asText()),
            "name", TEXT,
            "number", TEXT,
            "output", TEXT,
            "output_format", FORMAT,
            "tags", JsonNode::isArray,
            "visibility", VISIBILITY,
            "extra_data", JsonNode::isObject);

    /** What GitHub's autograding-grading-reporter reads of a runner, and what its runners write. */
    private static final Map<String, Predicate<JsonNode>> CLASSROOM = Map.of(
            "version",
            JsonNode::isInt,
            "status",
            each -> Set.of("pass", "fail", "error").contains(each.asText()),
            "max_score",
            NUMBER,
            "tests",
            JsonNode::isArray);

    private static final Map<String, Predicate<JsonNode>> CLASSROOM_TEST = Map.of(
            "name", TEXT,
            "status", each -> Set.of("pass", "fail", "error").contains(each.asText()),
            "score", NUMBER,
            "message", each -> each.isTextual() || each.isNull(),
            "test_code", TEXT,
            "filename", TEXT,
            "line_no", JsonNode::isInt,
            "duration", NUMBER);

    /** nbgrader's schema of cell metadata, version 3. */
    private static final Map<String, Predicate<JsonNode>> NBGRADER = Map.of(
            "schema_version", each -> each.isInt() && each.asInt() == 3,
            "grade", FLAG,
            "locked", FLAG,
            "solution", FLAG,
            "task", FLAG,
            "grade_id", each -> each.isTextual() && each.asText().matches("[a-zA-Z0-9_-]+"),
            "points", each -> each.isNumber() && each.asDouble() >= 0,
            "checksum", each -> each.isTextual() && each.asText().length() == 32,
            "cell_type", each -> Set.of("raw", "code", "markdown").contains(each.asText()));

    @TempDir
    private Path folder;

    /** The fields are among those of the format, with its types and ranges; those that it requires are there. */
    private static void conforms(JsonNode object, Map<String, Predicate<JsonNode>> format, Set<String> required) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        assertThat(names).isSubsetOf(format.keySet()).containsAll(required).doesNotHaveDuplicates();
        for (String name : names) {
            assertThat(format.get(name).test(object.get(name)))
                    .as("%s: %s", name, object.get(name))
                    .isTrue();
        }
    }

    private JsonNode written(String option, String sheet) throws IOException {
        Files.writeString(folder.resolve("answers.yaml"), sheet);
        Path file = folder.resolve("written");
        CommandRun.of("lab", "check", "10", "--ptx", option, file.toString(), folder.toString());
        String text = Files.readString(file);
        if (option.equals("--classroom")) {
            // A line NAME=VALUE of GITHUB_OUTPUT, without a line end in the value
            assertThat(text).matches("result=[A-Za-z0-9+/]+=*\\n");
            return new ObjectMapper()
                    .readTree(Base64.getDecoder()
                            .decode(text.substring("result=".length()).strip()));
        }
        return new ObjectMapper().readTree(text);
    }

    @Test
    void gradescopeReadsTheGrade() throws IOException {
        JsonNode results = written("--gradescope", "lab: 10\ncode: {predicted: 1, measured: 69}\n");

        conforms(results, GRADESCOPE, Set.of("tests"));
        assertThat(results.path("tests")).isNotEmpty();
        double score = 0;
        double most = 0;
        for (JsonNode test : results.path("tests")) {
            conforms(test, GRADESCOPE_TEST, Set.of("score", "max_score", "name"));
            assertThat(test.path("score").asDouble())
                    .isBetween(0.0, test.path("max_score").asDouble());
            assertThat(test.path("status").asText().equals("passed"))
                    .isEqualTo(test.path("score").asDouble()
                            == test.path("max_score").asDouble());
            score += test.path("score").asDouble();
            most += test.path("max_score").asDouble();
        }
        assertThat(score).isEqualTo(1);
        assertThat(most).isEqualTo(LabCatalog.lab(10).key().points());
    }

    /** Without tests, the whole needs a score. */
    @Test
    void gradescopeReadsThatThereIsNoGrade() throws IOException {
        conforms(written("--gradescope", "lab: [\n"), GRADESCOPE, Set.of("score", "output"));
    }

    /** The archive holds setup.sh and run_autograder, which name an interpreter; the latter writes the results where Gradescope reads them. */
    @Test
    void gradescopeRunsTheScripts() throws IOException {
        try (Stream<Path> files = Files.list(PLATFORMS.resolve("gradescope"))) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .contains("setup.sh", "run_autograder")
                    .allMatch(each ->
                            Files.isExecutable(PLATFORMS.resolve("gradescope").resolve(each)));
        }
        assertThat(Files.readString(PLATFORMS.resolve("gradescope/setup.sh"))).startsWith("#!");
        assertThat(Files.readString(PLATFORMS.resolve("gradescope/run_autograder")))
                .startsWith("#!")
                .contains("/autograder/results/results.json", "/autograder/submission");
    }

    @Test
    void theReporterOfClassroomReadsTheGrade() throws IOException {
        JsonNode result = written("--classroom", "lab: 10\ncode: {predicted: 1, measured: 69}\n");

        conforms(result, CLASSROOM, Set.of("status", "max_score", "tests"));
        double score = 0;
        for (JsonNode test : result.path("tests")) {
            conforms(test, CLASSROOM_TEST, Set.of("name", "status", "score"));
            score += test.path("score").asDouble();
        }
        assertThat(score).isEqualTo(1);
        assertThat(result.path("max_score").asDouble())
                .isEqualTo(LabCatalog.lab(10).key().points());
    }

    /** The names of workflow and job, of which there is one, and of the variable of each runner: the reporter's page. */
    @Test
    void classroomFindsTheResultOfTheWorkflow() throws IOException {
        String workflow = Files.readString(PLATFORMS.resolve("github-classroom.yml"));

        assertThat(workflow).contains("\nname: Autograding Tests\n");
        assertThat(matches(workflow.substring(workflow.indexOf("\njobs:")), "(?m)^  ([\\w-]+):$"))
                .containsExactly("run-autograding-tests");
        List<String> runners = matches(workflow, "runners: (\\w+)");
        assertThat(runners).hasSize(1);
        String id = runners.get(0);
        assertThat(workflow)
                .contains(
                        "id: " + id + "\n",
                        id.toUpperCase(Locale.ROOT) + "_RESULTS: ${{ steps." + id + ".outputs.result }}");
    }

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    /**
     * Moodle's importer of the worksheet: it refuses a file without the identifier, the grade or the time of its last change, takes the number after
     * "Participant ", and leaves out a grade that is empty or above the maximum.
     */
    @Test
    void moodleImportsTheWorksheet() throws IOException {
        for (String student :
                List.of("Ada Lovelace_4711_assignsubmission_file_", "=cmd, \"x\"_12_assignsubmission_file_")) {
            Path in = Files.createDirectories(folder.resolve("in").resolve(student));
            Files.writeString(in.resolve("answers.yaml"), "lab: 10\ncode: {predicted: 1, measured: 69}\n");
        }
        Path broken = Files.createDirectories(folder.resolve("in/Bob_13_assignsubmission_file_"));
        Files.writeString(broken.resolve("answers.yaml"), "lab: 99\n");
        Path sheet = folder.resolve("moodle.csv");

        CommandRun.of(
                "lab",
                "report",
                "--ptx",
                "--moodle",
                sheet.toString(),
                folder.resolve("in").toString());

        List<List<String>> rows = Files.readAllLines(sheet).stream()
                .map(PlatformFormatsTest::cells)
                .toList();
        List<String> header = rows.get(0);
        assertThat(header)
                .doesNotHaveDuplicates()
                .contains("Identifier", "Grade", "Last modified (grade)", "Feedback comments");
        assertThat(rows).hasSize(4).allMatch(each -> each.size() == header.size());
        Set<String> users = new HashSet<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            String identifier = row.get(header.indexOf("Identifier"));
            assertThat(identifier).matches("Participant \\d+");
            users.add(identifier);
            String grade = row.get(header.indexOf("Grade"));
            assertThat(grade).isEqualTo(identifier.endsWith(" 13") ? "" : "1");
            assertThat(row.get(header.indexOf("Maximum Grade"))).isEqualTo(grade.isEmpty() ? "" : "10");
        }
        assertThat(users).containsExactlyInAnyOrder("Participant 4711", "Participant 12", "Participant 13");
    }

    /** A line of RFC 4180. */
    private static List<String> cells(String line) {
        return Pattern.compile("(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))")
                .matcher(line)
                .results()
                .map(each -> each.group(1) != null ? each.group(1).replace("\"\"", "\"") : each.group(2))
                .toList();
    }

    /** nbgrader's validator of version 3, and nbformat 4.5, in which a cell has an identifier. */
    @Test
    void nbgraderReadsTheNotebook() throws IOException {
        JsonNode notebook =
                new ObjectMapper().readTree(PLATFORMS.resolve("nbgrader.ipynb").toFile());
        assertThat(notebook.path("nbformat").asInt()).isEqualTo(4);
        assertThat(notebook.path("nbformat_minor").asInt()).isEqualTo(5);
        Set<String> gradeIds = new HashSet<>();
        Set<String> cellIds = new HashSet<>();
        for (JsonNode cell : notebook.path("cells")) {
            assertThat(cell.path("id").asText()).matches("[a-zA-Z0-9_-]{1,64}");
            assertThat(cellIds.add(cell.path("id").asText())).isTrue();
            assertThat(cell.path("cell_type").asText()).isEqualTo("code");
            JsonNode nbgrader = cell.path("metadata").path("nbgrader");
            conforms(nbgrader, NBGRADER, Set.of("schema_version", "grade", "locked", "solution", "grade_id"));
            assertThat(gradeIds.add(nbgrader.path("grade_id").asText())).isTrue();
            // A task is a cell of text.
            assertThat(nbgrader.path("task").asBoolean()).isFalse();
            assertThat(nbgrader.has("points")).isEqualTo(nbgrader.path("grade").asBoolean());
            if (nbgrader.has("points")) {
                assertThat(nbgrader.path("points").asInt())
                        .isEqualTo(LabCatalog.lab(1).key().points());
            }
        }
        assertThat(gradeIds).hasSize(3);
    }
}
