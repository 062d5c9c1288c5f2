package io.cdpsim.programs.plan.script;

import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A limit of the device, as for {@code cudaDeviceSetLimit}. */
public enum PlanLimit {
    PENDING_LAUNCHES,
    STACK_BYTES,
    HEAP_BYTES,
    PRINTF_FIFO_BYTES,
    SYNC_DEPTH;

    /** The names of limits in a plan. */
    public static List<String> words() {
        return Arrays.stream(values()).map(PlanLimit::word).toList();
    }

    /** The limit with one of the {@link #words}. */
    public static PlanLimit of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    /** Its name. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Sets it on the current device. */
    public CudaError set(Host host, long value) {
        return switch (this) {
            case PENDING_LAUNCHES -> host.setPendingLaunchLimit(value);
            case STACK_BYTES -> host.setStackLimit(value);
            case HEAP_BYTES -> host.setHeapBytes(value);
            case PRINTF_FIFO_BYTES -> host.setPrintfFifoBytes(value);
            case SYNC_DEPTH -> host.setSyncDepth((int) Math.min(value, Integer.MAX_VALUE));
        };
    }
}
