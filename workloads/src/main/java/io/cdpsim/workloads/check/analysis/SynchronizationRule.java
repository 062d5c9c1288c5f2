package io.cdpsim.workloads.check.analysis;

import io.cdpsim.workloads.check.analysis.KernelAnalysis;
import io.cdpsim.workloads.check.analysis.StaticRule;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.List;

/** Rule VER-3: CDP2 has no {@code cudaDeviceSynchronize} on the device. */
final class SynchronizationRule implements StaticRule {
    @Override
    public List<Diagnostic> findings(KernelAnalysis code) {
        boolean isAllowed = code.machine().versions().builtFor(code.kernel()) != CdpSupport.CDP2
                && !code.machine().profile().computeCapability().isAtLeast(9, 0);
        if (isAllowed) {
            return List.of();
        }
        return code.calls().stream()
                .filter(each -> each.device().call() == DeviceCall.DEVICE_SYNCHRONIZE)
                .map(each -> code.finding(
                        Severity.ERROR,
                        "VER-3",
                        each.in(),
                        "calls cudaDeviceSynchronize, which CDP2 does not have on the device",
                        "launch what needs the children's results into cudaStreamTailLaunch, or build for CDP1 and run on a"
                                + " GPU of compute capability below 9.0"))
                .toList();
    }
}
