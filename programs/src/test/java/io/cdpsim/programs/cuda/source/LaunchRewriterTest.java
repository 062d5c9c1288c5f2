package io.cdpsim.programs.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaunchRewriterTest {
    private static final String KERNEL = "__cdpsim_global__ void k(int *p) {} ";

    @Test
    void aLaunchBecomesACallOfLaunch() {
        assertThat(device("k<<<g, 32, 0, s>>>(p, 1);")).isEqualTo("::cdpsim::launch(k, g, 32, 0, s)(p, 1);");
    }

    @Test
    void theWordOfAKernelBecomesWhatTheCompilerTakes() {
        assertThat(device("__cdpsim_global__ void k();")).isEqualTo("KERNEL void k();");
    }

    @Test
    void whatIsLaunchedMayBeAnyExpression() {
        assertThat(device("return ns::k<int, 3><<<1, 1>>>();"))
                .isEqualTo("return ::cdpsim::launch(ns::k<int, 3>, 1, 1)();");
        assertThat(device("x = ::k<<<1, 1>>>();")).isEqualTo("x = ::cdpsim::launch(::k, 1, 1)();");
        assertThat(device("a.b[i]<<<1, 1>>>();")).isEqualTo("::cdpsim::launch(a.b[i], 1, 1)();");
        assertThat(device("if (x) (*f)<<<1, 1>>>();")).isEqualTo("if (x) ::cdpsim::launch((*f), 1, 1)();");
        assertThat(device("T::template k<A<B>><<<1, 1>>>();"))
                .isEqualTo("::cdpsim::launch(T::template k<A<B>>, 1, 1)();");
    }

    @Test
    void launchesOfOneStatementAreEachRewritten() {
        assertThat(device("a<<<1, 1>>>(), b<<<2, 2>>>();"))
                .isEqualTo("::cdpsim::launch(a, 1, 1)(), ::cdpsim::launch(b, 2, 2)();");
    }

    @Test
    void shiftsAndComparisonsStay() {
        String text = "int a = b << 3 >> c; bool d = e < f > (g); x = \"<<<1>>>()\"; // k<<<1, 1>>>()";
        assertThat(device(text)).isEqualTo(text);
    }

    @Test
    void linesStayWhereTheyAre() {
        String text = "k<<<1,\n  2>>>\n(\n  p);\nint x;";
        assertThat(device(text).lines().count()).isEqualTo(text.lines().count());
        assertThat(device(text).lines().toList().get(4)).isEqualTo("int x;");
        String template = """
                template <class T>
                __cdpsim_global__ void k(T *p,
                 int n) {}
                void f() { k<<<1, 1>>>(p,
                 3); }
                int x;""";
        assertThat(device(template).lines().toList().get(5)).isEqualTo("int x;");
    }

    @Test
    void amongKernelsOfATemplateTheArgumentsChoose() {
        assertThat(device("template <class T> __cdpsim_global__ void k(T *p, int n = 3) {} void f() { k<<<1,"
                        + " 1>>>(p, 2); }"))
                .contains("template < class T > __attribute__((host)) __attribute__((device)) ::cdpsim::Kernel<void(T *"
                        + " p , int n)> __cdpsim_kernel_k( T * p , int n = 3 );")
                .contains("::cdpsim::launch((decltype( __cdpsim_kernel_k( p , 2 )))(k), 1, 1)(p, 2);");
    }

    @Test
    void aFunctionOfTheSameNameIsNotTakenForTheKernel() {
        assertThat(device("void k(const char *text); " + KERNEL + "void f() { k<<<1, 1>>>(p); }"))
                .contains("decltype( __cdpsim_kernel_k( p ))");
        assertThat(device(KERNEL + "void f() { k<<<1, 1>>>(p); }")).doesNotContain("decltype");
    }

    @Test
    void registersInAssemblyWithOperandsGetTheirPercentSignTwice() {
        assertThat(device("asm volatile(\"mov.u32 %0, %smid;\" : \"=r\"(s));")).contains("\"mov.u32 %0, %%smid;\"");
        assertThat(device("asm(\"mov.u32 %0, %%smid; // %h1\" : \"=r\"(s));"))
                .contains("\"mov.u32 %0, %%smid; // %h1\"");
        assertThat(device("asm(\"mov.u32 r, %smid;\");")).contains("\"mov.u32 r, %smid;\"");
    }

    @Test
    void forTheHostLaunchesOfDeviceCodeAreTakenOut() {
        String text = KERNEL
                + "__attribute__((device)) void d() { k<<<1, 1>>>(p); }\n"
                + "namespace n { struct S { __attribute__((device)) S() : a{1} { k<<<1,\n1>>>(p); } int a; }; }\n"
                + "__cdpsim_global__ void g() { if (x) k<<<1, 1>>>(p); }\n"
                + "int main() { int a[] = {1}; k<<<1, 1>>>(p); }\n"
                + "__attribute__((host)) __attribute__((device)) void b() { k<<<1, 1>>>(p); }\n";
        String host = LaunchRewriter.forHost(text, "KERNEL");
        assertThat(host)
                .contains("void d() { ((void)0); }")
                .contains("void g() { if (x) ((void)0); }")
                .contains("int main() { int a[] = {1}; k<<<1, 1>>>(p); }")
                .contains("void b() { k<<<1, 1>>>(p); }")
                .hasLineCount((int) text.lines().count());
        assertThat(host).containsOnlyOnce("S() : a{1} { ((void)0)");
    }

    private static String device(String text) {
        return LaunchRewriter.forDevice(text, "KERNEL");
    }
}
