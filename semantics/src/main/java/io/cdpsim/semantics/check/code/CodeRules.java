package io.cdpsim.semantics.check.code;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Holds kernels to the rules that need no run. */
public final class CodeRules {
    private static final List<CodeRule> ALL =
            List.of(new SynchronizationRule(), new SpecialStreamRule(), new OwnPointerRule(), new UnreadErrorRule());

    /** Rules that say for which kind of dynamic parallelism code was written. */
    private static final Set<String> OF_VERSIONS = Set.of("VER-3", "TAIL-9", "FAF-4");

    private CodeRules() {}

    /**
     * What is wrong with kernels, each place once, in their order.
     *
     * @param machine what they are to run on: its version of dynamic parallelism decides
     */
    public static List<Finding> findings(List<Kernel> kernels, MachineSettings machine) {
        List<Finding> findings = new ArrayList<>();
        for (Kernel kernel : kernels) {
            KernelCode code = new KernelCode(kernel, machine);
            for (CodeRule rule : ALL) {
                for (Finding found : rule.findings(code)) {
                    if (findings.stream().noneMatch(found::isSameAs)) {
                        findings.add(found);
                    }
                }
            }
        }
        return findings;
    }

    /** Whether a finding says that the code was written for another kind of dynamic parallelism. */
    public static boolean isOfVersion(Finding finding) {
        return OF_VERSIONS.contains(finding.rule());
    }
}
