package io.cdpsim.profile;

/** The version of CUDA dynamic parallelism that a GPU supports. */
public enum CdpSupport {
    /** No launches from the device (before compute capability 3.5). */
    NONE("none"),
    /** The original interface, with a device-side {@code cudaDeviceSynchronize}. */
    CDP1("cdp1"),
    /** The interface since CUDA 12 on compute capability 9.0 and later, with tail and fire-and-forget launches. */
    CDP2("cdp2");

    private final String word;

    CdpSupport(String word) {
        this.word = word;
    }

    /**
     * Whether code of a version runs on a GPU that supports this one: below compute capability 9.0 a GPU with CDP2 runs what is compiled for CDP1 too
     * (rule VER-2).
     */
    public boolean runs(CdpSupport code, ComputeCapability capability) {
        return this == code || (this == CDP2 && code == CDP1 && !capability.isAtLeast(9, 0));
    }

    /** The word for it in a profile file. */
    public String word() {
        return word;
    }
}
