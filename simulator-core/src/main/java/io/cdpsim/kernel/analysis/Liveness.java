package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import java.util.BitSet;

/**
 * The registers and predicates that a lane may still read, at any point of the code. A dead value need not be stored.
 *
 * <p>A call and a return read all, since registers are passed to functions and back by their places; so does a bulk instruction, which runs
 * code of its own. All lanes read values that are exchanged among lanes, at any point of the code.
 */
public final class Liveness {
    private final BitSet[] registersBefore;
    private final BitSet[] predicatesBefore;

    /** Registers that a lane may read of another lane at a different point of the code. */
    private final BitSet sharedRegisters = new BitSet();

    private final BitSet sharedPredicates = new BitSet();

    /**
     * Looks through the code of a kernel.
     *
     * @param code all of it
     * @param registers how many registers it has
     * @param predicates how many predicates
     */
    public Liveness(Instruction[] code, int registers, int predicates) {
        registersBefore = new BitSet[code.length + 1];
        predicatesBefore = new BitSet[code.length + 1];
        for (int i = 0; i <= code.length; i++) {
            registersBefore[i] = new BitSet(registers);
            predicatesBefore[i] = new BitSet(predicates);
        }
        for (Instruction in : code) {
            if (in.modifiers() instanceof Modifiers.AmongLanes) {
                read(in, sharedRegisters, sharedPredicates);
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = code.length - 1; i >= 0; i--) {
                changed |= update(code[i], i, registers, predicates);
            }
        }
    }

    private boolean update(Instruction in, int at, int registers, int predicates) {
        BitSet live = new BitSet(registers);
        BitSet livePredicates = new BitSet(predicates);
        switch (in.opcode()) {
            case CALL, RETURN, BULK -> {
                live.set(0, registers);
                livePredicates.set(0, predicates);
            }
            case BRANCH -> {
                join(in.target(), live, livePredicates);
                join(at + 1, live, livePredicates);
            }
            case EXIT -> {
                if (in.guard() >= 0) {
                    join(at + 1, live, livePredicates);
                }
            }
            default -> {
                join(at + 1, live, livePredicates);
                kill(in, live, livePredicates);
            }
        }
        read(in, live, livePredicates);
        live.or(sharedRegisters);
        livePredicates.or(sharedPredicates);
        boolean changed = !live.equals(registersBefore[at]) || !livePredicates.equals(predicatesBefore[at]);
        registersBefore[at] = live;
        predicatesBefore[at] = livePredicates;
        return changed;
    }

    private static void read(Instruction in, BitSet registers, BitSet predicates) {
        int[] read = new int[32 + OperandUse.argumentsOf(in.modifiers()).size()];
        int count = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), read);
        for (int i = 0; i < count; i++) {
            registers.set(read[i]);
        }
        count = OperandUse.predicatesRead(in.opcode(), in.a(), in.b(), in.c(), in.guard(), read);
        for (int i = 0; i < count; i++) {
            predicates.set(read[i]);
        }
    }

    private void join(int from, BitSet registers, BitSet predicates) {
        registers.or(registersBefore[from]);
        predicates.or(predicatesBefore[from]);
    }

    /** Only a write that all lanes make ends what was there before; a second destination that the modifiers name is ignored. */
    private static void kill(Instruction in, BitSet registers, BitSet predicates) {
        if (in.guard() >= 0 || in.destination() < 0) {
            return;
        }
        if (in.opcode().writesPredicate()) {
            predicates.clear(in.destination());
        } else if (in.registerWrites() > 0) {
            registers.clear(in.destination(), in.destination() + in.registerWrites());
        }
    }

    /** Whether a register may be read from an instruction on. */
    public boolean isRegisterLive(int register, int from) {
        return registersBefore[from].get(register);
    }

    /** The registers that may be read from an instruction on, in ascending order. */
    public int[] liveRegisters(int from) {
        return registersBefore[from].stream().toArray();
    }

    /** Whether a predicate may be read from an instruction on. */
    public boolean isPredicateLive(int predicate, int from) {
        return predicatesBefore[from].get(predicate);
    }
}
