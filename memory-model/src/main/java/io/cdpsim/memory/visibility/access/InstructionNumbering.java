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

    /** The code of a kernel, as reports name it. Made by {@link InstructionNumbering#add}. */
    public static final class NumberedCode {
        private final String name;
        private final boolean isKernel;
        private final int firstSite;
        private final int instructions;
        private final IntFunction<String> describe;

        NumberedCode(String name, boolean isKernel, int firstSite, int instructions, IntFunction<String> describe) {
            this.name = name;
            this.isKernel = isKernel;
            this.firstSite = firstSite;
            this.instructions = instructions;
            this.describe = describe;
        }

        /** The kernel's name, or what it is where it is none. */
        public String name() {
            return name;
        }

        /** Whether it is a kernel. */
        public boolean isKernel() {
            return isKernel;
        }

        int firstSite() {
            return firstSite;
        }

        /** The number of an instruction among those of all kernels. */
        public int site(int instruction) {
            return Math.min(firstSite + instruction, InstructionNumbering.MOST - 1);
        }

        /** Where in the source a site is. */
        public String place(int site) {
            return describe.apply(Math.min(site - firstSite, instructions - 1));
        }
    }
}
