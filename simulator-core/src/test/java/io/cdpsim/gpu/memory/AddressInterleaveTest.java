package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressInterleaveTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 32, 96, 128, 384, 512, 4096, 1 << 20})
    void theChunkOfAnAddressIsItsQuotient(long length) {
        AddressInterleave stretch = AddressInterleave.of(length);
        SplittableRandom random = new SplittableRandom(length);
        for (int i = 0; i < 1_000; i++) {
            long address = random.nextLong(1L << 48);
            assertThat(stretch.number(address)).isEqualTo(address / length);
            assertThat(stretch.within(address)).isEqualTo(address % length);
        }
    }
}
