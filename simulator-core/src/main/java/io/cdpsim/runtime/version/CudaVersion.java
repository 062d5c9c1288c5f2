package io.cdpsim.runtime.version;

/** A version of the CUDA toolkit and its driver. It selects among rules that changed over time. */
public record CudaVersion(int major, int minor) implements Comparable<CudaVersion> {
    /** Error codes were renumbered with this version (rulebook 1.1). */
    public static final CudaVersion RENUMBERED_ERRORS = new CudaVersion(10, 1);

    /**
     * Reads {@code 11} or {@code 11.8}.
     *
     * @throws IllegalArgumentException if the text is not a version from 5.0 on, the first with dynamic parallelism
     */
    public static CudaVersion parse(String text) {
        String[] parts = text.split("\\.", -1);
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            if (parts.length <= 2 && major >= 5 && minor >= 0) {
                return new CudaVersion(major, minor);
            }
        } catch (NumberFormatException e) {
            // Reported below, like any other invalid text.
        }
        throw new IllegalArgumentException("'" + text
                + "' is not a CUDA version with dynamic parallelism: give one from 5.0 on, such as 6 or 12.4");
    }

    /** The version as CUDA calls return it: 12040 for 12.4. */
    public int number() {
        return major * 1000 + minor * 10;
    }

    /** Whether this version is the other or later. */
    public boolean atLeast(CudaVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(CudaVersion other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
