package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nvcc makes of barriers, pipelines, groups, clusters, dependent launches and textures runs. Takes as long as nvcc does. */
class AsynchronousProgramsTest {
    @TempDir
    private Path folder;

    @Test
    void clustersDependentLaunchesAndTexturesRunAsNvccCompilesThem() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(
                folder, BuiltPrograms.NVCC, "asynchronous", "asynchronous.cu", "-std=c++17", "--cudart", "shared");
        assertThat(ExecWorkload.printed(BuiltPrograms.run(folder.resolve("asynchronous"), true)))
                .isEqualTo("""
                    cluster 11 10, dependent 11
                    texture 15 25 35 40, cudaSuccess
                    """);
    }

    /** Each line is a kernel, the number of its values that differ from a plain loop's, and its error. */
    @Test
    void barriersPipelinesGroupsBulkCopiesAndWideAtomicsGiveWhatPlainLoopsGive() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(folder, BuiltPrograms.NVCC, "groups", "groups.cu", "-std=c++17", "--cudart", "shared");
        RunResult result = BuiltPrograms.run(folder.resolve("groups"), true);
        assertThat(ExecWorkload.printed(result).lines()).hasSize(19).allMatch(line -> line.endsWith(" 0 cudaSuccess"));
        assertThat(result.warnings()).isEmpty();
    }

    /** Texel (x, y, z) of an array is 100 + x + 5 (y + 3 z) until the program overwrites it. */
    @Test
    void copiesToArraysAndFromThemMoveRowsBytesAndBoxes() throws IOException {
        BuiltPrograms.assumeNvcc();
        BuiltPrograms.compile(folder, BuiltPrograms.NVCC, "arrays", "arrays.cu");
        assertThat(ExecWorkload.printed(BuiltPrograms.run(folder.resolve("arrays"), false)))
                .isEqualTo("""
                    rows 106 107, 111 112
                    bytes 100 101 102 1 2 3 4 5 6 7 8 9 112 113 114
                    in a stream 2 112
                    too many cudaErrorInvalidValue
                    too wide cudaErrorInvalidValue
                    box 0 123 124, 128 129
                    outside cudaErrorInvalidValue
                    between 212 213, 217 218
                    bytes between 203 204 205 206 207 208 209 210 211
                    beyond cudaErrorInvalidValue
                    nodes 0 0 0 0 0 0: 0
                    described 1
                    a node outside cudaErrorInvalidValue
                    changed 0 0
                    captured 2: 0 9
                    """);
    }
}
