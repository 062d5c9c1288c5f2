package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;

/**
 * A copy or a fill of up to three dimensions by device code (rule COPY-1).
 *
 * @param copies whether bytes are copied; otherwise memory is filled with one byte value
 * @param destination the memory written
 * @param source the memory read by a copy; {@link Region#NONE} for a fill
 * @param fillValue byte value of a fill, 0 to 255
 * @param extent the size
 * @param copyKind direction of a copy, as CUDA numbers it
 * @param stream handle of the stream
 */
public record StridedOperation(
        boolean copies, Region destination, Region source, int fillValue, Extent extent, int copyKind, long stream) {
    /**
     * Pitched memory of up to three dimensions.
     *
     * @param address address of the first byte
     * @param pitchBytes distance between rows, bytes
     * @param rowsPerSlice distance between slices, rows
     */
    public record Region(long address, long pitchBytes, long rowsPerSlice) {
        /** No memory. */
        static final Region NONE = new Region(0, 0, 0);

        /** The address of a row. */
        long row(long y, long z) {
            return address + (z * rowsPerSlice + y) * pitchBytes;
        }

        /** Whether rows and slices of an extent do not overlap. */
        boolean holds(Extent extent) {
            return pitchBytes >= extent.widthBytes() && rowsPerSlice >= (extent.depth() > 1 ? extent.height() : 0);
        }

        /** Bytes from the first byte of an extent to the end of its last row. */
        long span(Extent extent) {
            return extent.bytes() == 0
                    ? 0
                    : ((extent.depth() - 1) * rowsPerSlice + extent.height() - 1) * pitchBytes + extent.widthBytes();
        }
    }

    /**
     * The size of an operation.
     *
     * @param widthBytes bytes of a row
     * @param height rows of a slice
     * @param depth slices
     */
    public record Extent(long widthBytes, long height, long depth) {
        /** Bytes in all rows. */
        long bytes() {
            return widthBytes * height * depth;
        }

        private boolean isNegative() {
            return widthBytes < 0 || height < 0 || depth < 0;
        }
    }

    private static final int WORDS = 11;

    /** The operation that a lane requests by one of the six calls (rule COPY-1). */
    static StridedOperation of(Warp warp, Instruction in, int lane) {
        long width = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        long height = CallArguments.argumentOr(1, warp, in, CallRole.HEIGHT, lane);
        long depth = CallArguments.argumentOr(1, warp, in, CallRole.DEPTH, lane);
        boolean copies = CallArguments.has(in, CallRole.SOURCE);
        Region destination = new Region(
                CallArguments.argument(warp, in, CallRole.DESTINATION, lane),
                CallArguments.argumentOr(width, warp, in, CallRole.DESTINATION_PITCH, lane),
                CallArguments.argumentOr(height, warp, in, CallRole.DESTINATION_ROWS, lane));
        Region source = copies
                ? new Region(
                        CallArguments.argument(warp, in, CallRole.SOURCE, lane),
                        CallArguments.argumentOr(width, warp, in, CallRole.SOURCE_PITCH, lane),
                        CallArguments.argumentOr(height, warp, in, CallRole.SOURCE_ROWS, lane))
                : Region.NONE;
        return new StridedOperation(
                copies,
                destination,
                source,
                copies ? 0 : (int) CallArguments.argument(warp, in, CallRole.BYTE_VALUE, lane) & 0xFF,
                new Extent(width, height, depth),
                (int) CallArguments.argumentOr(0, warp, in, CallRole.COPY_KIND, lane),
                CallArguments.argument(warp, in, CallRole.STREAM, lane));
    }

    /** The same fill with zeros. */
    StridedOperation withZeros() {
        return new StridedOperation(false, destination, source, 0, extent, copyKind, stream);
    }

    /** Whether a row of a two-dimensional copy does not fit into the pitch of one of the sides. */
    boolean hasNarrowPitch() {
        return copies
                && extent.depth() == 1
                && (destination.pitchBytes() < extent.widthBytes() || source.pitchBytes() < extent.widthBytes());
    }

    /** Whether rows fit into their pitch and slices do not overlap. */
    boolean isValid() {
        return !extent.isNegative() && destination.holds(extent) && (!copies || source.holds(extent));
    }

    /** Bytes copied or filled. */
    long bytes() {
        return extent.bytes();
    }

    /** Bytes from the first byte written to the end of the last row. */
    long destinationBytes() {
        return destination.span(extent);
    }

    /** Bytes from the first byte read to the end of the last row. */
    long sourceBytes() {
        return source.span(extent);
    }

    /** Copies or fills the bytes. */
    void run(PagedMemory memory) {
        for (long z = 0; z < extent.depth(); z++) {
            for (long y = 0; y < extent.height(); y++) {
                if (copies) {
                    PagedMemory.copy(memory, source.row(y, z), memory, destination.row(y, z), extent.widthBytes());
                } else {
                    memory.fill(destination.row(y, z), (byte) fillValue, extent.widthBytes());
                }
            }
        }
    }

    /** Encodes all components but copyKind and stream, for the grid table. */
    byte[] toBytes() {
        byte[] bytes = new byte[WORDS * Long.BYTES];
        long[] words = {
            copies ? 1 : 0,
            destination.address(),
            destination.pitchBytes(),
            destination.rowsPerSlice(),
            source.address(),
            source.pitchBytes(),
            source.rowsPerSlice(),
            fillValue,
            extent.widthBytes(),
            extent.height(),
            extent.depth()
        };
        for (int i = 0; i < WORDS; i++) {
            LittleEndian.putLong(bytes, i * Long.BYTES, words[i]);
        }
        return bytes;
    }

    /** Decodes the bytes of {@link #toBytes}. */
    static StridedOperation fromBytes(byte[] bytes) {
        long[] w = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            w[i] = LittleEndian.getLong(bytes, i * Long.BYTES);
        }
        return new StridedOperation(
                w[0] != 0,
                new Region(w[1], w[2], w[3]),
                new Region(w[4], w[5], w[6]),
                (int) w[7],
                new Extent(w[8], w[9], w[10]),
                0,
                0);
    }
}
