package io.cdpsim.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsim.semantics.lab.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.Optional;

/** Grading of one submission for other commands: in a process of its own, with its limits and its sandbox. */
public final class LabGrading {
    private LabGrading() {}

    /** The name of this computer's sandbox for compilers; empty if it has none. */
    public static Optional<String> sandbox() {
        return Sandbox.find(System.getenv()).map(Sandbox::name);
    }

    /**
     * Grades a submission. Blocks until that is done.
     *
     * @param lab number of the lab
     * @param student the name that questions and data are drawn from
     * @param folder the folder of the submission
     * @param heapMegabytes memory of the grader, MiB
     * @return the grade as {@code lab check --json} writes it, or an object with the field {@code problem}
     */
    public static JsonNode grade(int lab, String student, Path folder, int heapMegabytes) throws InterruptedException {
        LabCheckCommand.SubmissionOptions how = new LabCheckCommand.SubmissionOptions();
        StudentSubmission submission = new StudentSubmission(student, "" + lab, folder, "");
        JsonNode grade = GradingProcess.grade(submission, how, heapMegabytes);
        return grade.has(GradingProcess.CUT) ? GradingProcess.grade(submission, how, heapMegabytes) : grade;
    }

    /** The first line of a table of grades (CSV). */
    public static String tableHeader() {
        return CsvText.line(GradedSubmission.COLUMNS);
    }

    /**
     * A line of a table of grades (CSV).
     *
     * @param grade a grade of {@link #grade}, or an object without {@code points} for work that is not graded
     */
    public static String tableLine(String student, int lab, JsonNode grade) {
        return new GradedSubmission(new StudentSubmission(student, "" + lab, Path.of(""), ""), grade).line();
    }
}
