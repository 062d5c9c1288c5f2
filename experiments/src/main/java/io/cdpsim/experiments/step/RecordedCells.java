package io.cdpsim.experiments.step;

import java.util.Arrays;

/** The cells of a run that is being recorded: their values, and the cycle of the last step that changed each. */
final class RecordedCells {
    private int[] values = new int[1 << 10];
    private long[] changedAt = new long[1 << 10];
    private int count;

    /** Reserves consecutive cells, which are 0. @return the first */
    int reserve(int cells) {
        int first = count;
        count += cells;
        if (count > values.length) {
            int length = Math.max(count, 2 * values.length);
            values = Arrays.copyOf(values, length);
            changedAt = Arrays.copyOf(changedAt, length);
        }
        return first;
    }

    int count() {
        return count;
    }

    int value(int cell) {
        return values[cell];
    }

    /** Sets a value and notes the change in a step, which cannot precede the last change of the cell. */
    void set(Step step, int cell, int value) {
        int change = values[cell] ^ value;
        if (change != 0) {
            step.add(cell, change);
            step.cycle = Math.max(step.cycle, changedAt[cell]);
            values[cell] = value;
        }
    }

    /** A step is complete: its cycle is final. */
    void close(Step step) {
        for (int i = 0; i < step.count; i++) {
            changedAt[step.cells[i]] = Math.max(changedAt[step.cells[i]], step.cycle);
        }
    }

    /** A step that is being recorded. Its cells need not ascend. */
    static final class Step {
        private final StepEvent event;
        private long cycle;
        private int[] cells = new int[4];
        private int[] changes = new int[4];
        private int count;

        Step(StepEvent event) {
            this.event = event;
            cycle = event.cycle();
        }

        long cycle() {
            return cycle;
        }

        /** It cannot precede a cycle. */
        void notBefore(long other) {
            cycle = Math.max(cycle, other);
        }

        boolean isEmpty() {
            return count == 0;
        }

        private void add(int cell, int change) {
            if (count == cells.length) {
                cells = Arrays.copyOf(cells, 2 * count);
                changes = Arrays.copyOf(changes, 2 * count);
            }
            cells[count] = cell;
            changes[count++] = change;
        }

        void write(StepLog.Writer log) {
            long[] sorted = new long[count];
            for (int i = 0; i < count; i++) {
                sorted[i] = ((long) cells[i] << Integer.SIZE) | Integer.toUnsignedLong(changes[i]);
            }
            Arrays.sort(sorted);
            int merged = 0;
            for (long each : sorted) {
                int cell = (int) (each >>> Integer.SIZE);
                if (merged > 0 && cells[merged - 1] == cell) {
                    changes[merged - 1] ^= (int) each;
                } else {
                    cells[merged] = cell;
                    changes[merged++] = (int) each;
                }
            }
            log.add(
                    new StepEvent(
                            event.kind(),
                            cycle,
                            event.warp(),
                            event.grid(),
                            event.block(),
                            event.instruction(),
                            event.active(),
                            event.lanes(),
                            event.text(),
                            event.accesses()),
                    cells,
                    changes,
                    merged);
        }
    }
}
