package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.workloads.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerSearchTest {
    @TempDir
    private Path folder;

    @Test
    void nvccComesFirstThenClangThenItsNewestNumber() throws IOException {
        tool("clang++-14");
        Path newest = tool("clang++-19");
        tool("clang++-9");
        tool("clang++-scan");
        assertThat(CudaCompiler.find(search(), null).tool()).isEqualTo(newest);
        Path plain = tool("clang++");
        assertThat(CudaCompiler.find(search(), "").tool()).isEqualTo(plain);
        Path nvcc = tool("nvcc");
        assertThat(CudaCompiler.find(search(), null).tool()).isEqualTo(nvcc);
        assertThat(CudaCompiler.find(search(), "clang++-14").tool()).isEqualTo(folder.resolve("clang++-14"));
        assertThat(CudaCompiler.find(search(), plain.toString()).isNvcc()).isFalse();
    }

    @Test
    void withoutACompilerTheErrorSaysWhatToInstall() {
        assertThatThrownBy(() -> CudaCompiler.find(search(), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("apt install clang");
        assertThatThrownBy(() -> CudaCompiler.find(search(), "gcc")).hasMessageContaining("there is no compiler 'gcc'");
    }

    @Test
    void anUpdatedCompilerHasItsNewVersion() throws IOException {
        Path clang = tool("clang++");
        assertThat(CompilerSearch.version(clang)).isEqualTo(15);
        assertThat(CompilerSearch.version(clang)).isEqualTo(15);
        Files.writeString(clang, "#!/bin/sh\necho Some other clang version 16.0.0\n");
        assertThat(CompilerSearch.version(clang)).isEqualTo(16);
    }

    private CompilerSearch search() {
        return new CompilerSearch("/there/is/no/such/folder" + File.pathSeparator + folder);
    }

    private Path tool(String name) throws IOException {
        Path tool = Files.writeString(folder.resolve(name), "#!/bin/sh\necho Some clang version 15.0.7\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        return tool;
    }
}
