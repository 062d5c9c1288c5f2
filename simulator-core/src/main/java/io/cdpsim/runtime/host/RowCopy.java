package io.cdpsim.runtime.host;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.causality.GridCausality;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a copy between two sides whose places are known.
 *
 * @param toMemory the memory that the copy goes to; null where that is pageable
 * @param fromMemory the memory that it comes from; null where that is pageable
 */
record RowCopy(
        CopyEndpoint to,
        @Nullable PagedMemory toMemory,
        CopyEndpoint from,
        @Nullable PagedMemory fromMemory,
        long rowBytes,
        long rows) {
    long bytes() {
        return rowBytes * rows;
    }

    /** Whether a side holds all the rows. */
    static boolean holds(CopyEndpoint side, @Nullable PagedMemory memory, long rowBytes, long rows) {
        if (rowBytes < 0 || rows < 0) {
            return false;
        }
        if (rows == 0) {
            return true;
        }
        if (side instanceof CopyEndpoint.Pageable in) {
            return in.at() + (rows - 1) * in.pitchBytes() + rowBytes <= in.bytes().length;
        }
        CopyEndpoint.InMemory in = (CopyEndpoint.InMemory) side;
        return memory != null && memory.containsRange(in.address(), (rows - 1) * in.pitchBytes() + rowBytes);
    }

    /** Moves the bytes. */
    void move() {
        for (long row = 0; row < rows; row++) {
            move(row);
        }
    }

    private void move(long row) {
        int count = (int) Math.min(rowBytes, Integer.MAX_VALUE);
        if (to instanceof CopyEndpoint.Pageable destination) {
            int at = destination.at() + (int) row * destination.pitchBytes();
            if (from instanceof CopyEndpoint.Pageable source) {
                System.arraycopy(
                        source.bytes(), source.at() + (int) row * source.pitchBytes(), destination.bytes(), at, count);
            } else if (fromMemory != null) {
                fromMemory.read(address(from, row), destination.bytes(), at, count);
            }
        } else if (toMemory != null) {
            if (from instanceof CopyEndpoint.Pageable source) {
                toMemory.write(address(to, row), source.bytes(), source.at() + (int) row * source.pitchBytes(), count);
            } else if (fromMemory != null) {
                PagedMemory.copy(fromMemory, address(from, row), toMemory, address(to, row), rowBytes);
            }
        }
    }

    private static long address(CopyEndpoint side, long row) {
        return side instanceof CopyEndpoint.InMemory in ? in.address() + row * in.pitchBytes() : 0;
    }

    /** Tells what was moved where. */
    void arrive(HostMemory memory) {
        for (long row = 0; row < rows; row++) {
            memory.arrived(toMemory, address(to, row), rowBytes);
        }
    }

    /** Tells a checker of the accesses. */
    void tell(HostVisibility visibility, GridCausality watched) {
        visibility.copying(watched, rows, (accesses, block, site, row) -> {
            if (to instanceof CopyEndpoint.InMemory) {
                if (from instanceof CopyEndpoint.Pageable source) {
                    int at = source.at() + (int) row * source.pitchBytes();
                    accesses.receive(block, site, source.bytes(), at, address(to, row), (int) rowBytes);
                } else if (fromMemory != null) {
                    accesses.copy(block, site, fromMemory, address(from, row), address(to, row), rowBytes);
                }
            } else if (fromMemory != null) {
                accesses.send(block, site, address(from, row), rowBytes);
            }
        });
    }
}
