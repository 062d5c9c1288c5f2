package io.cdpsim.runtime.column;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object in each row, null at first.
 *
 * @param <T> what stands in the rows
 */
public final class ReferenceColumn<T> {
    private static final int PIECE_BITS = 10;
    private static final int PIECE = 1 << PIECE_BITS;

    private final List<@Nullable Object[]> pieces = new ArrayList<>();

    /** A column without rows. */
    public ReferenceColumn() {}

    /** Makes room for a row and those before it. */
    public void reach(int row) {
        while (row >>> PIECE_BITS >= pieces.size()) {
            pieces.add(new Object[PIECE]);
        }
    }

    /** What stands in a row. */
    @SuppressWarnings("unchecked") // set takes nothing else
    public @Nullable T get(int row) {
        return (T) pieces.get(row >>> PIECE_BITS)[row & PIECE - 1];
    }

    /** Puts an object, or none, into a row. */
    public void set(int row, @Nullable T value) {
        pieces.get(row >>> PIECE_BITS)[row & PIECE - 1] = value;
    }
}
