package io.cdpsim.bytecode;

import io.cdpsim.kernel.code.Kernel;
import java.util.IdentityHashMap;

/** The kernels of a machine as bytecode. Not safe for use by several threads. */
public final class CompiledKernels {
    /** Runs of a region before it is worth its class, whose making takes as long as some thousand instructions of a warp. */
    private static final int WORTH_COMPILING = 400;

    private final IdentityHashMap<Kernel, CompiledKernel> kernels = new IdentityHashMap<>();
    private final int runsBefore;

    private CompiledKernels(int runsBefore) {
        this.runsBefore = runsBefore;
    }

    /** Compiles what runs often. */
    public static CompiledKernels ofHotCode() {
        return new CompiledKernels(WORTH_COMPILING);
    }

    /** Compiles nothing: all is interpreted. */
    public static CompiledKernels none() {
        return new CompiledKernels(Integer.MAX_VALUE);
    }

    /** What there is of a kernel. */
    public CompiledKernel of(Kernel kernel) {
        return kernels.computeIfAbsent(kernel, each -> new CompiledKernel(each, runsBefore));
    }
}
