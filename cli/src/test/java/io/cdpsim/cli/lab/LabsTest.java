package io.cdpsim.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.cli.CommandRun;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.LabFolder;
import io.cdpsim.semantics.lab.grade.Grade;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.grade.LabGrader;
import io.cdpsim.semantics.lab.grade.Submission;
import io.cdpsim.semantics.lab.key.GradingKey;
import io.cdpsim.semantics.lab.key.GradingKey.ExpectedAnswer;
import io.cdpsim.semantics.lab.key.GradingKey.JsonField;
import io.cdpsim.semantics.lab.key.GradingKey.Question;
import io.cdpsim.semantics.lab.key.LabParameter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lab: its key earns all points, its task as handed out does not, its numbers are what the program shows. */
class LabsTest {
    static final Path ROOT = root();
    private static final Path LABS = ROOT.resolve("labs");

    /** Several questions read the same runs. */
    private static final Map<String, JsonNode> RUNS = new HashMap<>();

    @TempDir
    private Path folder;

    private static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("labs"))) {
                return at;
            }
        }
        throw new IllegalStateException("no folder above " + start + " holds labs");
    }

    private static List<Lab> labs() {
        return LabCatalog.labs();
    }

    /** Of PTX alone: needs neither a compiler nor a sandbox. */
    private static Grade grade(Lab lab, Path folder) {
        return new LabGrader(Map.of(), false, true, 1).grade(lab, Submission.in(folder));
    }

    private static Path key(Lab lab) {
        return LABS.resolve("keys").resolve(lab.name());
    }

    private static String right(Question question) {
        return question.answer() instanceof ExpectedAnswer.Measurement number
                ? "{predicted: 1, measured: " + number.value() + "}"
                : "{answer: " + ((ExpectedAnswer.Choice) question.answer()).word() + "}";
    }

    /** A number that is off by more than the tolerance, in which the right one does not stand; another word. */
    private static String wrong(Question question) {
        if (question.answer() instanceof ExpectedAnswer.Measurement number) {
            return "{predicted: 1, measured: " + (number.value() * 1.5 + 1) + "}";
        }
        ExpectedAnswer.Choice choice = (ExpectedAnswer.Choice) question.answer();
        String other = choice.choices().stream()
                .filter(each -> !each.equals(choice.word()))
                .findFirst()
                .orElseThrow();
        return "{answer: " + other + "}";
    }

    private static String sheet(Lab lab, Function<Question, String> answers) {
        StringBuilder sheet = new StringBuilder("lab: " + lab.number() + "\n");
        lab.key().questions().forEach(each -> sheet.append(each.name() + ": " + answers.apply(each) + "\n"));
        return sheet.toString();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void theKeyEarnsAllPoints(Lab lab) throws IOException {
        Files.copy(key(lab).resolve(Lab.PTX), folder.resolve(Lab.PTX));
        Files.writeString(folder.resolve(Lab.ANSWERS), sheet(lab, LabsTest::right));

        Grade grade = grade(lab, folder);

        assertThat(grade.scores().stream().filter(each -> !each.isFull())).isEmpty();
        assertThat(grade.maximum()).isEqualTo(lab.key().points()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void whatIsHandedOutEarnsNothing(Lab lab) {
        LabFolder.start(lab, folder, "");

        assertThat(grade(lab, folder).points()).isZero();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void theProgramAsHandedOutDoesNotDoWhatItMust(Lab lab) throws IOException {
        // So that it runs, though nothing is mended
        Files.writeString(
                folder.resolve(Lab.PTX),
                Files.readString(LABS.resolve(lab.name()).resolve(Lab.PTX)) + "\n// looked at\n");

        List<Score> program = grade(lab, folder).scores().stream()
                .filter(each -> !each.remark().startsWith("there is no"))
                .toList();

        int earned = program.stream().mapToInt(Score::points).sum();
        assertThat(earned).isLessThanOrEqualTo(lab.key().program().points() / 2);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void aWrongAnswerDoesNotRevealTheRightOne(Lab lab) throws IOException {
        Files.writeString(folder.resolve(Lab.ANSWERS), sheet(lab, LabsTest::wrong));

        Grade grade = grade(lab, folder);

        for (Question each : lab.key().questions()) {
            Score mark = grade.scores().stream()
                    .filter(one -> one.item().equals(each.name()))
                    .findFirst()
                    .orElseThrow();
            assertThat(mark.points()).isZero();
            String answer = each.answer() instanceof ExpectedAnswer.Measurement number
                    ? plain(number.value())
                    : ((ExpectedAnswer.Choice) each.answer()).word();
            assertThat(mark.remark()).doesNotContainPattern("\\b" + Pattern.quote(answer) + "\\b");
        }
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void aNumberOfTheKeyIsWhatTheProgramShows(Lab lab) throws IOException {
        for (Question each : lab.key().questions()) {
            if (each.answer() instanceof ExpectedAnswer.Measurement number) {
                List<Double> read = new ArrayList<>();
                for (JsonField field : each.derivation().orElseThrow().fields()) {
                    read.add(measured(field));
                }
                double shown = each.derivation().orElseThrow().apply(read);
                // Three digits are written.
                assertThat(number.value()).as(each.name()).isCloseTo(shown, within(0.005 * Math.abs(shown)));
            }
        }
    }

    private static double measured(JsonField field) throws IOException {
        return CommandMeasurements.number(run(field.command()), field.path());
    }

    private static JsonNode run(String command) throws IOException {
        if (!RUNS.containsKey(command)) {
            List<String> words = new ArrayList<>();
            for (String each : command.split(" ", -1)) {
                words.add(each.startsWith("labs/") ? ROOT.resolve(each).toString() : each);
            }
            words.add("--json");
            RUNS.put(
                    command,
                    new ObjectMapper()
                            .readTree(
                                    CommandRun.of(words.toArray(String[]::new)).out()));
        }
        return RUNS.get(command);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void aStudentIsGivenAllOfTheFolderAndNothingElse(Lab lab) throws IOException {
        LabFolder.start(lab, folder, "");

        try (Stream<Path> there = Files.list(LABS.resolve(lab.name()));
                Stream<Path> given = Files.list(folder)) {
            assertThat(given.map(Path::getFileName).map(String::valueOf))
                    .containsExactlyInAnyOrderElementsOf(
                            there.map(Path::getFileName).map(String::valueOf).toList());
        }
        assertThat(Files.readString(folder.resolve(Lab.KERNELS)))
                .isNotEqualTo(Files.readString(key(lab).resolve(Lab.KERNELS)));
        assertThat(Files.readString(folder.resolve(Lab.ANSWERS)))
                .contains(lab.key().questions().stream().map(Question::name).toList());
        assertThat(Files.readString(folder.resolve(Lab.PAGE)))
                .contains(lab.key().questions().stream()
                        .map(each -> "`" + each.name() + "`")
                        .toList());
    }

    @Test
    void aFileThatIsThereStaysAsItIs() throws IOException {
        Files.writeString(folder.resolve(Lab.KERNELS), "mine");

        CommandRun run = CommandRun.of("lab", "start", "5", folder.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Left as it was: kernel.cu");
        assertThat(folder.resolve(Lab.KERNELS)).hasContent("mine");
    }

    @Test
    void aRightAnswerNeedsAPrediction() throws IOException {
        Lab lab = LabCatalog.lab(10);
        Files.writeString(
                folder.resolve(Lab.ANSWERS), "lab: 10\ncode: {measured: 69}\nrefused: {predicted: 5, measured: 448}\n");

        List<Score> marks = grade(lab, folder).scores();

        assertThat(marks).filteredOn(each -> each.item().equals("refused")).allMatch(Score::isFull);
        assertThat(marks)
                .filteredOn(each -> each.item().equals("code"))
                .allMatch(each -> each.points() == 0 && each.remark().contains("prediction"));
    }

    @Test
    void aMistakeInTheSheetIsNamedWithItsPlace() throws IOException {
        Path sheet = Files.writeString(folder.resolve("answers.yaml"), "lab: 10\nrefuse: {measured: 1}\n");

        CommandRun run = CommandRun.of("lab", "check", "10", "--ptx", sheet.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("answers.yaml:2:1: unknown key 'refuse'", "did you mean 'refused'?");
    }

    @Test
    void nothingRunsWithoutASandbox() throws IOException {
        Files.copy(key(LabCatalog.lab(7)).resolve(Lab.KERNELS), folder.resolve(Lab.KERNELS));
        Path compiler = Files.writeString(folder.resolve("nvcc"), "#!/bin/sh\ntouch '" + folder + "/was-run'\n");
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        LabGrader grader = new LabGrader(Map.of("PATH", folder.toString()), false, false, 1);

        assertThatThrownBy(() -> grader.grade(LabCatalog.lab(7), Submission.in(folder)))
                .hasMessageContaining("bubblewrap")
                .hasMessageContaining("--trust");
        assertThat(folder.resolve("was-run")).doesNotExist();
    }

    @Test
    void aLinkInASubmissionIsNotFollowed() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "token: abc\n");
        Path submission = Files.createDirectory(folder.resolve("submission"));
        Files.createSymbolicLink(submission.resolve(Lab.ANSWERS), secret);

        CommandRun run = CommandRun.of("lab", "check", "5", "--ptx", submission.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("is a link").doesNotContain("token");
    }

    @Test
    void aGradeAsJsonHasEachMark() throws IOException {
        Lab lab = LabCatalog.lab(9);
        Files.copy(key(lab).resolve(Lab.PTX), folder.resolve(Lab.PTX));
        Files.writeString(folder.resolve(Lab.ANSWERS), sheet(lab, LabsTest::wrong));

        CommandRun run = CommandRun.of("lab", "check", "9", "--ptx", "--json", folder.toString());

        JsonNode grade = new ObjectMapper().readTree(run.out());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(grade.path("points").asInt()).isEqualTo(lab.key().program().points());
        assertThat(grade.path("of").asInt()).isEqualTo(lab.key().points());
        assertThat(grade.path("marks"))
                .hasSize(lab.key().program().criteria().size()
                        + lab.key().questions().size());
    }

    @Test
    void atLeastFiveLabsAskEachStudentForOtherNumbers() {
        assertThat(labs())
                .filteredOn(each -> !each.key().parameters().isEmpty())
                .hasSizeGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void theQuestionsAndTheKeyTakeTheSameParameters(Lab lab) {
        String page = new String(lab.file(Lab.PAGE), StandardCharsets.UTF_8);
        for (LabParameter each : lab.key().parameters()) {
            assertThat(each.values()).doesNotHaveDuplicates().hasSizeGreaterThan(2);
            for (String text : each.texts()) {
                assertThat(page).contains(text.replace("{}", each.values().get(0)));
            }
            GradingKey only =
                    new GradingKey("", 1, List.of(), List.of(each), lab.key().program(), List.of());
            String other = Stream.of("a", "b", "c", "d", "e", "f", "g", "h")
                    .filter(name -> !only.personal(name, page).equals(page))
                    .findFirst()
                    .orElseThrow();
            assertThat(lab.key().questions())
                    .anyMatch(one -> one.derivation()
                            .map(from -> !from.personal(only, other).equals(from))
                            .orElse(false));
        }
    }

    /** The expected number is that of the command in her page, and a neighbour's sheet does not help. */
    @Test
    void aStudentIsGradedByHerOwnQuestions() throws IOException {
        Lab lab = LabCatalog.lab(10);
        Pattern command = Pattern.compile("cdpsim (run pending --depth 3 --stream faf --pool (\\d+))\n");
        Map<String, String> refused = new TreeMap<>();
        for (String student : List.of("ann", "bob", "cyd", "dan", "eve")) {
            LabFolder.start(lab, folder.resolve(student), student);
            Matcher first =
                    command.matcher(Files.readString(folder.resolve(student).resolve(Lab.PAGE)));
            assertThat(first.find()).isTrue();
            refused.put(
                    student, "" + run(first.group(1)).path("failed_launches").asInt());
            assertThat(folder.resolve(student).resolve(Lab.ANSWERS))
                    .content()
                    .contains("lab: 10\nseed: \"" + student + "\"\n");
        }
        assertThat(new HashSet<>(refused.values())).hasSizeGreaterThan(2);

        for (String student : refused.keySet()) {
            Path sheet = folder.resolve(student).resolve(Lab.ANSWERS);
            Files.writeString(
                    sheet,
                    Files.readString(sheet)
                            .replaceFirst(
                                    "refused: .*", "refused: {predicted: 1, measured: " + refused.get(student) + "}"));
            assertThat(refusedPoints(lab, student, student)).isEqualTo(1);
            assertThat(refusedPoints(lab, student, "")).isEqualTo(1);
            assertThat(refusedPoints(lab, student, "fay")).isZero();
            // Without the line, the questions are those of everybody, or personal by the teacher's choice.
            Files.writeString(sheet, Files.readString(sheet).replaceFirst("seed: .*\n", ""));
            assertThat(refusedPoints(lab, student, student))
                    .isEqualTo(refused.get(student).equals("448") ? 1 : 0);
            assertThat(scoreOf(personal(lab, student, student, true), "refused"))
                    .isEqualTo(1);
        }
    }

    private int refusedPoints(Lab lab, String student, String name) {
        return scoreOf(personal(lab, student, name, false), "refused");
    }

    private Grade personal(Lab lab, String student, String name, boolean isPersonal) {
        return new LabGrader(Map.of(), false, true, 1)
                .of(name, isPersonal, field -> {
                    try {
                        return measured(field);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .grade(lab, Submission.in(folder.resolve(student)));
    }

    private static int scoreOf(Grade grade, String item) {
        return grade.scores().stream()
                .filter(each -> each.item().equals(item))
                .findFirst()
                .orElseThrow()
                .points();
    }

    @Test
    void aNameWithAQuoteIsTheSameNameInTheSheet() throws IOException {
        Lab lab = LabCatalog.lab(10);
        String name = "Zo\u00eb \"Z\" O'Neil";
        LabFolder.start(lab, folder, name);

        CommandRun run = CommandRun.of("lab", "check", "10", "--ptx", "--seed", name, folder.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("not answered").doesNotContain("the sheet has the questions of");
    }
}
