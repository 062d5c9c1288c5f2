package io.cdpsim.cli.lab;

import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import io.cdpsim.semantics.lab.LabFolder;
import io.cdpsim.semantics.lab.grade.Grade;
import io.cdpsim.semantics.lab.grade.LabGrader;
import io.cdpsim.semantics.lab.grade.Submission;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab check}. */
@Command(
        name = "check",
        description = "Grades a submission: runs its program under several policies and seeds with the checker on, and"
                + " compares its answers. Says what is wrong, not what is right.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all points", "1:not all points", "2:wrong input, or something is missing to run it"})
public final class LabCheckCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "N", description = "Number of the lab ('cdpsim lab list').")
    private int number;

    @Parameters(
            index = "1..*",
            paramLabel = "DIR|FILE",
            description = "The folder of the submission, or its files: a .cu or .ptx file, a .yaml file of answers."
                    + " Default: lab-N, or the folder you stand in.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private SubmissionOptions how;

    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Lab lab = LabCatalog.lab(number);
        Grade grade = new LabGrader(System.getenv(), how.trust(), how.ptxAlone()).grade(lab, submission(lab));
        spec.commandLine().getOut().print(json.wanted() ? GradeReport.json(grade) : GradeReport.text(grade));
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
}
