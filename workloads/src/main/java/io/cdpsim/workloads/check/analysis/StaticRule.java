package io.cdpsim.workloads.check.analysis;


import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import java.util.List;

/** A rule that code can be held to without being run. */
@FunctionalInterface
interface StaticRule {
    /** What in a kernel's code goes against it. Only what is so on every way through the code. */
    List<Diagnostic> findings(KernelAnalysis code);
}
