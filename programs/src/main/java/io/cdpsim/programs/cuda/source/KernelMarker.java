package io.cdpsim.programs.cuda.source;

/** The word that {@code __global__} becomes in the preprocessor, so that kernels are found behind it. */
final class KernelMarker {
    static final String WORD = "__cdpsim_global__";

    private KernelMarker() {}
}
