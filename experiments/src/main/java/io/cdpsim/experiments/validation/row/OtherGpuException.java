package io.cdpsim.experiments.validation.row;

/** A row that is a figure of another GPU than the simulated one. */
public final class OtherGpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String gpu;
    private final String profile;

    /** Creates the exception for a GPU and its profile, which is empty if there is none. */
    public OtherGpuException(String gpu, String profile) {
        super("is a figure of a " + gpu
                + (profile.isEmpty()
                        ? ", of which there is no profile"
                        : ": see cdpsim validate --profile " + profile));
        this.gpu = gpu;
        this.profile = profile;
    }

    /** The GPU. */
    public String gpu() {
        return gpu;
    }

    /** Its profile; empty if there is none. */
    public String profile() {
        return profile;
    }
}
