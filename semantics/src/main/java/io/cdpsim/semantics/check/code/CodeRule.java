package io.cdpsim.semantics.check.code;

import io.cdpsim.semantics.check.finding.Finding;
import java.util.List;

/** A rule that code can be held to without being run. */
@FunctionalInterface
interface CodeRule {
    /** What in a kernel's code goes against it. Only what is so on every way through the code. */
    List<Finding> findings(KernelCode code);
}
