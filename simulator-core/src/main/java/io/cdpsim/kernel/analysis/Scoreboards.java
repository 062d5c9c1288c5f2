package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which scoreboard each load and atomic has.
 *
 * <p>An instruction waits for a load by one of six scoreboards, which count what is in flight: who waits for one waits for all loads in flight that have it. ptxas gives loads whose values the
 * same basic block uses the first five: the lowest for which nobody has to wait any more, or the fifth. All others have the last one, atomics among them whose values nobody uses;
 * {@code red} has none. Source: SASS of CUDA 13.0, and its times ({@code later} of {@code measurements/programs/loads.cu}, {@code order}, where a hit overtakes four misses,
 * {@code measurements/programs/unused.cu}, and {@code warpRows} of {@code spmv.cu}).
 */
public final class Scoreboards {
    /** How many there are. */
    private static final int COUNT = 6;

    /** That of loads for which no instruction of their block waits. */
    public static final int LAST = COUNT - 1;

    private final List<Instruction> code;
    private final BitSet starts;
    private final BitSet[] awaited = new BitSet[LAST];

    private Scoreboards(List<Instruction> code) {
        this.code = code;
        starts = BranchTargets.of(code);
        Arrays.setAll(awaited, board -> new BitSet());
    }

    /** The scoreboard of each instruction, from 0; -1 for those that have none. */
    public static int[] of(List<Instruction> code) {
        return new Scoreboards(code).assign();
    }

    private int[] assign() {
        int[] boards = new int[code.size()];
        for (int i = 0; i < boards.length; i++) {
            Instruction in = code.get(i);
            if (starts.get(i)) {
                Arrays.stream(awaited).forEach(BitSet::clear);
            }
            // What an instruction writes is among what it reads.
            for (BitSet each : awaited) {
                if (Arrays.stream(in.registerReads()).anyMatch(each::get)) {
                    each.clear();
                }
            }
            boards[i] = boardOf(i, in);
            if (boards[i] >= 0 && boards[i] < LAST) {
                awaited[boards[i]].set(in.destination(), in.destination() + in.registerWrites());
            }
        }
        return boards;
    }

    private int boardOf(int at, Instruction in) {
        if (in.destination() < 0 || (in.opcode() != Opcode.LOAD && in.opcode() != Opcode.ATOMIC)) {
            return -1;
        }
        if (!isUsedInBlock(at)) {
            return LAST;
        }
        int board = 0;
        while (board < LAST - 1 && !awaited[board].isEmpty()) {
            board++;
        }
        return board;
    }

    private boolean isUsedInBlock(int at) {
        Instruction access = code.get(at);
        int first = access.destination();
        int end = first + access.registerWrites();
        for (int i = at + 1; i < code.size() && !starts.get(i); i++) {
            Instruction in = code.get(i);
            for (int register : in.registerReads()) {
                if (register >= first && register < end) {
                    return true;
                }
            }
            if (in.target() >= 0) {
                return false;
            }
        }
        return false;
    }
}
