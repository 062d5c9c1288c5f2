package io.cdpsim.workloads.check.diagnostic;

/** How bad a finding is. */
public enum Severity {
    /** Worth knowing; nothing is wrong yet. */
    NOTE,
    /** Probably wrong. */
    WARNING,
    /** Wrong. */
    ERROR
}
