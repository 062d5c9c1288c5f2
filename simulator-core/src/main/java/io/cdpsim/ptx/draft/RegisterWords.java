package io.cdpsim.ptx.draft;

import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;

/**
 * How many 32-bit registers of hardware values take: two if one has 64 bits, and none if it is a parameter of a kernel, which instructions
 * read where it is, in constant memory.
 */
public final class RegisterWords {
    /** The step in which hardware allots the registers of a thread. */
    public static final int UNIT = 8;

    /** Most registers of a thread at full occupancy of an SM. */
    public static final int OF_FULL_OCCUPANCY = 32;

    /** Registers that the assembler needs beside values, such as the stack address: the median of ptxas 13.0's surplus where it had to economize. */
    public static final int BESIDE_VALUES = 3;

    private final int[] words;

    /** Finds out for all values of a function. */
    public RegisterWords(DraftFunction function) {
        int count = function.registers();
        words = new int[count];
        BitSet parameters = parameters(function);
        for (int i = 0; i < count; i++) {
            words[i] = parameters.get(i) ? 0 : function.isWide(i) ? 2 : 1;
        }
    }

    /** The registers of one value. */
    public int of(int register) {
        return words[register];
    }

    /** The registers of all values of a set. */
    public int of(BitSet values) {
        int sum = 0;
        for (int register = values.nextSetBit(0); register >= 0; register = values.nextSetBit(register + 1)) {
            sum += words[register];
        }
        return sum;
    }

    /** The most that live values take at a time. */
    public int most(DraftFunction function, Liveness liveness) {
        int most = 0;
        for (int block = 0; block < liveness.blocks(); block++) {
            BitSet live = (BitSet) liveness.liveOut(block).clone();
            most = Math.max(most, of(live));
            for (int i = liveness.end(block) - 1; i >= liveness.start(block); i--) {
                if (function.steps().get(i) instanceof DraftInstruction draft) {
                    Liveness.before(draft, function, live);
                    most = Math.max(most, of(live));
                }
            }
        }
        return most;
    }

    /** The values that are a parameter and never anything else. */
    private static BitSet parameters(DraftFunction function) {
        BitSet parameters = new BitSet();
        BitSet others = new BitSet();
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft) {
                boolean isParameter = draft.opcode() == Opcode.LOAD_PARAMETER
                        && draft.isUnconditional()
                        && draft.a() == DraftInstruction.NONE
                        && !function.isFixed(draft.destination());
                for (int i = 0; i < draft.writes(); i++) {
                    (isParameter ? parameters : others).set(draft.destination() + i);
                }
            }
        }
        parameters.andNot(others);
        return parameters;
    }
}
