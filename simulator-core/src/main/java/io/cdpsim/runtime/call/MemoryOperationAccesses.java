package io.cdpsim.runtime.call;

import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.BlockCausality;

/** Reports the accesses of a copy or a fill to the visibility checker, in words if alignment permits. */
public final class MemoryOperationAccesses {
    private static final int WORD = 4;

    private final VisibilityChecker checker;

    public MemoryOperationAccesses(VisibilityChecker checker) {
        this.checker = checker;
    }

    /** Reports a copy from a memory. */
    public void copy(BlockCausality block, int site, PagedMemory source, long from, long to, long bytes) {
        for (long done = 0; done < bytes; ) {
            int step = step(from + done, to + done, bytes - done);
            int bits = step == WORD ? source.loadInt(from + done) : source.loadByte(from + done);
            checker.copyReads(block, site, from + done, step);
            checker.copyWrites(block, site, to + done, step, bits);
            done += step;
        }
    }

    /** Reports a copy from an array that no device thread can access. */
    public void receive(BlockCausality block, int site, byte[] source, int at, long to, int bytes) {
        for (int done = 0; done < bytes; ) {
            int step = step(to + done, to + done, bytes - done);
            int bits = step == WORD ? LittleEndian.getInt(source, at + done) : source[at + done];
            checker.copyWrites(block, site, to + done, step, bits);
            done += step;
        }
    }

    /** Reports a copy into an array that no device thread can access. */
    public void send(BlockCausality block, int site, long from, long bytes) {
        for (long done = 0; done < bytes; ) {
            int step = step(from + done, from + done, bytes - done);
            checker.copyReads(block, site, from + done, step);
            done += step;
        }
    }

    /**
     * Reports a fill.
     *
     * @param word what it writes into each four bytes, from the first one on
     */
    public void fill(BlockCausality block, int site, long to, long bytes, int word) {
        for (long done = 0; done < bytes; ) {
            int step = step(to + done, to + done, bytes - done);
            int bits = Integer.rotateRight(word, Byte.SIZE * (int) (done & (WORD - 1)));
            checker.copyWrites(block, site, to + done, step, bits);
            done += step;
        }
    }

    private static int step(long a, long b, long left) {
        return ((a | b) & (WORD - 1)) == 0 && left >= WORD ? WORD : 1;
    }
}
