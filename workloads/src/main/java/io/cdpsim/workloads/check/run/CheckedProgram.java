package io.cdpsim.workloads.check.run;

import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is run. */
public sealed interface CheckedProgram {
    /**
     * A CUDA program from its source.
     *
     * @param sources files of CUDA C++, at least one
     * @param compilerOptions for the compiler, such as {@code -I} and {@code -D}
     * @param compiler nvcc or clang, by name or path; empty for the one that is found
     * @param arguments what the program is called with
     */
    record CudaSource(
            List<Path> sources, List<String> compilerOptions, Optional<String> compiler, List<String> arguments)
            implements CheckedProgram {
        public CudaSource {
            sources = List.copyOf(sources);
            compilerOptions = List.copyOf(compilerOptions);
            arguments = List.copyOf(arguments);
        }

        /** A program of one source, called without arguments. */
        public static CudaSource of(Path source) {
            return new CudaSource(List.of(source), List.of(), Optional.empty(), List.of());
        }
    }

    /**
     * An executable that was built elsewhere.
     *
     * @param program the file
     * @param arguments what it is called with
     */
    record Executable(Path program, List<String> arguments) implements CheckedProgram {
        public Executable {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Kernels of PTX.
     *
     * @param files a module each
     * @param plan the launch plan
     */
    record PtxWithPlan(List<Path> files, Path plan) implements CheckedProgram {
        public PtxWithPlan {
            files = List.copyOf(files);
        }
    }

    /**
     * A workload, an example among them.
     *
     * @param workload which
     * @param options the values of its options
     */
    record OfWorkload(Workload workload, OptionValues options) implements CheckedProgram {}
}
