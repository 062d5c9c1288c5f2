package io.cdpsim.semantics.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.hash.Hashing;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.semantics.check.run.ObservedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A CUDA program from its source, checked: needs clang. */
class CheckedCudaTest {
    private static final RunMatrix EAGER = RunMatrix.defaults().withPolicies(List.of(LaunchPolicy.EAGER));

    private String clang = "";

    @BeforeEach
    void findClang() {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                && System.getProperty("os.arch").equals("amd64");
        assumeTrue(isLinux, "programs are executed on Linux on x86-64");
        Optional<Path> found = new CompilerSearch(System.getenv().getOrDefault("PATH", "")).clang();
        assumeTrue(found.isPresent(), "there is no clang++ 14 or newer here");
        clang = found.orElseThrow().toString();
    }

    private CheckedProgram program(String text) throws IOException {
        return program(text, "an argument");
    }

    private CheckedProgram program(String text, String argument) throws IOException {
        // A folder of its own for each text, the same in each build: the compiler's cache tells sources apart by path
        // and text.
        Path folder = Path.of(
                "target",
                "checked-programs",
                Hashing.sha256().hashUnencodedChars(text).toString());
        Path source = Files.writeString(Files.createDirectories(folder).resolve("p.cu"), text);
        return new CheckedProgram.CudaSource(List.of(source), List.of(), Optional.of(clang), List.of(argument));
    }

    @Test
    void itsRacesItsEndAndItsCodeAreReportedAtItsLinesAndItRunsWithinAWrapper() throws IOException {
        CheckedProgram racy = program("""
            #include <cstdio>
            #include <cstdlib>
            __global__ void child(int *p) { p[1] = p[0]; }
            __global__ void parent(int *p) {
                child<<<1, 1>>>(p);
                p[0] = 2;
            }
            int main(int argc, char **argv) {
                int *p;
                cudaMalloc(&p, 2 * sizeof(int));
                parent<<<1, 1>>>(p);
                cudaDeviceSynchronize();
                printf("%s, %s\\n", argv[1], getenv("WRAPPED"));
                fprintf(stderr, "to the errors\\n");
                return 3;
            }
            """);

        CheckReport report = ProgramCheck.of(racy)
                .under(EAGER)
                .wrappedBy(needed -> List.of("/usr/bin/env", "WRAPPED=yes"))
                .run();

        assertThat(report.skipped()).isEmpty();
        assertThat(report.runs())
                .extracting(
                        each -> each.conditions().gpu().name(),
                        ObservedRun::exitCode,
                        ObservedRun::output,
                        ObservedRun::errors)
                .containsExactly(
                        tuple("h200", OptionalInt.of(3), "an argument, yes\n", "to the errors\n"),
                        tuple("k20x", OptionalInt.of(3), "an argument, yes\n", "to the errors\n"));
        assertThat(report.diagnostics())
                .extracting(Diagnostic::rule, Diagnostic::severity, each -> lines(each))
                .containsExactlyInAnyOrder(
                        tuple("MEM-3", Severity.ERROR, List.of(3, 6)), tuple("LNCH-6", Severity.NOTE, List.of(5)));
        assertThat(report.occurrences())
                .flatExtracting(Occurrence::consequences)
                .extracting(each -> each.diagnostic().rule())
                .containsExactly("CHECK-result");
    }

    private static List<Integer> lines(Diagnostic diagnostic) {
        return diagnostic.locations().stream().map(each -> each.line()).sorted().toList();
    }

    @Test
    void aSourceThatDoesNotCompileForTheDefaultGpuBreaksARuleAndRunsOnTheOther() throws IOException {
        CheckedProgram cdp1 = program("""
            __global__ void parent() { cudaDeviceSynchronize(); }
            int main() {
                parent<<<1, 1>>>();
                return cudaDeviceSynchronize();
            }
            """);

        CheckReport report = ProgramCheck.of(cdp1).under(EAGER).run();

        assertThat(report.diagnostics())
                .extracting(Diagnostic::rule, Diagnostic::severity, each -> lines(each))
                .containsExactly(tuple("VER-3", Severity.ERROR, List.of(1)));
        assertThat(report.diagnostics().get(0).fix()).contains("cudaStreamTailLaunch");
        assertThat(report.runs())
                .extracting(each -> each.conditions().gpu().name())
                .containsExactly("k20x");
    }

    @Test
    void aKernelThatContainsAnUnknownInstructionIsAnErrorThatNamesOpcodeAndLine() throws IOException {
        CheckReport report = ProgramCheck.of(program("""
            __global__ void unknown(int *p) {
                asm volatile("brex.b32 %0, %0;" : "+r"(*p));
            }
            __global__ void known(int *p) { *p = 1; }
            int main() {
                int *p;
                cudaMalloc(&p, sizeof(int));
                unknown<<<1, 1>>>(p);
                int refused = cudaGetLastError();
                known<<<1, 1>>>(p);
                return cudaDeviceSynchronize() != cudaSuccess || refused != 801;
            }
            """)).under(EAGER).run();

        assertThat(report.runs()).allSatisfy(each -> assertThat(each.exitCode()).hasValue(0));
        assertThat(report.diagnostics())
                .filteredOn(each -> each.rule().equals("CHECK-unsimulated"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.severity()).isEqualTo(Severity.ERROR))
                .allSatisfy(each -> assertThat(each.message()).contains("brex.b32", "unknown", "p.cu:2"));
    }

    /** 1,024 launches into a pool of 512; the body of the launching kernel differs. */
    private CheckReport overflow(String body) throws IOException {
        return ProgramCheck.of(program("""
            __global__ void child(int *p) { atomicAdd(p, 1); }
            __global__ void parent(int *p) {
                child<<<1, 1>>>(p);
                %s
            }
            int main() {
                int *p, n;
                cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 512);
                cudaMalloc(&p, sizeof(int));
                cudaMemset(p, 0, sizeof(int));
                parent<<<4, 256>>>(p);
                cudaMemcpy(&n, p, sizeof(int), cudaMemcpyDeviceToHost);
                return 0;
            }
            """.formatted(body)))
                .under(RunMatrix.on(Profiles.load("h200")).withPolicies(List.of(LaunchPolicy.EAGER)))
                .run();
    }

    @Test
    void anOverflowIsAnErrorAtItsLineIfNoThreadReadsItAndANoteIfEachDoes() throws IOException {
        assertThat(overflow("").diagnostics())
                .filteredOn(each -> each.rule().equals("POOL-6"))
                .extracting(Diagnostic::severity, each -> lines(each))
                .containsExactly(tuple(Severity.ERROR, List.of(3)));
        assertThat(overflow("if (cudaGetLastError() != cudaSuccess) atomicAdd(p, 1);")
                        .diagnostics())
                .extracting(Diagnostic::rule, Diagnostic::severity, each -> lines(each))
                .containsExactly(tuple("POOL-6", Severity.NOTE, List.of(3)));
    }

    private List<Diagnostic> warnings(String kernels, String main) throws IOException {
        return warningsOfEach(kernels, main).get(0);
    }

    /** The problems of kernels under each of several mains, which are in one program: its argument selects one, so that it is compiled once. */
    private List<List<Diagnostic>> warningsOfEach(String kernels, String... mains) throws IOException {
        StringBuilder text = new StringBuilder("#include <cstdio>\n" + kernels
                + "int main(int, char **argv) {\nint *p;\ncudaMalloc(&p, 512);\ncudaMemset(p, 0, 512); ");
        for (int i = 0; i < mains.length; i++) {
            text.append("if (argv[1][0] == '")
                    .append(i)
                    .append("') {\n")
                    .append(mains[i])
                    .append("}\n");
        }
        text.append("}\n");
        List<List<Diagnostic>> all = new ArrayList<>();
        for (int i = 0; i < mains.length; i++) {
            all.add(ProgramCheck.of(program(text.toString(), String.valueOf(i)))
                    .under(RunMatrix.on(Profiles.load("h200")).withPolicies(List.of(LaunchPolicy.EAGER)))
                    .run()
                    .diagnostics()
                    .stream()
                    .filter(each -> each.severity() != Severity.NOTE)
                    .toList());
        }
        return all;
    }

    private static final String SYNCHRONIZED = "parent<<<1, 32>>>(p);\nreturn cudaDeviceSynchronize();\n";

    @Test
    void anAllocationThatFailsIsAProblemUnlessTheCodeHandlesIt() throws IOException {
        String kernel = "__global__ void %s(int *d) {\n"
                + "int *p = (int *)malloc(1 << 20);\n"
                + "%s\n"
                + "if (p) ((int **)d)[threadIdx.x] = p;\n"
                + "}\n";

        List<List<Diagnostic>> found = warningsOfEach(
                kernel.formatted("parent", "if (!p) return;")
                        + kernel.formatted("counts", "if (!p) { atomicAdd(d + 127, 1); return; }"),
                SYNCHRONIZED,
                "cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20);\n" + SYNCHRONIZED,
                SYNCHRONIZED.replace("parent", "counts"));
        assertThat(found.get(0))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("HEAP-1", List.of(3)));
        assertThat(found.subList(1, 3)).allSatisfy(each -> assertThat(each).isEmpty());
    }

    @Test
    void anAllocationThatFailsIsTheCauseOfTheFaultOfTheCodeThatUsesIt() throws IOException {
        String kernel = "__global__ void parent(int **d) {\nint *p = (int *)malloc(1 << 20);\n"
                + "d[threadIdx.x] = p;\np[5] = 1;\n}\n";

        assertThat(warnings(kernel, "parent<<<1, 32>>>((int **)p);\nreturn cudaDeviceSynchronize();\n"))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("HEAP-1", List.of(3)));
    }

    @Test
    void aHostThatReadsSharedMemoryBeforeTheGridHasEndedDependsOnTiming() throws IOException {
        String text = """
            #include <cstdio>
            __constant__ int more;
            __global__ void add(int *d) { d[threadIdx.x] += more; }
            int main(int, char **argv) {
                int *p, three = 3;
                cudaMemcpyToSymbol(more, &three, sizeof(int));
                cudaMallocManaged(&p, 32 * sizeof(int));
                p[7] = 4;
                add<<<1, 32>>>(p);
                if (argv[1][0] == 'w') cudaDeviceSynchronize();
                printf("%d\\n", p[7]);
                return cudaDeviceSynchronize();
            }
            """;

        assertThat(ProgramCheck.of(program(text))
                        .under(RunMatrix.on(Profiles.load("h200")))
                        .run()
                        .diagnostics())
                .extracting(Diagnostic::rule, Diagnostic::severity)
                .containsExactly(tuple("CHECK-timing", Severity.ERROR));
        assertThat(ProgramCheck.of(program(text, "waits"))
                        .under(RunMatrix.on(Profiles.load("h200")))
                        .run()
                        .diagnostics())
                .isEmpty();
    }

    @Test
    void outputThatIsLostIsAProblem() throws IOException {
        String kernel = "__global__ void parent(int *d) {\nfor (int i = 0; i < 100; i++)\nprintf(\"%d\\n\", i);\n}\n";

        List<List<Diagnostic>> found = warningsOfEach(
                kernel, "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1024);\n" + SYNCHRONIZED, SYNCHRONIZED);
        assertThat(found.get(0))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("PRNT-1", List.of(4)));
        assertThat(found.get(1)).isEmpty();
    }

    @Test
    void aHostThatEndsWithoutWaitingIsAProblemAtItsLaunch() throws IOException {
        String kernel = "__global__ void parent(int *d) {\nd[threadIdx.x] = 1;\n}\n";

        assertThat(warnings(kernel, "parent<<<1, 32>>>(p);\nreturn 0;\n"))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("NEST-6", List.of(9)));
        assertThat(warningsOfEach(kernel, SYNCHRONIZED, "parent<<<1, 32>>>(p);\ncudaFree(p);\nreturn 0;\n"))
                .allSatisfy(each -> assertThat(each).isEmpty());
    }

    @Test
    void mistakesWithMemoryAreProblemsAtTheirLines() throws IOException {
        String kernels = """
            __global__ void child(int *d, int *p) {
                d[threadIdx.x] = p[threadIdx.x];
            }
            template <bool FIXED> __global__ void reverse(int *d) {
                __shared__ int s[64];
                s[threadIdx.x] = d[threadIdx.x];
                if (FIXED) __syncthreads();
                d[threadIdx.x] = s[63 - threadIdx.x];
            }
            template <bool FIXED> __global__ void parent(int *d, int *e) {
                if (threadIdx.x == 0) child<<<1, 32>>>(d, e);
                reverse<FIXED><<<1, 64>>>(d);
                if (cudaGetLastError() != cudaSuccess) __trap();
            }
            """;
        String main = "parent<%s><<<1, 1>>>(p, %s);\n"
                + "if (cudaGetLastError() != cudaSuccess) return 1;\nreturn cudaDeviceSynchronize();\n";

        List<List<Diagnostic>> found = warningsOfEach(
                kernels,
                main.formatted("true", "p + 32"),
                "int *q;\ncudaMalloc(&q, 256);\n" + main.formatted("false", "q"));
        assertThat(found.get(0)).isEmpty();
        assertThat(found.get(1))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactlyInAnyOrder(tuple("MEM-14", List.of(3)), tuple("SYNC-4", List.of(7, 9)));
    }

    @Test
    void aLoopAroundACompareAndSwapMayStartFromAnOrdinaryLoad() throws IOException {
        String kernel = """
            __global__ void parent(unsigned *d) {
                unsigned old = *d, assumed;
                do { assumed = old; old = atomicCAS(d, assumed, assumed + 2); } while (assumed != old);
            }
            """;
        String main = "parent<<<2, 32>>>((unsigned *)p);\nint n;\ncudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost);\n"
                + "if (cudaGetLastError() != cudaSuccess) return 1;\nreturn n != 128;\n";

        String sum = "__global__ void sum(unsigned *d) {\nunsigned old = *d;\natomicAdd(d, old + 1);\n}\n";
        List<List<Diagnostic>> found =
                warningsOfEach(kernel + sum, main, main.replace("parent<<<2, 32>>>", "sum<<<2, 1>>>"));
        assertThat(found.get(0)).isEmpty();
        assertThat(found.get(1)).extracting(Diagnostic::rule).contains("CONC-1");
    }

    @Test
    void aLaunchOfTheHostThatFailsIsAProblemIfNobodyAsksForItsError() throws IOException {
        String kernel = "__global__ void parent(int *d) {\nd[0] = 1;\n}\n";

        List<List<Diagnostic>> found = warningsOfEach(
                kernel,
                "parent<<<1, 2048>>>(p);\nreturn cudaDeviceSynchronize();\n",
                "parent<<<1, 2048>>>(p);\nif (cudaGetLastError() == cudaSuccess) return 1;\n"
                        + "return cudaDeviceSynchronize();\n");
        assertThat(found.get(0)).extracting(Diagnostic::rule).containsExactly("ERR-2");
        assertThat(found.get(1)).isEmpty();
    }

    @Test
    void aRefusedEventIsNamedAtItsLine() throws IOException {
        String kernels = """
            __global__ void set(int *d) { d[0] = 1; }
            __global__ void add(int *d) { d[1] = d[0]; }
            __global__ void parent(int *d, unsigned flags) {
                if (threadIdx.x) return;
                cudaStream_t s, t;
                cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
                cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
                cudaEvent_t e;
                cudaEventCreateWithFlags(&e, flags);
                set<<<1, 1, 0, s>>>(d);
                cudaEventRecord(e, s);
                cudaStreamWaitEvent(t, e, 0);
                add<<<1, 1, 0, t>>>(d);
            }
            """;

        List<List<Diagnostic>> found = warningsOfEach(
                kernels,
                SYNCHRONIZED.replace("(p)", "(p, cudaEventDefault)"),
                SYNCHRONIZED.replace("(p)", "(p, cudaEventDisableTiming)"));
        assertThat(found.get(0))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("EVT-2", List.of(10)));
        assertThat(found.get(1)).isEmpty();
    }

    @Test
    void eachPartOfACdp1ProgramHasItsReplacement() throws IOException {
        CheckedProgram cdp1 = program("""
            __global__ void square(int *d) { d[threadIdx.x] *= d[threadIdx.x]; }
            __global__ void uses(int *d) {
                square<<<1, 64>>>(d);
                cudaDeviceSynchronize();
                d[64] = d[1] + cudaGetLastError();
            }
            __global__ void twice(int *d) {
                square<<<1, 64>>>(d);
                cudaDeviceSynchronize();
                square<<<1, 64>>>(d);
                cudaDeviceSynchronize();
            }
            __global__ void rounds(int *d, int n) {
                for (int i = 0; i < n; i++) {
                    square<<<1, 64>>>(d);
                    cudaDeviceSynchronize();
                }
            }
            int main() {
                cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
                return 0;
            }
            """);

        List<Diagnostic> advice = PortingReport.of(cdp1);

        assertThat(advice)
                .filteredOn(each -> each.rule().equals("VER-3"))
                .extracting(Diagnostic::message, each -> lines(each))
                .containsExactlyInAnyOrder(
                        tuple("kernel uses waits for its children and continues", List.of(4)),
                        tuple("kernel twice waits between two launches", List.of(9)),
                        tuple("kernel twice waits for its children as its last action", List.of(11)),
                        tuple("kernel rounds waits for its children in a loop", List.of(16)));
        assertThat(advice)
                .filteredOn(each -> each.message().contains("continues"))
                .flatExtracting(Diagnostic::details)
                .anyMatch(each -> String.valueOf(each).endsWith("p.cu:5"));
        assertThat(advice)
                .filteredOn(each -> each.rule().equals("DEPTH-8"))
                .extracting(each -> lines(each))
                .containsExactly(List.of(20));
    }

    @Test
    void aWaitInAFunctionAndOneBeforeACopyAreNotTheLastAction() throws IOException {
        CheckedProgram cdp1 = program("""
            __global__ void square(int *d) { d[threadIdx.x] *= d[threadIdx.x]; }
            __device__ __noinline__ void wait() { cudaDeviceSynchronize(); }
            __global__ void calls(int *d) {
                square<<<1, 64>>>(d);
                wait();
                d[64] = d[1] + cudaGetLastError();
            }
            __global__ void calls_last(int *d) {
                square<<<1, 64>>>(d);
                wait();
            }
            __global__ void copies(int *d) {
                square<<<1, 64>>>(d);
                cudaDeviceSynchronize();
                cudaMemcpyAsync(d + 64, d, 256, cudaMemcpyDeviceToDevice, 0);
            }
            int main() { return 0; }
            """);

        assertThat(PortingReport.of(cdp1))
                .filteredOn(each -> each.rule().equals("VER-3"))
                .extracting(Diagnostic::message)
                .containsExactlyInAnyOrder(
                        "kernel calls waits for its children and continues",
                        "kernel calls_last waits for its children as its last action",
                        "kernel copies waits between a launch and a copy");
    }

    @Test
    void whatIsLeftOfAProgramThatIsPortedInPartIsWhatCdp2DoesNotHave() throws IOException {
        CheckedProgram mixed = program("""
            __global__ void square(int *d) { d[threadIdx.x] *= d[threadIdx.x]; }
            __global__ void ported(int *d) {
                square<<<1, 64, 0, cudaStreamTailLaunch>>>(d);
                if (cudaGetLastError() != cudaSuccess) __trap();
            }
            __global__ void left(int *d) { cudaDeviceSynchronize(); }
            int main() { return 0; }
            """);

        assertThat(PortingReport.of(mixed))
                .extracting(Diagnostic::rule, each -> lines(each))
                .containsExactly(tuple("VER-3", List.of(6)));
    }

    @Test
    void aSourceThatDoesNotCompileHasTheErrorsOfTheCompilerAndNoRuns() throws IOException {
        CheckedProgram wrong = program("int main() { return x; }\n");

        CheckReport report = ProgramCheck.of(wrong).under(EAGER).run();

        assertThat(report.runs()).isEmpty();
        assertThat(report.diagnostics())
                .extracting(Diagnostic::rule, Diagnostic::message, each -> lines(each))
                .containsExactly(tuple("CHECK-compile", "use of undeclared identifier 'x'", List.of(1)));
    }
}
