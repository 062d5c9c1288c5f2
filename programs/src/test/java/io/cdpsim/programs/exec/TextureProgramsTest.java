package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Textures and surfaces as nvcc compiles them: each program compares with the guide's formulas and prints how many texels are wrong. */
class TextureProgramsTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void needsNvcc() {
        BuiltPrograms.assumeNvcc();
    }

    private static String printed(String name) throws IOException {
        BuiltPrograms.compile(folder, BuiltPrograms.NVCC, name, name + ".cu", "-std=c++17");
        return ExecWorkload.printed(BuiltPrograms.run(folder.resolve(name), false));
    }

    @Test
    void surfacesOfAllShapesHoldWhatKernelsWriteToThem() throws IOException {
        assertThat(printed("surfaces")).isEqualTo("""
            1D 0
            2D 0
            3D 0
            1D layered 0
            2D layered 0
            cube map 0
            cube maps 0
            turned 0
            edges 0
            resource 1 1
            without the flag cudaErrorInvalidValue
            destroyed twice cudaErrorInvalidValue
            outside cudaErrorLaunchFailure
            """);
    }
}
