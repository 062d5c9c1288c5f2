package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nvcc makes of barriers, pipelines, clusters, dependent launches and textures runs. Takes as long as nvcc does. */
class AsynchronousProgramsTest {
    @TempDir
    private Path folder;

    @Test
    void barriersPipelinesClustersDependentLaunchesAndTexturesRunAsNvccCompilesThem() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(
                folder, BuiltPrograms.NVCC, "asynchronous", "asynchronous.cu", "-std=c++17", "--cudart", "shared");
        assertThat(ExecWorkload.printed(BuiltPrograms.run(folder.resolve("asynchronous"), true)))
                .isEqualTo("""
                    barrier 1
                    pipeline 1
                    cluster 11 10, dependent 11
                    texture 15 25 35 40, cudaSuccess
                    """);
    }
}
