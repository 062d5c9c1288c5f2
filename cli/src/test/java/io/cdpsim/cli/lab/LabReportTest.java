package io.cdpsim.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.ChildJava;
import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lab report}: a table with a line for each submission, whatever state it is in. */
class LabReportTest {
    @BeforeAll
    static void startQuickly() {
        ChildJava.archiveForCommands();
    }

    @TempDir
    private Path folder;

    private void handIn(String student, String lab, String sheet) throws IOException {
        Path in = Files.createDirectories(folder.resolve(student).resolve(lab));
        Files.writeString(in.resolve("answers.yaml"), sheet);
    }

    private CommandRun report(int jobs) {
        return CommandRun.of("lab", "report", "--ptx", "--jobs", "" + jobs, folder.toString());
    }

    /** One that knows an answer, one whose sheet is broken in two places, one of a lab that there is not, one with a name like a formula. */
    @Test
    void eachSubmissionHasALineAndTheLinesAreTheSameHoweverManyAreGradedAtOnce() throws IOException {
        handIn("ann", "lab-10", "lab: 10\ncode: {predicted: 1, measured: 69}\n");
        handIn("bob", "lab-10", "lab: 10\nrefuse: {measured: 1}\ncode, \"x\"\n");
        handIn("cyd", "last", "lab: 99\n");
        handIn("=1+1", "lab-10", "lab: 10\n");
        Files.createDirectories(folder.resolve("dan").resolve("empty"));
        handIn("eve", "lab-6", "no number\n");
        Files.createDirectories(folder.resolve("fay/lab-6/answers.yaml"));
        Files.createDirectories(folder.resolve("gus/lab-6"));
        Files.writeString(folder.resolve("gus/lab-6/kernel.cu"), "");

        handIn("hal", "lab-10", "lab: 10\ncode: {predicted: about 1, measured: 69}\nrefused: {measured: many}\n");

        CommandRun one = report(1);
        CommandRun several = report(4);

        List<String> lines = one.out().lines().toList();
        assertThat(lines).hasSize(10);
        assertThat(lines.get(0)).isEqualTo("student,lab,points,of,graded,lost,problem");
        assertThat(lines.get(1)).startsWith("'=1+1,10,0,").endsWith(",");
        assertThat(lines.get(2)).matches("ann,10,1,\\d+,.*,");
        assertThat(lines.get(3)).startsWith("bob,10,,,,,").contains("answers.yaml:");
        assertThat(lines.get(4)).startsWith("cyd,99,,,,,").contains("99");
        assertThat(lines.get(9)).matches("hal,10,1,\\d+,.*").contains("refused: cannot be read: ", "found 'many'");
        assertThat(lines.subList(5, 9))
                .containsExactly(
                        "dan,,,,,,no folder in it holds answers.yaml",
                        "eve,,,,,,lab-6: answers.yaml has no line 'lab: N' with the number of its lab",
                        "fay,,,,,,lab-6: answers.yaml is not a regular file",
                        "gus,,,,,,lab-6: lacks answers.yaml; --lab N states which lab it is");
        assertThat(one.exitCode()).isEqualTo(1);
        assertThat(one.err()).isEqualTo("cdpsim: 6 of 9 submissions could not be graded\n");
        assertThat(several).isEqualTo(one);
    }

    @Test
    void aFolderWithoutSubmissionsIsWrongInput() {
        CommandRun run = report(1);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(folder.toString(), "a folder for each student");
    }

    private CommandRun report(String... options) {
        List<String> words = new ArrayList<>(List.of("lab", "report", "--ptx", "--jobs", "2"));
        words.addAll(List.of(options));
        words.add(folder.resolve("in").toString());
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void anInterruptedReportIsResumedAndARowThatIsThereStays() throws IOException {
        handIn("in/ann", "lab-10", "lab: 10\ncode: {predicted: 1, measured: 69}\n");
        handIn("in/bob", "lab-10", "lab: 10\n");
        Path table = folder.resolve("grades.csv");
        String header = "student,lab,points,of,graded,lost,problem\n";
        Files.writeString(table, header + "ann,10,9,12,by hand,\"a, b\",\nbob,10,");

        CommandRun run = report("--out", table.toString(), "--resume");

        assertThat(run.err()).isEqualTo("1 of 2: ann, lab 10: 9 of 12 points\n2 of 2: bob, lab 10: 0 of 10 points\n");
        assertThat(Files.readAllLines(table)).hasSize(3).contains("ann,10,9,12,by hand,\"a, b\",", atIndex(1));
        assertThat(Files.readAllLines(table).get(2)).startsWith("bob,10,0,10,");
    }

    @Test
    void aFileOfAnotherCommandIsNotResumed() throws IOException {
        handIn("in/ann", "lab-10", "lab: 10\n");
        Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n");

        CommandRun run = report("--out", other.toString(), "--resume");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("its first line is not");
        assertThat(other).hasContent("a,b\n");
    }

    @Test
    void aChosenLabLeavesOutTheOthersAndNeedsNoNumberInTheSheet() throws IOException {
        handIn("in/ann", "lab-10", "lab: 10\n");
        handIn("in/bob", "deep/er", "code: {predicted: 1, measured: 69}\n");
        handIn("in/cyd", "lab-6", "lab: 6\n");

        List<String> lines = report("--lab", "10").out().lines().toList();

        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).startsWith("ann,10,0,10,");
        assertThat(lines.get(2)).startsWith("bob,10,1,10,");
    }

    /** Columns of the worksheet: Moodle's documentation, "Offline grading worksheet". */
    @Test
    void moodleGetsItsWorksheetAndEachStudentAPage() throws IOException {
        handIn("in/Ada Lovelace_4711_assignsubmission_file_", "", "lab: 10\ncode: {predicted: 1, measured: 69}\n");
        handIn("in/<b>", "", "lab: 99\n");
        Path sheet = folder.resolve("moodle.csv");
        Path pages = folder.resolve("pages");

        report("--moodle", sheet.toString(), "--feedback", pages.toString());

        List<String> lines = Files.readAllLines(sheet);
        assertThat(lines.get(0))
                .isEqualTo("Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments");
        assertThat(lines).anyMatch(each -> each.startsWith("Participant 4711,Ada Lovelace,1,10,"));
        assertThat(pages.resolve("Ada Lovelace_4711_assignsubmission_file_-lab-10.html"))
                .content()
                .contains("1 of 10 points", "<td>refused");
        assertThat(pages.resolve("<b>-lab-99.html"))
                .content()
                .contains("Not graded", "&lt;b&gt;")
                .doesNotContain("<b>");
    }

    @Test
    void aCopyWithOtherNamesAndCommentsIsSimilarAndOtherWorkIsNot() throws IOException {
        String loop = "__global__ void lighten(int *image, int width, int height, int more) {\n"
                + "  for (int i = threadIdx.x; i < width * height; i += blockDim.x) {\n"
                + "    int value = image[i] + more;\n    image[i] = value > 255 ? 255 : value;\n  }\n}\n";
        for (String student : List.of("ann", "bob", "cyd")) {
            handIn("in/" + student, "", "lab: 1\n");
        }
        Files.writeString(folder.resolve("in/ann/kernel.cu"), loop);
        Files.writeString(
                folder.resolve("in/bob/kernel.cu"),
                "// my own work\n" + loop.replace("value", "v").replace("image", "data") + "int unused = 1;\n");
        Files.writeString(
                folder.resolve("in/cyd/kernel.cu"),
                "__global__ void lighten(int *image, int width, int height, int more) {\n"
                        + "  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
                        + "  if (x >= width || y >= height) return;\n"
                        + "  atomicMin(&image[x + width * y], 255 - more);\n"
                        + "  atomicAdd(&image[x + width * y], more);\n"
                        + "}\n");
        Path pairs = folder.resolve("pairs.csv");

        report("--similar", pairs.toString());

        assertThat(Files.readAllLines(pairs)).containsExactly("lab,student,other,similarity", "1,ann,bob,1.00");
    }

    /**
     * The fields: Gradescope's documentation, "Autograder specifications", output format; GitHub's autograding-grading-reporter, which decodes the
     * results of its runners.
     */
    @Test
    void gradescopeAndClassroomGetATestForEachItem() throws IOException {
        Files.writeString(folder.resolve("answers.yaml"), "lab: 10\ncode: {predicted: 1, measured: 69}\n");
        Path results = folder.resolve("results.json");
        Path step = folder.resolve("result.txt");

        CommandRun.of(
                "lab",
                "check",
                "10",
                "--ptx",
                "--gradescope",
                results.toString(),
                "--classroom",
                step.toString(),
                folder.toString());

        JsonNode written = new ObjectMapper().readTree(results.toFile());
        assertThat(scores(written)).isEqualTo(1);
        assertThat(written.path("tests"))
                .allMatch(each -> each.path("max_score").isNumber()
                        && Set.of("passed", "failed")
                                .contains(each.path("status").asText()));
        String line = Files.readString(step);
        assertThat(line).startsWith("result=").endsWith("\n");
        JsonNode classroom = new ObjectMapper()
                .readTree(Base64.getDecoder()
                        .decode(line.substring("result=".length()).strip()));
        assertThat(scores(classroom)).isEqualTo(1);
        assertThat(classroom.path("max_score").asInt()).isEqualTo(10);
        assertThat(classroom.path("status").asText()).isEqualTo("fail");
    }

    private static double scores(JsonNode results) {
        double score = 0;
        for (JsonNode test : results.path("tests")) {
            assertThat(test.path("name").isTextual()).isTrue();
            score += test.path("score").asDouble();
        }
        return score;
    }

    @Test
    void aSubmissionThatCannotBeGradedSaysSoToGradescope() throws IOException {
        Files.writeString(folder.resolve("answers.yaml"), "lab: [\n");
        Path results = folder.resolve("results.json");

        CommandRun run =
                CommandRun.of("lab", "check", "10", "--ptx", "--gradescope", results.toString(), folder.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(new ObjectMapper().readTree(results.toFile()).path("output").asText())
                .startsWith("Not graded: ");
    }
}
