package io.cdpsim.gpu.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.profile.read.RoundNumbers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls that read memory find at the addresses that a thread gives them. */
class ThreadMemoryTest {
    private static final int SHARED = 48;

    private final SmLab lab = new SmLab(RoundNumbers.profile());
    private final ThreadMemory memory = new ThreadMemory(new DeviceData(lab.global(), lab.mapped(), lab.constant()));
    private final long array = lab.global().allocate(1 << 17);

    /** A warp whose block has shared memory, and whose lanes have their numbers in local memory. */
    private Warp warp() {
        KernelBuilder k = new KernelBuilder("k");
        Operand shared = k.sharedArray(SHARED);
        for (int i = 0; i < SHARED; i += 4) {
            k.memory().store(StateSpace.SHARED, ValueType.U32, shared, i, Operand.u32(0x41414141));
        }
        k.memory().store(StateSpace.LOCAL, ValueType.S32, k.localArray(4), 0, k.threadX());
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        return warp;
    }

    private void write(long address, String text) {
        byte[] bytes = (text + '\0').getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            long word = address + i & ~3L;
            int shift = 8 * (int) (address + i & 3);
            int others = lab.global().loadInt(word) & ~(0xFF << shift);
            lab.global().storeInt(word, others | (bytes[i] & 0xFF) << shift);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aValueIsReachedWhereThereIsMemoryForAllOfItAtAMultipleOfItsSize(ValueType type) {
        Warp warp = warp();
        int bytes = type.bytes();
        assertThat(memory.reaches(warp, 0, array + 8, type)).isTrue();
        assertThat(memory.reaches(warp, 0, array + 8 + bytes / 2, type)).isEqualTo(bytes == 1);
        assertThat(memory.reaches(warp, 0, AddressMap.SHARED_BASE + SHARED - bytes, type))
                .isTrue();
        assertThat(memory.reaches(warp, 0, AddressMap.SHARED_BASE + SHARED, type))
                .isFalse();
        assertThat(memory.reaches(warp, 0, 0, type)).as("nothing").isFalse();
    }

    @Test
    void aValueIsThatOfTheThreadsOwnMemory() {
        Warp warp = warp();
        lab.global().storeInt(array, -3);
        assertThat(memory.load(warp, 9, array, ValueType.S32)).isEqualTo(-3);
        assertThat(memory.load(warp, 9, array, ValueType.U8)).isEqualTo(0xFD);
        assertThat(memory.load(warp, 9, AddressMap.LOCAL_BASE, ValueType.S32)).isEqualTo(9);
        assertThat(memory.load(warp, 30, AddressMap.LOCAL_BASE, ValueType.S32)).isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "Größe", "seven b"})
    void aTextEndsBeforeTheFirstZero(String text) {
        write(array + 5, text);
        assertThat(memory.text(warp(), 0, array + 5)).isEqualTo(text);
    }

    @Test
    void aTextEndsWhereMemoryDoes() {
        Warp warp = warp();
        assertThat(memory.text(warp, 0, AddressMap.SHARED_BASE + 10)).isEqualTo("A".repeat(SHARED - 10));
        assertThat(memory.text(warp, 0, 8)).as("where nothing is").isEmpty();
    }

    @Test
    void aTextWithoutAnEndIsCut() {
        int longest = 1 << 16;
        for (int i = 0; i < longest + 100; i += 4) {
            lab.global().storeInt(array + i, 0x42424242);
        }
        assertThat(memory.text(warp(), 0, array)).hasSize(longest).containsOnlyOnce("B".repeat(longest));
    }

    @Test
    void anAssertionWhoseTextsAreInMemoryNamesFileLineFunctionAndWhatWasAsserted() {
        write(array, "x > 0");
        write(array + 100, "file.cu");
        write(array + 200, "void f(int)");
        EmittedCode k = new EmittedCode();
        k.code.at("here");
        k.into(
                -1,
                Opcode.TRAP,
                new Modifiers.AssertionInMemory(k.address(array + 200)),
                k.address(array),
                k.address(array + 100),
                k.constant(-1));
        Warp warp = lab.block(k.build(), 32).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).isEmpty();
        // O-8: a line for each thread that fails.
        String lines = IntStream.range(0, 32)
                .mapToObj(thread -> "file.cu:4294967295: void f(int): block: [0,0,0], thread: [" + thread
                        + ",0,0] Assertion `x > 0` failed.\n")
                .collect(Collectors.joining());
        assertThat(lab.faults())
                .containsExactly(new DeviceFault(
                        DeviceFault.Kind.ASSERT,
                        "kernel k, block 0, thread 0, here: file.cu:4294967295: void f(int): assertion failed: x > 0",
                        lines));
    }
}
