package io.cdpsim.workloads.cuda;

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
    /** Keeps copies of the lists. */
    public CudaBuild {
        sources = List.copyOf(sources);
        options = List.copyOf(options);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no sources");
        }
    }
}
