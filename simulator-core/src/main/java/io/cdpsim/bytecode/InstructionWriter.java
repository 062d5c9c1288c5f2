package io.cdpsim.bytecode;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.semantics.SemanticsMethod;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes what an instruction that only computes does to one lane's values. */
final class InstructionWriter {
    private static final String FLOATS = "io/cdpsim/kernel/semantics/FloatBits";
    /** Bits of {@code Comparison.orders()}. */
    private static final int LESS = 1;

    private static final int EQUAL = 2;
    private static final int GREATER = 4;
    private static final int UNORDERED = 8;
    private static final String CHOICE = "io/cdpsim/kernel/semantics/PredicateSemantics";

    /** One lane's registers and predicates on the way through a method. Operands below 0 are constants. */
    interface Slots {
        /** Pushes an operand's bits on the stack. */
        void pushBits(int operand);

        /** Pushes an operand on the stack as a float. */
        void pushFloat(int operand);

        /** Pops a register's new value, as bits. */
        void storeBits(int register);

        /** Pops a register's new value, as a float. */
        void storeFloat(int register);

        /** Whether a register is held as a float, so that its bits need not be held beside it. */
        boolean isFloat(int register);

        /** Materializes a register's bits before a conditional part. */
        void settleBits(int register);

        /** Pushes 1 if a predicate holds, otherwise 0. */
        void pushPredicate(int predicate);

        /** Pops a predicate's new value. */
        void storePredicate(int predicate);
    }

    private final MethodVisitor method;
    private final Slots values;
    private final int guardedSlot;

    /** @param guardedSlot local variable that counts the guarded instructions whose guard holds */
    InstructionWriter(MethodVisitor method, Slots values, int guardedSlot) {
        this.method = method;
        this.values = values;
        this.guardedSlot = guardedSlot;
    }

    /** Writes an instruction, which has an effect where its guard holds. */
    void write(Instruction in) {
        if (in.guard() >= 0) {
            guarded(in);
        } else {
            instruction(in);
        }
    }

    /** Whether the result of an instruction can be a float: its semantics is one operation of the JVM. */
    static boolean isFloating(Instruction in) {
        return in.modifiers() == Modifiers.NONE
                && switch (in.opcode()) {
                    case ADD_F32, SUB_F32, MUL_F32, DIV_F32, SQRT_F32, FMA_F32 -> true;
                    default -> false;
                };
    }

    /** Whether an instruction reads its registers as floats where they are held as such. */
    static boolean readsFloats(Instruction in) {
        return isFloating(in)
                || (in.opcode() == Opcode.COMPARE_F32
                        && in.modifiers() instanceof Modifiers.Compare compare
                        && !compare.flushesSubnormals());
    }

    /** Computes unconditionally, which has no side effect, and keeps the result where the guard holds. */
    private void guarded(Instruction in) {
        countHeld(in);
        if (in.opcode().writesPredicate()) {
            predicate(in);
            whereHeld(in, () -> values.storePredicate(in.destination()), Opcodes.POP);
        } else if (values.isFloat(in.destination()) && in.modifiers() == Modifiers.NONE && floating(in)) {
            whereHeld(in, () -> values.storeFloat(in.destination()), Opcodes.POP);
        } else {
            values.settleBits(in.destination());
            bits(in);
            whereHeld(in, () -> values.storeBits(in.destination()), Opcodes.POP2);
        }
    }

    /** Stores the result on the stack where the guard holds, and drops it elsewhere. */
    private void whereHeld(Instruction in, Runnable store, int drop) {
        Label dropped = new Label();
        Label behind = new Label();
        held(in);
        method.visitJumpInsn(Opcodes.IFEQ, dropped);
        store.run();
        method.visitJumpInsn(Opcodes.GOTO, behind);
        method.visitLabel(dropped);
        method.visitInsn(drop);
        method.visitLabel(behind);
    }

    /** Counts a guarded instruction where its guard holds. */
    void countHeld(Instruction in) {
        method.visitVarInsn(Opcodes.ILOAD, guardedSlot);
        held(in);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, guardedSlot);
    }

    /** Pushes 1 if an instruction's guard holds, otherwise 0. */
    void held(Instruction in) {
        values.pushPredicate(in.guard());
        if (in.guardNegated()) {
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IXOR);
        }
    }

    private void instruction(Instruction in) {
        if (in.opcode().writesPredicate()) {
            predicate(in);
            values.storePredicate(in.destination());
        } else if (in.modifiers() == Modifiers.NONE && floating(in)) {
            values.storeFloat(in.destination());
        } else {
            bits(in);
            values.storeBits(in.destination());
        }
    }

    private void predicate(Instruction in) {
        switch (in.opcode()) {
            case PREDICATE_AND -> logic(in, Opcodes.IAND);
            case PREDICATE_OR -> logic(in, Opcodes.IOR);
            case PREDICATE_XOR -> logic(in, Opcodes.IXOR);
            case PREDICATE_NOT -> {
                values.pushPredicate(in.a());
                method.visitInsn(Opcodes.ICONST_1);
                method.visitInsn(Opcodes.IXOR);
            }
            case COMPARE_F32 -> {
                if (readsFloats(in) && compareFloats(in, ordersOf(in))) {
                    return;
                }
                call(in);
            }
            case COMPARE_S32, COMPARE_U32, COMPARE_S64, COMPARE_U64 -> {
                if (!compareIntegers(in, ordersOf(in))) {
                    call(in);
                }
            }
            default -> call(in);
        }
    }

    private static int ordersOf(Instruction in) {
        return in.modifiers() instanceof Modifiers.Compare compare
                ? compare.comparison().orders()
                : 0;
    }

    /** The jump that is taken where the order of two values is none of those tested; 0 if that is not one comparison of the JVM. */
    private static int jumpUnless(int orders) {
        return switch (orders & (LESS | EQUAL | GREATER)) {
            case LESS -> Opcodes.IFGE;
            case LESS | EQUAL -> Opcodes.IFGT;
            case GREATER -> Opcodes.IFLE;
            case GREATER | EQUAL -> Opcodes.IFLT;
            case EQUAL -> Opcodes.IFNE;
            case LESS | GREATER -> Opcodes.IFEQ;
            default -> 0;
        };
    }

    /** Pushes whether the order of two floats is one of those tested. @return false if that is not one comparison of the JVM */
    private boolean compareFloats(Instruction in, int orders) {
        int jump = jumpUnless(orders);
        boolean holdsUnordered = (orders & UNORDERED) != 0;
        // The JVM orders an unordered pair as above (FCMPG) or as below (FCMPL), never as equal.
        if (jump == 0 || (jump == Opcodes.IFNE && holdsUnordered) || (jump == Opcodes.IFEQ && !holdsUnordered)) {
            return false;
        }
        boolean holdsAbove = (orders & GREATER) != 0;
        values.pushFloat(in.a());
        values.pushFloat(in.b());
        method.visitInsn(holdsAbove == holdsUnordered ? Opcodes.FCMPG : Opcodes.FCMPL);
        pushUnless(jump);
        return true;
    }

    /** The same of two integers. */
    private boolean compareIntegers(Instruction in, int orders) {
        int jump = jumpUnless(orders);
        if (jump == 0) {
            return false;
        }
        boolean isUnsigned = in.opcode() == Opcode.COMPARE_U32 || in.opcode() == Opcode.COMPARE_U64;
        if (in.opcode() == Opcode.COMPARE_S64 || in.opcode() == Opcode.COMPARE_U64) {
            pushLong(in.a(), isUnsigned);
            pushLong(in.b(), isUnsigned);
            method.visitInsn(Opcodes.LCMP);
            pushUnless(jump);
        } else {
            pushInt(in.a(), isUnsigned);
            pushInt(in.b(), isUnsigned);
            pushUnless(jump - Opcodes.IFEQ + Opcodes.IF_ICMPEQ);
        }
        return true;
    }

    /** Pushes an operand, its order as a number without sign made that of a number with one. */
    private void pushLong(int operand, boolean isUnsigned) {
        values.pushBits(operand);
        if (isUnsigned) {
            method.visitLdcInsn(Long.MIN_VALUE);
            method.visitInsn(Opcodes.LADD);
        }
    }

    private void pushInt(int operand, boolean isUnsigned) {
        values.pushBits(operand);
        method.visitInsn(Opcodes.L2I);
        if (isUnsigned) {
            method.visitLdcInsn(Integer.MIN_VALUE);
            method.visitInsn(Opcodes.IADD);
        }
    }

    /** Pushes 0 if a jump is taken, otherwise 1. */
    private void pushUnless(int jump) {
        Label not = new Label();
        Label behind = new Label();
        method.visitJumpInsn(jump, not);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitJumpInsn(Opcodes.GOTO, behind);
        method.visitLabel(not);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitLabel(behind);
    }

    private void logic(Instruction in, int operation) {
        values.pushPredicate(in.a());
        values.pushPredicate(in.b());
        method.visitInsn(operation);
    }

    /** The result's bits. */
    private void bits(Instruction in) {
        switch (in.opcode()) {
            case MOV -> values.pushBits(in.a());
            case SELECT -> {
                values.pushBits(in.a());
                values.pushBits(in.b());
                values.pushPredicate(in.c());
                method.visitMethodInsn(Opcodes.INVOKESTATIC, CHOICE, "select", "(JJZ)J", false);
            }
            default -> call(in);
        }
    }

    private void call(Instruction in) {
        SemanticsMethod semantics = SemanticsMethod.of(in.opcode(), in.modifiers());
        values.pushBits(in.a());
        if (semantics.operands() > 1) {
            values.pushBits(in.b());
        }
        if (semantics.operands() > 2) {
            values.pushBits(in.c());
        }
        if (semantics.takesModifiers()) {
            method.visitLdcInsn(semantics.modifiers());
        }
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Type.getInternalName(semantics.owner()),
                semantics.name(),
                semantics.descriptor(),
                false);
    }

    /** The result as a float, where that saves a conversion to bits: the semantics is one operation of the JVM. */
    private boolean floating(Instruction in) {
        Opcode opcode = in.opcode();
        switch (opcode) {
            case ADD_F32 -> binary(in, Opcodes.FADD);
            case SUB_F32 -> binary(in, Opcodes.FSUB);
            case MUL_F32 -> binary(in, Opcodes.FMUL);
            case DIV_F32 -> binary(in, Opcodes.FDIV);
            case SQRT_F32 -> {
                root(in);
                method.visitInsn(Opcodes.D2F);
            }
            case FMA_F32 -> {
                values.pushFloat(in.a());
                values.pushFloat(in.b());
                values.pushFloat(in.c());
                // Without an FMA instruction, the library method takes microseconds.
                String holder = Processor.hasFma() ? "java/lang/Math" : FLOATS;
                method.visitMethodInsn(Opcodes.INVOKESTATIC, holder, "fma", "(FFF)F", false);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void root(Instruction in) {
        values.pushFloat(in.a());
        method.visitInsn(Opcodes.F2D);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "sqrt", "(D)D", false);
    }

    private void binary(Instruction in, int operation) {
        values.pushFloat(in.a());
        values.pushFloat(in.b());
        method.visitInsn(operation);
    }
}
