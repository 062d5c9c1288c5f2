package io.cdpsim.ptx.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What names mean across modules, and what variables hold at first (PTX ISA, 5.4 and 11.6). */
class PtxLinkTest {
    private final List<PtxModule> modules = new ArrayList<>();

    private PtxProgram link(String... texts) {
        for (String text : texts) {
            modules.add(PtxReader.read(
                    (char) ('a' + modules.size()) + ".ptx", ".version 8.0\n.target sm_90\n.address_size 64\n" + text));
        }
        return PtxProgram.link(modules);
    }

    private Symbol meant(PtxProgram program, int module, String name) {
        return Objects.requireNonNull(program.find(modules.get(module), name), name);
    }

    /** The first values of a variable, where the symbol number k is at 1000 * (k + 1). */
    private ByteBuffer bytes(PtxProgram program, int module, String name) {
        List<String> keys = new ArrayList<>();
        program.symbols().forEach(each -> keys.add(each.key()));
        byte[] bytes = program.initialBytes(
                (Symbol.OfVariable) meant(program, module, name), symbol -> 1000L * (keys.indexOf(symbol.key()) + 1));
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void anExternalNameMeansWhatAnotherModuleDefines() {
        PtxProgram program = link(
                ".extern .global .u32 count; .extern .func f; .visible .entry k() { call f; ret; }",
                ".visible .global .u32 count = 7; .visible .func f { ret; }");

        assertThat(meant(program, 0, "count")).isSameAs(meant(program, 1, "count"));
        assertThat(meant(program, 0, "f")).isSameAs(meant(program, 1, "f"));
        assertThat(program.kernels()).extracting(Symbol::key).containsExactly("k");
    }

    @Test
    void aNameThatIsNotVisibleIsItsModulesOwn() {
        PtxProgram program = link(".global .u32 x = 1; .func f { ret; }", ".global .u32 x = 2; .func f { ret; }");

        assertThat(meant(program, 0, "x")).isNotSameAs(meant(program, 1, "x"));
        assertThat(meant(program, 0, "f")).isNotSameAs(meant(program, 1, "f"));
        assertThat(bytes(program, 0, "x").getInt()).isEqualTo(1);
        assertThat(bytes(program, 1, "x").getInt()).isEqualTo(2);
    }

    @Test
    void aDefinitionReplacesAWeakOneWhicheverComesFirst() {
        String weak = ".weak .global .u32 x = 1;";
        String strong = ".visible .global .u32 x = 2;";

        assertThat(bytes(link(weak, strong), 0, "x").getInt()).isEqualTo(2);
        modules.clear();
        assertThat(bytes(link(strong, weak), 1, "x").getInt()).isEqualTo(2);
        modules.clear();
        assertThat(bytes(link(weak, ".weak .global .u32 x = 3;"), 1, "x").getInt())
                .isEqualTo(1);
    }

    @Test
    void aNameThatTwoModulesDefineIsRefused() {
        assertThatThrownBy(() -> link(".visible .func f { ret; }", ".visible .func f { ret; }"))
                .isInstanceOf(PtxLinkException.class)
                .hasMessage("b.ptx:4:16: f is defined a second time; a.ptx defines it too");
    }

    @Test
    void aVariableThatNoModuleDefinesIsRefused() {
        assertThatThrownBy(() -> link(".extern .global .u32 count;"))
                .isInstanceOf(PtxLinkException.class)
                .hasMessage("a.ptx:4:22: variable count is declared .extern, but no module defines it");
    }

    @Test
    void aFunctionThatNoModuleDefinesIsLeftToThoseThatTheDeviceHas() {
        PtxProgram program = link(".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);");

        assertThat(meant(program, 0, "vprintf")).isInstanceOf(Symbol.OfExternal.class);
    }

    @Test
    void sharedMemoryWithoutASizeIsEachModulesOwn() {
        PtxProgram program = link(".extern .shared .b8 tile[];", ".extern .shared .b8 tile[];");

        assertThat(meant(program, 0, "tile")).isNotSameAs(meant(program, 1, "tile"));
    }

    @Test
    void anAliasMeansItsFunction() {
        PtxProgram program = link(".visible .func f { ret; } .alias g, f;");

        assertThat(meant(program, 0, "g")).isSameAs(meant(program, 0, "f"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".u8 x[4] = {1, 2} | 01 02 00 00",
                ".s16 x[2] = {-1, 2} | FF FF 02 00",
                ".u32 x = 0x12345678 | 78 56 34 12",
                ".f32 x = 0f3F800000 | 00 00 80 3F",
                ".f64 x = 1.0 | 00 00 00 00 00 00 F0 3F",
                ".u16 x[2][2] = {{1}, {2, 3}} | 01 00 00 00 02 00 03 00",
                ".u8 x[] = {1, 2, 3} | 01 02 03",
                ".v2 .u16 x = {1, 2} | 01 00 02 00",
                ".u32 x | 00 00 00 00"
            })
    void firstValuesLieAsTheirTypesSay(String variable, String expected) {
        PtxProgram program = link(".visible .global " + variable + ";");

        StringBuilder found = new StringBuilder();
        ByteBuffer bytes = bytes(program, 0, "x");
        while (bytes.hasRemaining()) {
            found.append(String.format("%02X ", bytes.get()));
        }
        assertThat(found.toString().strip()).isEqualTo(expected);
    }

    @Test
    void firstValuesMayBeAddresses() {
        PtxProgram program = link("""
            .visible .global .u32 target;
            .visible .func f { ret; }
            .visible .global .u64 pointers[4] = {target, target + 8, generic(target), f};
            .visible .global .u8 low[2] = {0xFF(target), 0xFF00(target)};
            """);
        List<String> keys = new ArrayList<>();
        program.symbols().forEach(each -> keys.add(each.key()));
        long target = 1000L * (keys.indexOf("target") + 1);
        long f = 1000L * (keys.indexOf("f") + 1);

        ByteBuffer pointers = bytes(program, 0, "pointers");
        assertThat(List.of(pointers.getLong(), pointers.getLong(), pointers.getLong(), pointers.getLong()))
                .containsExactly(target, target + 8, target, f);
        ByteBuffer low = bytes(program, 0, "low");
        assertThat(List.of(low.get() & 0xFF, low.get() & 0xFF)).containsExactly((int) target & 0xFF, (int) target >> 8);
    }

    @Test
    void aVariableBeyondAnyMemoryIsRefused() {
        assertThatThrownBy(() -> link(".global .u64 x[9223372036854775807][8];"))
                .isInstanceOf(PtxLinkException.class)
                .hasMessage("a.ptx:4:14: variable x is larger than any memory");
    }
}
