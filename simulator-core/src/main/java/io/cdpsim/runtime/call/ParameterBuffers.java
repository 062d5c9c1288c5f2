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

/** Parameter buffers that device code has asked for and not launched with (rules PARM-1 to PARM-3). */
public final class ParameterBuffers {
    /** What a buffer is for that knows it. */
    record Prepared(Kernel kernel, LaunchShape shape) {}

    private static final int PER_CHUNK = 16;
    /** Whatever alignment is asked for (rule PARM-2). */
    private static final int ALIGNMENT = 64;

    private final PagedMemory global;
    private final int bytesEach;
    private final Deque<Long> free = new ArrayDeque<>();
    private final Map<Long, Prepared> prepared = new HashMap<>();
    private final @Nullable VisibilityChecker checker;

    /** @param bytesEach the most bytes of parameters of a launch */
    public ParameterBuffers(PagedMemory global, int bytesEach, @Nullable VisibilityChecker checker) {
        this.global = global;
        this.bytesEach = bytesEach;
        this.checker = checker;
    }

    /** Takes a buffer for a launch (rule PARM-1). @return its address; 0 if no buffer holds a number of bytes (rule PARM-3), or memory is full */
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
        if (free.isEmpty()) {
            return 0;
        }
        long address = free.remove();
        // Somebody may have had it before and has given it back: what was done with it then is in order with what
        // comes.
        if (checker != null) {
            checker.reset(address, bytes);
        }
        return address;
    }

    /** Takes a buffer that knows what is to be launched. @return its address; 0 if there is none */
    long prepare(Kernel kernel, LaunchShape shape) {
        long address = take(kernel.parameters().totalBytes());
        if (address != 0) {
            prepared.put(address, new Prepared(kernel, shape));
        }
        return address;
    }

    /** What a buffer was taken for; nothing where it is none, or has been launched with. */
    @Nullable
    Prepared launch(long address) {
        return prepared.remove(address);
    }

    /** A launch has failed that its buffer was taken for. */
    void giveBack(long address) {
        free.add(address);
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
