package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes the method of a region: a loop over the lanes that loads values, computes, and stores results. */
final class RegionWriter {
    private static final int REGISTER_BASE = 2;
    private static final int LANES = 5;
    private static final int LANE = 6;
    private static final int END = 7;
    private static final int INDEX = 8;
    private static final int GUARDED = 9;
    private static final int FIRST_FREE = 10;
    private static final String INTEGER = "java/lang/Integer";

    private final MethodVisitor method;
    private final LaneValues values;
    private final InstructionWriter writer;
    private final Liveness liveness;

    RegionWriter(MethodVisitor method, long[] constants, Liveness liveness) {
        this.method = method;
        this.liveness = liveness;
        values = new LaneValues(method, constants, INDEX, LANE, FIRST_FREE);
        writer = new InstructionWriter(method, values, GUARDED);
    }

    void write(Instruction[] code, int start, int end) {
        Set<Integer> fetched = new LinkedHashSet<>();
        Set<Integer> fetchedPredicates = new LinkedHashSet<>();
        int unguarded = declare(code, start, end, fetched, fetchedPredicates);
        values.keep(
                register -> liveness.isRegisterLive(register, end),
                predicate -> liveness.isPredicateLive(predicate, end));
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, GUARDED);
        values.clearMasks();
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        count("numberOfTrailingZeros");
        method.visitVarInsn(Opcodes.ISTORE, LANE);
        method.visitIntInsn(Opcodes.BIPUSH, Integer.SIZE);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        count("numberOfLeadingZeros");
        method.visitInsn(Opcodes.ISUB);
        method.visitVarInsn(Opcodes.ISTORE, END);
        Label top = new Label();
        Label next = new Label();
        method.visitLabel(top);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        method.visitVarInsn(Opcodes.ILOAD, LANE);
        method.visitInsn(Opcodes.IUSHR);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IAND);
        method.visitJumpInsn(Opcodes.IFEQ, next);
        lane(code, start, end, fetched, fetchedPredicates);
        method.visitLabel(next);
        method.visitIincInsn(LANE, 1);
        method.visitVarInsn(Opcodes.ILOAD, LANE);
        method.visitVarInsn(Opcodes.ILOAD, END);
        method.visitJumpInsn(Opcodes.IF_ICMPLT, top);
        values.writeMasks(LANES);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        count("bitCount");
        method.visitLdcInsn(unguarded);
        method.visitInsn(Opcodes.IMUL);
        method.visitVarInsn(Opcodes.ILOAD, GUARDED);
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.I2L);
        method.visitInsn(Opcodes.LRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void count(String what) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, INTEGER, what, "(I)I", false);
    }

    /** Finds the values that are read before they are written. @return how many instructions have no guard */
    private int declare(Instruction[] code, int start, int end, Set<Integer> fetched, Set<Integer> fetchedPredicates) {
        Set<Integer> written = new LinkedHashSet<>();
        Set<Integer> writtenPredicates = new LinkedHashSet<>();
        int unguarded = 0;
        int[] into = new int[8];
        for (int i = start; i < end; i++) {
            Instruction in = code[i];
            boolean guarded = in.guard() >= 0;
            unguarded += guarded ? 0 : 1;
            int reads = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), into);
            for (int k = 0; k < reads; k++) {
                use(into[k], written, fetched);
            }
            int predicateReads = OperandUse.predicatesRead(in.opcode(), in.a(), in.b(), in.c(), in.guard(), into);
            for (int k = 0; k < predicateReads; k++) {
                usePredicate(into[k], writtenPredicates, fetchedPredicates);
            }
            if (in.opcode().writesPredicate()) {
                if (guarded) {
                    usePredicate(in.destination(), writtenPredicates, fetchedPredicates);
                }
                values.declarePredicate(in.destination(), true);
                writtenPredicates.add(in.destination());
            } else {
                if (guarded) {
                    use(in.destination(), written, fetched);
                }
                values.declare(in.destination());
                written.add(in.destination());
            }
        }
        return unguarded;
    }

    private void use(int register, Set<Integer> written, Set<Integer> fetched) {
        values.declare(register);
        if (!written.contains(register)) {
            fetched.add(register);
        }
    }

    private void usePredicate(int predicate, Set<Integer> written, Set<Integer> fetched) {
        values.declarePredicate(predicate, false);
        if (!written.contains(predicate)) {
            fetched.add(predicate);
        }
    }

    private void lane(Instruction[] code, int start, int end, Set<Integer> fetched, Set<Integer> fetchedPredicates) {
        method.visitVarInsn(Opcodes.ILOAD, REGISTER_BASE);
        method.visitVarInsn(Opcodes.ILOAD, LANE);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, INDEX);
        fetched.forEach(values::load);
        fetchedPredicates.forEach(values::loadPredicate);
        for (int i = start; i < end; i++) {
            writer.write(code[i]);
        }
        values.writeBack();
    }
}
