package io.cdpsim.programs.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelConventionTest {
    @Test
    void functionsOfTheSectionBecomeKernels() {
        String code = """
            define dso_local void @_Z1kPi(ptr noundef %0) #0 section "cdpsim.kernel" !dbg !5 {
              ret void
            }
            define linkonce_odr void @_Z1fv() #0 {
              call void @_Z1gv()
            """;
        assertThat(KernelConvention.given(code)).isEqualTo("""
            define dso_local ptx_kernel void @_Z1kPi(ptr noundef %0) #0 !dbg !5 {
              ret void
            }
            define linkonce_odr void @_Z1fv() #0 {
              call void @_Z1gv()
            """);
    }

    @Test
    void aUnitDeclaresAsAKernelWhatAnotherDefinesAsOne(@TempDir Path folder) throws IOException {
        Path one = Files.writeString(
                folder.resolve("one"), ".extern .func _Z1kPi\n(\n)\n;\n.extern .func (.param .b32 r) other\n");
        Path other = Files.writeString(folder.resolve("other"), ".visible .entry _Z1kPi(\n");
        KernelConvention.declareAcross(List.of(one, other));
        assertThat(one).hasContent(".extern .entry _Z1kPi\n(\n)\n;\n.extern .func (.param .b32 r) other\n");
    }
}
