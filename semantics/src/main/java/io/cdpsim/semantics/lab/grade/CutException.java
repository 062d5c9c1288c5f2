package io.cdpsim.semantics.lab.grade;

/** The computer could not complete the runs of a submission in time: it has no grade, and no points are deducted. */
public final class CutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CutException() {
        super("not graded, cut: this computer is too busy to complete the runs of the program; grade it again");
    }
}
