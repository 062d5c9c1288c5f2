package io.cdpsim.programs.exec.process;

/** The standard streams of a program. */
public enum ProgramStreams {
    /** All three are inherited from this process. */
    ATTENDED,
    /** No input; the output is captured, and standard error is inherited. */
    OUTPUT_KEPT,
    /** No input; output and standard error are captured. */
    ALL_KEPT
}
