package io.cdpsim.bytecode;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the processor can do that the JVM makes use of. */
final class Processor {
    private static final boolean FMA = asksForFma();

    private Processor() {}

    /** Whether {@link Math#fma(float, float, float)} is an instruction. No result depends on it. */
    static boolean hasFma() {
        return FMA;
    }

    private static boolean asksForFma() {
        try {
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return jvm != null && Boolean.parseBoolean(jvm.getVMOption("UseFMA").getValue());
        } catch (IllegalArgumentException e) {
            // A JVM that does not know the option.
            return false;
        }
    }
}
