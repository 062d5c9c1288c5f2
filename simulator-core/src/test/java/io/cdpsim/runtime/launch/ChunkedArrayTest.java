package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a row stays there when a column grows, and new rows are empty. */
class ChunkedArrayTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 1_023, 1_024, 1_025, 4_096, 10_000})
    void rowsKeepWhatTheyHold(int rows) {
        ChunkedArray.OfInt ints = new ChunkedArray.OfInt();
        ChunkedArray.OfLong longs = new ChunkedArray.OfLong();
        ChunkedArray.OfByte bytes = new ChunkedArray.OfByte();
        ChunkedArray<Long> references = new ChunkedArray<>();
        for (int row = 0; row < rows; row++) {
            ints.ensureIndex(row);
            longs.ensureIndex(row);
            bytes.ensureIndex(row);
            references.ensureIndex(row);
            assertThat(ints.get(row)).isZero();
            assertThat(longs.get(row)).isZero();
            assertThat(bytes.get(row)).isZero();
            assertThat(references.get(row)).isNull();
            ints.set(row, -row);
            longs.set(row, row * 0x1_0000_0001L);
            bytes.set(row, (byte) row);
            references.set(row, (long) row);
        }
        for (int row = 0; row < rows; row++) {
            assertThat(ints.get(row)).isEqualTo(-row);
            assertThat(longs.get(row)).isEqualTo(row * 0x1_0000_0001L);
            assertThat(bytes.get(row)).isEqualTo((byte) row);
            assertThat(references.get(row)).isEqualTo(row);
        }
    }

    @Test
    void roomIsMadeForARowAndThoseBeforeIt() {
        ChunkedArray.OfInt column = new ChunkedArray.OfInt();
        assertThat(column.length()).isZero();
        column.ensureIndex(5_000);
        assertThat(column.length()).isGreaterThan(5_000);
        assertThat(column.get(0)).isZero();
        assertThat(column.get(5_000)).isZero();
    }

    @Test
    void aRowKeepsWhatItHoldsBesideZerosAndAfterThem() {
        ChunkedArray.OfInt column = new ChunkedArray.OfInt();
        column.ensureIndex(3_000);
        column.set(1_500, 0);
        column.set(1_501, 7);
        column.set(1_502, 0);
        column.set(2_500, 9);
        assertThat(column.get(1_500)).isZero();
        assertThat(column.get(1_501)).isEqualTo(7);
        assertThat(column.get(1_502)).isZero();
        assertThat(column.get(0)).isZero();
        column.set(1_501, 0);
        assertThat(column.get(1_501)).isZero();
        assertThat(column.get(2_500)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, -1, -256, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aSmallIntMayBeAnyInt(int value) {
        ChunkedArray.OfSmallInt column = new ChunkedArray.OfSmallInt();
        column.ensureIndex(10);
        column.set(9, 200);
        column.set(10, value);
        assertThat(column.get(10)).isEqualTo(value);
        assertThat(column.get(9)).isEqualTo(200);
        column.set(10, 3);
        assertThat(column.get(10)).isEqualTo(3);
    }
}
