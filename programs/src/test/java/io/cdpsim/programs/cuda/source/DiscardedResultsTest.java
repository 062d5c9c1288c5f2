package io.cdpsim.programs.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.programs.cuda.source.DiscardedResults.SourceLine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiscardedResultsTest {
    private static DiscardedResults of(String text, String... headers) {
        return DiscardedResults.of(Map.of("p.cu", text), List.of(headers));
    }

    @Test
    void aCallThatIsAStatementDiscardsItsResult() {
        DiscardedResults results = of("int main() {\n cudaFree(p);\n if (x) cudaFree(q); else cudaFree(r);\n}\n");

        assertThat(results.names()).containsExactly("cudaFree");
        assertThat(results.calls("cudaFree")).extracting(SourceLine::line).containsExactly(2, 3, 3);
    }

    @Test
    void oneUseOfTheResultOfAFunctionIsEnough() {
        for (String use : List.of(
                "return cudaFree(p);",
                "check(cudaFree(p));",
                "if (cudaFree(p)) exit(1);",
                "cudaError_t e = cudaFree(p); if (e) exit(1);",
                "x = y ? 0 : cudaFree(p) + 1;")) {
            DiscardedResults results = of("int main() { cudaFree(q); " + use + " }\n");

            assertThat(results.names()).as(use).isEmpty();
            assertThat(results.uses("cudaFree")).as(use).isTrue();
        }
    }

    @Test
    void aVariableThatNothingReadsAndACastToVoidUseNothing() {
        assertThat(of("int main() { cudaError_t e = cudaGetLastError(); e = cudaMalloc<int>(&p, 4); }\n")
                        .names())
                .containsExactlyInAnyOrder("cudaGetLastError", "cudaMalloc");
        assertThat(of("int main() { (void)cudaGetLastError(); ::cudaFree(p); }\n")
                        .names())
                .containsExactlyInAnyOrder("cudaGetLastError", "cudaFree");
    }

    @Test
    void aMacroOrAHeaderMayUseWhatItNames() {
        String text = "#define LAST \\\n check(cudaGetLastError())\nint main() { cudaGetLastError(); cudaFree(p); }\n";

        assertThat(of(text).names()).containsExactly("cudaFree");
        assertThat(of(text, "inline void f() { check(cudaFree(0)); }").names()).isEmpty();
    }

    @Test
    void callsOfDeviceCodeSayNothingOfTheHost() {
        String kernel = "__global__ void k() { if (cudaGetLastError()) __trap(); }\n";

        assertThat(of(kernel + "int main() { cudaGetLastError(); }\n").names()).containsExactly("cudaGetLastError");
    }
}
