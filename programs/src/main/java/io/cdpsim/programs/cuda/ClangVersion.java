package io.cdpsim.programs.cuda;

import java.util.List;

/**
 * The differences between versions of clang: the newest toolkit, PTX and architecture that each supports.
 *
 * @param major the major version
 */
record ClangVersion(int major) {
    /** The oldest supported version. */
    static final int OLDEST = 14;

    private static final int FIRST_WITH_HOPPER = 16;
    private static final int FIRST_WITH_CUDA_12_3 = 18;
    private static final int FIRST_WITH_LAUNCHES = 22;
    private static final int NEWEST_BEFORE_HOPPER = 86;
    private static final String FIRST_PTX_WITH_HOPPER = "7.8";

    /** Whether device code may refer to a kernel. */
    boolean takesKernelsInDeviceCode() {
        return major >= FIRST_WITH_LAUNCHES;
    }

    /** The toolkit version that the headers declare, as far as this clang supports it. */
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

    /** The architecture that sources see: the requested one, even where code is generated for another. */
    List<String> architectureMacro(int architecture) {
        return architecture(architecture).equals("sm_" + architecture)
                ? List.of()
                : List.of("-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + 10 * architecture);
    }

    /**
     * PTX of this clang as text for the requested architecture, so that inline PTX may use what only that one has. All PTX for an older architecture
     * is valid for a newer one.
     */
    String retargeted(String ptx, int architecture) {
        String generated = architecture(architecture);
        return generated.equals("sm_" + architecture)
                ? ptx
                : ptx.replaceFirst("(?m)^\\.version .*$", ".version " + FIRST_PTX_WITH_HOPPER)
                        .replaceFirst("(?m)^\\.target " + generated + "\\b", ".target sm_" + architecture);
    }

    /** The PTX version to generate. */
    List<String> ptxOptions() {
        String feature = major >= FIRST_WITH_CUDA_12_3 ? "+ptx83" : major >= FIRST_WITH_HOPPER ? "+ptx78" : "+ptx75";
        return List.of("-Xclang", "-target-feature", "-Xclang", feature);
    }
}
