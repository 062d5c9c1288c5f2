package io.cdpsim.programs.cuda.source;

/** The word that replaces {@code __global__} in the preprocessor, so that kernels can be found in its output. */
final class KernelMarker {
    static final String WORD = "__cdpsim_global__";

    private KernelMarker() {}
}
