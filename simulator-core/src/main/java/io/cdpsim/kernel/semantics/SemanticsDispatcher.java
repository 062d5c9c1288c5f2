package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.ModifierKind;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A generated class that calls the method of an opcode: one switch over the ordinals of {@link Opcode}, made from its rows. The result of
 * a test is 1 or 0.
 */
@SuppressWarnings("EnumOrdinal") // never leaves the process
abstract class SemanticsDispatcher {
    private static final String NAME = "io/cdpsim/kernel/semantics/GeneratedDispatcher";
    private static final String SUPER = Type.getInternalName(SemanticsDispatcher.class);
    private static final String EXCEPTION = "java/lang/IllegalArgumentException";

    /** Computes without modifiers. @throws IllegalArgumentException if the opcode needs some, or does more than compute */
    abstract long compute(int opcode, long a, long b, long c);

    /** Computes with modifiers. @throws IllegalArgumentException if the opcode takes none, or does more than compute */
    abstract long compute(int opcode, int modifiers, long a, long b, long c);

    static SemanticsDispatcher generate() {
        HiddenClass type = new HiddenClass(NAME, SUPER);
        write(type.method(0, "compute", "(IJJJ)J"), false);
        write(type.method(0, "compute", "(IIJJJ)J"), true);
        return type.newInstance(MethodHandles.lookup(), SemanticsDispatcher.class);
    }

    private static void write(MethodVisitor method, boolean modified) {
        Opcode[] opcodes = Opcode.values();
        Label refused = new Label();
        Label[] labels = new Label[opcodes.length];
        Arrays.setAll(labels, i -> hasMethod(opcodes[i], modified) ? new Label() : refused);
        method.visitCode();
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitTableSwitchInsn(0, opcodes.length - 1, refused, labels);
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] != refused) {
                method.visitLabel(labels[i]);
                call(method, SemanticsMethod.of(opcodes[i], Modifiers.NONE), modified);
            }
        }
        method.visitLabel(refused);
        method.visitTypeInsn(Opcodes.NEW, EXCEPTION);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, EXCEPTION, "<init>", "()V", false);
        method.visitInsn(Opcodes.ATHROW);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static boolean hasMethod(Opcode opcode, boolean modified) {
        return opcode.owner() != Opcode.Owner.NONE
                && (modified
                        ? opcode.modifiers() != ModifierKind.NONE
                        : !opcode.modifiers().isRequired());
    }

    private static void call(MethodVisitor method, SemanticsMethod semantics, boolean modified) {
        int first = modified ? 3 : 2;
        for (int i = 0; i < semantics.operands(); i++) {
            method.visitVarInsn(Opcodes.LLOAD, first + 2 * i);
        }
        boolean takesModifiers = modified || semantics.takesModifiers();
        if (modified) {
            method.visitVarInsn(Opcodes.ILOAD, 2);
        } else if (takesModifiers) {
            method.visitInsn(Opcodes.ICONST_0);
        }
        SemanticsMethod called = semantics.withModifiers(takesModifiers);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, Type.getInternalName(called.owner()), called.name(), called.descriptor(), false);
        if (called.isTest()) {
            method.visitInsn(Opcodes.I2L);
        }
        method.visitInsn(Opcodes.LRETURN);
    }
}
