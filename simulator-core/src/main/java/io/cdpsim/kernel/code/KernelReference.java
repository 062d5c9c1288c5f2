package io.cdpsim.kernel.code;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Names a kernel that may be built later, so that a kernel can launch itself or its own launcher. */
public final class KernelReference {
    private final String name;
    private final List<Consumer<Kernel>> waiting = new ArrayList<>();
    private @Nullable Kernel kernel;

    /** A reference to a kernel not built yet. */
    public KernelReference(String name) {
        this.name = name;
    }

    /** A reference to an existing kernel. */
    public static KernelReference to(Kernel kernel) {
        KernelReference reference = new KernelReference(kernel.name());
        reference.bind(kernel);
        return reference;
    }

    /** Resolves the reference, once only. */
    public void bind(Kernel target) {
        if (kernel != null) {
            throw new IllegalStateException("the reference to kernel " + name + " is bound already");
        }
        kernel = target;
        waiting.forEach(each -> each.accept(target));
        waiting.clear();
    }

    /** Does something with the kernel: at once if it is built, else when it is. */
    public void whenBound(Consumer<Kernel> action) {
        if (kernel == null) {
            waiting.add(action);
        } else {
            action.accept(kernel);
        }
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
