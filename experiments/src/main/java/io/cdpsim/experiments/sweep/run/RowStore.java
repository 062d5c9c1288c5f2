package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.row.Row;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Where finished rows are kept while a sweep runs. Used by one thread. */
public interface RowStore {
    /** The rows that are there, in the order of their points. */
    Collection<Row> rows();

    /** Whether the row of a point is there. */
    boolean holds(int point);

    /**
     * Keeps a row.
     *
     * @throws IOException if it cannot be kept; those before it are
     */
    void add(Row row) throws IOException;

    /** Rows that end with the process. */
    static RowStore inMemory() {
        Map<Integer, Row> rows = new TreeMap<>();
        return new RowStore() {
            @Override
            public Collection<Row> rows() {
                return rows.values();
            }

            @Override
            public boolean holds(int point) {
                return rows.containsKey(point);
            }

            @Override
            public void add(Row row) {
                rows.put(row.point(), row);
            }
        };
    }
}
