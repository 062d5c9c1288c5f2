package io.cdpsim.semantics.lab.grade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.key.GradingKey;
import io.cdpsim.semantics.lab.key.ProgramTask;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels of lab 1 that try to earn points without doing the task. Skipped where there is no compiler for CUDA. */
class HostileSubmissionsTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", System.getenv().getOrDefault("PATH", ""));

    private static final String EMPTY = "__global__ void lighten(int *image, int width, int height, int more) {}\n";

    private static final String RIGHT = """
        __global__ void lighten(int *image, int width, int height, int more) {
            int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
            if (x < width && y < height) {
                image[y * width + x] = min(image[y * width + x] + more, 255);
            }
        }
        """;

    @TempDir
    private Path folder;

    @BeforeAll
    static void findCompiler() {
        assumeTrue(ProgramGrader.compiler(ENVIRONMENT).isPresent(), "there is no compiler for CUDA");
    }

    private Grade grade(String kernels) throws IOException {
        return grade(1, kernels);
    }

    private Grade grade(int lab, String kernels) throws IOException {
        return grade(LabCatalog.lab(lab), kernels);
    }

    private Grade grade(Lab lab, String kernels) throws IOException {
        Files.writeString(folder.resolve("kernel.cu"), kernels);
        return new LabGrader(ENVIRONMENT, true, false, 1).grade(lab, Submission.in(folder));
    }

    /** The lab with a smaller limit on the events of a run: reaching the usual one takes seconds. */
    private static Lab within(long events, Lab lab) {
        GradingKey key = lab.key();
        ProgramTask task = key.program();
        return new Lab(
                lab.number(),
                lab.name(),
                new GradingKey(
                        key.title(),
                        key.minutes(),
                        key.files(),
                        key.parameters(),
                        new ProgramTask(
                                task.profile(),
                                task.policies(),
                                task.seeds(),
                                events,
                                task.required(),
                                task.breaks(),
                                task.criteria()),
                        key.questions()));
    }

    /** The lists of lab 5 hold ones where the student runs it, so that a sum is a length. */
    @Test
    void theRightNumberOfTheHandedOutDataIsNotTheSumOfOthers() throws IOException {
        Grade grade = grade(
                5,
                "__global__ void sum_list(const int *values, int count, int *sum) {}\n"
                        + "__global__ void sum_lists(const int *values, const int *begin, int count, int *sums) {\n"
                        + "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        + "  sums[i] = begin[i + 1] - begin[i];\n"
                        + "  if (i < 8) sum_list<<<1, 32, 0, cudaStreamFireAndForget>>>(values, 0, sums);\n}\n");

        assertThat(grade.scores())
                .filteredOn(each -> each.item().equals("result"))
                .allMatch(each -> each.points() == 0);
    }

    @Test
    void theRightResultWithoutTheLaunchesOfTheTaskEarnsNothing() throws IOException {
        Grade grade =
                grade(9, "__global__ void parent(int *data, int *sum, int *result) { *sum = 1984; *result = 15; }\n");

        assertThat(grade.points()).isZero();
        assertThat(grade.scores()).anyMatch(each -> each.remark().contains("grids of produce that parent launches"));
    }

    /** The right result and the right number of grids, without work in the children. */
    @Test
    void aRootThatAddsUpAllAndLaunchesChildrenWithoutWorkEarnsNothing() throws IOException {
        Grade grade = grade(
                11,
                "__global__ void add_part(int *values, int count, int depth, int limit) {}\n"
                        + "__global__ void add_up(int *values, int count, int limit) {\n"
                        + "  for (int i = 1; i < count; i++) values[0] += values[i];\n"
                        + "  for (int i = 0; i < 6; i++) add_part<<<1, 1>>>(values, 1, 1, limit);\n}\n");

        assertThat(grade.points()).isZero();
        assertThat(grade.scores()).anyMatch(each -> each.remark().contains("threads of add_part return at once"));
    }

    @Test
    void theTaskDoneEarnsThePointsOfTheProgram() throws IOException {
        assertThat(grade(RIGHT).points())
                .isEqualTo(LabCatalog.lab(1).key().program().points());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Exits with success before any host program starts
                "#include <cstdlib>\n#include <cstdio>\n__attribute__((constructor)) void early() { puts(\"0 of 5000"
                        + " pixels are wrong\"); exit(0); }\n",
                // Writes a grade to every open file
                "#include <unistd.h>\n__attribute__((constructor)) void grade() { for (int i = 0; i < 64; i++) write(i,"
                        + " \"{\\\"points\\\": 10}\", 14); }\n",
                // Replaces the comparison of the host program
                "#define printf(...) 0\n#define main replaced\n",
                "struct Cheat { Cheat() { for (;;) {} } } cheat;\n"
            })
    void hostCodeOfASubmissionDoesNotRun(String host) throws IOException {
        assertThat(grade(host + EMPTY).points()).isZero();
    }

    @Test
    void aKernelWithoutEndIsStoppedAfterTheSameEventsOnEveryComputer() throws IOException {
        Grade grade = grade(
                within(20_000, LabCatalog.lab(1)),
                "__global__ void lighten(int *image, int width, int height, int more) {\n"
                        + "  bool first = blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y == 0;\n"
                        + "  while (first && more) { more = (more * 3 + width) | 1; atomicAdd(image, more); }\n}\n");

        assertThat(grade.points()).isZero();
        assertThat(grade.scores()).anyMatch(each -> each.remark().contains("20000 events of the simulation"));
    }

    @Test
    void theFileOfAnotherStudentIsNotIncluded() throws IOException {
        assumeTrue(Sandbox.find(ENVIRONMENT).isPresent(), "there is no sandbox");
        Path other = Files.createTempFile("cdpsim-other", ".cu");
        Files.writeString(other, RIGHT);
        Files.writeString(folder.resolve("kernel.cu"), "#include \"" + other + "\"\n");
        Grade grade = new LabGrader(ENVIRONMENT, false, false, 1).grade(LabCatalog.lab(1), Submission.in(folder));

        assertThat(grade.points()).isZero();
    }
}
