package io.cdpsim.semantics.check.diagnostic;

/** How serious a diagnostic is. */
public enum Severity {
    /** For information; nothing is wrong yet. */
    NOTE,
    /** Probably wrong. */
    WARNING,
    /** Wrong. */
    ERROR
}
