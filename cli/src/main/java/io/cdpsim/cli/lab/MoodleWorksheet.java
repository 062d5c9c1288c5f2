package io.cdpsim.cli.lab;

import java.util.List;
import java.util.regex.Matcher;

/**
 * Grades in the columns of Moodle's offline grading worksheet, which its assignment activity imports. Names of columns are Moodle's English ones. The
 * import refuses a file without the identifier, the grade or the time of the last change.
 */
final class MoodleWorksheet {
    private static final List<String> COLUMNS =
            List.of("Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments");

    /** Older than any grade in Moodle, so that the import replaces a grade that is there only where its option to do so is set. */
    private static final String NEVER = "";

    private MoodleWorksheet() {}

    /** The worksheet. A student without a grade has an empty one, which leaves Moodle's as it is. */
    static String of(List<GradedSubmission> grades) {
        StringBuilder sheet = new StringBuilder(CsvText.line(COLUMNS));
        for (GradedSubmission each : grades) {
            Matcher folder =
                    StudentSubmission.MOODLE_FOLDER.matcher(each.submission().student());
            boolean isExported = folder.matches();
            sheet.append(CsvText.line(List.of(
                    isExported ? "Participant " + folder.group(2) : "",
                    isExported ? folder.group(1) : each.submission().student(),
                    each.points(),
                    each.maximum(),
                    NEVER,
                    each.isGraded() ? String.join(" | ", each.lost()) : each.problem())));
        }
        return sheet.toString();
    }
}
