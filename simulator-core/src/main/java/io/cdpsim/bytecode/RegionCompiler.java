package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes classes of regions. */
final class RegionCompiler {
    private static final String NAME = "io/cdpsim/bytecode/CompiledRegion";
    private static final String RUN = "([JI[III)J";

    private RegionCompiler() {}

    /** Compiles the instructions from {@code begin} up to before {@code end}, all of which only compute. */
    static StraightLineRegion compile(Kernel kernel, Liveness liveness, int begin, int end) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, "java/lang/Object", new String[] {
            "io/cdpsim/bytecode/StraightLineRegion"
        });
        MethodVisitor constructor = type.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        MethodVisitor run = type.visitMethod(Opcodes.ACC_PUBLIC, "run", RUN, null, null);
        Instruction[] code = kernel.code();
        new RegionWriter(run, kernel.constants(), liveness).write(code, begin, end);
        type.visitEnd();
        try {
            return (StraightLineRegion) MethodHandles.lookup()
                    .defineHiddenClass(type.toByteArray(), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("a class that was just made cannot be used", e);
        }
    }
}
