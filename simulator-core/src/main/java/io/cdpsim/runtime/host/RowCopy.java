package io.cdpsim.runtime.host;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.runtime.copy.CopyEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a copy between two endpoints.
 *
 * @param toMemory the destination memory; null if it is pageable
 * @param fromMemory the source memory; null if it is pageable
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

    /** Whether an endpoint contains all rows. */
    static boolean contains(CopyEndpoint endpoint, @Nullable PagedMemory memory, long rowBytes, long rows) {
        if (rowBytes < 0 || rows < 0) {
            return false;
        }
        if (rows == 0) {
            return true;
        }
        if (endpoint instanceof CopyEndpoint.Pageable in) {
            return in.at() + (rows - 1) * in.pitchBytes() + rowBytes <= in.bytes().length;
        }
        CopyEndpoint.InMemory in = (CopyEndpoint.InMemory) endpoint;
        return memory != null && memory.containsRange(in.address(), (rows - 1) * in.pitchBytes() + rowBytes);
    }

    /** Copies the bytes. */
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

    private static long address(CopyEndpoint endpoint, long row) {
        return endpoint instanceof CopyEndpoint.InMemory in ? in.address() + row * in.pitchBytes() : 0;
    }

    /** Notifies the destination memory of the written bytes. */
    void notifyWritten(HostMemory memory) {
        for (long row = 0; row < rows; row++) {
            memory.written(toMemory, address(to, row), rowBytes);
        }
    }

    /** Reports the accesses to the visibility checker. */
    void report(HostVisibility visibility, GridCausality watched) {
        visibility.copied(watched, rows, (accesses, block, site, row) -> {
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
