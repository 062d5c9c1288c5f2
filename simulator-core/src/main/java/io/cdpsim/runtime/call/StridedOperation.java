package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;

/**
 * A copy or a fill of up to three dimensions by device code (rule COPY-1).
 *
 * @param copies whether bytes are copied; otherwise memory is filled with one byte value
 * @param destination first byte written
 * @param destinationPitch bytes from a row to the next
 * @param destinationRows rows from a slice to the next
 * @param source first byte read, or the byte value of a fill
 * @param sourcePitch bytes from a row to the next
 * @param sourceRows rows from a slice to the next
 * @param width bytes of a row
 * @param height rows of a slice
 * @param depth slices
 * @param kind direction of a copy
 * @param stream handle of the stream
 */
public record StridedOperation(
        boolean copies,
        long destination,
        long destinationPitch,
        long destinationRows,
        long source,
        long sourcePitch,
        long sourceRows,
        long width,
        long height,
        long depth,
        int kind,
        long stream) {
    private static final int WORDS = 10;

    /** What one lane asks for, by one of the six calls (rule COPY-1). */
    static StridedOperation of(Warp warp, Instruction in, int lane) {
        long width = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        long height = CallArguments.argumentOr(1, warp, in, CallRole.HEIGHT, lane);
        long depth = CallArguments.argumentOr(1, warp, in, CallRole.DEPTH, lane);
        boolean copies = CallArguments.has(in, CallRole.SOURCE);
        return new StridedOperation(
                copies,
                CallArguments.argument(warp, in, CallRole.DESTINATION, lane),
                CallArguments.argumentOr(width, warp, in, CallRole.DESTINATION_PITCH, lane),
                CallArguments.argumentOr(height, warp, in, CallRole.DESTINATION_ROWS, lane),
                CallArguments.argument(warp, in, copies ? CallRole.SOURCE : CallRole.BYTE_VALUE, lane),
                copies ? CallArguments.argumentOr(width, warp, in, CallRole.SOURCE_PITCH, lane) : 0,
                copies ? CallArguments.argumentOr(height, warp, in, CallRole.SOURCE_ROWS, lane) : 0,
                width,
                height,
                depth,
                (int) CallArguments.argumentOr(0, warp, in, CallRole.COPY_KIND, lane),
                CallArguments.argument(warp, in, CallRole.STREAM, lane));
    }

    /** The same fill with zeros. */
    StridedOperation withZeros() {
        return new StridedOperation(
                false,
                destination,
                destinationPitch,
                destinationRows,
                0,
                sourcePitch,
                sourceRows,
                width,
                height,
                depth,
                kind,
                stream);
    }

    /** Whether rows fit into their pitch and slices do not overlap. */
    boolean isSound() {
        if (width < 0 || height < 0 || depth < 0) {
            return false;
        }
        boolean into = destinationPitch >= width && destinationRows >= (depth > 1 ? height : 0);
        return into && (!copies || (sourcePitch >= width && sourceRows >= (depth > 1 ? height : 0)));
    }

    /** Bytes moved. */
    long bytes() {
        return width * height * depth;
    }

    /** Bytes from the first written to behind the last. */
    long destinationExtent() {
        return extent(destinationPitch, destinationRows);
    }

    /** Bytes from the first read to behind the last. */
    long sourceExtent() {
        return extent(sourcePitch, sourceRows);
    }

    private long extent(long pitch, long rows) {
        return bytes() == 0 ? 0 : ((depth - 1) * rows + height - 1) * pitch + width;
    }

    /** Moves the bytes. */
    void run(PagedMemory memory) {
        for (long z = 0; z < depth; z++) {
            for (long y = 0; y < height; y++) {
                long to = destination + (z * destinationRows + y) * destinationPitch;
                if (copies) {
                    PagedMemory.copy(memory, source + (z * sourceRows + y) * sourcePitch, memory, to, width);
                } else {
                    memory.fill(to, (byte) source, width);
                }
            }
        }
    }

    /** All but kind and stream, for the table of pending work. */
    byte[] toBytes() {
        byte[] bytes = new byte[WORDS * Long.BYTES];
        long[] words = {
            copies ? 1 : 0,
            destination,
            destinationPitch,
            destinationRows,
            source,
            sourcePitch,
            sourceRows,
            width,
            height,
            depth
        };
        for (int i = 0; i < WORDS; i++) {
            LittleEndian.putLong(bytes, i * Long.BYTES, words[i]);
        }
        return bytes;
    }

    /** What {@link #toBytes} kept. */
    static StridedOperation fromBytes(byte[] bytes) {
        long[] w = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            w[i] = LittleEndian.getLong(bytes, i * Long.BYTES);
        }
        return new StridedOperation(w[0] != 0, w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], 0, 0);
    }
}
