package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.code.Instruction;
import java.util.Arrays;

/**
 * When each register and predicate of a warp has its value. An instruction names them from the start of its function's window on.
 */
public final class Scoreboard {
    private long[] registers = new long[0];
    private long[] predicates = new long[0];

    /** Forgets everything: all values are there, of so many registers and predicates. */
    public void clear(int registerCount, int predicateCount) {
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

    /** Makes room for a called function. */
    public void reserve(int registerCount, int predicateCount) {
        if (registers.length < registerCount) {
            registers = Arrays.copyOf(registers, 2 * registerCount);
        }
        if (predicates.length < predicateCount) {
            predicates = Arrays.copyOf(predicates, 2 * predicateCount);
        }
    }

    /** The earliest cycle at which all that an instruction reads, or writes anew, is there. */
    public long operandsReady(Instruction in, int registerWindow, int predicateWindow) {
        long ready = 0;
        for (int register : in.registerReads()) {
            ready = Math.max(ready, registers[registerWindow + register]);
        }
        for (int predicate : in.predicateReads()) {
            ready = Math.max(ready, predicates[predicateWindow + predicate]);
        }
        return ready;
    }

    /** What an instruction writes has its value at a cycle. */
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

    /** A predicate has its value at a cycle. */
    public void predicateReadyAt(int predicate, long cycle) {
        predicates[predicate] = cycle;
    }

    /** Registers that follow each other have their values at a cycle. */
    public void registersReadyAt(int first, int count, long cycle) {
        for (int i = 0; i < count; i++) {
            registers[first + i] = cycle;
        }
    }
}
