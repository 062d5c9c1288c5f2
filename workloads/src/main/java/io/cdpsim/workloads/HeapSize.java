package io.cdpsim.workloads;

import com.google.common.math.LongMath;
import java.math.RoundingMode;

/** The heap size of the Java virtual machine, and the option that increases it. */
public final class HeapSize {
    private static final long GIBIBYTE = 1L << 30;

    private HeapSize() {}

    /** The largest size of the heap, bytes. */
    public static long bytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** The option for a heap of at least twice the size. */
    public static String larger() {
        return option(2 * bytes());
    }

    /** The option for a heap of at least this many bytes, rounded up to gibibytes. */
    public static String option(long bytes) {
        return "-Xmx" + Math.max(1, LongMath.divide(bytes, GIBIBYTE, RoundingMode.CEILING)) + "g";
    }
}
