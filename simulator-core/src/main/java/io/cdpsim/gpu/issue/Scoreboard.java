package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.analysis.Scoreboards;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import java.util.Arrays;

/**
 * The cycle at which each register and predicate of a warp is ready. Register numbers are relative to the function's register window.
 */
public final class Scoreboard {
    /** When a register is ready that waits for a posted load. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int BOARD_SHIFT = 48;
    private static final int FIRST_SHIFT = 16;
    private static final int FEWEST_LOADS = 4;

    private final int selectsEarlierCycles;
    private final int memoryIntervalCycles;
    /** When the next instruction on memory can issue. */
    private long memoryFrom;

    /**
     * For each predicate when an instruction that it guards can issue, and then when a selection by it can; behind them, when each register is ready. In one array, since
     * thousands of warps have one each: what an instruction asks lies together in memory.
     */
    private long[] ready = new long[0];

    private int firstRegister;

    /** The loads that somebody may still wait for, in the order of their issue: scoreboard, first register and number of registers, and then when the values are there. */
    private long[] loads = new long[2 * FEWEST_LOADS];

    private int loadWords;
    private long lastShared;
    /** The loads of the last scoreboard that are not answered, and those behind the first of them. */
    private int behindUnanswered;

    /** A scoreboard without registers, of a warp whose instructions take these times. */
    public Scoreboard(PipeTiming timing) {
        this.selectsEarlierCycles = timing.selectsEarlierCycles();
        this.memoryIntervalCycles = timing.memoryIntervalCycles();
    }

    /** Resets the scoreboard to a number of registers and predicates, all ready. */
    public void clear(int registerCount, int predicateCount) {
        lastShared = 0;
        behindUnanswered = 0;
        memoryFrom = 0;
        loadWords = 0;
        if (registerCount > ready.length - firstRegister || 2 * predicateCount > firstRegister) {
            firstRegister = 2 * predicateCount;
            ready = new long[firstRegister + registerCount];
        } else {
            Arrays.fill(ready, 0);
        }
    }

    /**
     * A load or an atomic issues. Who waits for its values waits for all loads in flight that have its scoreboard ({@link Instruction#scoreboard}); of those of the last, which an
     * instruction of another block waits for, if any, for the earlier ones.
     *
     * @param first its first register
     * @param there when its values are there; {@link #UNKNOWN} until it is answered
     * @param now when it issues
     */
    public void loads(Instruction in, int first, long there, long now) {
        int board = in.scoreboard();
        if (board == Scoreboards.LAST) {
            if (there != UNKNOWN && behindUnanswered == 0) {
                registersReadyAt(first, in.registerWrites(), shared(there));
            } else {
                behindUnanswered++;
                registersReadyAt(first, in.registerWrites(), UNKNOWN);
                add(in, first, there);
            }
            return;
        }
        if (allThere(board) <= now) {
            forget(board);
        }
        add(in, first, there);
        show(board);
    }

    private void add(Instruction in, int first, long there) {
        if (loadWords == loads.length) {
            loads = Arrays.copyOf(loads, 2 * loadWords);
        }
        loads[loadWords++] = (long) in.scoreboard() << BOARD_SHIFT | (long) first << FIRST_SHIFT | in.registerWrites();
        loads[loadWords++] = there;
    }

    /** A load whose values were unknown has been answered. */
    public void answered(Instruction in, int first, long there) {
        int at = 0;
        while (!isOf(in.scoreboard(), at) || firstOf(at) != first || loads[at + 1] != UNKNOWN) {
            at += 2;
        }
        loads[at + 1] = there;
        if (in.scoreboard() == Scoreboards.LAST) {
            showAnswered();
        } else {
            show(in.scoreboard());
        }
    }

    /** Those of the last scoreboard have their times in the order of their issue, up to the first that is not answered. */
    private void showAnswered() {
        int left = 0;
        boolean areKnown = true;
        for (int i = 0; i < loadWords; i += 2) {
            boolean isOfLast = isOf(Scoreboards.LAST, i);
            areKnown &= !isOfLast || loads[i + 1] != UNKNOWN;
            if (isOfLast && areKnown) {
                registersReadyAt(firstOf(i), (short) loads[i], shared(loads[i + 1]));
                behindUnanswered--;
            } else {
                loads[left++] = loads[i];
                loads[left++] = loads[i + 1];
            }
        }
        loadWords = left;
    }

    private long shared(long there) {
        lastShared = Math.max(lastShared, there);
        return lastShared;
    }

    private boolean isOf(int board, int at) {
        return loads[at] >>> BOARD_SHIFT == board;
    }

    private int firstOf(int at) {
        return (int) (loads[at] >>> FIRST_SHIFT);
    }

    /** When the values of all loads of a scoreboard are there. */
    private long allThere(int board) {
        long last = 0;
        for (int i = 0; i < loadWords; i += 2) {
            last = isOf(board, i) ? Math.max(last, loads[i + 1]) : last;
        }
        return last;
    }

    /** Nobody waits for a load of a scoreboard any longer. */
    private void forget(int board) {
        int left = 0;
        for (int i = 0; i < loadWords; i += 2) {
            if (!isOf(board, i)) {
                loads[left++] = loads[i];
                loads[left++] = loads[i + 1];
            }
        }
        loadWords = left;
    }

    private void show(int board) {
        long there = allThere(board);
        for (int i = 0; i < loadWords; i += 2) {
            if (isOf(board, i)) {
                registersReadyAt(firstOf(i), (short) loads[i], there);
            }
        }
    }

    /** Grows the scoreboard for a called function. */
    public void reserve(int registerCount, int predicateCount) {
        if (2 * predicateCount > firstRegister) {
            long[] before = ready;
            int more = 4 * predicateCount - firstRegister;
            ready = new long[before.length + more];
            System.arraycopy(before, 0, ready, 0, firstRegister);
            System.arraycopy(before, firstRegister, ready, firstRegister + more, before.length - firstRegister);
            firstRegister += more;
        }
        if (registerCount > ready.length - firstRegister) {
            ready = Arrays.copyOf(ready, firstRegister + 2 * registerCount);
        }
    }

    /** The earliest cycle at which every operand and destination of an instruction is ready. */
    public long operandsReady(Instruction in, int registerWindow, int predicateWindow) {
        long all = 0;
        // Most read no more than three registers: a loop over so few costs more than it does.
        int[] reads = in.registerReads();
        int count = reads.length;
        int window = firstRegister + registerWindow;
        if (count > 0) {
            all = ready[window + reads[0]];
            if (count > 1) {
                all = Math.max(all, ready[window + reads[1]]);
                if (count > 2) {
                    all = Math.max(all, ready[window + reads[2]]);
                    for (int i = 3; i < count; i++) {
                        all = Math.max(all, ready[window + reads[i]]);
                    }
                }
            }
        }
        if (isOnMemory(in)) {
            all = Math.max(all, memoryFrom);
        }
        int[] read = in.predicateReads();
        if (read.length > 0) {
            int selects = in.opcode() == Opcode.SELECT && in.hasShortForm() && in.guard() < 0 ? 1 : 0;
            for (int predicate : read) {
                all = Math.max(all, ready[2 * (predicateWindow + predicate) + selects]);
            }
        }
        return all;
    }

    /** The same without waiting for the registers that the instruction writes, which other lanes may be waiting for. */
    public long sourcesReady(Instruction in, int registerWindow, int predicateWindow) {
        long all = isOnMemory(in) ? memoryFrom : 0;
        int first = in.destination();
        for (int register : in.registerReads()) {
            if (register < first || register >= first + in.registerWrites() || register == in.a()) {
                all = Math.max(all, ready[firstRegister + registerWindow + register]);
            }
        }
        for (int predicate : in.predicateReads()) {
            all = Math.max(all, ready[2 * (predicateWindow + predicate)]);
        }
        return all;
    }

    /** An instruction issues in a cycle: the assembler lets the next one on memory wait, whichever it is. */
    public void issues(Instruction in, long cycle) {
        if (isOnMemory(in)) {
            memoryFrom = cycle + memoryIntervalCycles;
        }
    }

    private static boolean isOnMemory(Instruction in) {
        Pipe pipe = in.opcode().pipe();
        return pipe == Pipe.LOAD_STORE || pipe == Pipe.SHUFFLE;
    }

    /** Sets the cycle at which an instruction's results are ready. */
    public void resultsReadyAt(Instruction in, int registerWindow, int predicateWindow, long cycle) {
        if (in.destination() < 0) {
            return;
        }
        if (in.registerWrites() > 0) {
            registersReadyAt(registerWindow + in.destination(), in.registerWrites(), cycle);
        } else {
            predicateReadyAt(predicateWindow + in.destination(), cycle);
            if (isOfWords(in.opcode())) {
                ready[2 * (predicateWindow + in.destination()) + 1] = cycle - selectsEarlierCycles;
            }
        }
    }

    /** Sets the cycle at which a predicate is ready. */
    public void predicateReadyAt(int predicate, long cycle) {
        ready[2 * predicate] = cycle;
        ready[2 * predicate + 1] = cycle;
    }

    private static boolean isOfWords(Opcode opcode) {
        return switch (opcode) {
            case COMPARE_S32, COMPARE_U32, COMPARE_F32 -> true;
            default -> false;
        };
    }

    /** Sets the cycle at which consecutive registers are ready. */
    public void registersReadyAt(int first, int count, long cycle) {
        for (int i = 0; i < count; i++) {
            ready[firstRegister + first + i] = cycle;
        }
    }
}
