package io.cdpsim.bytecode;

import io.cdpsim.kernel.code.Kernel;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The kernels of a machine as bytecode. Several threads may use them: all that a race decides is which thread compiles a region, and when. */
public final class CompiledKernels {
    /** Runs of a region before it is compiled: making its class takes as long as interpreting some thousand warp instructions. */
    private static final int WORTH_COMPILING = 400;

    private final IdentityHashMap<Kernel, CompiledKernel> kernels = new IdentityHashMap<>();
    private final int runsBefore;
    private @Nullable CompiledKernel last;

    private CompiledKernels(int runsBefore) {
        this.runsBefore = runsBefore;
    }

    /** Compiles regions that run often. */
    public static CompiledKernels ofHotCode() {
        return new CompiledKernels(WORTH_COMPILING);
    }

    /** Interprets everything. */
    public static CompiledKernels none() {
        return new CompiledKernels(Integer.MAX_VALUE);
    }

    /** The compiled regions of a kernel. */
    public CompiledKernel of(Kernel kernel) {
        CompiledKernel known = last;
        if (known == null || known.kernel() != kernel) {
            synchronized (kernels) {
                known = kernels.computeIfAbsent(kernel, each -> new CompiledKernel(each, runsBefore));
            }
            last = known;
        }
        return known;
    }
}
