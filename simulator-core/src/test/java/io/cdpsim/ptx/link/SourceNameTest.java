package io.cdpsim.ptx.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names are those that c++filt gives, without namespaces and parameters. */
class SourceNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_Z6parentPii | parent",
                "_ZN5outer5innerEPi | inner",
                "_ZN12_GLOBAL__N_16kernelEPi | kernel",
                "_Z4fillIiEvPT_S0_ | fill",
                "_ZN2ns4fillIfEEvPT_S1_ | fill",
                "_ZL6hiddenv | hidden",
                "vecadd | vecadd",
                "_Z | _Z",
                "_Z99short | _Z99short",
                "_Z99999999999999999999a | _Z99999999999999999999a",
                "_ZTV3Foo | _ZTV3Foo"
            })
    void aCompilersNameHoldsThatOfTheSource(String mangled, String name) {
        assertThat(SourceName.plain(mangled)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_Z6expandILi0EEvi | expand<0>",
                "_Z6expandILin1EEvi | expand<-1>",
                "_Z4fillIiEvPT_S0_ | fill<int>",
                "_Z4fillIPKfLb1EEvT_ | fill<const float*, true>",
                "_Z4fillI5PointEvPT_ | fill<Point>",
                "_Z4fillINSt3foo3barEEvv | fill",
                "_Z4fillILi0 | fill",
                "_Z6parentPii | parent",
                "vecadd | vecadd"
            })
    void argumentsOfATemplateTellItsKernelsApart(String mangled, String name) {
        assertThat(SourceName.full(mangled)).isEqualTo(name);
    }

    @Test
    void theShortestNameMeansOneThingAlone() {
        SourceNames names = new SourceNames(List.of(
                "_Z6parentPi", "_Z6expandILi0EEvi", "_Z6expandILi1EEvi", "_Z3addi", "_Z3addf", "_Z4mainv", "main"));

        assertThat(names.shortest("_Z6parentPi")).isEqualTo("parent");
        assertThat(names.shortest("_Z6expandILi1EEvi")).isEqualTo("expand<1>");
        assertThat(names.shortest("_Z3addf")).isEqualTo("_Z3addf");
        assertThat(names.shortest("_Z4mainv")).isEqualTo("_Z4mainv");
        assertThat(names.shortest("main")).isEqualTo("main");
        assertThat(names.meant("expand")).containsExactly("_Z6expandILi0EEvi", "_Z6expandILi1EEvi");
        assertThat(names.meant("expand<0>")).containsExactly("_Z6expandILi0EEvi");
    }
}
