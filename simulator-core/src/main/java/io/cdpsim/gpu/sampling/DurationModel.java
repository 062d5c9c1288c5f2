package io.cdpsim.gpu.sampling;

import java.util.Arrays;
import java.util.List;

/** How long blocks take, by the instructions that their lanes run: those of the blocks of a sample, a class for each eighth of an octave. */
final class DurationModel {
    private static final int MANTISSA_BITS = 3;
    private static final int MOST_DURATIONS = 512;
    private static final int CLASSES = Long.SIZE << MANTISSA_BITS;

    private final long[] blocks = new long[CLASSES];
    private final double[] cycles = new double[CLASSES];
    private final double[] instructions = new double[CLASSES];
    /** The durations of the first blocks of each class. */
    private final int[][] durations = new int[CLASSES][];

    private final int[] drawn = new int[CLASSES];
    private long allBlocks;
    private double allCycles;
    private double squares;

    /** All blocks of other models. */
    static DurationModel of(List<DurationModel> others) {
        DurationModel all = new DurationModel();
        others.forEach(all::addAll);
        return all;
    }

    /** Forgets all blocks. */
    void clear() {
        Arrays.fill(blocks, 0);
        Arrays.fill(cycles, 0);
        Arrays.fill(instructions, 0);
        allBlocks = 0;
        allCycles = 0;
        squares = 0;
    }

    /** Adds a block that was timed. */
    void add(long laneInstructions, long blockCycles) {
        int at = classOf(laneInstructions);
        if (blocks[at] < MOST_DURATIONS) {
            if (durations[at] == null) {
                durations[at] = new int[MOST_DURATIONS];
            }
            durations[at][(int) blocks[at]] = (int) Math.min(Integer.MAX_VALUE, blockCycles);
        }
        blocks[at]++;
        cycles[at] += blockCycles;
        instructions[at] += laneInstructions;
        allBlocks++;
        allCycles += blockCycles;
        squares += (double) blockCycles * blockCycles;
    }

    /** Adds the blocks of another model. */
    void addAll(DurationModel other) {
        for (int i = 0; i < CLASSES; i++) {
            for (int k = 0; k < Math.min(MOST_DURATIONS, other.blocks[i]) && blocks[i] + k < MOST_DURATIONS; k++) {
                if (durations[i] == null) {
                    durations[i] = new int[MOST_DURATIONS];
                }
                durations[i][(int) blocks[i] + k] = other.durations[i][k];
            }
            blocks[i] += other.blocks[i];
            cycles[i] += other.cycles[i];
            instructions[i] += other.instructions[i];
        }
        allBlocks += other.allBlocks;
        allCycles += other.allCycles;
        squares += other.squares;
    }

    /** Whether no block was added. */
    boolean isEmpty() {
        return allBlocks == 0;
    }

    /** Cycles of all its blocks together. */
    double totalCycles() {
        return allCycles;
    }

    /** Cycles that this model gives to all blocks of another one together. */
    double cyclesOf(DurationModel other) {
        double sum = 0;
        for (int i = 0; i < CLASSES; i++) {
            if (other.blocks[i] > 0) {
                sum += other.blocks[i] * cycles(Math.round(other.instructions[i] / other.blocks[i]));
            }
        }
        return sum;
    }

    /** The standard error of the mean duration, relative to it. */
    double standardError() {
        if (allBlocks < 2) {
            return 1;
        }
        double mean = allCycles / allBlocks;
        double variance = Math.max(0, squares / allBlocks - mean * mean);
        return Math.sqrt(variance / allBlocks) / Math.max(1, mean);
    }

    /** Whether a timed block ran about as many instructions. */
    boolean knows(long laneInstructions) {
        return blocks[classOf(laneInstructions)] > 0;
    }

    /**
     * The duration of one block with about so many instructions: those of the sample in turn, since a few slow blocks may decide when a grid ends; the mean where
     * none had.
     */
    double draw(long laneInstructions) {
        int at = classOf(laneInstructions);
        if (blocks[at] == 0) {
            return cycles(laneInstructions);
        }
        int kept = (int) Math.min(MOST_DURATIONS, blocks[at]);
        drawn[at] = drawn[at] + 1 < kept ? drawn[at] + 1 : 0;
        return durations[at][drawn[at]];
    }

    /** The mean duration of blocks with about so many instructions; between the nearest classes where no block had, in proportion beyond the last. */
    double cycles(long laneInstructions) {
        int at = classOf(laneInstructions);
        if (blocks[at] > 0) {
            return mean(at);
        }
        int below = at;
        while (below >= 0 && blocks[below] == 0) {
            below--;
        }
        int above = at;
        while (above < CLASSES && blocks[above] == 0) {
            above++;
        }
        if (below < 0) {
            return above == CLASSES ? 0 : mean(above);
        }
        double from = instructions[below] / blocks[below];
        if (above == CLASSES) {
            return mean(below) * (laneInstructions / Math.max(1, from));
        }
        double to = instructions[above] / blocks[above];
        return mean(below) + (mean(above) - mean(below)) * (laneInstructions - from) / Math.max(1, to - from);
    }

    private double mean(int at) {
        return cycles[at] / blocks[at];
    }

    private static int classOf(long laneInstructions) {
        if (laneInstructions < 1 << MANTISSA_BITS) {
            return (int) Math.max(0, laneInstructions);
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(laneInstructions);
        int mantissa = (int) (laneInstructions >>> (octave - MANTISSA_BITS)) & ((1 << MANTISSA_BITS) - 1);
        return (octave << MANTISSA_BITS) | mantissa;
    }
}
