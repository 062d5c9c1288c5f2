package io.cdpsim.gpu.issue;

import io.cdpsim.kernel.analysis.Scoreboards;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.Arrays;

/**
 * The cycle at which each register and predicate of a warp is ready. Register numbers are relative to the function's register window.
 */
public final class Scoreboard {
    /** When a register is ready that waits for a posted load. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private final int selectsEarlierCycles;
    private long[] registers = new long[0];
    /** When an instruction that a predicate guards can issue. */
    private long[] predicates = new long[0];
    /** When a selection by a predicate can issue. */
    private long[] selections = new long[0];

    private final InFlight[] inFlight = new InFlight[Scoreboards.LAST];
    private long lastShared;

    /**
     * A scoreboard without registers.
     *
     * @param selectsEarlierCycles by how many cycles a selection by the result of a comparison can issue earlier than an instruction that it guards
     */
    public Scoreboard(int selectsEarlierCycles) {
        this.selectsEarlierCycles = selectsEarlierCycles;
    }

    /** Resets the scoreboard to a number of registers and predicates, all ready. */
    public void clear(int registerCount, int predicateCount) {
        lastShared = 0;
        for (InFlight each : inFlight) {
            if (each != null) {
                each.count = 0;
            }
        }
        if (registers.length < registerCount) {
            registers = new long[registerCount];
        } else {
            Arrays.fill(registers, 0);
        }
        if (predicates.length < predicateCount) {
            predicates = new long[predicateCount];
            selections = new long[predicateCount];
        } else {
            Arrays.fill(predicates, 0);
            Arrays.fill(selections, 0);
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
        if (in.scoreboard() == Scoreboards.LAST) {
            registersReadyAt(first, in.registerWrites(), there == UNKNOWN ? there : shared(there));
            return;
        }
        InFlight loads = inFlight[in.scoreboard()];
        if (loads == null) {
            loads = new InFlight();
            inFlight[in.scoreboard()] = loads;
        }
        if (loads.count > 0 && loads.ready() <= now) {
            loads.count = 0;
        }
        loads.add(first, in.registerWrites(), there);
        loads.show(this);
    }

    /** A load whose values were unknown has been answered. */
    public void answered(Instruction in, int first, long there) {
        if (in.scoreboard() == Scoreboards.LAST) {
            registersReadyAt(first, in.registerWrites(), shared(there));
            return;
        }
        InFlight loads = inFlight[in.scoreboard()];
        loads.answer(first, there);
        loads.show(this);
    }

    private long shared(long there) {
        lastShared = Math.max(lastShared, there);
        return lastShared;
    }

    /** The loads of one scoreboard, from the first that somebody may still wait for. */
    private static final class InFlight {
        private int[] first = new int[4];
        private int[] registers = new int[4];
        private long[] there = new long[4];
        private int count;

        void add(int register, int number, long time) {
            if (count == first.length) {
                first = Arrays.copyOf(first, 2 * count);
                registers = Arrays.copyOf(registers, 2 * count);
                there = Arrays.copyOf(there, 2 * count);
            }
            first[count] = register;
            registers[count] = number;
            there[count++] = time;
        }

        void answer(int register, long time) {
            int at = 0;
            while (first[at] != register || there[at] != UNKNOWN) {
                at++;
            }
            there[at] = time;
        }

        long ready() {
            long ready = 0;
            for (int i = 0; i < count; i++) {
                ready = Math.max(ready, there[i]);
            }
            return ready;
        }

        void show(Scoreboard on) {
            long ready = ready();
            for (int i = 0; i < count; i++) {
                on.registersReadyAt(first[i], registers[i], ready);
            }
        }
    }

    /** Grows the scoreboard for a called function. */
    public void reserve(int registerCount, int predicateCount) {
        if (registers.length < registerCount) {
            registers = Arrays.copyOf(registers, 2 * registerCount);
        }
        if (predicates.length < predicateCount) {
            predicates = Arrays.copyOf(predicates, 2 * predicateCount);
            selections = Arrays.copyOf(selections, 2 * predicateCount);
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
        int[] read = in.predicateReads();
        if (read.length > 0) {
            boolean selects = in.opcode() == Opcode.SELECT && in.hasShortForm() && in.guard() < 0;
            for (int predicate : read) {
                ready = Math.max(ready, (selects ? selections : predicates)[predicateWindow + predicate]);
            }
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
            predicateReadyAt(predicateWindow + in.destination(), cycle);
            if (isOfWords(in.opcode())) {
                selections[predicateWindow + in.destination()] = cycle - selectsEarlierCycles;
            }
        }
    }

    /** Sets the cycle at which a predicate is ready. */
    public void predicateReadyAt(int predicate, long cycle) {
        predicates[predicate] = cycle;
        selections[predicate] = cycle;
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
            registers[first + i] = cycle;
        }
    }
}
