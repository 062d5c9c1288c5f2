package io.cdpsim.gpu.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.code.ValueType;
import org.junit.jupiter.api.Test;

class TextureCacheTest {
    private static final long BASE = 1L << 40;

    private final TextureCache cache = new TextureCache();

    private long fetch(long address, ValueType type, long inMemory) {
        int place = cache.place(address);
        if (!cache.holds(place, type.bytes())) {
            cache.keep(place, type.bytes(), inMemory);
        }
        return DeviceData.load(cache.bytes(), place, type);
    }

    @Test
    void whatWasFetchedStaysAsItWas() {
        assertThat(fetch(BASE + 8, ValueType.S32, -5)).isEqualTo(-5);
        assertThat(fetch(BASE + 8, ValueType.S32, 7)).isEqualTo(-5);
        assertThat(fetch(BASE + 12, ValueType.S32, 7)).isEqualTo(7);
    }

    @Test
    void aWiderValueTakesWhatWasNotFetchedFromMemory() {
        fetch(BASE, ValueType.U8, 0x11);

        assertThat(fetch(BASE, ValueType.U32, 0x4433_2200)).isEqualTo(0x4433_2211);
        assertThat(fetch(BASE + 2, ValueType.U16, 0)).isEqualTo(0x4433);
        assertThat(fetch(BASE, ValueType.S64, 0x7766_5544_0000_0000L)).isEqualTo(0x7766_5544_4433_2211L);
    }

    @Test
    void theLastBytesOfASectorAreNotThoseOfTheNext() {
        assertThat(fetch(BASE + 24, ValueType.S64, -1)).isEqualTo(-1);
        assertThat(fetch(BASE + 32, ValueType.S64, 9)).isEqualTo(9);
        assertThat(fetch(BASE + 31, ValueType.U8, 0)).isEqualTo(0xFF);
    }

    @Test
    void manyValuesFitAndMoreThanThatAreFetchedAnew() {
        int inside = 8192;
        for (int i = 0; i < inside; i++) {
            fetch(BASE + 32L * i, ValueType.S32, i);
        }
        for (int i = 0; i < inside; i++) {
            assertThat(fetch(BASE + 32L * i, ValueType.S32, -1)).isEqualTo(i);
        }

        fetch(BASE + 32L * inside, ValueType.S32, inside);

        assertThat(fetch(BASE, ValueType.S32, -1)).isEqualTo(-1);
    }
}
