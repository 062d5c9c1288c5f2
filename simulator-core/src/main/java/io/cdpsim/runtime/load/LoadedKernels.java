package io.cdpsim.runtime.load;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.call.PointerWarnings;
import java.util.HashSet;
import java.util.Set;

/**
 * The kernels that the host has launched so far and the kernels that they refer to: which limits they fix, and the warnings of a
 * compiler.
 */
public final class LoadedKernels {
    private final DeviceEvents events;
    private final Set<Kernel> seen = new HashSet<>();
    private boolean prints;
    private boolean allocates;

    public LoadedKernels(DeviceEvents events) {
        this.events = events;
    }

    /** Whether any kernel prints, so that the FIFO's size is fixed (rule PRNT-1). */
    public boolean prints() {
        return prints;
    }

    /** Whether any kernel uses the device heap, so that the heap's size is fixed (rule HEAP-1). */
    public boolean allocates() {
        return allocates;
    }

    /** Forgets all kernels, as {@code cudaDeviceReset} does: the limits are no longer fixed. */
    public void clear() {
        seen.clear();
        prints = false;
        allocates = false;
    }

    /** Adds a kernel and the kernels that it refers to. */
    public void add(Kernel kernel, long nowCycles) {
        if (!seen.add(kernel)) {
            return;
        }
        for (Instruction in : kernel.code()) {
            prints |= in.opcode() == Opcode.PRINT;
            if (in.modifiers() instanceof Modifiers.Device device) {
                allocates |= device.call().usesHeap();
                if (device.callee() != null) {
                    checkParameters(kernel, in, device, nowCycles);
                    add(device.callee().kernel(), nowCycles);
                }
            } else if (in.modifiers() instanceof Modifiers.KernelAddress address) {
                add(address.kernel().kernel(), nowCycles);
            }
        }
    }

    /** Rule MEM-1, as far as a compiler can check it. The run continues. */
    private void checkParameters(Kernel kernel, Instruction in, Modifiers.Device launch, long nowCycles) {
        int first = launch.call().arguments().size();
        for (int i = first; i < launch.arguments().size(); i++) {
            if (kernel.isOwnAddress(launch.arguments().get(i))) {
                events.warning(
                        "MEM-1",
                        "kernel " + kernel.name() + (in.place().isEmpty() ? "" : ", " + in.place()) + ": argument "
                                + (i - first + 1) + " of the launch of "
                                + PointerWarnings.calleeName(launch)
                                + " points to shared or local memory, which a child cannot access; pass a pointer"
                                + " to global memory",
                        nowCycles);
            }
        }
    }
}
