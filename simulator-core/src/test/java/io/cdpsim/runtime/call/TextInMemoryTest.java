package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.runtime.version.CudaError;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** {@code vprintf} and {@code __assertfail}, whose texts and arguments lie in memory: rules PRNT-1 and ERR-4. */
class TextInMemoryTest {
    private final CodeLab lab = new CodeLab();

    /** The address of a text in global memory. */
    private int text(String text) {
        return lab.constant(textAt(text));
    }

    private long textAt(String text) {
        byte[] bytes = (text + '\0').getBytes(StandardCharsets.ISO_8859_1);
        bytes = Arrays.copyOf(bytes, bytes.length + 3 & ~3);
        long address = lab.machine().host().malloc(bytes.length);
        int[] words = new int[bytes.length / 4];
        for (int i = 0; i < bytes.length; i++) {
            words[i / 4] |= (bytes[i] & 0xFF) << (8 * (i % 4));
        }
        lab.machine().host().memory().write(address, words);
        return address;
    }

    private void argument(ValueType type, int offset, int value) {
        lab.store(StateSpace.LOCAL, type, 1, lab.constant(offset), value);
    }

    private int print(String format) {
        return lab.op(
                Opcode.PRINT, new Modifiers.PrintInMemory(), text(format), lab.constant(AddressMap.LOCAL_BASE + 16));
    }

    @Test
    void argumentsLieAsVariableArgumentsOfC() {
        int thread = lab.special(SpecialRegister.THREAD_X);
        argument(ValueType.S32, 16, thread);
        argument(ValueType.F64, 24, lab.constant(Double.doubleToRawLongBits(1.5)));
        argument(ValueType.S32, 32, lab.constant('x'));
        argument(ValueType.S64, 40, lab.constant(1L << 40));
        argument(ValueType.U64, 48, text("abc"));
        argument(ValueType.S32, 56, lab.constant(-1));
        lab.give(0, print("%d %.2f %c %lld %s %u 100%%\n"));

        assertThat(lab.run(2)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.machine().host().takeOutput())
                .isEqualTo("0 1.50 x 1099511627776 abc 4294967295 100%\n1 1.50 x 1099511627776 abc 4294967295 100%\n");
        assertThat(lab.given(0, 1)).isEqualTo(6);
    }

    @Test
    void eachLaneMayHaveAFormatOfItsOwn() {
        long first = textAt("even\n");
        long second = textAt("odd\n");
        int odd = lab.op(Opcode.AND_B32, Modifiers.NONE, lab.special(SpecialRegister.THREAD_X), lab.constant(1));
        int format =
                lab.op(Opcode.MAD_WIDE_S32, Modifiers.NONE, odd, lab.constant(second - first), lab.constant(first));
        lab.into(-1, Opcode.PRINT, new Modifiers.PrintInMemory(), format, lab.constant(0));

        assertThat(lab.run(3)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.machine().host().takeOutput()).isEqualTo("even\nodd\neven\n");
    }

    @Test
    void aFormatThatIsNowhereIsAFault() {
        lab.into(-1, Opcode.PRINT, new Modifiers.PrintInMemory(), lab.constant(8), lab.constant(0));

        assertThat(lab.run(1)).isEqualTo(CudaError.ILLEGAL_ADDRESS);
        assertThat(lab.fault()).contains("a format of vprintf at 0x8");
    }

    @Test
    void anArgumentThatIsNowhereIsAFault() {
        lab.into(-1, Opcode.PRINT, new Modifiers.PrintInMemory(), text("%d"), lab.constant(0));

        assertThat(lab.run(1)).isEqualTo(CudaError.ILLEGAL_ADDRESS);
        assertThat(lab.fault()).contains("argument 1 of vprintf at 0x0");
    }

    @Test
    void anAssertionSaysWhatFailedAndWhere() {
        lab.into(
                -1,
                Opcode.TRAP,
                new Modifiers.AssertionInMemory(text("step(int)")),
                text("i < n"),
                text("walk.cu"),
                lab.constant(42));

        assertThat(lab.run(1)).isEqualTo(CudaError.ASSERT);
        assertThat(lab.fault()).endsWith("walk.cu:42: step(int): assertion failed: i < n");
    }

    @Test
    void aBreakpointEndsTheRun() {
        lab.into(-1, Opcode.TRAP, new Modifiers.Breakpoint());

        assertThat(lab.run(1)).isNotEqualTo(CudaError.SUCCESS);
        assertThat(lab.fault()).contains("the program reached a breakpoint");
    }
}
