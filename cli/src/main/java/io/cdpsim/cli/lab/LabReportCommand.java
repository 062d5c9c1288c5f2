package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.grade.SimilarityReport;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab report}. */
@Command(
        name = "report",
        description =
                "Grades a folder of submissions, one folder a student, into a table (CSV). Each is graded in a process"
                        + " of its own.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all were graded",
            "1:some could not be graded: see their rows",
            "2:wrong input, or no sandbox"
        })
public final class LabReportCommand implements Callable<Integer> {
    private static final double LEAST_SIMILARITY = 0.5;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "A folder with a folder for each student, in which their labs are, or one lab.")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--lab",
            paramLabel = "N",
            description = "Only this lab; a submission whose sheet does not name one counts as this one.")
    private @Nullable Integer lab;

    @Option(
            names = "--out",
            paramLabel = "FILE.csv",
            description = "File of the table, which gets each row as it is known. Default: standard output.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            description = "Keeps the rows with points that are in the file of --out, and grades only the others.")
    private boolean resume;

    @Option(
            names = "--moodle",
            paramLabel = "FILE.csv",
            description = "Also writes the grades as Moodle's offline grading worksheet.")
    private @Nullable Path moodle;

    @Option(
            names = "--feedback",
            paramLabel = "DIR",
            description = "Also writes a page (HTML) for each submission into this folder.")
    private @Nullable Path feedback;

    @Option(
            names = "--similar",
            paramLabel = "FILE.csv",
            description = "Also writes the pairs of submissions of a lab whose kernels are alike.")
    private @Nullable Path similar;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            converter = WholeNumber.Positive.class,
            description = "Submissions graded at the same time. Default: a processor each.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Mixin
    private LabCheckCommand.SubmissionOptions how;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        AtomicFile.check("--out", out);
        AtomicFile.check("--moodle", moodle);
        AtomicFile.check("--similar", similar);
        if (resume && out == null) {
            throw new InvalidInputException("--resume needs --out, the file with the rows of before");
        }
        if (lab != null) {
            LabCatalog.lab(lab);
        }
        List<StudentSubmission> all = new ArrayList<>();
        folders.forEach(each -> all.addAll(StudentSubmission.below(each, lab)));
        if (all.isEmpty()) {
            throw new InvalidInputException(
                    folders.get(0) + ": there is no folder in it; give a folder with a folder for each student");
        }
        if (!how.trust() && !how.ptxAlone() && Sandbox.find(System.getenv()).isEmpty()) {
            throw new InvalidInputException(Sandbox.MISSING);
        }
        PrintWriter err = spec.commandLine().getErr();
        List<GradedSubmission> grades;
        try (GradeTable table = GradeTable.open(out, resume, spec.commandLine().getOut())) {
            grades = grades(all, table, err);
        } catch (IOException e) {
            err.println("cdpsim: --out " + out + " cannot be written: " + FileErrors.reason(e));
            return ExitCode.UNFINISHED;
        }
        if (!writeOthers(all, grades, err)) {
            return ExitCode.UNFINISHED;
        }
        long ungraded = grades.stream().filter(each -> !each.isGraded()).count();
        if (ungraded > 0) {
            err.println("cdpsim: " + ungraded + " of " + grades.size() + " submissions could not be graded");
            return ExitCode.FAILED_CHECK;
        }
        return ExitCode.DONE;
    }

    private boolean writeOthers(List<StudentSubmission> all, List<GradedSubmission> grades, PrintWriter err) {
        if (moodle != null && !AtomicFile.write(moodle, () -> MoodleWorksheet.of(grades), err)) {
            return false;
        }
        if (similar != null && !AtomicFile.write(similar, () -> similarities(all), err)) {
            return false;
        }
        if (feedback == null) {
            return true;
        }
        try {
            Files.createDirectories(feedback);
        } catch (IOException e) {
            err.println("cdpsim: --feedback " + feedback + " cannot be created: " + FileErrors.reason(e));
            return false;
        }
        for (GradedSubmission each : grades) {
            String number = each.submission().lab();
            String name = each.submission().student() + (number.isEmpty() ? "" : "-lab-" + number) + ".html";
            if (!AtomicFile.write(feedback.resolve(name), () -> FeedbackPage.of(each), err)) {
                return false;
            }
        }
        return true;
    }

    private static String similarities(List<StudentSubmission> all) {
        StringBuilder table = new StringBuilder(CsvText.line(List.of("lab", "student", "other", "similarity")));
        for (Lab each : LabCatalog.labs()) {
            Map<String, Path> kernels = new TreeMap<>();
            all.stream()
                    .filter(one -> one.lab().equals("" + each.number()))
                    .forEach(one -> kernels.put(one.student(), one.folder().resolve(Lab.KERNELS)));
            for (SimilarityReport.Pair pair : SimilarityReport.pairs(each, kernels, LEAST_SIMILARITY)) {
                table.append(CsvText.line(List.of(
                        "" + each.number(),
                        pair.one(),
                        pair.other(),
                        String.format(Locale.ROOT, "%.2f", pair.share()))));
            }
        }
        return table.toString();
    }

    /** Grades what the table lacks; rows appear in the order of the submissions. */
    private List<GradedSubmission> grades(List<StudentSubmission> all, GradeTable table, PrintWriter err)
            throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(jobs, all.size()));
        try {
            List<Future<JsonNode>> running = new ArrayList<>();
            for (StudentSubmission each : all) {
                Optional<JsonNode> kept = table.kept(each);
                running.add(
                        kept.isPresent()
                                ? CompletableFuture.completedFuture(kept.get())
                                : pool.submit(() -> GradingProcess.grade(each, how)));
            }
            List<GradedSubmission> grades = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                GradedSubmission graded =
                        new GradedSubmission(all.get(i), running.get(i).get());
                grades.add(graded);
                // A submission for which the computer was too busy has its row when it was graded alone.
                if (!graded.grade().has(GradingProcess.CUT)) {
                    table.add(graded);
                }
                progress(graded, i + 1, all.size(), err);
            }
            for (int i = 0; i < grades.size(); i++) {
                if (grades.get(i).grade().has(GradingProcess.CUT)) {
                    grades.set(i, new GradedSubmission(all.get(i), GradingProcess.grade(all.get(i), how)));
                    table.add(grades.get(i));
                }
            }
            return grades;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("grading was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** A line for somebody who waits; where the table is printed, it is the progress. */
    private void progress(GradedSubmission graded, int done, int all, PrintWriter err) {
        if (out != null) {
            String lab = graded.submission().lab();
            err.println(done + " of " + all + ": "
                    + PrintableText.line(graded.submission().student())
                    + (lab.isEmpty() ? "" : ", lab " + lab) + ": "
                    + (graded.isGraded() ? graded.points() + " of " + graded.maximum() + " points" : "not graded"));
            err.flush();
        }
    }
}
