package io.cdpsim.programs.cuda;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be built.
 *
 * @param sources files of CUDA C++, as the user names them; at least one
 * @param options for the compiler, such as {@code -I}, {@code -D} and {@code -std}; for all sources
 * @param architecture ten times the compute capability that code is made for, such as 90
 * @param isCdp1 whether device code calls the runtime of CDP1, which can wait for children
 * @param libraries a folder that holds {@code libcudart.so.12}; clang's programs are linked with it
 */
public record CudaBuild(List<Path> sources, List<String> options, int architecture, boolean isCdp1, Path libraries) {
    /** nvcc has no older one; the simulator takes its code on every GPU. */
    private static final int ARCHITECTURE_FOR_CDP1 = 75;

    /** Keeps copies of the lists. */
    public CudaBuild {
        sources = List.copyOf(sources);
        options = List.copyOf(options);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no sources");
        }
    }

    /** A build for a GPU: for its compute capability and its kind of dynamic parallelism. */
    public static CudaBuild of(List<Path> sources, List<String> options, GpuProfile gpu, Path libraries) {
        boolean isCdp1 = gpu.cdp() != CdpSupport.CDP2;
        ComputeCapability capability = gpu.computeCapability();
        int architecture = isCdp1 ? ARCHITECTURE_FOR_CDP1 : 10 * capability.major() + capability.minor();
        return new CudaBuild(sources, options, architecture, isCdp1, libraries);
    }
}
