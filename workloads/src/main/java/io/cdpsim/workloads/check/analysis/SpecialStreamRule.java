package io.cdpsim.workloads.check.analysis;

import io.cdpsim.workloads.check.analysis.KernelAnalysis;
import io.cdpsim.workloads.check.analysis.StaticRule;
import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.runtime.call.DeviceStreams;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.ArrayList;
import java.util.List;

/** Rules TAIL-9 and FAF-4: CDP1 has neither the tail-launch nor the fire-and-forget stream. */
final class SpecialStreamRule implements StaticRule {
    @Override
    public List<Diagnostic> findings(KernelAnalysis code) {
        List<Diagnostic> findings = new ArrayList<>();
        if (code.machine().versions().builtFor(code.kernel()) == CdpSupport.CDP2) {
            return findings;
        }
        for (KernelAnalysis.Call each : code.calls()) {
            int argument = each.device().call().argument(CallRole.STREAM);
            if (argument >= 0
                    && code.operand(each.at(), each.device().arguments().get(argument))
                            instanceof ValueFlow.Value.Constant stream
                    && DeviceStreams.isSpecial(stream.bits())) {
                boolean isTail = DeviceStreams.isTail(stream.bits());
                findings.add(code.finding(
                        Severity.ERROR,
                        isTail ? "TAIL-9" : "FAF-4",
                        each.in(),
                        "names " + (isTail ? "cudaStreamTailLaunch" : "cudaStreamFireAndForget")
                                + ", which CDP1 does not have",
                        isTail
                                ? "wait for the children with cudaDeviceSynchronize(), or build for CDP2 with CUDA 12 or later"
                                : "launch into the NULL or a named stream, or build for CDP2 with CUDA 12 or later"));
            }
        }
        return findings;
    }
}
