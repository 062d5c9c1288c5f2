package io.cdpsim.semantics.check.analysis;

import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.call.DeviceStreams;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Static analysis of kernels: the rules whose violations the code shows without a run. */
public final class StaticRules {
    /** Each rule reports the violations that occur on every path through the code. */
    private static final List<Function<KernelAnalysis, List<Diagnostic>>> ALL = List.of(
            StaticRules::synchronization,
            StaticRules::specialStreams,
            PrivatePointerRule::diagnostics,
            StaticRules::unreadErrors);

    /** Rules that show which version of dynamic parallelism code was written for. */
    private static final Set<String> VERSION_RULES = Set.of("VER-3", "TAIL-9", "FAF-4");

    private StaticRules() {}

    /**
     * The diagnostics of kernels, each location once, in the order of the kernels.
     *
     * @param machine the machine that is to run them; its version of dynamic parallelism decides
     */
    public static List<Diagnostic> diagnostics(List<Kernel> kernels, MachineSettings machine) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (Kernel kernel : kernels) {
            KernelAnalysis code = new KernelAnalysis(kernel, machine);
            for (Function<KernelAnalysis, List<Diagnostic>> rule : ALL) {
                for (Diagnostic found : rule.apply(code)) {
                    if (diagnostics.stream().noneMatch(found::isSameAs)) {
                        diagnostics.add(found);
                    }
                }
            }
        }
        return diagnostics;
    }

    /** Whether a diagnostic shows that the code was written for the other version of dynamic parallelism. */
    public static boolean isOfVersion(Diagnostic diagnostic) {
        return VERSION_RULES.contains(diagnostic.rule());
    }

    /** Rule VER-3: CDP2 has no {@code cudaDeviceSynchronize} on the device. */
    private static List<Diagnostic> synchronization(KernelAnalysis code) {
        boolean isAllowed = code.machine().versions().builtFor(code.kernel()) != CdpSupport.CDP2
                && !code.machine().profile().computeCapability().isAtLeast(9, 0);
        if (isAllowed) {
            return List.of();
        }
        return code.calls().stream()
                .filter(each -> each.device().call() == DeviceCall.DEVICE_SYNCHRONIZE)
                .map(each -> code.diagnostic(
                        Severity.ERROR,
                        "VER-3",
                        each.in(),
                        "calls cudaDeviceSynchronize, which CDP2 does not have on the device",
                        "launch what needs the children's results into cudaStreamTailLaunch, or build for CDP1 and run"
                                + " on a GPU of compute capability below 9.0"))
                .toList();
    }

    /** Rules TAIL-9 and FAF-4: CDP1 has neither the tail-launch nor the fire-and-forget stream. */
    private static List<Diagnostic> specialStreams(KernelAnalysis code) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        if (code.machine().versions().builtFor(code.kernel()) == CdpSupport.CDP2) {
            return diagnostics;
        }
        for (KernelAnalysis.Call each : code.calls()) {
            int argument = each.device().call().argument(CallRole.STREAM);
            if (argument >= 0
                    && code.operand(each.at(), each.device().arguments().get(argument))
                            instanceof ValueFlow.Value.Constant stream
                    && DeviceStreams.isSpecial(stream.bits())) {
                boolean isTail = DeviceStreams.isTail(stream.bits());
                diagnostics.add(code.diagnostic(
                        Severity.ERROR,
                        isTail ? "TAIL-9" : "FAF-4",
                        each.in(),
                        "names " + (isTail ? "cudaStreamTailLaunch" : "cudaStreamFireAndForget")
                                + ", which CDP1 does not have",
                        isTail
                                ? "wait for the children with cudaDeviceSynchronize(), or build for CDP2 with CUDA 12"
                                        + " or later"
                                : "launch into the NULL or a named stream, or build for CDP2 with CUDA 12 or later"));
            }
        }
        return diagnostics;
    }

    /**
     * Rule LNCH-6: a launch may fail, and a kernel that never checks for errors does not notice that the child never ran. This is a note,
     * since nothing is wrong before a launch fails; a run in which one fails reports that.
     */
    private static List<Diagnostic> unreadErrors(KernelAnalysis code) {
        boolean readsLastError = code.calls().stream()
                .map(each -> each.device().call())
                .anyMatch(each -> each == DeviceCall.GET_LAST_ERROR || each == DeviceCall.PEEK_AT_LAST_ERROR);
        if (readsLastError) {
            return List.of();
        }
        return code.calls().stream()
                .filter(each -> each.device().call().isLaunch() && !code.readsError(each))
                .map(each -> code.diagnostic(
                        Severity.NOTE,
                        "LNCH-6",
                        each.in(),
                        "launches and never checks whether the launch failed",
                        "call cudaGetLastError() after the launch, and handle a failed launch"))
                .toList();
    }
}
