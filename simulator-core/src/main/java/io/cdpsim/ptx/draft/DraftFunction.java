package io.cdpsim.ptx.draft;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A kernel or a function of PTX as instructions of the simulator. Registers are numbered from 0: first its arguments, then what it
 * returns, then all others.
 */
public final class DraftFunction {
    private final String name;
    private final int arguments;
    private final int results;
    private final List<Boolean> wide = new ArrayList<>();
    private final List<int[]> rows = new ArrayList<>();
    private List<Step> steps = new ArrayList<>();
    private final List<Integer> outgoing = new ArrayList<>();
    private final BitSet rolled = new BitSet();
    private int predicates;
    private int labels;
    private int frameBytes;
    private boolean growsStack;

    /**
     * A function without code.
     *
     * @param name as in the module
     * @param arguments registers of its arguments
     * @param results registers of its results
     */
    public DraftFunction(String name, int arguments, int results) {
        this.name = name;
        this.arguments = arguments;
        this.results = results;
        for (int i = 0; i < arguments + results; i++) {
            wide.add(true);
        }
    }

    /** Its name in the module. */
    public String name() {
        return name;
    }

    /** Registers of its arguments: 0 and those that follow. */
    public int arguments() {
        return arguments;
    }

    /** Registers of its results, after {@link #arguments()}. */
    public int results() {
        return results;
    }

    /** Whether a register has its place, since the caller or functions that are called know it. */
    public boolean isFixed(int register) {
        return register < arguments + results || outgoing.contains(register);
    }

    /**
     * The register in which a called function finds or leaves a value: its argument or result with that number.
     *
     * @param number from 0: first the arguments of the called function, then its results
     */
    public int outgoing(int number) {
        while (outgoing.size() <= number) {
            outgoing.add(newRegister(true));
        }
        return outgoing.get(number);
    }

    /** The registers that called functions share, in the order of their numbers. */
    public List<Integer> outgoing() {
        return outgoing;
    }

    /** Reserves bytes of the thread's own memory. @return their offset in the function's frame */
    public int reserve(int bytes, int alignment) {
        int at = (frameBytes + alignment - 1) / alignment * alignment;
        frameBytes = at + bytes;
        return at;
    }

    /** Bytes of the thread's own memory that a call of the function takes; a multiple of 16. */
    public int frameBytes() {
        return (frameBytes + 15) / 16 * 16;
    }

    /** Notes that the function allocates on the stack while it runs. */
    public void growStack() {
        growsStack = true;
    }

    /** Whether it does. */
    public boolean growsStack() {
        return growsStack;
    }

    /** Another register; a wide one holds 64 bits, which hardware keeps in two. */
    public int newRegister(boolean isWide) {
        wide.add(isWide);
        return wide.size() - 1;
    }

    /** Registers that must be adjacent, as a vector's. @return the first */
    public int newRow(boolean isWide, int count) {
        int first = newRegister(isWide);
        int[] row = new int[count];
        row[0] = first;
        for (int i = 1; i < count; i++) {
            row[i] = newRegister(isWide);
        }
        if (count > 1) {
            rows.add(row);
        }
        return first;
    }

    /** Registers so far. */
    public int registers() {
        return wide.size();
    }

    /** Whether a register holds 64 bits. */
    public boolean isWide(int register) {
        return wide.get(register);
    }

    /** The registers that must be adjacent. */
    public List<int[]> rows() {
        return rows;
    }

    /** Another predicate. */
    public int newPredicate() {
        return predicates++;
    }

    /** Predicates so far. */
    public int predicates() {
        return predicates;
    }

    /** Another label, to be placed later. */
    public int newLabel() {
        return labels++;
    }

    /** Labels so far. */
    public int labels() {
        return labels;
    }

    /** Notes that the loop at the latest label is not to be unrolled. */
    public void keepRolled() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (steps.get(i) instanceof Step.Label label) {
                rolled.set(label.id());
                return;
            }
        }
    }

    /** Whether the loop at a label is not to be unrolled. */
    public boolean isRolled(int label) {
        return rolled.get(label);
    }

    /** Adds an instruction or a label. */
    public void add(Step step) {
        steps.add(step);
    }

    /** Instructions and labels in order. */
    public List<Step> steps() {
        return steps;
    }

    /** Other instructions that do the same. */
    public void steps(List<Step> others) {
        steps = new ArrayList<>(others);
    }
}
