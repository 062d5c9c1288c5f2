package io.cdpsim.semantics.lab.key;

import java.util.List;

/**
 * How a lab is graded.
 *
 * @param title of the lab
 * @param minutes that it takes
 * @param files that a student is given; {@code kernel.cu} is what is mended
 * @param program what is asked of the program
 * @param questions what is asked besides
 */
public record GradingKey(
        String title, int minutes, List<String> files, ProgramTask program, List<LabQuestion> questions) {
    /** Keeps copies. */
    public GradingKey {
        files = List.copyOf(files);
        questions = List.copyOf(questions);
    }

    /** For everything. */
    public int points() {
        return program.points()
                + questions.stream().mapToInt(LabQuestion::points).sum();
    }
}
