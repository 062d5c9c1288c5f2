package io.cdpsim.semantics.check.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outputs are those of nvcc 13.0 and clang 14. */
class CompilerDiagnosticsTest {
    private static List<Diagnostic> of(String output, String gpu) {
        return CompilerDiagnostics.of(output, Profiles.load(gpu));
    }

    @Test
    void nvccReportsOneCallTwiceAndTheRuleIsReportedOnce() {
        assertThat(of("""
            src/a b.cu(6): error: calling a __host__ function("cudaDeviceSynchronize") from a __global__ function("pa") is not allowed

            src/a b.cu(6): error: identifier "cudaDeviceSynchronize" is undefined in device code

            2 errors detected in the compilation of "src/a b.cu".
            """, "h200"))
                .extracting(
                        Diagnostic::rule,
                        Diagnostic::message,
                        each -> each.locations().get(0).toString())
                .containsExactly(tuple(
                        "VER-3",
                        "kernel pa calls cudaDeviceSynchronize, which CDP2 does not have on the device",
                        "src/a b.cu:6"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "h200 | p.cu:6:3: error: reference to __host__ function 'cudaDeviceSynchronize' in __global__ function"
                        + " | VER-3",
                "h200 | p.cu(2): error: calling a __host__ function(\"cudaDeviceSynchronize()\") from a __device__"
                        + " function(\"f(int)\") is not allowed | VER-3",
                "h200 | p.cu(2): error: calling a __host__ function(\"cudaStreamSynchronize\") from a __global__"
                        + " function(\"k\") is not allowed | API-3",
                "h200 | p.cu:2:4: error: reference to __host__ function 'cudaMemcpy' in __global__ function | API-3",
                "k20x | p.cu(5): error: identifier \"cudaStreamTailLaunch\" is undefined | TAIL-9",
                "k20x | p.cu:5:7: error: use of undeclared identifier 'cudaStreamFireAndForget' | FAF-4",
                "h200 | p.cu(5): error: identifier \"cudaStreamTailLaunch\" is undefined | CHECK-compile",
                "h200 | p.cu:1:21: error: use of undeclared identifier 'x' | CHECK-compile",
                "h200 | p.cu:3:10: fatal error: 'none.h' file not found | CHECK-compile",
                "h200 | p.cu:3: error: no matching function for call to 'cudaDeviceSynchronize' | CHECK-compile",
            })
    void anErrorHasARuleIfOneExplainsIt(String gpu, String output, String rule) {
        assertThat(of(output, gpu)).extracting(Diagnostic::rule).containsExactly(rule);
    }

    @Test
    void clangsReasonIsInANote() {
        assertThat(of("""
            p.cu:2:40: error: no matching function for call to 'cudaDeviceSynchronize'
            cuda_runtime_api.h:36:13: note: candidate function not viable: call to __host__ function from __device__ function
            """, "h200")).extracting(Diagnostic::rule).containsExactly("VER-3");
    }

    @Test
    void anOutputWithoutAPlaceIsKept() {
        assertThat(of("ld: cannot find -lfoo\n", "h200"))
                .singleElement()
                .satisfies(each -> assertThat(each.details()).containsExactly("ld: cannot find -lfoo"));
    }
}
