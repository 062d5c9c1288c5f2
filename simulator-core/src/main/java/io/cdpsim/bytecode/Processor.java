package io.cdpsim.bytecode;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Processor features that the JVM uses. */
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
            // The JVM does not have the option.
            return false;
        }
    }
}
