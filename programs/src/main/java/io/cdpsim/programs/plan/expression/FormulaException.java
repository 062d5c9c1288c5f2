package io.cdpsim.programs.plan.expression;

/** A formula that is none, or that has no value. The message says what was found and what was expected. */
public final class FormulaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public FormulaException(String message) {
        super(message);
    }
}
