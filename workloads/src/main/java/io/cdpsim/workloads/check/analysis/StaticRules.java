package io.cdpsim.workloads.check.analysis;


import io.cdpsim.workloads.check.analysis.StaticRule;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Holds kernels to the rules that need no run. */
public final class StaticRules {
    private static final List<StaticRule> ALL =
            List.of(new SynchronizationRule(), new SpecialStreamRule(), new PrivatePointerRule(), new UnreadErrorRule());

    /** Rules that say for which kind of dynamic parallelism code was written. */
    private static final Set<String> OF_VERSIONS = Set.of("VER-3", "TAIL-9", "FAF-4");

    private StaticRules() {}

    /**
     * What is wrong with kernels, each place once, in their order.
     *
     * @param machine what they are to run on: its version of dynamic parallelism decides
     */
    public static List<Diagnostic> findings(List<Kernel> kernels, MachineSettings machine) {
        List<Diagnostic> findings = new ArrayList<>();
        for (Kernel kernel : kernels) {
            KernelAnalysis code = new KernelAnalysis(kernel, machine);
            for (StaticRule rule : ALL) {
                for (Diagnostic found : rule.findings(code)) {
                    if (findings.stream().noneMatch(found::isSameAs)) {
                        findings.add(found);
                    }
                }
            }
        }
        return findings;
    }

    /** Whether a finding says that the code was written for another kind of dynamic parallelism. */
    public static boolean isOfVersion(Diagnostic finding) {
        return OF_VERSIONS.contains(finding.rule());
    }
}
