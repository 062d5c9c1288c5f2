package io.cdpsim.runtime.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameter buffers that device code has allocated and not yet launched with (rules PARM-1 to PARM-3). */
public final class ParameterBuffers {
    /** The launch that a buffer was allocated for. */
    record Prepared(Kernel kernel, LaunchShape shape) {}

    private static final int PER_CHUNK = 16;
    /** The alignment, whatever the caller requests (rule PARM-2). */
    private static final int ALIGNMENT = 64;

    private final PagedMemory global;
    private final int bytesEach;
    private final Deque<Long> free = new ArrayDeque<>();
    private final Map<Long, Prepared> prepared = new HashMap<>();
    private final @Nullable VisibilityChecker checker;

    /** @param bytesEach maximum size of the parameters of a launch, bytes */
    public ParameterBuffers(PagedMemory global, int bytesEach, @Nullable VisibilityChecker checker) {
        this.global = global;
        this.bytesEach = bytesEach;
        this.checker = checker;
    }

    /** Allocates a buffer, which may be larger than the parameters of a launch (rules PARM-1, PARM-3). @return its address; 0 if memory is full */
    long allocate(long bytes) {
        if (bytes < 0) {
            return 0;
        }
        if (bytes > bytesEach) {
            return global.allocate(bytes);
        }
        if (free.isEmpty()) {
            long spacing = (bytesEach + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
            long chunk = global.allocate(PER_CHUNK * spacing);
            for (int i = 0; chunk != 0 && i < PER_CHUNK; i++) {
                free.add(chunk + i * spacing);
            }
        }
        if (free.isEmpty()) {
            return 0;
        }
        long address = free.remove();
        // Accesses to an earlier use of the buffer are ordered before accesses to this one.
        if (checker != null) {
            checker.reset(address, bytes);
        }
        return address;
    }

    /** Allocates a buffer for a known launch. @return its address; 0 if the parameters are too large (rule PARM-3) or memory is full */
    long prepare(Kernel kernel, LaunchShape shape) {
        int bytes = kernel.parameters().totalBytes();
        long address = bytes > bytesEach ? 0 : allocate(bytes);
        if (address != 0) {
            prepared.put(address, new Prepared(kernel, shape));
        }
        return address;
    }

    /** Removes the launch that a buffer was allocated for; null if the address is not such a buffer. */
    @Nullable
    Prepared launch(long address) {
        return prepared.remove(address);
    }

    /** Frees the buffer of a failed launch. */
    void free(long address) {
        free.add(address);
    }

    /** Captures the parameters of a launch (rule PARM-5) and frees the buffer. */
    byte[] capture(long address, int bytes) {
        byte[] parameters = new byte[bytes];
        if (address != 0 && global.containsRange(address, bytes)) {
            global.read(address, parameters, 0, bytes);
            free.add(address);
        }
        return parameters;
    }
}
