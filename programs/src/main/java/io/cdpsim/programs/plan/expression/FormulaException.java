package io.cdpsim.programs.plan.expression;

/** A formula that is invalid or has no value. The message says what was found and what was expected. */
public final class FormulaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public FormulaException(String message) {
        super(message);
    }
}
