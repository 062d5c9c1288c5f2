package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.Lab;
import java.util.List;

/**
 * What a submission is worth.
 *
 * @param lab which lab
 * @param graded what was run: the file, and with what
 * @param marks of the program first, then of the questions
 */
public record Grade(Lab lab, String graded, List<ItemScore> marks) {
    /** Keeps a copy. */
    public Grade {
        marks = List.copyOf(marks);
    }

    /** Points earned. */
    public int points() {
        return marks.stream().mapToInt(ItemScore::points).sum();
    }

    /** Points that could be. */
    public int of() {
        return marks.stream().mapToInt(ItemScore::of).sum();
    }

    /** Whether all points were earned. */
    public boolean isFull() {
        return points() == of();
    }
}
