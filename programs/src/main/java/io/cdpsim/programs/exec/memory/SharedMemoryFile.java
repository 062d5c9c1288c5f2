package io.cdpsim.programs.exec.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** A file that both the program and the simulator map: pinned and managed memory. A sparse file: unwritten pages take no space. */
public final class SharedMemoryFile {
    private static final int PAGE_BITS = 16;
    private static final int CHUNK_PAGES = 1 << 14;

    private final FileChannel file;
    private long end;

    /**
     * Creates the allocator of a file.
     *
     * @param file empty, open for reading and writing; the caller closes it
     */
    public SharedMemoryFile(FileChannel file) {
        this.file = file;
    }

    /**
     * A range of the file.
     *
     * @param offset its start
     * @param bytes its size, whole pages
     * @param pageAt its pages, by their offset from its start
     */
    public record Part(long offset, long bytes, LongFunction<ByteBuffer> pageAt) {}

    /** Allocates a range of this size. */
    public Part part(long bytes) {
        long pages = (bytes + (1 << PAGE_BITS) - 1) >>> PAGE_BITS;
        long offset = end;
        end += pages << PAGE_BITS;
        List<ByteBuffer> chunks = new ArrayList<>();
        try {
            for (long first = 0; first < pages; first += CHUNK_PAGES) {
                long size = Math.min(CHUNK_PAGES, pages - first) << PAGE_BITS;
                chunks.add(file.map(FileChannel.MapMode.READ_WRITE, offset + (first << PAGE_BITS), size)
                        .order(ByteOrder.LITTLE_ENDIAN));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Part(offset, pages << PAGE_BITS, at -> {
            int page = (int) (at >>> PAGE_BITS);
            return chunks.get(page / CHUNK_PAGES)
                    .slice((page % CHUNK_PAGES) << PAGE_BITS, 1 << PAGE_BITS)
                    .order(ByteOrder.LITTLE_ENDIAN);
        });
    }
}
