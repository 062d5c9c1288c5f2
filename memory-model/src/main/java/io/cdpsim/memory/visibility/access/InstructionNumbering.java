package io.cdpsim.memory.visibility.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Numbers the instructions of all kernels through, so that an access can say in a few bits where it was made. */
public final class InstructionNumbering {
    /** The most instructions of all kernels together that an access has bits for; what lies beyond shares the last number. */
    static final int MOST = 1 << 22;

    private final List<NumberedCode> codes = new ArrayList<>();
    private int next;

    /**
     * Numbers the instructions of a kernel.
     *
     * @param describe where in the source an instruction is
     */
    public NumberedCode add(String name, boolean isKernel, int instructions, IntFunction<String> describe) {
        NumberedCode code = new NumberedCode(name, isKernel, Math.min(next, MOST - 1), instructions, describe);
        next += instructions;
        codes.add(code);
        return code;
    }

    /** The code a site is in. */
    public NumberedCode codeOf(int site) {
        int low = 0;
        int high = codes.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (codes.get(middle).firstSite() <= site) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return codes.get(low);
    }
}
