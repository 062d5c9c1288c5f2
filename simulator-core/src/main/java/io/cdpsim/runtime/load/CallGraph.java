package io.cdpsim.runtime.load;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** The kernels that a kernel may launch, directly or indirectly. */
public final class CallGraph {
    private CallGraph() {}

    /**
     * Whether a kernel, or a kernel that it may launch, makes a device runtime call, such as a synchronisation (rule DEPTH-7).
     */
    public static boolean reaches(Kernel kernel, DeviceCall call) {
        Set<Kernel> seen = new HashSet<>();
        Deque<Kernel> worklist = new ArrayDeque<>();
        worklist.add(kernel);
        while (!worklist.isEmpty()) {
            Kernel next = worklist.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (next.calls(call)) {
                return true;
            }
            worklist.addAll(next.named());
        }
        return false;
    }
}
