package io.cdpsim.runtime.load;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Which kernels a kernel may launch, directly or through others. */
public final class CallGraph {
    private CallGraph() {}

    /** Whether a kernel, or one it may launch, makes a call of the device runtime, such as a synchronisation (rule DEPTH-7). */
    public static boolean reaches(Kernel kernel, DeviceCall call) {
        Set<Kernel> seen = new HashSet<>();
        Deque<Kernel> open = new ArrayDeque<>();
        open.add(kernel);
        while (!open.isEmpty()) {
            Kernel next = open.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (next.calls(call)) {
                return true;
            }
            open.addAll(next.named());
        }
        return false;
    }
}
