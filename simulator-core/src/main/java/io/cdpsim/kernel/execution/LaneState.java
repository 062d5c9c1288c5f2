package io.cdpsim.kernel.execution;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/** The registers and predicates of a warp's lanes and where each lane is: all of a warp's state that instructions compute with. */
public final class LaneState {
    private static final int[] NONE = {};

    private final SimtStack stack = new SimtStack();
    private long[] registers = new long[0];
    private int[] predicates = new int[0];
    private Kernel kernel;
    private long laneInstructions;

    /** A warp that has run nothing yet; {@link #start} before use. */
    public LaneState(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Starts a kernel with zeroed registers. */
    public void start(Kernel newKernel, int laneMask) {
        Arrays.fill(registers, 0, Math.min(registers.length, newKernel.registers() * Lanes.COUNT), 0);
        start(newKernel, laneMask, NONE);
    }

    /** The same with some registers zeroed. The others, which hold what the warp computed before, are not read before they are written. */
    public void start(Kernel newKernel, int laneMask, int[] zeroed) {
        for (int register : zeroed) {
            int first = Math.min(registers.length, register * Lanes.COUNT);
            Arrays.fill(registers, first, Math.min(registers.length, first + Lanes.COUNT), 0);
        }
        Arrays.fill(predicates, 0);
        kernel = newKernel;
        int words = newKernel.registers() * Lanes.COUNT;
        if (registers.length < words) {
            registers = new long[words];
        }
        if (predicates.length < newKernel.predicates()) {
            predicates = new int[newKernel.predicates()];
        }
        stack.start(laneMask);
        laneInstructions = 0;
    }

    /** Instructions that its lanes have run since the start of the kernel, added over the lanes. */
    public long laneInstructions() {
        return laneInstructions;
    }

    /** Its lanes run instructions. */
    public void ranInLanes(long instructions) {
        laneInstructions += instructions;
    }

    /** The running kernel. */
    public Kernel kernel() {
        return kernel;
    }

    /** Where the lanes are. */
    public SimtStack stack() {
        return stack;
    }

    /** The registers: lane {@code l} of register {@code r} of the current window is at {@code (registerWindow + r) * Lanes.COUNT + l}. */
    public long[] registers() {
        return registers;
    }

    /** One mask a predicate. */
    public int[] predicates() {
        return predicates;
    }

    /** The lanes an instruction is for: the active ones for which its guard holds. */
    public int lanesOf(Instruction instruction) {
        int active = stack.activeLanes();
        int guard = instruction.guard();
        if (guard < 0) {
            return active;
        }
        int held = predicates[stack.predicateWindow() + guard];
        return active & (instruction.guardNegated() ? ~held : held);
    }

    /** Whether all live lanes of the warp, and no others, run an instruction among lanes together, or none does. */
    public boolean arriveTogether(Instruction in) {
        int lanes = lanesOf(in);
        if (lanes == 0 || lanes != stack().liveLanes()) {
            return lanes == 0;
        }
        if (!(in.modifiers() instanceof Modifiers.AmongLanes among) || among.members() == Instruction.NO_OPERAND) {
            return true;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int mask = (int) value(among.members(), Integer.numberOfTrailingZeros(m));
            if ((lanes & ~mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Reserves a called function's registers and predicates. */
    public void reserve(int registerCount, int predicateCount) {
        if (registers.length < registerCount * Lanes.COUNT) {
            registers = Arrays.copyOf(registers, 2 * registerCount * Lanes.COUNT);
        }
        if (predicates.length < predicateCount) {
            predicates = Arrays.copyOf(predicates, 2 * predicateCount);
        }
    }

    /** The array an operand code reads from. */
    public long[] source(int code) {
        return code >= 0 ? registers : kernel.constants();
    }

    /** Where lane 0 of an operand is in {@link #source}. */
    public int offset(int code) {
        return code >= 0 ? (stack.registerWindow() + code) * Lanes.COUNT : ~code * Lanes.COUNT;
    }

    /** An operand's value in one lane. */
    public long value(int code, int lane) {
        return source(code)[offset(code) + lane];
    }

    /** Sets a register in one lane. */
    public void set(int register, int lane, long value) {
        registers[(stack.registerWindow() + register) * Lanes.COUNT + lane] = value;
    }

    /** Sets a register to one value in some lanes. */
    public void fill(int register, int lanes, long value) {
        int first = offset(register);
        if (lanes == Lanes.ALL) {
            Arrays.fill(registers, first, first + Lanes.COUNT, value);
            return;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            registers[first + Integer.numberOfTrailingZeros(m)] = value;
        }
    }

    /** Sets a register in some lanes, each to its value. */
    public void move(int register, int lanes, long[] values) {
        int first = offset(register);
        if (lanes == Lanes.ALL) {
            System.arraycopy(values, 0, registers, first, Lanes.COUNT);
            return;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            registers[first + lane] = values[lane];
        }
    }

    /** Sets a predicate in some lanes. */
    public void setPredicate(int predicate, int lanes, int held) {
        int at = stack.predicateWindow() + predicate;
        predicates[at] = (predicates[at] & ~lanes) | (held & lanes);
    }

    /** A hash of all registers, predicates and positions, to find out whether a warp runs in circles. */
    public long fingerprint() {
        int words = (stack.registerWindow() + kernel.registers()) * Lanes.COUNT;
        long hash = stack.fingerprint();
        // Four at a time: one product need not wait for the one before it.
        long second = 1;
        long third = 2;
        long fourth = 3;
        for (int i = 0; i < words; i += 4) {
            hash = mix(hash, registers[i]);
            second = mix(second, registers[i + 1]);
            third = mix(third, registers[i + 2]);
            fourth = mix(fourth, registers[i + 3]);
        }
        hash = mix(mix(mix(hash, second), third), fourth);
        int predicateWords = stack.predicateWindow() + kernel.predicates();
        for (int i = 0; i < predicateWords; i++) {
            hash = mix(hash, predicates[i]);
        }
        return hash;
    }

    /** Not linear, so that registers that are incremented and decremented together do not cancel out. */
    private static long mix(long hash, long value) {
        long product = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }
}
