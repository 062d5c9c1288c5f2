package io.cdpsim.ptx.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.ptx.syntax.PtxModule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a text, it is a tree or a {@link PtxSyntaxException} that names the place. */
class PtxMutationTest {
    private static final byte[] PIECES = " \n\t{}()[]<>;:,.@!|+-*/%\\\"_$0f0x9aUL".getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(strings = {"forms.ptx", "cdp2.ptx"})
    void aTextCutOffAnywhereIsATreeOrAnError(String name) {
        byte[] text = PtxTexts.bytes(name);
        for (int length = 0; length < text.length; length++) {
            readOrRefused(Arrays.copyOf(text, length));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void aTextWithOtherBytesIsATreeOrAnError(long seed) {
        Random random = new Random(seed);
        for (String name : PtxTexts.NAMES) {
            byte[] text = PtxTexts.bytes(name);
            int refused = 0;
            for (int i = 0; i < 500; i++) {
                refused += readOrRefused(mutated(text, random)) ? 0 : 1;
            }
            assertThat(refused).as("texts of %s that were refused", name).isBetween(50, 499);
        }
    }

    @Test
    void nestingWithoutEndIsRefused() {
        String head = ".version 8.0\n.target sm_90\n";
        for (String start : new String[] {
            ".func f { ",
            ".global .u32 x[] = ",
            ".global .u32 x = ",
            ".global .u32 x = ",
            ".global .u32 x = 1",
            ".func f { add a, ",
            ".section .debug_info "
        }) {
            for (String piece :
                    new String[] {"{", "(", "-", "~ ", "?1:1", "[", "0xFF(", "1+(", "L:", "@", "{{", ".reg "}) {
                readOrRefused((head + start + piece.repeat(100_000)).getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThatThrownBy(() -> PtxReader.read("deep", head + ".func f" + "{".repeat(300) + "}".repeat(300)))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessage("deep:3:208: found a scope nested more than 200 deep");
    }

    private static byte[] mutated(byte[] text, Random random) {
        byte[] changed = text.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(changed.length);
            switch (random.nextInt(4)) {
                case 0 -> changed[at] = (byte) random.nextInt(256);
                case 1 -> changed[at] = PIECES[random.nextInt(PIECES.length)];
                case 2 -> {
                    int from = random.nextInt(changed.length);
                    int length = Math.min(random.nextInt(40), changed.length - Math.max(at, from));
                    System.arraycopy(changed, from, changed, at, length);
                }
                default -> {
                    int length = Math.min(random.nextInt(20), changed.length - at);
                    Arrays.fill(changed, at, at + length, (byte) ' ');
                }
            }
        }
        return changed;
    }

    /** Whether it was read; fails on any exception but the one that is meant. */
    private static boolean readOrRefused(byte[] text) {
        try {
            PtxModule read = PtxReader.read("mutated", text);
            assertThat(read.targets()).isNotEmpty();
            return true;
        } catch (PtxSyntaxException e) {
            assertThat(e).hasMessageMatching("mutated:\\d+:\\d+: [ -~]+");
            return false;
        }
    }
}
