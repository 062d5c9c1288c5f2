package io.cdpsim.workloads.check.analysis;

import io.cdpsim.workloads.check.analysis.KernelAnalysis;
import io.cdpsim.workloads.check.analysis.StaticRule;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.Severity;
import java.util.List;

/**
 * Rule LNCH-6: a launch may fail, and whoever never asks does not know that the child never ran. A note, as nothing is wrong before a launch fails; a run
 * in which one does finds that.
 */
final class UnreadErrorRule implements StaticRule {
    @Override
    public List<Diagnostic> findings(KernelAnalysis code) {
        boolean asks = code.calls().stream()
                .map(each -> each.device().call())
                .anyMatch(each -> each == DeviceCall.GET_LAST_ERROR || each == DeviceCall.PEEK_AT_LAST_ERROR);
        if (asks) {
            return List.of();
        }
        return code.calls().stream()
                .filter(each -> each.device().call().isLaunch() && !code.readsError(each))
                .map(each -> code.finding(
                        Severity.NOTE,
                        "LNCH-6",
                        each.in(),
                        "launches and never asks whether the launch failed",
                        "call cudaGetLastError() after the launch, and do the work otherwise where it failed"))
                .toList();
    }
}
