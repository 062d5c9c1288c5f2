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
public record Key(String title, int minutes, List<String> files, ProgramTask program, List<Question> questions) {
    /** Keeps copies. */
    public Key {
        files = List.copyOf(files);
        questions = List.copyOf(questions);
    }

    /** For everything. */
    public int points() {
        return program.points() + questions.stream().mapToInt(Question::points).sum();
    }
}
