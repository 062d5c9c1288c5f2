package io.cdpsim.cli.lab;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.AtomicFile;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.LabFolder;
import io.cdpsim.semantics.lab.grade.CutException;
import io.cdpsim.semantics.lab.grade.Grade;
import io.cdpsim.semantics.lab.grade.Grade.Score;
import io.cdpsim.semantics.lab.grade.LabGrader;
import io.cdpsim.semantics.lab.grade.Submission;
import io.cdpsim.workloads.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab check}. */
@Command(
        name = "check",
        description = "Grades a submission: runs its program under several policies and seeds with the checker on, and"
                + " compares its answers. Names wrong answers, not the right ones.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all points",
            "1:not all points",
            "2:wrong input, or something is missing to run it",
            "3:not graded: the computer is too busy"
        })
public final class LabCheckCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "N", description = "Number of the lab ('cdpsim lab list').")
    private int number;

    @Parameters(
            index = "1..*",
            paramLabel = "DIR|FILE",
            description = "The folder of the submission, or its files: a .cu or .ptx file, a .yaml file of answers."
                    + " Default: lab-N, or the current folder.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private SubmissionOptions how;

    @Mixin
    private TextOrJsonCommand.JsonOption json;

    @Option(
            names = "--gradescope",
            paramLabel = "FILE",
            description = "Also writes the grade as Gradescope's results.json.")
    private @Nullable Path gradescope;

    @Option(
            names = "--classroom",
            paramLabel = "FILE",
            description = "Also writes the grade as the output 'result' of a step of GitHub Classroom's workflow.")
    private @Nullable Path classroom;

    @Option(
            names = "--student",
            hidden = true,
            description = "The name that the questions were drawn from, if it is not that of --seed.")
    private String student = "";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Lab lab = LabCatalog.lab(number);
        AtomicFile.check("--gradescope", gradescope);
        AtomicFile.check("--classroom", classroom);
        PrintWriter err = spec.commandLine().getErr();
        final Grade grade;
        try {
            grade = new LabGrader(System.getenv(), how.trust(), how.ptxAlone(), how.seed())
                    .of(student.isEmpty() ? how.seedName() : student, how.isPersonal(), new CommandMeasurements())
                    .grade(lab, submission(lab));
        } catch (CutException e) {
            err.println("cdpsim: " + e.getMessage());
            return ExitCode.UNFINISHED;
        } catch (InvalidInputException e) {
            if (gradescope != null) {
                AtomicFile.write(gradescope, () -> GradescopeResults.problem(String.valueOf(e.getMessage())), err);
            }
            throw e;
        }
        if (gradescope != null && !AtomicFile.write(gradescope, () -> GradescopeResults.of(grade), err)) {
            return ExitCode.UNFINISHED;
        }
        if (classroom != null && !AtomicFile.write(classroom, () -> ClassroomResult.of(grade), err)) {
            return ExitCode.UNFINISHED;
        }
        spec.commandLine().getOut().print(json.isGiven() ? GradeReport.json(grade) : GradeReport.text(grade));
        return grade.isFull() ? ExitCode.DONE : ExitCode.FAILED_CHECK;
    }

    private Submission submission(Lab lab) {
        if (files.isEmpty()) {
            Path usual = LabFolder.defaultPath(lab);
            return Submission.in(Files.isDirectory(usual) ? usual : Path.of("."));
        }
        return files.size() == 1 && Files.isDirectory(files.get(0))
                ? Submission.in(files.get(0))
                : Submission.of(files);
    }

    /** A grade as text and as JSON. */
    static final class GradeReport {
        private GradeReport() {}

        static String text(Grade grade) {
            TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT);
            table.row("", "points", "of");
            for (Score each : grade.scores()) {
                table.row(each.item(), "" + each.points(), "" + each.maximum());
            }
            table.row("all", "" + grade.points(), "" + grade.maximum());
            StringBuilder text = new StringBuilder("Lab " + grade.lab().number() + ": "
                    + grade.lab().title() + "\nGraded: " + PrintableText.line(grade.graded()) + "\n\n" + table);
            List<Score> lost =
                    grade.scores().stream().filter(each -> !each.isFull()).toList();
            if (!lost.isEmpty()) {
                text.append("\nTo look at again:\n");
                lost.forEach(each -> text.append("- ")
                        .append(each.item())
                        .append(": ")
                        .append(PrintableText.lines(each.remark()))
                        .append('\n'));
            }
            return text.toString();
        }

        static String json(Grade grade) {
            return JsonWriter.text(json -> {
                json.put("lab", grade.lab().number());
                json.put("graded", grade.graded());
                json.put("points", grade.points());
                json.put("of", grade.maximum());
                json.objects("marks", grade.scores(), each -> {
                    json.put("what", each.item());
                    json.put("points", each.points());
                    json.put("of", each.maximum());
                    json.put("remark", each.remark());
                });
            });
        }
    }

    /** How the program of a submission is run: {@code --trust} and {@code --ptx}. */
    static final class SubmissionOptions {
        @Option(
                names = "--trust",
                description =
                        "Run the compiler without a sandbox: what it reads is not limited. For your own submission"
                                + " alone.")
        private boolean trust;

        @Option(
                names = "--ptx",
                description = "Grade kernel.ptx though there is a compiler. Runs no native code, and needs no sandbox.")
        private boolean ptx;

        @Option(
                names = "--seed",
                paramLabel = "NAME",
                description = "Draw the data that the program gets from this name, such as a student's or a term's."
                        + " 'lab report' adds the name of each student's folder. 'lab check' expects a sheet with"
                        + " the questions of this name, if the sheet has a line 'seed:'.")
        private String seed = "";

        @Option(
                names = "--personal",
                description = "A sheet without a line 'seed:' has the questions that --seed gives, or the name of the"
                        + " student's folder, and not those of everybody.")
        private boolean personal;

        boolean isPersonal() {
            return personal;
        }

        String seedName() {
            return seed;
        }

        long seed() {
            return seed.hashCode();
        }

        boolean trust() {
            return trust;
        }

        boolean ptxAlone() {
            return ptx;
        }
    }
}
