package io.cdpsim.semantics.lab.grade;

/**
 * The points of one question or one criterion.
 *
 * @param what its name
 * @param points that were earned
 * @param of that could be
 * @param remark why some were not; empty if all were
 */
public record Mark(String what, int points, int of, String remark) {
    static Mark full(String what, int of) {
        return new Mark(what, of, of, "");
    }

    static Mark none(String what, int of, String remark) {
        return new Mark(what, 0, of, remark);
    }

    /** Whether all points were earned. */
    public boolean isFull() {
        return points == of;
    }
}
