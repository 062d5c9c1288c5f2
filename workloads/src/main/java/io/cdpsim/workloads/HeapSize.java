package io.cdpsim.workloads;

import com.google.common.math.LongMath;
import java.math.RoundingMode;

/** How much memory the Java machine has, and the option that gives it more. */
public final class HeapSize {
    private static final long GIBIBYTE = 1L << 30;

    private HeapSize() {}

    /** The most bytes that the heap may take. */
    public static long bytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** The option for a heap of at least twice the size. */
    public static String larger() {
        return option(2 * bytes());
    }

    /** The option for a heap that holds so many bytes, rounded up to gibibytes. */
    public static String option(long bytes) {
        return "-Xmx" + Math.max(1, LongMath.divide(bytes, GIBIBYTE, RoundingMode.CEILING)) + "g";
    }
}
