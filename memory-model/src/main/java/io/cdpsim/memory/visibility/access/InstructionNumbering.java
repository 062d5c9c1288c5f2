package io.cdpsim.memory.visibility.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Numbers the instructions of all kernels consecutively, so that an access names its instruction in a few bits. */
public final class InstructionNumbering {
    /** The number of instructions that an access has bits for; the ones beyond share the last number. */
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

    /** The code of an instruction number. */
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

    /** The code of a kernel, or an operation that is not a kernel, with the numbers of its instructions. Created by {@link InstructionNumbering#add}. */
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

        /** The name of the kernel or of the operation. */
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

        /** The place of an instruction number in the source. */
        public String place(int site) {
            return describe.apply(Math.min(site - firstSite, instructions - 1));
        }
    }
}
