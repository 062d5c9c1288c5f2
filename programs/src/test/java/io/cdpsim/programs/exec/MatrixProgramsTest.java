package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.programs.exec.library.CacheDirectory;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that multiply matrices by {@code wmma} and {@code mma.sync}, and that use tiles of two warps, give what plain loops give. */
class MatrixProgramsTest {
    @TempDir
    private Path built;

    @ParameterizedTest
    @ValueSource(strings = {"matrices", "wmma", "mma", "tiles"})
    void theResultsAreThoseOfPlainLoops(String program) throws IOException {
        BuiltPrograms.assumeNvcc();
        CudartLibrary.folder(CacheDirectory.path());
        BuiltPrograms.compile(built, BuiltPrograms.NVCC, program, program + ".cu", "-cudart", "shared", "-std=c++17");

        RunResult result = BuiltPrograms.run(built.resolve(program), false);

        assertThat(ExecWorkload.printed(result) + ExecWorkload.exitCode(result)).isEqualTo("0 wrong\n0");
    }
}
