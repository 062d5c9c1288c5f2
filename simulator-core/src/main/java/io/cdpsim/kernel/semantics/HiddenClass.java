package io.cdpsim.kernel.semantics;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class that is generated at run time, with a constructor without parameters. It becomes garbage with its last instance. */
public final class HiddenClass {
    private final ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);

    /**
     * A class without methods.
     *
     * @param name its binary name, with slashes, in the package of the lookup that {@link #newInstance} gets
     * @param superclass the binary name of its superclass, which has a constructor without parameters
     * @param interfaces the binary names of its interfaces
     */
    public HiddenClass(String name, String superclass, String... interfaces) {
        type.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                name,
                null,
                superclass,
                interfaces);
        MethodVisitor constructor = method(Opcodes.ACC_PUBLIC, "<init>", "()V");
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
    }

    /** Adds a method, whose instructions the caller writes. Frame sizes are computed. */
    public MethodVisitor method(int access, String name, String descriptor) {
        return type.visitMethod(access, name, descriptor, null, null);
    }

    /**
     * Defines the class and makes an instance.
     *
     * @param lookup a lookup in the package of the class
     * @param as a supertype of the class
     */
    public <T> T newInstance(MethodHandles.Lookup lookup, Class<T> as) {
        type.visitEnd();
        try {
            return as.cast(lookup.defineHiddenClass(type.toByteArray(), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("a class that was just made cannot be used", e);
        }
    }
}
