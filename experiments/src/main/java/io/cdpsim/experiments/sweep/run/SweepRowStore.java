package io.cdpsim.experiments.sweep.run;

import io.cdpsim.experiments.sweep.row.SweepRow;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The store of finished rows while a sweep runs. Used by one thread. */
public interface SweepRowStore {
    /** The stored rows, in the order of their points. */
    Collection<SweepRow> rows();

    /** Whether the row of a point is stored. */
    boolean holds(int point);

    /**
     * Stores a row.
     *
     * @throws IOException if it cannot be stored; earlier rows are
     */
    void add(SweepRow row) throws IOException;

    /** A store in memory. */
    static SweepRowStore inMemory() {
        Map<Integer, SweepRow> rows = new TreeMap<>();
        return new SweepRowStore() {
            @Override
            public Collection<SweepRow> rows() {
                return rows.values();
            }

            @Override
            public boolean holds(int point) {
                return rows.containsKey(point);
            }

            @Override
            public void add(SweepRow row) {
                rows.put(row.point(), row);
            }
        };
    }
}
