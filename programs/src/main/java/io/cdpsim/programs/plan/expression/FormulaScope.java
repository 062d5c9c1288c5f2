package io.cdpsim.programs.plan.expression;

/** What the names of a formula stand for. */
public interface FormulaScope {
    /**
     * A buffer.
     *
     * @param name the buffer
     * @param first whether what it held before the program ran is meant, and not what it holds now
     * @throws FormulaException if there is no such buffer
     */
    Values buffer(String name, boolean first);

    /** The elements of a buffer. */
    interface Values {
        /** How many there are. */
        long count();

        /** Whether they are whole numbers. */
        boolean isWhole();

        /** An element as a whole number, with its sign if its type has one. */
        long whole(long index);

        /** An element as a number. */
        double number(long index);
    }
}
