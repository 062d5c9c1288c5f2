package io.cdpsim.programs.exec.process;

/** Where the standard streams of a program lead. */
public enum ProgramStreams {
    /** To those of this process, all three. */
    ATTENDED,
    /** There is no input, the output is kept, and errors go where those of this process go. */
    OUTPUT_KEPT,
    /** There is no input; output and errors are kept. */
    ALL_KEPT
}
