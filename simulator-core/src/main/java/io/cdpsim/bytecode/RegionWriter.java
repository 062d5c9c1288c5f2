package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.semantics.SemanticsMethod;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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
    private static final String FLOATS = "io/cdpsim/kernel/semantics/FloatBits";
    private static final String CHOICE = "io/cdpsim/kernel/semantics/PredicateSemantics";

    private final MethodVisitor method;
    private final LaneValues values;
    private final Liveness liveness;

    RegionWriter(MethodVisitor method, long[] constants, Liveness liveness) {
        this.method = method;
        this.liveness = liveness;
        values = new LaneValues(method, constants, INDEX, LANE, FIRST_FREE);
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
            if (code[i].guard() >= 0) {
                guarded(code[i]);
            } else {
                instruction(code[i]);
            }
        }
        values.writeBack();
    }

    /** Computes unconditionally, which has no side effect, and keeps the result where the guard holds. */
    private void guarded(Instruction in) {
        method.visitVarInsn(Opcodes.ILOAD, GUARDED);
        held(in);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, GUARDED);
        Label behind = new Label();
        if (in.opcode().writesPredicate()) {
            predicate(in);
            Label drop = new Label();
            held(in);
            method.visitJumpInsn(Opcodes.IFEQ, drop);
            values.storePredicate(in.destination());
            method.visitJumpInsn(Opcodes.GOTO, behind);
            method.visitLabel(drop);
            method.visitInsn(Opcodes.POP);
        } else if (values.isFloat(in.destination()) && in.modifiers() == Modifiers.NONE && floating(in)) {
            Label drop = new Label();
            held(in);
            method.visitJumpInsn(Opcodes.IFEQ, drop);
            values.storeFloat(in.destination());
            method.visitJumpInsn(Opcodes.GOTO, behind);
            method.visitLabel(drop);
            method.visitInsn(Opcodes.POP);
        } else {
            values.settleBits(in.destination());
            bits(in);
            Label drop = new Label();
            held(in);
            method.visitJumpInsn(Opcodes.IFEQ, drop);
            values.storeBits(in.destination());
            method.visitJumpInsn(Opcodes.GOTO, behind);
            method.visitLabel(drop);
            method.visitInsn(Opcodes.POP2);
        }
        method.visitLabel(behind);
    }

    private void held(Instruction in) {
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
                if (in.modifiers() instanceof Modifiers.Compare compare && !compare.flushesSubnormals()) {
                    values.pushFloat(in.a());
                    values.pushFloat(in.b());
                    method.visitLdcInsn(
                            SemanticsMethod.of(in.opcode(), in.modifiers()).modifiers());
                    method.visitMethodInsn(Opcodes.INVOKESTATIC, FLOATS, "compare", "(FFI)Z", false);
                } else {
                    call(in);
                }
            }
            default -> call(in);
        }
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
