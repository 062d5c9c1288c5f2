package io.cdpsim.kernel.code;

import org.jspecify.annotations.Nullable;

/** Names a kernel that may be built later, so that a kernel can launch itself or one that launches it back. */
public final class KernelReference {
    private final String name;
    private @Nullable Kernel kernel;

    /** A reference to a kernel not built yet. */
    public KernelReference(String name) {
        this.name = name;
    }

    /** A reference to a kernel at hand. */
    public static KernelReference to(Kernel kernel) {
        KernelReference reference = new KernelReference(kernel.name());
        reference.bind(kernel);
        return reference;
    }

    /** Says which kernel is meant. Once only. */
    public void bind(Kernel target) {
        if (kernel != null) {
            throw new IllegalStateException("the reference to kernel " + name + " is bound already");
        }
        kernel = target;
    }

    /** Name of the kernel. */
    public String name() {
        return name;
    }

    /** The kernel. @throws IllegalStateException if it was never built */
    public Kernel kernel() {
        Kernel bound = kernel;
        if (bound == null) {
            throw new IllegalStateException("kernel " + name + " is launched but was never built");
        }
        return bound;
    }
}
