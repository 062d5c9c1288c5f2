package io.cdpsim.programs.cuda;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import java.nio.file.Path;
import java.util.List;

/**
 * The input of a build.
 *
 * @param sources files of CUDA C++, as the user names them; at least one
 * @param options compiler options for all sources, such as {@code -I}, {@code -D} and {@code -std}
 * @param architecture ten times the target compute capability, such as 90
 * @param isCdp1 whether device code calls the CDP1 runtime, which can wait for children
 * @param libraries a folder with {@code libcudart.so.12}; programs built by clang are linked with it
 */
public record CudaBuild(List<Path> sources, List<String> options, int architecture, boolean isCdp1, Path libraries) {
    /** The oldest architecture that nvcc supports; the simulator accepts its code on every GPU. */
    private static final int ARCHITECTURE_FOR_CDP1 = 75;

    /** Keeps copies of the lists. */
    public CudaBuild {
        sources = List.copyOf(sources);
        options = List.copyOf(options);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no sources");
        }
    }

    /** A build for a GPU: for its compute capability and its version of dynamic parallelism. */
    public static CudaBuild of(List<Path> sources, List<String> options, GpuProfile gpu, Path libraries) {
        boolean isCdp1 = gpu.cdp() != CdpSupport.CDP2;
        ComputeCapability capability = gpu.computeCapability();
        int architecture = isCdp1 ? ARCHITECTURE_FOR_CDP1 : 10 * capability.major() + capability.minor();
        return new CudaBuild(sources, options, architecture, isCdp1, libraries);
    }
}
