package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.semantics.HiddenClass;
import java.lang.invoke.MethodHandles;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Compiles regions into hidden classes. */
final class RegionCompiler {
    private static final String NAME = "io/cdpsim/bytecode/CompiledRegion";
    private static final String RUN = "([JI[III)J";

    private RegionCompiler() {}

    /** Compiles the instructions from {@code start} up to {@code end}, excluded, all of which only compute. */
    static StraightLineRegion compile(Kernel kernel, Liveness liveness, int start, int end) {
        HiddenClass type = new HiddenClass(NAME, "java/lang/Object", "io/cdpsim/bytecode/StraightLineRegion");
        MethodVisitor run = type.method(Opcodes.ACC_PUBLIC, "run", RUN);
        Instruction[] code = kernel.code();
        new RegionWriter(run, kernel.constants(), liveness).write(code, start, end);
        return type.newInstance(MethodHandles.lookup(), StraightLineRegion.class);
    }
}
