package io.cdpsim.programs.exec.fatbinary;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes of a file, little-endian; a read beyond their end is an error that names the file. */
final class FileBytes {
    private static final int LONGEST_TEXT = 4096;

    private final String file;
    private final ByteBuffer all;

    FileBytes(String file, ByteBuffer all) {
        this.file = file;
        this.all = all.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    String file() {
        return file;
    }

    long size() {
        return all.limit();
    }

    int unsignedShort(long at) {
        return all.getShort(index(at, Short.BYTES)) & 0xFFFF;
    }

    int unsignedByte(long at) {
        return all.get(index(at, 1)) & 0xFF;
    }

    int intAt(long at) {
        return all.getInt(index(at, Integer.BYTES));
    }

    long longAt(long at) {
        return all.getLong(index(at, Long.BYTES));
    }

    /** A copy of a range. */
    byte[] copy(long at, long count) {
        byte[] copied = new byte[length(at, count)];
        all.get((int) at, copied);
        return copied;
    }

    /** The text to its terminating zero. */
    String text(long at) {
        int end = index(at, 1);
        while (end < all.limit() && end - at < LONGEST_TEXT && all.get(end) != 0) {
            end++;
        }
        return new String(copy(at, end - at), StandardCharsets.UTF_8);
    }

    /** Whether this text and its terminating zero are here. */
    boolean isTextAt(long at, String text) {
        index(at, 1);
        if (at + text.length() >= all.limit() || all.get((int) at + text.length()) != 0) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (all.get((int) at + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int index(long at, int count) {
        length(at, count);
        return (int) at;
    }

    private int length(long at, long count) {
        if (at < 0 || count < 0 || at > all.limit() - count) {
            throw damaged("ends at byte " + all.limit() + ", but " + count + " bytes should be at byte "
                    + Long.toUnsignedString(at));
        }
        return (int) count;
    }

    /** The error of a malformed file. */
    FatBinaryException damaged(String what) {
        return new FatBinaryException(file + ": is cut off or damaged: " + what + "; build it again");
    }
}
