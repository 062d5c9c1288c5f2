package io.cdpsim.semantics.lab.grade;

/**
 * The points of one question or one criterion.
 *
 * @param what its name
 * @param points that were earned
 * @param of that could be
 * @param remark why some were not; empty if all were
 */
public record ItemScore(String what, int points, int of, String remark) {
    static ItemScore full(String what, int of) {
        return new ItemScore(what, of, of, "");
    }

    static ItemScore none(String what, int of, String remark) {
        return new ItemScore(what, 0, of, remark);
    }

    /** Whether all points were earned. */
    public boolean isFull() {
        return points == of;
    }
}
