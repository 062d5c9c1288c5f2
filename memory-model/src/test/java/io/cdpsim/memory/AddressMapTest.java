package io.cdpsim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressMapTest {
    private static final long LAST_OF_WINDOW = (1L << 40) - 1;

    @Test
    void aNullPointerIsInNoDevicesMemory() {
        for (int device = 0; device < AddressMap.MAX_DEVICES; device++) {
            assertThat(AddressMap.globalBase(device)).isPositive();
        }
    }

    @Test
    void theMemoriesOfTwoDevicesAreAWindowApart() {
        for (int device = 1; device < AddressMap.MAX_DEVICES; device++) {
            assertThat(AddressMap.globalBase(device) - AddressMap.globalBase(device - 1))
                    .isEqualTo(1L << 40);
        }
    }

    @Test
    void theFirstAndTheLastByteOfAWindowAreInItsSpace() {
        assertWindow(AddressMap.globalBase(0), AddressSpace.GLOBAL);
        assertWindow(AddressMap.globalBase(AddressMap.MAX_DEVICES - 1), AddressSpace.GLOBAL);
        assertWindow(AddressMap.HOST_BASE, AddressSpace.MAPPED);
        assertWindow(AddressMap.CONSTANT_BASE, AddressSpace.CONSTANT);
        assertWindow(AddressMap.LOCAL_BASE, AddressSpace.LOCAL);
        assertWindow(AddressMap.SHARED_BASE, AddressSpace.SHARED);
    }

    private static void assertWindow(long base, AddressSpace space) {
        assertThat(AddressMap.spaceOf(base)).isEqualTo(space);
        assertThat(AddressMap.spaceOf(base + LAST_OF_WINDOW)).isEqualTo(space);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 1L << 48, 0x21L << 40, 0x80L << 40})
    void anAddressOutsideEveryWindowCountsAsGlobal(long address) {
        assertThat(AddressMap.spaceOf(address)).isEqualTo(AddressSpace.GLOBAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 31, Integer.MAX_VALUE})
    void aDeviceThatDoesNotFitIsRefusedByName(int device) {
        assertThatThrownBy(() -> AddressMap.globalBase(device))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("device " + device + " is out of range: 0 to 30");
    }
}
