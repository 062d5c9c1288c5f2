package io.cdpsim.cli.serve;

import java.util.Locale;

/** What a program is written in. */
enum ProgramKind {
    /** A source of CUDA C++ with a {@code main} of its own: native code, once it is compiled. */
    CUDA,
    /** Kernels of PTX and a launch plan. */
    PTX,
    /** A litmus test. */
    LITMUS;

    /** The name that the page and the lists of programs use. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a label. @throws InvalidSubmissionException if there is none */
    static ProgramKind of(String label) {
        for (ProgramKind each : values()) {
            if (each.label().equals(label)) {
                return each;
            }
        }
        throw new InvalidSubmissionException("found the kind '" + label + "', expected cuda, ptx or litmus");
    }
}
