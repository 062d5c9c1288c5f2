package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import io.cdpsim.workloads.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "A folder with a folder for each student, in which their labs are, or one lab.")
    private List<Path> folders = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE.csv", description = "File of the table. Default: standard output.")
    private @Nullable Path out;

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
        List<StudentSubmission> all = new ArrayList<>();
        folders.forEach(each -> all.addAll(StudentSubmission.below(each)));
        if (all.isEmpty()) {
            throw new InvalidInputException(
                    folders.get(0) + ": there is no folder in it; give a folder with a folder for each student");
        }
        if (!how.trust() && !how.ptxAlone() && Sandbox.find(System.getenv()).isEmpty()) {
            throw new InvalidInputException(Sandbox.MISSING);
        }
        List<JsonNode> grades = grades(all);
        String table = GradeTable.csv(all, grades);
        PrintWriter err = spec.commandLine().getErr();
        if (out == null) {
            spec.commandLine().getOut().print(table);
        } else if (!AtomicFile.write(out, () -> table, err)) {
            return ExitCode.UNFINISHED;
        }
        long ungraded =
                grades.stream().filter(each -> each.has(GradingProcess.PROBLEM)).count();
        if (ungraded > 0) {
            err.println("cdpsim: " + ungraded + " of " + grades.size() + " submissions could not be graded");
            return ExitCode.FAILED_CHECK;
        }
        return ExitCode.DONE;
    }

    private List<JsonNode> grades(List<StudentSubmission> all) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(jobs, all.size()));
        try {
            List<Future<JsonNode>> running = new ArrayList<>();
            for (StudentSubmission each : all) {
                running.add(pool.submit(() -> GradingProcess.grade(each, how)));
            }
            List<JsonNode> grades = new ArrayList<>();
            for (Future<JsonNode> each : running) {
                grades.add(each.get());
            }
            for (int i = 0; i < grades.size(); i++) {
                if (grades.get(i).has(GradingProcess.CUT)) {
                    // Once more, with the computer to itself.
                    grades.set(i, GradingProcess.grade(all.get(i), how));
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

    /** Grades of many submissions as CSV. */
    static final class GradeTable {
        private static final String HEADER = "student,lab,points,of,graded,lost,problem\n";

        private GradeTable() {}

        /** A row for each submission, in their order. */
        static String csv(List<StudentSubmission> submissions, List<JsonNode> grades) {
            StringBuilder table = new StringBuilder(HEADER);
            for (int i = 0; i < submissions.size(); i++) {
                StudentSubmission from = submissions.get(i);
                JsonNode grade = grades.get(i);
                List<String> lost = new ArrayList<>();
                for (JsonNode mark : grade.path("marks")) {
                    if (mark.path("points").asInt() < mark.path("of").asInt()) {
                        lost.add(mark.path("what").asText() + ": "
                                + mark.path("remark").asText());
                    }
                }
                table.append(cell(from.student()))
                        .append(',')
                        .append(from.lab())
                        .append(',')
                        .append(grade.has("points") ? grade.path("points").asText() : "")
                        .append(',')
                        .append(grade.has("of") ? grade.path("of").asText() : "")
                        .append(',')
                        .append(cell(grade.path("graded").asText()))
                        .append(',')
                        .append(cell(String.join(" | ", lost)))
                        .append(',')
                        .append(cell(grade.path(GradingProcess.PROBLEM).asText()))
                        .append('\n');
            }
            return table.toString();
        }

        /** A CSV cell that no spreadsheet evaluates: a student's name or text may start like a formula. */
        private static String cell(String text) {
            String line = text.replace('\n', ' ').replace('\r', ' ');
            String safe = line.matches("[=+\\-@\\t].*") ? "'" + line : line;
            return safe.matches("[^,\"]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
        }
    }
}
