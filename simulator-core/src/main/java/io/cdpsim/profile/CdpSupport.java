package io.cdpsim.profile;

/** Which generation of CUDA dynamic parallelism a GPU runs. */
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

    /** How a profile file writes it. */
    public String word() {
        return word;
    }
}
