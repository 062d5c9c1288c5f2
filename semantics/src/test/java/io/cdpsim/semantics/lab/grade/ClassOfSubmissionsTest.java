package io.cdpsim.semantics.lab.grade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A class: the first line of each file has its lab and the points that it deserves. A file with PTX beside it is graded as PTX, which needs no
 * compiler; the others attack the compiler.
 */
class ClassOfSubmissionsTest {
    private static final Pattern FIRST_LINE = Pattern.compile("// lab (\\d+), points (\\d+)");
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", System.getenv().getOrDefault("PATH", ""));

    /** They take the compiler seconds, in which it reaches its limit of memory or of the size of a file. */
    private static final List<String> SLOW = List.of("hostile-preprocessor", "hostile-templates");

    @TempDir
    private Path folder;

    private static List<Path> submissions() throws IOException, URISyntaxException {
        Path all = Path.of(Objects.requireNonNull(ClassOfSubmissionsTest.class.getResource("class"))
                .toURI());
        try (Stream<Path> files = Files.list(all)) {
            return files.filter(each -> each.toString().endsWith(".cu"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("submissions")
    void honestWorkHasItsPointsAndAHostileSubmissionHasNone(Path source) throws IOException {
        String name = String.valueOf(source.getFileName()).replace(".cu", "");
        Path ptx = source.resolveSibling(name + ".ptx");
        boolean isPtx = Files.exists(ptx);
        Matcher expected = FIRST_LINE.matcher(Files.readString(source));
        assertThat(expected.lookingAt()).as("the first line of %s", source).isTrue();
        Submission submission;
        if (isPtx) {
            submission = Submission.of(List.of(Files.copy(ptx, folder.resolve("kernel.ptx"))));
        } else {
            assumeTrue(!SLOW.contains(name) || Boolean.getBoolean("cdpsim.slow"), "takes the compiler seconds");
            assumeTrue(ProgramGrader.compiler(ENVIRONMENT).isPresent(), "there is no compiler for CUDA");
            assumeTrue(Sandbox.find(ENVIRONMENT).isPresent(), "there is no sandbox");
            Path secret = Files.createTempFile("cdpsim-key", ".cu");
            Path copy = Files.writeString(
                    folder.resolve("kernel.cu"), Files.readString(source).replace("KEY", secret.toString()));
            submission = new Submission(Optional.of(copy), Optional.empty(), Optional.empty());
        }
        int lab = Integer.parseInt(expected.group(1));

        Grade grade = new LabGrader(ENVIRONMENT, false, isPtx, 7).grade(LabCatalog.lab(lab), submission);

        assertThat(grade.points())
                .as(() -> grade.scores().stream().map(Score::remark).toList().toString())
                .isEqualTo(Integer.parseInt(expected.group(2)));
    }

    @Test
    void noRemarkShowsAValueThatTheGraderExpects() throws IOException, URISyntaxException {
        Path ptx =
                Path.of(Objects.requireNonNull(ClassOfSubmissionsTest.class.getResource("class/hostile-constants.ptx"))
                        .toURI());
        Grade grade = new LabGrader(Map.of(), false, true, 7)
                .grade(LabCatalog.lab(7), Submission.of(List.of(Files.copy(ptx, folder.resolve("kernel.ptx")))));

        assertThat(grade.scores())
                .anyMatch(each -> each.remark().contains("not as expected"))
                .noneMatch(each -> each.remark().contains(", expected"));
    }
}
