package io.cdpsim.semantics.check.run;

import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that a check runs. */
public sealed interface CheckedProgram {
    /**
     * A CUDA program as source.
     *
     * @param sources CUDA C++ files, at least one
     * @param compilerOptions options of the compiler, such as {@code -I} and {@code -D}
     * @param compiler nvcc or clang, by name or path; empty for the default compiler
     * @param arguments the command-line arguments
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
     * An executable that the user has built.
     *
     * @param program the file
     * @param arguments the command-line arguments
     */
    record Executable(Path program, List<String> arguments) implements CheckedProgram {
        public Executable {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Kernels in PTX.
     *
     * @param files the PTX files, one module each
     * @param plan the launch plan
     */
    record PtxWithPlan(List<Path> files, Path plan) implements CheckedProgram {
        public PtxWithPlan {
            files = List.copyOf(files);
        }
    }

    /**
     * A workload, which may be an example.
     *
     * @param workload the workload
     * @param options the values of its options
     */
    record WorkloadWithOptions(Workload workload, OptionValues options) implements CheckedProgram {}
}
