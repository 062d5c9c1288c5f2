package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use the interface of the CUDA driver. */
class DriverTest {
    private static final List<String> DEVICE_CODE =
            List.of("nvcc", "-rdc=true", "-gencode", "arch=compute_90,code=compute_90");

    @TempDir
    private static Path built;

    @BeforeAll
    static void build() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(built, DEVICE_CODE, "modules.ptx", "modules.cu", "-ptx");
        BuiltPrograms.compile(built, DEVICE_CODE, "modules.fatbin", "modules.cu", "-fatbin");
        String libraries = CudartLibrary.folder(CacheDirectory.path()).toString();
        BuiltPrograms.compile(
                built,
                List.of("nvcc"),
                "driver_user",
                "driver_user.c",
                "-cudart",
                "none",
                "-L",
                libraries,
                "-l:libcuda.so.1",
                "-Xlinker",
                "-rpath-link=" + libraries);
    }

    @Test
    void contextsModulesLinkersStreamsAndErrorsAreAsInTheDriver() {
        RunResult result = BuiltPrograms.run(
                built.resolve("driver_user"),
                false,
                built.resolve("modules.ptx").toString(),
                built.resolve("modules.fatbin").toString());

        assertThat(ExecWorkload.printed(result) + "exit code " + ExecWorkload.exitCode(result))
                .isEqualTo("exit code 0");
    }

    @Test
    void arraysTexturesAndSurfacesOfTheDriverHoldWhatIsCopiedToThem() throws IOException {
        String libraries = CudartLibrary.folder(CacheDirectory.path()).toString();
        BuiltPrograms.compile(
                built,
                BuiltPrograms.NVCC,
                "driverarrays",
                "driverarrays.cu",
                "-cudart",
                "shared",
                "-L",
                libraries,
                "-l:libcuda.so.1",
                "-Xlinker",
                "--allow-shlib-undefined");
        RunResult result = BuiltPrograms.run(built.resolve("driverarrays"), false);
        assertThat(ExecWorkload.printed(result).lines()).hasSize(11).allMatch(line -> line.endsWith(" 0"));
    }

    /** Numba finds the driver, compiles a kernel to PTX and links it, all through this interface. */
    @Test
    void aKernelOfNumbaRuns() throws IOException {
        String compiles = "from numba import cuda, int32\ncuda.compile_ptx(lambda a: None, (int32,), cc=(9, 0))";
        assumeTrue(
                BuiltPrograms.succeeds(built, List.of("python3", "-c", compiles)),
                "there is no Numba here, or it has no NVVM of CUDA 11 or 12");
        BuiltPrograms.compile(built, List.of("cc"), "harness", "harness.c");

        RunResult result = BuiltPrograms.run(
                built.resolve("harness"),
                false,
                "python3 -c 'import numpy as np\nfrom numba import cuda\n@cuda.jit\ndef add(a):\n"
                        + "    i = cuda.grid(1)\n    a[i] += i\na = np.ones(64, np.int32)\nadd[2, 32](a)\n"
                        + "print(a[63])'");

        assertThat(ExecWorkload.printed(result)).isEqualTo("64\nstatus 0\n");
    }
}
