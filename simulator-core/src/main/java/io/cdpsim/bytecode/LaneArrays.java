package io.cdpsim.bytecode;

import io.cdpsim.warp.Lanes;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where the methods of regions find registers and predicates: the first four parameters of each are the registers, a base among them, the predicates and
 * a base among those.
 */
final class LaneArrays {
    private static final int REGISTERS = 1;
    private static final int PREDICATES = 3;
    private static final int PREDICATE_BASE = 4;

    private final MethodVisitor method;
    private final int laneSlot;

    /** @param laneSlot local variable of the lane's index in the window's first register */
    LaneArrays(MethodVisitor method, int laneSlot) {
        this.method = method;
        this.laneSlot = laneSlot;
    }

    /** Pushes the registers and the index of one. */
    void register(int register) {
        method.visitVarInsn(Opcodes.ALOAD, REGISTERS);
        method.visitVarInsn(Opcodes.ILOAD, laneSlot);
        method.visitLdcInsn(register * Lanes.COUNT);
        method.visitInsn(Opcodes.IADD);
    }

    /** Pushes the predicates and the index of one. */
    void predicate(int predicate) {
        method.visitVarInsn(Opcodes.ALOAD, PREDICATES);
        method.visitVarInsn(Opcodes.ILOAD, PREDICATE_BASE);
        method.visitLdcInsn(predicate);
        method.visitInsn(Opcodes.IADD);
    }

    /** Pushes a lane's bit of a predicate. */
    void predicateOf(int predicate, int lane) {
        predicate(predicate);
        method.visitInsn(Opcodes.IALOAD);
        method.visitVarInsn(Opcodes.ILOAD, lane);
        method.visitInsn(Opcodes.IUSHR);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IAND);
    }

    /** Replaces bits on the stack by their float. */
    void toFloat() {
        method.visitInsn(Opcodes.L2I);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
    }

    /** Replaces a float on the stack by its bits. */
    void toBits() {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "io/cdpsim/kernel/semantics/FloatBits", "bits", "(F)J", false);
    }
}
