package io.cdpsim.memory.visibility.access;

import java.util.function.IntFunction;

/** The code of a kernel, as reports name it. Made by {@link InstructionNumbering#add}. */
public final class NumberedCode {
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
