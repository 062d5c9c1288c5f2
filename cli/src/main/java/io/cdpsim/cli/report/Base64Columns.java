package io.cdpsim.cli.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.function.IntToLongFunction;
import java.util.zip.GZIPOutputStream;

/**
 * Columns of whole numbers, packed for a page: the difference of each value to the previous one in a variable number of 7-bit groups, all columns
 * concatenated, compressed, in base 64. 300,000 grids take about 2 MB.
 */
final class Base64Columns {
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Adds a column. */
    void add(int rows, IntToLongFunction value) {
        long before = 0;
        for (int row = 0; row < rows; row++) {
            long now = value.applyAsLong(row);
            write(now - before);
            before = now;
        }
    }

    /** Zigzag encoding: the sign is the lowest bit, so that small negative numbers stay short. */
    private void write(long difference) {
        long left = (difference << 1) ^ (difference >> (Long.SIZE - 1));
        while (left > SEVEN_BITS || left < 0) {
            bytes.write((int) (left & SEVEN_BITS) | MORE);
            left >>>= 7;
        }
        bytes.write((int) left);
    }

    /** All columns as text. */
    String text() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            bytes.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
