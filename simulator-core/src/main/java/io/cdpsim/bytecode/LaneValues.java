package io.cdpsim.bytecode;

import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * One lane's registers and predicates in local variables. A register is held as its bits, as a float, or both. A NaN held as a float may have any
 * payload until it is converted to bits, which are then the canonical ones.
 */
final class LaneValues implements InstructionWriter.Slots {

    private static final class Register {
        private final int bitsSlot;
        private final int floatSlot;
        private boolean hasBits;
        private boolean hasFloat;
        private boolean written;
        private boolean isFloat;

        Register(int bitsSlot, int floatSlot) {
            this.bitsSlot = bitsSlot;
            this.floatSlot = floatSlot;
        }
    }

    private static final class Predicate {
        private final int slot;
        private final int number;
        private final int maskSlot;
        private boolean written;

        Predicate(int number, int slot, int maskSlot) {
            this.number = number;
            this.slot = slot;
            this.maskSlot = maskSlot;
        }
    }

    private final MethodVisitor method;
    private final long[] constants;
    private final LaneArrays arrays;
    private final int laneSlot;
    private final Map<Integer, Register> registers = new HashMap<>();
    private final List<Integer> order = new ArrayList<>();
    private final Map<Integer, Predicate> predicates = new HashMap<>();
    private IntPredicate kept = register -> true;
    private IntPredicate storedPredicates = predicate -> true;
    private int nextSlot;

    LaneValues(MethodVisitor method, long[] constants, int indexSlot, int laneSlot, int firstSlot) {
        this.method = method;
        this.constants = constants;
        arrays = new LaneArrays(method, indexSlot);
        this.laneSlot = laneSlot;
        nextSlot = firstSlot;
    }

    /** A register is used in the region. */
    void declare(int register) {
        if (!registers.containsKey(register)) {
            registers.put(register, new Register(nextSlot, nextSlot + 2));
            order.add(register);
            nextSlot += 3;
        }
    }

    /** A predicate is used in the region. */
    void declarePredicate(int predicate, boolean written) {
        Predicate known = predicates.get(predicate);
        if (known == null) {
            known = new Predicate(predicate, nextSlot, nextSlot + 1);
            predicates.put(predicate, known);
            nextSlot += 2;
        }
        known.written |= written;
    }

    private Register of(int register) {
        Register known = registers.get(register);
        if (known == null) {
            throw new IllegalStateException("register " + register + " is not declared");
        }
        return known;
    }

    private Predicate predicateOf(int predicate) {
        Predicate known = predicates.get(predicate);
        if (known == null) {
            throw new IllegalStateException("predicate " + predicate + " is not declared");
        }
        return known;
    }

    private boolean isPutBack(Predicate predicate) {
        return predicate.written && storedPredicates.test(predicate.number);
    }

    /** Before the lane loop: no lane has written any predicate. */
    void clearMasks() {
        for (Predicate predicate : predicates.values()) {
            if (isPutBack(predicate)) {
                method.visitInsn(Opcodes.ICONST_0);
                method.visitVarInsn(Opcodes.ISTORE, predicate.maskSlot);
            }
        }
    }

    /** At the end of a lane, only values that are read later are stored. */
    void keep(IntPredicate keepsRegister, IntPredicate storesPredicate) {
        kept = keepsRegister;
        storedPredicates = storesPredicate;
    }

    @Override
    public boolean isFloat(int register) {
        return of(register).isFloat;
    }

    /** Fetches a register's bits from the array. */
    void load(int register) {
        Register known = of(register);
        arrays.register(register);
        method.visitInsn(Opcodes.LALOAD);
        method.visitVarInsn(Opcodes.LSTORE, known.bitsSlot);
        known.hasBits = true;
        known.hasFloat = false;
    }

    /** Fetches the lane's bit of a predicate. */
    void loadPredicate(int predicate) {
        arrays.predicateOf(predicate, laneSlot);
        method.visitVarInsn(Opcodes.ISTORE, predicateOf(predicate).slot);
    }

    @Override
    public void pushBits(int operand) {
        if (operand < 0) {
            method.visitLdcInsn(constants[~operand * Lanes.COUNT]);
            return;
        }
        Register known = of(operand);
        if (!known.hasBits) {
            method.visitVarInsn(Opcodes.FLOAD, known.floatSlot);
            arrays.toBits();
            method.visitInsn(Opcodes.DUP2);
            method.visitVarInsn(Opcodes.LSTORE, known.bitsSlot);
            known.hasBits = true;
            return;
        }
        method.visitVarInsn(Opcodes.LLOAD, known.bitsSlot);
    }

    @Override
    public void pushFloat(int operand) {
        if (operand < 0) {
            method.visitLdcInsn(constants[~operand * Lanes.COUNT]);
            arrays.toFloat();
            return;
        }
        Register known = of(operand);
        if (!known.hasFloat) {
            method.visitVarInsn(Opcodes.LLOAD, known.bitsSlot);
            arrays.toFloat();
            method.visitInsn(Opcodes.DUP);
            method.visitVarInsn(Opcodes.FSTORE, known.floatSlot);
            known.hasFloat = true;
            return;
        }
        method.visitVarInsn(Opcodes.FLOAD, known.floatSlot);
    }

    @Override
    public void storeBits(int register) {
        Register known = of(register);
        method.visitVarInsn(Opcodes.LSTORE, known.bitsSlot);
        known.hasBits = true;
        known.hasFloat = false;
        known.isFloat = false;
        known.written = true;
    }

    @Override
    public void storeFloat(int register) {
        Register known = of(register);
        method.visitVarInsn(Opcodes.FSTORE, known.floatSlot);
        known.hasBits = false;
        known.hasFloat = true;
        known.isFloat = true;
        known.written = true;
    }

    @Override
    public void settleBits(int register) {
        Register known = of(register);
        if (!known.hasBits) {
            pushBits(register);
            method.visitInsn(Opcodes.POP2);
        }
    }

    @Override
    public void pushPredicate(int predicate) {
        method.visitVarInsn(Opcodes.ILOAD, predicateOf(predicate).slot);
    }

    @Override
    public void storePredicate(int predicate) {
        method.visitVarInsn(Opcodes.ISTORE, predicateOf(predicate).slot);
    }

    /** At the end of a lane: stores written values to the registers and into the predicate masks. */
    void writeBack() {
        for (int register : order) {
            Register known = of(register);
            if (known.written && kept.test(register)) {
                arrays.register(register);
                pushBits(register);
                method.visitInsn(Opcodes.LASTORE);
            }
        }
        for (Predicate predicate : predicates.values()) {
            if (isPutBack(predicate)) {
                method.visitVarInsn(Opcodes.ILOAD, predicate.maskSlot);
                method.visitVarInsn(Opcodes.ILOAD, predicate.slot);
                method.visitVarInsn(Opcodes.ILOAD, laneSlot);
                method.visitInsn(Opcodes.ISHL);
                method.visitInsn(Opcodes.IOR);
                method.visitVarInsn(Opcodes.ISTORE, predicate.maskSlot);
            }
        }
    }

    /**
     * After the lane loop: stores the masks to the predicates.
     *
     * @param lanesSlot local variable of the active lanes
     */
    void writeMasks(int lanesSlot) {
        for (Map.Entry<Integer, Predicate> each : predicates.entrySet()) {
            if (isPutBack(each.getValue())) {
                arrays.predicate(each.getKey());
                arrays.predicate(each.getKey());
                method.visitInsn(Opcodes.IALOAD);
                method.visitVarInsn(Opcodes.ILOAD, lanesSlot);
                method.visitInsn(Opcodes.ICONST_M1);
                method.visitInsn(Opcodes.IXOR);
                method.visitInsn(Opcodes.IAND);
                method.visitVarInsn(Opcodes.ILOAD, each.getValue().maskSlot);
                method.visitInsn(Opcodes.IOR);
                method.visitInsn(Opcodes.IASTORE);
            }
        }
    }
}
