package io.cdpsim.programs.plan.expression;

/** The values of the names in a formula. */
public interface FormulaScope {
    /**
     * A buffer.
     *
     * @param name the name of the buffer
     * @param first whether to return its initial contents instead of the current ones
     * @throws FormulaException if there is no such buffer
     */
    Values buffer(String name, boolean first);

    /** The elements of a buffer. */
    interface Values {
        /** The number of elements. */
        long count();

        /** Whether they are integers. */
        boolean isWhole();

        /** An element as an integer, signed if its type is. */
        long whole(long index);

        /** An element as a number. */
        double number(long index);
    }
}
