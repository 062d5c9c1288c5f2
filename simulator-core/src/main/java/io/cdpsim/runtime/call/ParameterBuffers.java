package io.cdpsim.runtime.call;

import io.cdpsim.memory.PagedMemory;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parameter buffers that device code has asked for and not launched with (rules PARM-1 to PARM-3). */
public final class ParameterBuffers {
    private static final int PER_CHUNK = 16;
    /** Whatever alignment is asked for (rule PARM-2). */
    private static final int ALIGNMENT = 64;

    private final PagedMemory global;
    private final int bytesEach;
    private final Deque<Long> free = new ArrayDeque<>();

    public ParameterBuffers(PagedMemory global, int bytesEach) {
        this.global = global;
        this.bytesEach = bytesEach;
    }

    /** Takes a buffer for a launch (rule PARM-1). @return its address; 0 if no buffer holds so many bytes (rule PARM-3), or memory is full */
    long take(long bytes) {
        if (bytes < 0 || bytes > bytesEach) {
            return 0;
        }
        if (free.isEmpty()) {
            long spacing = (bytesEach + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
            long chunk = global.allocate(PER_CHUNK * spacing);
            for (int i = 0; chunk != 0 && i < PER_CHUNK; i++) {
                free.add(chunk + i * spacing);
            }
        }
        return free.isEmpty() ? 0 : free.remove();
    }

    /** Reads the parameters of a launch, which captures them (rule PARM-5), and takes the buffer back. */
    byte[] capture(long address, int bytes) {
        byte[] parameters = new byte[bytes];
        if (address != 0 && global.containsRange(address, bytes)) {
            global.read(address, parameters, 0, bytes);
            free.add(address);
        }
        return parameters;
    }
}
