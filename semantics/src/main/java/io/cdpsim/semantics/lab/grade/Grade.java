package io.cdpsim.semantics.lab.grade;

import io.cdpsim.semantics.lab.Lab;
import java.util.List;

/**
 * The grade of a submission.
 *
 * @param lab the lab
 * @param graded what was graded: the file, its compiler and its sandbox
 * @param scores the scores of the program's criteria, then those of the questions
 */
public record Grade(Lab lab, String graded, List<Score> scores) {
    public Grade {
        scores = List.copyOf(scores);
    }

    /** The points of the submission. */
    public int points() {
        return scores.stream().mapToInt(Score::points).sum();
    }

    /** The maximum number of points. */
    public int maximum() {
        return scores.stream().mapToInt(Score::maximum).sum();
    }

    /** Whether the submission has all points. */
    public boolean isFull() {
        return points() == maximum();
    }

    /**
     * The points for one question or criterion.
     *
     * @param item name of the question or criterion
     * @param points the points of the submission
     * @param maximum the maximum number of points
     * @param remark why points are missing; empty if none are
     */
    public record Score(String item, int points, int maximum, String remark) {
        static Score full(String item, int maximum) {
            return new Score(item, maximum, maximum, "");
        }

        static Score none(String item, int maximum, String remark) {
            return new Score(item, 0, maximum, remark);
        }

        /** Whether no points are missing. */
        public boolean isFull() {
            return points == maximum;
        }
    }
}
