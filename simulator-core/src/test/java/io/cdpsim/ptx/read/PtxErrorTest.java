package io.cdpsim.ptx.read;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text that is wrong gets: the place, what was found and what was expected. */
class PtxErrorTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        `.func f { add.u32 a, b c; }`          | 3:24 | found 'c', expected ';' or ',' after the operand
        `.func f { add.u32 a, ; }`             | 3:22 | found ';', expected an operand: a name, a number, an address between brackets, or a vector between braces
        `.func f { mov.u32 a, -b; }`           | 3:23 | found 'b', expected a number
        `.func f { mov.u32 a, 0x; }`           | 3:22 | found '0x', expected digits after its prefix
        `.func f { mov.u32 a, 08; }`           | 3:22 | found '08', expected digits of radix 8
        `.func f { mov.u32 a, 12ab; }`         | 3:22 | found '12ab', expected a number
        `.func f { mov.f32 a, 0f3F80; }`       | 3:22 | found '0f3F80', expected 8 hexadecimal digits after '0f'
        `.func f { mov.u32 a, 99999999999999999999; }` | 3:22 | found '99999999999999999999', expected a number of at most 64 bits
        `.func f { mov.u32 a, 1/(2-2); }`      | 3:24 | found a division by zero, expected another divisor
        `.func f { ld.u32 a, [b; }`            | 3:23 | found ';', expected ']' at the end of the address
        `.func f { ld.u32 a, []; }`            | 3:22 | found ']', expected the name or the number of an address
        `.func f { .reg b32 a; }`              | 3:16 | found 'b32', expected a type such as .b32 before the registers' names
        `.func f { .reg .b32 .b64 a; }`        | 3:21 | found '.b64', expected a name
        `.func f { .maxnreg 3 }`               | 3:11 | found '.maxnreg', expected a declaration, an instruction or a label
        `.func f { @p }`                       | 3:14 | found '}', expected an instruction after its predicate
        `.func f { ret;`                       | 3:15 | found the end of the text, expected an instruction, a label, a declaration, or '}' at the end of the body
        `.func f(.global .u32 x);`             | 3:9  | found '.global', expected a parameter, which starts with .param or .reg
        `.global .align 3 .u32 x;`             | 3:16 | found an alignment of 3, expected a power of two
        `.global x;`                           | 3:9  | found 'x', expected a type such as .u32 before the variable's name
        `.global .u32 x = "abc";`              | 3:18 | found '"abc"', expected a number, the name of a variable or a function, or values between braces
        `.visible .weak .func f;`              | 3:10 | found '.weak', expected a kernel (.entry), a function (.func), or a variable (.global, .const, .shared)
        `.address_size 48`                     | 3:15 | found '48', expected 32 or 64
        `ret;`                                 | 3:1  | found 'ret', expected a directive such as .entry, .func or .global
        `.file 1 "a.cu`                        | 3:9  | the text that starts here does not end on its line; close it with '"'
        `/* never`                             | 3:1  | the comment that starts here does not end; close it with '*/'
        `.section .debug_str { .b8 1`          | 3:21 | the section that starts here does not end; close it with '}'
        `.loc 1 2`                             | 3:9  | found the end of the text, expected a column
        """)
    void aWrongTextIsReportedWithWhatAndWhere(String item, String place, String what) {
        assertThatThrownBy(() -> PtxReader.read("a.ptx", ".version 9.0\n.target sm_90\n" + item))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessage("a.ptx:" + place + ": " + what);
    }

    @Test
    void ptxStartsWithItsVersionAndItsTarget() {
        assertRefused("", "1:1: found the end of the text, expected .version, with which PTX starts");
        assertRefused("hello", "1:1: found 'hello', expected .version, with which PTX starts");
        assertRefused(".version 9", "1:10: found '9', expected a version of the PTX ISA such as 9.0");
        assertRefused(".version 9.0", "1:13: found the end of the text, expected .target after the version");
    }

    @Test
    void whatATerminalWouldObeyIsNotShown() {
        assertRefused("\u001B[31m", "1:1: found '\\x1B', expected .version, with which PTX starts");
        assertThatThrownBy(() -> PtxReader.read("a.ptx", "\uFEFF.version 9.0".getBytes(StandardCharsets.UTF_16LE)))
                .hasMessage("a.ptx:1:1: found '\\xFF', expected .version, with which PTX starts");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> PtxReader.read("a.ptx", text))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessage("a.ptx:" + message);
    }
}
