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
import java.util.function.Function;

/** Static analysis of kernels: the rules whose violations the code shows without a run. */
public final class StaticRules {
    /** Each rule reports the violations that occur on every path through the code. */
    private static final List<Function<KernelAnalysis, List<Diagnostic>>> ALL = List.of(
            StaticRules::synchronization,
            StaticRules::specialStreams,
            PrivatePointerRule::diagnostics,
            StaticRules::unreadErrors);

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
        return VersionRule.isRuleOf(diagnostic);
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
                .map(each -> code.diagnostic(VersionRule.SYNCHRONIZATION, each.in()))
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
                VersionRule rule = VersionRule.ofStream(DeviceStreams.isTail(stream.bits()));
                diagnostics.add(code.diagnostic(rule, each.in()));
            }
        }
        return diagnostics;
    }

    /**
     * Rule LNCH-6: a launch may fail, and a kernel that never checks for errors does not notice that the child never ran. This is a note,
     * since nothing is wrong before a launch fails; a run in which one fails reports that.
     */
    private static List<Diagnostic> unreadErrors(KernelAnalysis code) {
        if (LaunchSite.readsLastError(code)) {
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
