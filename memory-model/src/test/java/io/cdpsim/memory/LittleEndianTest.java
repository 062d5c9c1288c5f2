package io.cdpsim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LittleEndianTest {
    @Test
    void theLowestByteComesFirst() {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, (byte) 0x88};

        assertThat(LittleEndian.getShort(bytes, 0)).isEqualTo((short) 0x0201);
        assertThat(LittleEndian.getInt(bytes, 0)).isEqualTo(0x04030201);
        assertThat(LittleEndian.getLong(bytes, 0)).isEqualTo(0x8807060504030201L);
    }

    @Test
    void anyOffsetMayBeReadAndWritten() {
        SplittableRandom random = new SplittableRandom(1);
        for (int offset = 0; offset < 8; offset++) {
            byte[] bytes = new byte[16];
            long value = random.nextLong();
            LittleEndian.putLong(bytes, offset, value);
            assertThat(LittleEndian.getLong(bytes, offset)).isEqualTo(value);
            assertThat(number(bytes, offset, 8).longValue()).isEqualTo(value);

            LittleEndian.putInt(bytes, offset, (int) ~value);
            assertThat(LittleEndian.getInt(bytes, offset)).isEqualTo((int) ~value);
            assertThat(number(bytes, offset, 4).intValue()).isEqualTo((int) ~value);

            LittleEndian.putShort(bytes, offset, (short) value);
            assertThat(LittleEndian.getShort(bytes, offset)).isEqualTo((short) value);
            assertThat(number(bytes, offset, 2).shortValue()).isEqualTo((short) value);
        }
    }

    @Test
    void aWriteLeavesTheBytesAroundItAlone() {
        byte[] bytes = new byte[16];
        LittleEndian.putLong(bytes, 3, -1);
        LittleEndian.putInt(bytes, 5, 0);

        assertThat(bytes).containsExactly(0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0);
    }

    private static BigInteger number(byte[] bytes, int offset, int count) {
        byte[] reversed = new byte[count];
        byte[] part = Arrays.copyOfRange(bytes, offset, offset + count);
        for (int i = 0; i < count; i++) {
            reversed[i] = part[count - 1 - i];
        }
        return new BigInteger(reversed);
    }
}
