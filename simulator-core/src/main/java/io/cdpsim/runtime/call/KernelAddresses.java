package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.AddressMap;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of the kernels of a machine, by which code refers to a kernel in launches and queries. They are the same on all
 * devices.
 */
public final class KernelAddresses {
    private static final int SPACING_BYTES = 256;

    private final List<Kernel> kernels = new ArrayList<>();
    private final IdentityHashMap<Kernel, Long> addresses = new IdentityHashMap<>();

    /** The address of a kernel, which never changes. */
    public long of(Kernel kernel) {
        return addresses.computeIfAbsent(kernel, added -> {
            kernels.add(added);
            // No kernel has the first address, so that no small offset into the code is a kernel by chance.
            return AddressMap.CODE_BASE + (long) SPACING_BYTES * kernels.size();
        });
    }

    /** The kernel at an address, or null. */
    @Nullable
    Kernel at(long address) {
        long offset = address - AddressMap.CODE_BASE;
        long index = offset / SPACING_BYTES - 1;
        return offset % SPACING_BYTES == 0 && index >= 0 && index < kernels.size() ? kernels.get((int) index) : null;
    }

    /** The kernel that a lane's call refers to by name or by address, or null. */
    @Nullable
    Kernel callee(Warp warp, Instruction in, int lane) {
        Modifiers.Device call = CallArguments.call(in);
        return call.callee() == null
                ? at(warp.state().value(call.calleeAddress(), lane))
                : call.callee().kernel();
    }
}
