package io.cdpsim.kernel.call;

/**
 * The versions of CUDA that have a call.
 *
 * @param since first release whose device code has the call, such as {@code 5.0}
 * @param cdp1 whether code built for the first version of dynamic parallelism can make it
 * @param cdp2 whether code built for the second can
 */
public record CallVersions(String since, boolean cdp1, boolean cdp2) {
    /** Both versions of dynamic parallelism. */
    static CallVersions since(String release) {
        return new CallVersions(release, true, true);
    }

    /** The second version alone. */
    static CallVersions onlyCdp2(String release) {
        return new CallVersions(release, false, true);
    }

    /** The first version alone. */
    static CallVersions onlyCdp1(String release) {
        return new CallVersions(release, true, false);
    }
}
