package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Instruction;
import java.util.Arrays;

/**
 * The cycle at which each register and predicate of a warp is ready. Register numbers are relative to the function's register window.
 */
public final class Scoreboard {
    /** When a register is ready that waits for a posted load. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private long[] registers = new long[0];
    private long[] predicates = new long[0];
    private long lastShared;

    /** Resets the scoreboard to a number of registers and predicates, all ready. */
    public void clear(int registerCount, int predicateCount) {
        lastShared = 0;
        if (registers.length < registerCount) {
            registers = new long[registerCount];
        } else {
            Arrays.fill(registers, 0);
        }
        if (predicates.length < predicateCount) {
            predicates = new long[predicateCount];
        } else {
            Arrays.fill(predicates, 0);
        }
    }

    /**
     * A load or an atomic of those that share a scoreboard ({@link Instruction#sharesScoreboard}) issues.
     *
     * @param cycle when its values are there
     * @return when an instruction that waits for them can issue
     */
    public long shared(long cycle) {
        lastShared = Math.max(lastShared, cycle);
        return lastShared;
    }

    /** Grows the scoreboard for a called function. */
    public void reserve(int registerCount, int predicateCount) {
        if (registers.length < registerCount) {
            registers = Arrays.copyOf(registers, 2 * registerCount);
        }
        if (predicates.length < predicateCount) {
            predicates = Arrays.copyOf(predicates, 2 * predicateCount);
        }
    }

    /** The earliest cycle at which every operand and destination of an instruction is ready. */
    public long operandsReady(Instruction in, int registerWindow, int predicateWindow) {
        long ready = 0;
        // Most read no more than three registers: a loop over so few costs more than it does.
        int[] reads = in.registerReads();
        int count = reads.length;
        if (count > 0) {
            ready = registers[registerWindow + reads[0]];
            if (count > 1) {
                ready = Math.max(ready, registers[registerWindow + reads[1]]);
                if (count > 2) {
                    ready = Math.max(ready, registers[registerWindow + reads[2]]);
                    for (int i = 3; i < count; i++) {
                        ready = Math.max(ready, registers[registerWindow + reads[i]]);
                    }
                }
            }
        }
        for (int predicate : in.predicateReads()) {
            ready = Math.max(ready, predicates[predicateWindow + predicate]);
        }
        return ready;
    }

    /** Sets the cycle at which an instruction's results are ready. */
    public void resultsReadyAt(Instruction in, int registerWindow, int predicateWindow, long cycle) {
        if (in.destination() < 0) {
            return;
        }
        if (in.registerWrites() > 0) {
            registersReadyAt(registerWindow + in.destination(), in.registerWrites(), cycle);
        } else {
            predicates[predicateWindow + in.destination()] = cycle;
        }
    }

    /** Sets the cycle at which a predicate is ready. */
    public void predicateReadyAt(int predicate, long cycle) {
        predicates[predicate] = cycle;
    }

    /** Sets the cycle at which consecutive registers are ready. */
    public void registersReadyAt(int first, int count, long cycle) {
        for (int i = 0; i < count; i++) {
            registers[first + i] = cycle;
        }
    }
}
