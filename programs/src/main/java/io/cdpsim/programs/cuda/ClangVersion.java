package io.cdpsim.programs.cuda;

import java.util.List;

/**
 * What differs between versions of clang: the newest toolkit, PTX and architecture that each knows.
 *
 * @param major the first part of the version
 */
record ClangVersion(int major) {
    /** The first that is supported. */
    static final int OLDEST = 14;

    private static final int FIRST_WITH_HOPPER = 16;
    private static final int FIRST_WITH_CUDA_12_3 = 18;
    private static final int FIRST_WITH_LAUNCHES = 22;
    private static final int NEWEST_BEFORE_HOPPER = 86;

    /** Whether device code may refer to a kernel. */
    boolean takesKernelsInDeviceCode() {
        return major >= FIRST_WITH_LAUNCHES;
    }

    /** The toolkit that the headers stand for, as far as this clang knows toolkits. */
    String toolkit() {
        if (major >= FIRST_WITH_CUDA_12_3) {
            return "12.3";
        }
        return major >= FIRST_WITH_HOPPER ? "11.8" : "11.5";
    }

    /** @param architecture ten times the compute capability */
    String architecture(int architecture) {
        return "sm_" + (major < FIRST_WITH_HOPPER ? Math.min(architecture, NEWEST_BEFORE_HOPPER) : architecture);
    }

    /** Where code is made for another architecture than asked for, sources see the one that was asked for. */
    List<String> architectureMacro(int architecture) {
        return architecture(architecture).equals("sm_" + architecture)
                ? List.of()
                : List.of("-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + 10 * architecture);
    }

    /** The version of PTX to write. */
    List<String> ptxOptions() {
        String feature = major >= FIRST_WITH_CUDA_12_3 ? "+ptx83" : major >= FIRST_WITH_HOPPER ? "+ptx78" : "+ptx75";
        return List.of("-Xclang", "-target-feature", "-Xclang", feature);
    }
}
