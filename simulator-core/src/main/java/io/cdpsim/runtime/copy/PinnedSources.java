package io.cdpsim.runtime.copy;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The pinned memory that copies in flight read. A program outside of the simulation writes it without a call, so its contents are compared: with those
 * when the copy was queued, at each call that follows.
 */
public final class PinnedSources {
    private static final int MAX_COPIES = 64;
    /** The start of a source stands for all of it. */
    private static final int MAX_BYTES = 4096;

    private final PagedMemory memory;
    private final VisibilityChecker checker;
    private final HostWrites hostWrites;
    private final Deque<Source> sources = new ArrayDeque<>();

    private static final class Source {
        private final long address;
        private final byte[] content;
        private final long mark;

        Source(long address, byte[] content, long mark) {
            this.address = address;
            this.content = content;
            this.mark = mark;
        }
    }

    /** Receives the writes of the host. */
    @FunctionalInterface
    public interface HostWrites {
        /** The host has written a word. */
        void wrote(long address, int value);
    }

    /** No copies from a memory. */
    public PinnedSources(PagedMemory memory, VisibilityChecker checker, HostWrites hostWrites) {
        this.memory = memory;
        this.checker = checker;
        this.hostWrites = hostWrites;
    }

    /** A copy from an address is queued. */
    public void queued(long address, long bytes) {
        if (AddressMap.spaceOf(address) != AddressSpace.MAPPED) {
            return;
        }
        if (sources.size() == MAX_COPIES) {
            sources.remove();
        }
        sources.add(
                new Source(address, content(address, (int) Math.min(bytes, MAX_BYTES)), checker.markOfMappedWrites()));
    }

    private byte[] content(long address, int bytes) {
        byte[] content = new byte[bytes];
        memory.read(address, content, 0, bytes);
        return content;
    }

    /** Whether from now on the program computes while time passes, so that it may poll what it shares with the devices. */
    public void polls(boolean does) {
        checker.hostPolls(does);
    }

    /** Compares the contents, after the program has run by itself. */
    public void compare() {
        sources.removeIf(this::differs);
    }

    /** Whether a source is not as it was, and why no longer matters. */
    private boolean differs(Source source) {
        int bytes = source.content.length;
        if (!memory.containsRange(source.address, bytes)
                || checker.wroteMappedSince(source.mark, source.address, bytes)) {
            return true;
        }
        byte[] now = content(source.address, bytes);
        for (int i = 0; i < bytes; i++) {
            if (now[i] != source.content[i]) {
                long word = source.address + i & -Integer.BYTES;
                hostWrites.wrote(word, memory.loadInt(word));
                return true;
            }
        }
        return false;
    }
}
