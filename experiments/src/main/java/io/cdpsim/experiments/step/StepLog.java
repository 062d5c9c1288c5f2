package io.cdpsim.experiments.step;

import io.cdpsim.experiments.step.StepEvent.WordAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The steps of a run in bytes. Numbers are unsigned, 7 bits a byte, lowest first. A step is: kind; cycles since the step before; warp, grid, block and
 * instruction, each plus 1; active lanes; lanes; text; the count of accesses, each a word and its lanes; the count of runs of cells. A run is the
 * distance from the end of the last run, signed in the lowest bit; its length and, in the lowest bit, whether all changes are equal; the changes.
 */
public final class StepLog {
    private static final int PAYLOAD_BITS = 7;
    private static final int PAYLOAD = (1 << PAYLOAD_BITS) - 1;

    private final byte[] bytes;
    private final int[] starts;
    private final long[] cycles;
    private final List<String> texts;
    private final int cells;

    private StepLog(byte[] bytes, int[] starts, long[] cycles, List<String> texts, int cells) {
        this.bytes = bytes;
        this.starts = starts;
        this.cycles = cycles;
        this.texts = List.copyOf(texts);
        this.cells = cells;
    }

    /** Number of steps. */
    public int size() {
        return cycles.length;
    }

    /** Number of cells. */
    public int cells() {
        return cells;
    }

    /** The words that steps refer to. */
    public List<String> texts() {
        return texts;
    }

    /** The bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * A step.
     *
     * @param index its number, from 0
     */
    public StepEvent event(int index) {
        return new Reader(index).event();
    }

    /** Applies the changes of a step to cells; once more, and they are undone. */
    void apply(int index, int[] state) {
        Reader reader = new Reader(index);
        reader.event();
        int at = 0;
        for (int runs = reader.number(); runs > 0; runs--) {
            int distance = reader.number();
            at += (distance >>> 1) ^ -(distance & 1);
            int length = reader.number();
            boolean isUniform = (length & 1) != 0;
            int change = 0;
            for (int i = 0; i < length >>> 1; i++) {
                change = isUniform && i > 0 ? change : reader.number();
                state[at++] ^= change;
            }
        }
    }

    private final class Reader {
        private final int index;
        private int at;

        Reader(int index) {
            this.index = index;
            at = starts[index];
        }

        int number() {
            int value = 0;
            int shift = 0;
            while (bytes[at] < 0) {
                value |= (bytes[at++] & PAYLOAD) << shift;
                shift += PAYLOAD_BITS;
            }
            return value | bytes[at++] << shift;
        }

        StepEvent event() {
            StepKind kind = StepKind.of(number());
            number();
            int warp = number() - 1;
            int grid = number() - 1;
            int block = number() - 1;
            int instruction = number() - 1;
            int active = number();
            int lanes = number();
            String text = texts.get(number());
            List<WordAccess> accesses = new ArrayList<>();
            for (int n = number(); n > 0; n--) {
                accesses.add(new WordAccess(number(), number()));
            }
            return new StepEvent(kind, cycles[index], warp, grid, block, instruction, active, lanes, text, accesses);
        }
    }

    /** Writes a log. */
    static final class Writer {
        private byte[] bytes = new byte[1 << 16];
        private int length;
        private int[] starts = new int[1 << 10];
        private long[] cycles = new long[1 << 10];
        private int size;
        private final List<String> texts = new ArrayList<>(List.of(""));

        /** Adds a step, at a cycle not before that of the last one. */
        @SuppressWarnings("EnumOrdinal") // The page has the same list of kinds.
        void add(StepEvent event, int[] changedCells, int[] changes, int count) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                cycles = Arrays.copyOf(cycles, 2 * size);
            }
            starts[size] = length;
            cycles[size] = event.cycle();
            number(event.kind().ordinal());
            number((int) Math.min(Integer.MAX_VALUE, event.cycle() - (size == 0 ? 0 : cycles[size - 1])));
            size++;
            number(event.warp() + 1);
            number(event.grid() + 1);
            number(event.block() + 1);
            number(event.instruction() + 1);
            number(event.active());
            number(event.lanes());
            int text = texts.indexOf(event.text());
            if (text < 0) {
                text = texts.size();
                texts.add(event.text());
            }
            number(text);
            number(event.accesses().size());
            for (WordAccess each : event.accesses()) {
                number(each.word());
                number(each.lanes());
            }
            runs(changedCells, changes, count);
        }

        private void runs(int[] cells, int[] changes, int count) {
            int runs = 0;
            for (int i = 0; i < count; i = end(cells, i, count)) {
                runs++;
            }
            number(runs);
            int at = 0;
            for (int i = 0; i < count; ) {
                int end = end(cells, i, count);
                int distance = cells[i] - at;
                number((distance << 1) ^ (distance >> (Integer.SIZE - 1)));
                boolean isUniform = true;
                for (int k = i + 1; k < end; k++) {
                    isUniform &= changes[k] == changes[i];
                }
                number(((end - i) << 1) | (isUniform ? 1 : 0));
                for (int k = i; k < (isUniform ? i + 1 : end); k++) {
                    number(changes[k]);
                }
                at = cells[end - 1] + 1;
                i = end;
            }
        }

        private static int end(int[] cells, int first, int count) {
            int end = first + 1;
            while (end < count && cells[end] == cells[end - 1] + 1) {
                end++;
            }
            return end;
        }

        private void number(int value) {
            if (length + 5 > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            int rest = value;
            while ((rest & ~PAYLOAD) != 0) {
                bytes[length++] = (byte) ((rest & PAYLOAD) | (PAYLOAD + 1));
                rest >>>= PAYLOAD_BITS;
            }
            bytes[length++] = (byte) rest;
        }

        /**
         * The log.
         *
         * @param cells the number of cells
         */
        StepLog finish(int cells) {
            return new StepLog(
                    Arrays.copyOf(bytes, length),
                    Arrays.copyOf(starts, size),
                    Arrays.copyOf(cycles, size),
                    texts,
                    cells);
        }
    }
}
