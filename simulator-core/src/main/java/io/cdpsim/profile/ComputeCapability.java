package io.cdpsim.profile;

/**
 * The compute capability of a GPU, which names its architecture generation.
 *
 * @param major generation, for example 9 for Hopper
 * @param minor revision within the generation
 */
public record ComputeCapability(int major, int minor) {
    /**
     * Whether this capability is {@code major.minor} or newer.
     *
     * @param major generation to compare with
     * @param minor revision to compare with
     */
    public boolean isAtLeast(int major, int minor) {
        return this.major > major || (this.major == major && this.minor >= minor);
    }

    /** The usual spelling, for example {@code 9.0}. */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
