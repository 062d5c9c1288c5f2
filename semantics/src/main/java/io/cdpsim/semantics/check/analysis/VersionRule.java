package io.cdpsim.semantics.check.analysis;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.Arrays;
import java.util.List;

/** A rule whose violation shows that code was written for the other version of dynamic parallelism. */
enum VersionRule {
    /** CDP2 has no synchronisation on the device. */
    SYNCHRONIZATION(
            "VER-3",
            " calls cudaDeviceSynchronize, which CDP2 does not have on the device",
            "launch what needs the children's results into cudaStreamTailLaunch ('cdpsim check --port cdp2' shows how),"
                    + " or build for CDP1 and run on a GPU of compute capability below 9.0"),
    /** CDP1 has no tail-launch stream. */
    TAIL(
            "TAIL-9",
            " names cudaStreamTailLaunch, which CDP1 does not have",
            "wait for the children with cudaDeviceSynchronize(), or build for CDP2 with CUDA 12 or later"),
    /** CDP1 has no fire-and-forget stream. */
    FIRE_AND_FORGET(
            "FAF-4",
            " names cudaStreamFireAndForget, which CDP1 does not have",
            "launch into the NULL or a named stream, or build for CDP2 with CUDA 12 or later");

    private final String id;
    private final String violation;
    private final String fix;

    VersionRule(String id, String violation, String fix) {
        this.id = id;
        this.violation = violation;
        this.fix = fix;
    }

    static VersionRule ofStream(boolean isTail) {
        return isTail ? TAIL : FIRE_AND_FORGET;
    }

    /** Whether a diagnostic reports one of these rules. */
    static boolean isRuleOf(Diagnostic diagnostic) {
        return Arrays.stream(values()).anyMatch(each -> each.id.equals(diagnostic.rule()));
    }

    /** @param code the code that breaks the rule, such as {@code kernel parent} */
    Diagnostic diagnostic(String code, List<SourceLocation> locations, List<String> details) {
        return new Diagnostic(Severity.ERROR, id, code + violation, locations, details, fix);
    }
}
