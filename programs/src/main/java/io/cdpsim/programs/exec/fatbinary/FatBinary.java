package io.cdpsim.programs.exec.fatbinary;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A container of code for several architectures, as compilers embed it in executables: a header with magic, version, its own size and that of the
 * contents, then entries with headers of their own.
 */
final class FatBinary {
    static final int MAGIC = 0xBA55ED50;

    private static final int HEADER_BYTES = 16;
    private static final int LEAST_ENTRY_BYTES = 64;
    private static final int PTX = 1;
    private static final int ZSTD = 0x8000;
    private static final int LZ4 = 0x2000;

    /** No compiler generates longer PTX. */
    private static final long LONGEST_TEXT = 1L << 28;

    private final FileBytes bytes;
    private final long end;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * Code for one architecture.
     *
     * @param kind 1 for PTX, 2 for machine code
     * @param architecture ten times the compute capability, such as 90
     */
    record Entry(int kind, int architecture, long flags, long offset, long storedBytes, long textBytes) {
        boolean isPtx() {
            return kind == PTX;
        }
    }

    /** Parses a fat binary. @throws FatBinaryException if there is none */
    FatBinary(FileBytes bytes, long at) {
        this.bytes = bytes;
        if (bytes.intAt(at) != MAGIC) {
            throw bytes.damaged("no fat binary at byte " + at);
        }
        long start = at + bytes.unsignedShort(at + 6);
        long size = bytes.longAt(at + 8);
        if (start < at + HEADER_BYTES || size < 0 || size > bytes.size() - start) {
            throw bytes.damaged("the fat binary at byte " + at + " declares " + Long.toUnsignedString(size) + " bytes");
        }
        end = start + size;
        for (long entry = start; entry < end; ) {
            entry = read(entry);
        }
    }

    private long read(long at) {
        long header = bytes.intAt(at + 4) & 0xFFFFFFFFL;
        long size = bytes.longAt(at + 8);
        if (header < LEAST_ENTRY_BYTES || size < 0 || header + size > end - at) {
            throw bytes.damaged("the entry of a fat binary at byte " + at + " does not fit");
        }
        long flags = bytes.longAt(at + 40);
        boolean packed = (flags & (ZSTD | LZ4)) != 0;
        long stored = packed ? bytes.intAt(at + 16) & 0xFFFFFFFFL : size;
        if (stored > size) {
            throw bytes.damaged("the entry of a fat binary at byte " + at + " is longer than its place");
        }
        entries.add(new Entry(
                bytes.unsignedShort(at),
                bytes.intAt(at + 28),
                flags,
                at + header,
                stored,
                packed ? bytes.longAt(at + 56) : size));
        return at + header + size;
    }

    /** Its end offset in the file. */
    long end() {
        return end;
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** The text of a PTX entry. @throws FatBinaryException if it is compressed and cannot be decompressed */
    byte[] text(Entry entry) {
        byte[] stored = bytes.copy(entry.offset(), entry.storedBytes());
        byte[] text = (entry.flags() & (ZSTD | LZ4)) == 0 ? stored : unpacked(entry, stored);
        int length = text.length;
        while (length > 0 && text[length - 1] == 0) {
            length--;
        }
        return length == text.length ? text : Arrays.copyOf(text, length);
    }

    private byte[] unpacked(Entry entry, byte[] stored) {
        if (entry.textBytes() < 0 || entry.textBytes() > LONGEST_TEXT) {
            throw bytes.damaged("packed PTX at byte " + entry.offset() + " declares "
                    + Long.toUnsignedString(entry.textBytes()) + " bytes");
        }
        byte[] text = new byte[(int) entry.textBytes()];
        try {
            if ((entry.flags() & ZSTD) != 0) {
                new ZstdDecompressor().decompress(stored, 0, stored.length, text, 0, text.length);
            } else {
                new Lz4Decompressor().decompress(stored, 0, stored.length, text, 0, text.length);
            }
        } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw bytes.damaged("packed PTX at byte " + entry.offset() + " cannot be unpacked");
        }
        return text;
    }
}
