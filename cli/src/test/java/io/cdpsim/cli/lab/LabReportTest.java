package io.cdpsim.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lab report}: a table with a line for each submission, whatever state it is in. */
class LabReportTest {
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
                        "gus,,,,,,lab-6: lacks answers.yaml");
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
}
