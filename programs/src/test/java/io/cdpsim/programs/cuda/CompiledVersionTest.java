package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * On a GPU below compute capability 9.0 a program runs with the version of dynamic parallelism that it was compiled for (rule VER-2). Skipped where there
 * is no such compiler.
 */
class CompiledVersionTest {
    /** The macro decides, for nvcc and clang alike, which version the device runtime's functions belong to. */
    private static final String FORCED = "CUDA_FORCE_CDP1_IF_SUPPORTED";

    private static final String SOURCE = """
        #include <cstdio>
        __global__ void child(int *p) { *p = 41; }
        __global__ void last(int *p) { ++*p; }
        __global__ void parent(int *p) {
        #ifdef CUDA_FORCE_CDP1_IF_SUPPORTED
            child<<<1, 1>>>(p);
            cudaDeviceSynchronize();
            ++*p;
        #else
            child<<<1, 1, 0, cudaStreamFireAndForget>>>(p);
            last<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
        #endif
        }
        int main() {
            int *p, result;
            cudaMalloc(&p, sizeof(int));
            int depth = cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
            parent<<<1, 1>>>(p);
            cudaMemcpy(&result, p, sizeof(int), cudaMemcpyDeviceToHost);
            printf("%d, set %d\\n", result, depth);
        }
        """;

    private static final GpuProfile A100 = Profiles.load("a100");

    @TempDir
    private Path folder;

    private static String compiler(String name) {
        CompilerSearch search = new CompilerSearch(System.getenv().getOrDefault("PATH", ""));
        Optional<Path> found = name.equals("nvcc") ? search.named(name) : search.clang();
        assumeTrue(found.isPresent(), "there is no " + name + " here");
        return found.orElseThrow().toString();
    }

    private Path libraries() {
        try {
            return CudartLibrary.folder(CacheDirectory.path());
        } catch (InvalidInputException e) {
            assumeTrue(false, e.getMessage());
            return folder;
        }
    }

    /** The limit of CDP1 can be set whatever a program is compiled for: the device has it. */
    @ParameterizedTest
    @CsvSource({"nvcc, true", "clang, true", "clang, false"})
    void aProgramRunsWithTheVersionThatItWasCompiledFor(String name, boolean isFirst) throws IOException {
        Path source = Files.writeString(folder.resolve("p.cu"), SOURCE);
        List<String> options = isFirst ? List.of("-D" + FORCED) : List.of();
        CudaBuild build = CudaBuild.of(List.of(source), options, A100, libraries());
        Path program = CudaCompiler.find(new CompilerSearch(""), compiler(name)).executable(build, folder);
        ExecWorkload workload = new ExecWorkload();

        RunResult result = Workloads.run(
                workload,
                RunRequest.of(workload, MachineSettings.of(A100))
                        .withOptions(ExecWorkload.with(OptionValues.of(workload), program, List.of())));

        assertThat(ExecWorkload.printed(result)).isEqualTo("42, set 0\n");
    }
}
