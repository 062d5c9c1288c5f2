package io.cdpsim.programs.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.workloads.RunResult;
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

    private static RunResult run(String name) throws IOException {
        BuiltPrograms.compile(folder, BuiltPrograms.NVCC, name, name + ".cu", "-std=c++17");
        return BuiltPrograms.run(folder.resolve(name), false);
    }

    private static String printed(String name) throws IOException {
        return ExecWorkload.printed(run(name));
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
            without the flag cudaSuccess
            destroyed twice cudaSuccess
            outside cudaErrorIllegalAddress
            """);
    }

    @Test
    void texturesAreFilteredAddressedAndRefusedAsTheGuideSays() throws IOException {
        RunResult result = run("textures");
        assertThat(ExecWorkload.printed(result)).isEqualTo("""
            image 1 0
            image 0 0
            image 2 0
            image 3 0
            layers 0
            made 0
            beyond the last level cudaErrorInvalidValue
            levels 0 0
            levels 1 0
            levels 2 0
            levels 3 0
            view of levels 0
            cubes 0
            edge 0: 0 between, 0
            edge 1: 1 between, 0
            formats 0
            descriptions 1 1 1
            no view cudaSuccess
            view of other channels cudaErrorInvalidValue
            compressed view cudaErrorNotSupported
            filtered integers cudaErrorInvalidFilterSetting
            channels 8 8 8 8 1
            three channels cudaErrorInvalidChannelDescriptor
            layered 2D call cudaErrorInvalidValue
            no rows cudaErrorInvalidValue
            no layers cudaErrorInvalidValue
            five faces cudaErrorInvalidValue
            oblong faces cudaErrorInvalidValue
            seven faces in layers cudaErrorInvalidValue
            gather in 3D cudaErrorInvalidValue
            too wide cudaErrorInvalidValue
            too many layers cudaErrorInvalidValue
            freed twice cudaErrorInvalidValue
            misaligned cudaErrorInvalidValue
            odd pitch cudaErrorInvalidValue
            """);
        assertThat(result.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .startsWith("a texture object was created with maxAnisotropy 8; anisotropic filtering is not"));
    }

    /** Volumes by address mode, filter and coordinates, gathers, surfaces of all types read as textures, memory, and levels of layers. */
    @Test
    void everyTexelOfVolumesGathersLayersAndWrittenSurfacesIsTheFormulas() throws IOException {
        assertThat(printed("texels").lines()).hasSize(27).allMatch(line -> line.endsWith(" 0"));
    }
}
