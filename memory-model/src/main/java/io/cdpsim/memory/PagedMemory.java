package io.cdpsim.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one memory: a device's global memory or pinned host memory.
 *
 * <p>Every allocation starts on a page of its own and the bytes behind its end belong to no allocation, so that an access out of bounds is found to the byte. Pages take host memory only once they are written. Untouched bytes read as zero. Values are little-endian.
 * Not safe for use by several threads.
 *
 * <p>An allocation may be {@linkplain #share shared}: its bytes are then in buffers that code outside the simulation reads and writes too.
 *
 * <p>The load and store methods do not check: ask {@link #contains} first. Callers check alignment, so an access never spans two pages.
 */
public final class PagedMemory {
    private static final int PAGE_BITS = 16;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;
    private static final int OFFSET_MASK = PAGE_BYTES - 1;

    /** Unallocated bytes behind every allocation: an access past its end does not reach the next allocation. */
    private static final int GUARD_BYTES = 256;

    /** Bytes of a page of a shared allocation. */
    public static final int SHARED_PAGE_BYTES = PAGE_BYTES;

    private final long base;
    private final long capacityBytes;
    private final TreeMap<Long, Long> sizeOfAllocation = new TreeMap<>();

    /** The freed allocations, whose addresses are never allocated again. */
    private final TreeMap<Long, Long> freed = new TreeMap<>();

    /** There is one copy of each byte: a grid that starts once others are complete sees all that they wrote (rule TAIL-10). */
    private byte[][] pages = new byte[64][];

    /** The shared pages, which have no array; null without a shared page. */
    private @Nullable SharedPages shared;

    /** The sizes of reserved ranges of addresses. */
    private final TreeMap<Long, Long> reservations = new TreeMap<>();

    /** What is mapped, by the first page. */
    private final TreeMap<Integer, PhysicalMemory> mapped = new TreeMap<>();

    private int[] usedBytesOfPage = new int[64];
    private int nextPage;
    private long allocatedBytes;
    private long reservedBytes;

    /**
     * @param base address of the first byte, a multiple of 64 KiB
     * @param capacityBytes most bytes that can be allocated at one time
     */
    public PagedMemory(long base, long capacityBytes) {
        this.base = base;
        this.capacityBytes = capacityBytes;
    }

    /**
     * Allocates zeroed bytes, aligned to 64 KiB.
     *
     * <p>Addresses are never reused, so that a stale pointer is found.
     *
     * @param bytes a number without sign, as {@code size_t} is
     * @return the address, or 0 if the capacity or the rest of the address window is too small
     */
    public long allocate(long bytes) {
        if (bytes < 0 || bytes > freeBytes()) {
            return 0;
        }
        long pageCount = pagesOf(bytes);
        if (nextPage + pageCount > AddressMap.WINDOW_BYTES >>> PAGE_BITS) {
            return 0;
        }
        int first = nextPages((int) pageCount);
        for (int p = 0; p < pageCount; p++) {
            usedBytesOfPage[first + p] = (int) Math.min(PAGE_BYTES, bytes - ((long) p << PAGE_BITS));
        }
        long address = base + ((long) first << PAGE_BITS);
        sizeOfAllocation.put(address, bytes);
        allocatedBytes += bytes;
        return address;
    }

    private int nextPages(int count) {
        int first = nextPage;
        nextPage += count;
        if (nextPage > pages.length) {
            int length = (int) Math.max(nextPage, 2L * pages.length);
            pages = Arrays.copyOf(pages, length);
            usedBytesOfPage = Arrays.copyOf(usedBytesOfPage, length);
        }
        return first;
    }

    /**
     * Reserves addresses behind which there is no memory.
     *
     * @param bytes a multiple of the alignment
     * @param alignment a power of two, at least {@link #SHARED_PAGE_BYTES}
     * @return the first address, or 0 if the rest of the address window is too small
     */
    public long reserveAddresses(long bytes, long alignment) {
        long skipped = -(base + ((long) nextPage << PAGE_BITS)) & (alignment - 1);
        if (nextPage + ((bytes + skipped) >>> PAGE_BITS) + 1 > AddressMap.WINDOW_BYTES >>> PAGE_BITS) {
            return 0;
        }
        int unused = nextPages((int) (skipped >>> PAGE_BITS));
        // The page behind the range stays free.
        long address = base + ((long) nextPages((int) (bytes >>> PAGE_BITS) + 1) << PAGE_BITS);
        reservations.put(address, bytes);
        return address;
    }

    /** Gives a whole reserved range back. @return false if there is none, or something is mapped in it */
    public boolean releaseAddresses(long address, long bytes) {
        return isWholeReservation(address, bytes)
                && mapped.subMap(page(address), page(address + bytes)).isEmpty()
                && reservations.remove(address) != null;
    }

    private boolean isWholeReservation(long address, long bytes) {
        Long reserved = reservations.get(address);
        return reserved != null && reserved == bytes;
    }

    /** Creates memory that is not mapped. @return null if there is not enough */
    public @Nullable PhysicalMemory create(long bytes) {
        if (bytes < 0 || bytes > freeBytes()) {
            return null;
        }
        allocatedBytes += bytes;
        return new PhysicalMemory(bytes, (int) (bytes >>> PAGE_BITS));
    }

    /** Frees memory that is not mapped. */
    public void destroy(PhysicalMemory memory) {
        allocatedBytes -= memory.bytes();
    }

    /** Puts memory behind reserved addresses. It can be accessed after {@link #setAccessible}. @return false if the range is not free */
    public boolean map(long address, PhysicalMemory memory) {
        Map.Entry<Long, Long> range = reservations.floorEntry(address);
        if (range == null || address - range.getKey() > range.getValue() - memory.bytes()) {
            return false;
        }
        int first = page(address);
        Map.Entry<Integer, PhysicalMemory> before = mapped.lowerEntry(first + memory.pages.length);
        if (before != null && before.getKey() + before.getValue().pages.length > first) {
            return false;
        }
        mapped.put(first, memory);
        memory.mappedAt.add(first);
        System.arraycopy(memory.pages, 0, pages, first, memory.pages.length);
        return true;
    }

    /**
     * Ends all mappings of a range.
     *
     * @return the memory that was mapped; null if the range ends within a mapping
     */
    public @Nullable List<PhysicalMemory> unmap(long address, long bytes) {
        int first = page(address);
        int end = page(address + bytes);
        Map.Entry<Integer, PhysicalMemory> before = mapped.lowerEntry(first);
        Map.Entry<Integer, PhysicalMemory> last = mapped.lowerEntry(end);
        if ((before != null && before.getKey() + before.getValue().pages.length > first)
                || (last != null && last.getKey() + last.getValue().pages.length > end)) {
            return null;
        }
        Map<Integer, PhysicalMemory> ended = mapped.subMap(first, end);
        List<PhysicalMemory> memories = List.copyOf(ended.values());
        ended.forEach((at, memory) -> {
            memory.mappedAt.remove(at);
            Arrays.fill(pages, at, at + memory.pages.length, null);
            Arrays.fill(usedBytesOfPage, at, at + memory.pages.length, 0);
        });
        ended.clear();
        return memories;
    }

    /** Lets accesses reach a range, or refuses them. @return false if memory is not mapped behind all of it */
    public boolean setAccessible(long address, long bytes, boolean isAccessible) {
        int end = page(address + bytes);
        int at = page(address);
        while (at < end) {
            Map.Entry<Integer, PhysicalMemory> here = mapped.floorEntry(at);
            if (here == null || here.getKey() + here.getValue().pages.length <= at) {
                return false;
            }
            at = here.getKey() + here.getValue().pages.length;
        }
        Arrays.fill(usedBytesOfPage, page(address), end, isAccessible ? PAGE_BYTES : 0);
        return true;
    }

    /** The memory that is mapped at an address; null if there is none. */
    public @Nullable PhysicalMemory mappedAt(long address) {
        if (address < base || address - base >= (long) nextPage << PAGE_BITS) {
            return null;
        }
        Map.Entry<Integer, PhysicalMemory> here = mapped.floorEntry(page(address));
        return here == null || here.getKey() + here.getValue().pages.length <= page(address) ? null : here.getValue();
    }

    /** Frees an allocation. @return false if no allocation starts at the address */
    public boolean free(long address) {
        Long bytes = sizeOfAllocation.remove(address);
        if (bytes == null) {
            return false;
        }
        int first = (int) ((address - base) >>> PAGE_BITS);
        long pageCount = pagesOf(bytes);
        for (int p = first; p < first + pageCount; p++) {
            pages[p] = null;
            usedBytesOfPage[p] = 0;
        }
        if (shared != null) {
            shared.remove(first, (int) pageCount);
        }
        allocatedBytes -= bytes;
        freed.put(address, bytes);
        return true;
    }

    /** Whether an address is in an allocation that has been freed. */
    public boolean wasFreed(long address) {
        Map.Entry<Long, Long> allocation = freed.floorEntry(address);
        return allocation != null && address - allocation.getKey() < allocation.getValue();
    }

    private static long pagesOf(long bytes) {
        return ((bytes + GUARD_BYTES - 1) >>> PAGE_BITS) + 1;
    }

    /**
     * Reserves bytes that cannot be allocated. The number replaces that of an earlier call.
     *
     * @return false, without a change, if the allocations leave fewer bytes
     */
    public boolean reserve(long bytes) {
        if (bytes > capacityBytes - allocatedBytes) {
            return false;
        }
        reservedBytes = bytes;
        return true;
    }

    /** Bytes that can be allocated now. */
    public long freeBytes() {
        return capacityBytes - allocatedBytes - reservedBytes;
    }

    /** Bytes allocated now. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Most bytes that can be allocated at one time. */
    public long capacityBytes() {
        return capacityBytes;
    }

    /** Whether {@code bytes} bytes at the address are inside one allocation; {@code bytes} is at most the alignment of the address. */
    public boolean contains(long address, int bytes) {
        long offset = address - base;
        long page = offset >>> PAGE_BITS;
        return offset >= 0 && page < nextPage && ((int) offset & OFFSET_MASK) + bytes <= usedBytesOfPage[(int) page];
    }

    /** The bytes of the page of an address in an allocation; null if it is shared, or nothing has been stored there. */
    public byte @Nullable [] arrayAt(long address) {
        return pages[page(address)];
    }

    /** How many bytes of the page of an address in an allocation are allocated, from its start on. */
    public int usedBytesOfPage(long address) {
        return usedBytesOfPage[page(address)];
    }

    /** Whether addresses whose bitwise and is {@code common} and whose bitwise or is {@code any} are on one page of any memory. */
    public static boolean onePage(long common, long any) {
        return (common ^ any) >>> PAGE_BITS == 0;
    }

    /** Whether the whole range is inside one allocation. */
    public boolean containsRange(long address, long bytes) {
        var entry = sizeOfAllocation.floorEntry(address);
        return (entry != null && bytes >= 0 && address - entry.getKey() <= entry.getValue() - bytes)
                || (!mapped.isEmpty() && isMappedRange(address, bytes));
    }

    private boolean isMappedRange(long address, long bytes) {
        if (bytes < 0 || mappedAt(address) == null) {
            return false;
        }
        for (int at = page(address); at <= page(address + Math.max(0, bytes - 1)); at++) {
            if (at >= nextPage || usedBytesOfPage[at] != PAGE_BYTES) {
                return false;
            }
        }
        return true;
    }

    /** The start and the size of the allocation that contains an address; null if there is none. */
    public Map.@Nullable Entry<Long, Long> allocationAt(long address) {
        Map.Entry<Long, Long> entry = sizeOfAllocation.floorEntry(address);
        if (entry != null && address - entry.getKey() < entry.getValue()) {
            return entry;
        }
        PhysicalMemory memory = mapped.isEmpty() ? null : mappedAt(address);
        return memory == null
                ? null
                : Map.entry(base + ((long) mapped.floorKey(page(address)) << PAGE_BITS), memory.bytes());
    }

    /**
     * Moves an allocation to buffers that other code reads and writes at the same time, such as memory of another process. Its earlier contents are lost.
     *
     * @param address start of an allocation
     * @param pageAt the page of {@link #SHARED_PAGE_BYTES} bytes at an offset from there, as a direct buffer; called once for each page
     * @throws IllegalArgumentException if no allocation starts at the address
     */
    public void share(long address, LongFunction<ByteBuffer> pageAt) {
        Long bytes = sizeOfAllocation.get(address);
        if (bytes == null) {
            throw new IllegalArgumentException("no allocation starts at 0x" + Long.toHexString(address));
        }
        if (shared == null) {
            shared = new SharedPages();
        }
        int first = (int) ((address - base) >>> PAGE_BITS);
        for (long offset = 0; offset < bytes; offset += PAGE_BYTES) {
            int page = first + (int) (offset >>> PAGE_BITS);
            pages[page] = null;
            shared.put(page, pageAt.apply(offset));
        }
    }

    /** Whether any allocation is shared. */
    public boolean isShared() {
        return shared != null && !shared.isEmpty();
    }

    /**
     * Stores a value in a shared allocation if nothing has changed it: code outside the simulation updates the same words.
     *
     * @param bytes 4 or 8
     * @return whether the value was the expected one
     */
    public boolean compareAndStore(long address, int bytes, long expected, long value) {
        ByteBuffer page = sharedPage(address);
        int offset = (int) (address - base) & OFFSET_MASK;
        if (page == null) {
            throw new IllegalArgumentException("0x" + Long.toHexString(address) + " is not shared");
        }
        return bytes == Long.BYTES
                ? SharedPages.compareAndSetLong(page, offset, expected, value)
                : SharedPages.compareAndSetInt(page, offset, (int) expected, (int) value);
    }

    /** Whether an address is in a shared allocation. */
    public boolean isSharedAt(long address) {
        return sharedPage(address) != null;
    }

    private int page(long address) {
        return (int) ((address - base) >>> PAGE_BITS);
    }

    /** The shared page of an address, or null if its page is not shared. Valid for pages without an array. */
    private @Nullable ByteBuffer sharedPage(long address) {
        return shared == null ? null : shared.get(page(address));
    }

    private byte[] madeFor(long address) {
        int index = page(address);
        // Rounded up so that a wide access to the last bytes stays inside the array.
        byte[] page = new byte[(usedBytesOfPage[index] + 7) & ~7];
        pages[index] = page;
        PhysicalMemory memory = mapped.isEmpty() ? null : mappedAt(address);
        if (memory != null) {
            int ofMemory = index - mapped.floorKey(index);
            memory.pages[ofMemory] = page;
            memory.mappedAt.forEach(first -> pages[first + ofMemory] = page);
        }
        return page;
    }

    /** Loads one byte, sign-extended. */
    public byte loadByte(long address) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        if (page != null) {
            return page[offset];
        }
        ByteBuffer others = sharedPage(address);
        return others == null ? 0 : SharedPages.getByte(others, offset);
    }

    /** Loads two bytes. */
    public short loadShort(long address) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        if (page != null) {
            return LittleEndian.getShort(page, offset);
        }
        ByteBuffer others = sharedPage(address);
        return others == null ? 0 : SharedPages.getShort(others, offset);
    }

    /** Loads four bytes. */
    public int loadInt(long address) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        if (page != null) {
            return LittleEndian.getInt(page, offset);
        }
        ByteBuffer others = sharedPage(address);
        return others == null ? 0 : SharedPages.getInt(others, offset);
    }

    /** Loads eight bytes. */
    public long loadLong(long address) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        if (page != null) {
            return LittleEndian.getLong(page, offset);
        }
        ByteBuffer others = sharedPage(address);
        return others == null ? 0 : SharedPages.getLong(others, offset);
    }

    /** Stores one byte. */
    public void storeByte(long address, byte value) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        ByteBuffer others = page == null ? sharedPage(address) : null;
        if (others == null) {
            (page == null ? madeFor(address) : page)[offset] = value;
        } else {
            SharedPages.putByte(others, offset, value);
        }
    }

    /** Stores two bytes. */
    public void storeShort(long address, short value) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        ByteBuffer others = page == null ? sharedPage(address) : null;
        if (others == null) {
            LittleEndian.putShort(page == null ? madeFor(address) : page, offset, value);
        } else {
            SharedPages.putShort(others, offset, value);
        }
    }

    /** Stores four bytes. */
    public void storeInt(long address, int value) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        ByteBuffer others = page == null ? sharedPage(address) : null;
        if (others == null) {
            LittleEndian.putInt(page == null ? madeFor(address) : page, offset, value);
        } else {
            SharedPages.putInt(others, offset, value);
        }
    }

    /** Stores consecutive values of four bytes. The range must be inside one allocation. */
    public void storeInts(long address, int[] values) {
        for (int done = 0; done < values.length; ) {
            long at = address + (long) done * Integer.BYTES;
            int offset = (int) at & OFFSET_MASK;
            int count = Math.min((PAGE_BYTES - offset) / Integer.BYTES, values.length - done);
            ByteBuffer others = pages[page(at)] == null ? sharedPage(at) : null;
            if (others != null || count == 0) {
                storeInt(at, values[done]);
                done++;
            } else {
                byte[] page = pages[page(at)];
                ints(page == null ? madeFor(at) : page, offset).put(values, done, count);
                done += count;
            }
        }
    }

    /** Loads consecutive values of four bytes. The range must be inside one allocation. */
    public void loadInts(long address, int[] into) {
        for (int done = 0; done < into.length; ) {
            long at = address + (long) done * Integer.BYTES;
            int offset = (int) at & OFFSET_MASK;
            int count = Math.min((PAGE_BYTES - offset) / Integer.BYTES, into.length - done);
            byte[] page = pages[page(at)];
            if (page == null || count == 0) {
                into[done] = loadInt(at);
                done++;
            } else {
                ints(page, offset).get(into, done, count);
                done += count;
            }
        }
    }

    private static IntBuffer ints(byte[] page, int offset) {
        return ByteBuffer.wrap(page, offset, page.length - offset)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
    }

    /** Stores four bytes. @return the old value */
    public int exchangeInt(long address, int value) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        ByteBuffer others = page == null ? sharedPage(address) : null;
        if (others != null) {
            return SharedPages.exchangeInt(others, offset, value);
        }
        byte[] own = page == null ? madeFor(address) : page;
        int before = LittleEndian.getInt(own, offset);
        LittleEndian.putInt(own, offset, value);
        return before;
    }

    /**
     * Loads consecutive values of four bytes from one page.
     *
     * @param at index of the first in the array
     */
    public void loadInts(long address, long[] into, int at, int count) {
        byte[] page = pages[page(address)];
        if (page == null) {
            for (int i = 0; i < count; i++) {
                into[at + i] = loadInt(address + (long) i * Integer.BYTES);
            }
            return;
        }
        int offset = (int) address & OFFSET_MASK;
        for (int i = 0; i < count; i++) {
            into[at + i] = LittleEndian.getInt(page, offset + i * Integer.BYTES);
        }
    }

    /**
     * Stores consecutive values of four bytes to one page.
     *
     * @param at index of the first in the array
     * @return whether any stored value differs from the old one
     */
    public boolean exchangeInts(long address, long[] from, int at, int count) {
        byte[] page = pages[page(address)];
        long differences = 0;
        if (page == null) {
            for (int i = 0; i < count; i++) {
                int value = (int) from[at + i];
                differences |= exchangeInt(address + (long) i * Integer.BYTES, value) ^ value;
            }
            return differences != 0;
        }
        int offset = (int) address & OFFSET_MASK;
        for (int i = 0; i < count; i++) {
            int place = offset + i * Integer.BYTES;
            long value = from[at + i];
            differences |= LittleEndian.getInt(page, place) ^ value;
            LittleEndian.putInt(page, place, (int) value);
        }
        return differences != 0;
    }

    /** Whether the page of an address is there; it is made once something is stored to it. */
    public boolean hasPage(long address) {
        return pages[page(address)] != null;
    }

    /** Stores eight bytes. */
    public void storeLong(long address, long value) {
        byte[] page = pages[page(address)];
        int offset = (int) address & OFFSET_MASK;
        ByteBuffer others = page == null ? sharedPage(address) : null;
        if (others == null) {
            LittleEndian.putLong(page == null ? madeFor(address) : page, offset, value);
        } else {
            SharedPages.putLong(others, offset, value);
        }
    }

    /** Fills a range with one byte value. The range must be inside one allocation. */
    public void fill(long address, byte value, long bytes) {
        for (long at = address, end = address + bytes; at < end; ) {
            int offset = (int) at & OFFSET_MASK;
            int count = (int) Math.min(PAGE_BYTES - offset, end - at);
            byte[] page = pages[page(at)];
            ByteBuffer others = page == null ? sharedPage(at) : null;
            if (others == null) {
                Arrays.fill(page == null ? madeFor(at) : page, offset, offset + count, value);
            } else {
                SharedPages.fill(others, offset, count, value);
            }
            at += count;
        }
    }

    /** Copies bytes out of memory. The range must be inside one allocation. */
    public void read(long address, byte[] into, int at, int bytes) {
        for (int done = 0; done < bytes; ) {
            int offset = (int) (address + done) & OFFSET_MASK;
            int count = Math.min(PAGE_BYTES - offset, bytes - done);
            byte[] page = pages[page(address + done)];
            ByteBuffer others = page == null ? sharedPage(address + done) : null;
            if (page != null) {
                System.arraycopy(page, offset, into, at + done, count);
            } else if (others != null) {
                others.get(offset, into, at + done, count);
            } else {
                Arrays.fill(into, at + done, at + done + count, (byte) 0);
            }
            done += count;
        }
    }

    /** Copies bytes into memory. The range must be inside one allocation. */
    public void write(long address, byte[] from, int at, int bytes) {
        for (int done = 0; done < bytes; ) {
            int offset = (int) (address + done) & OFFSET_MASK;
            int count = Math.min(PAGE_BYTES - offset, bytes - done);
            byte[] page = pages[page(address + done)];
            ByteBuffer others = page == null ? sharedPage(address + done) : null;
            if (others != null) {
                others.put(offset, from, at + done, count);
            } else if (page == null && count == PAGE_BYTES && mapped.isEmpty()) {
                // The array is not zeroed first.
                pages[page(address + done)] = Arrays.copyOfRange(from, at + done, at + done + count);
            } else {
                System.arraycopy(from, at + done, page == null ? madeFor(address + done) : page, offset, count);
            }
            done += count;
        }
    }

    /** Copies between two memories, or within one where the ranges do not overlap. Each range must be inside one allocation. */
    public static void copy(PagedMemory from, long source, PagedMemory to, long destination, long bytes) {
        byte[] buffer = new byte[(int) Math.min(PAGE_BYTES, bytes)];
        for (long done = 0; done < bytes; ) {
            int count = (int) Math.min(buffer.length, bytes - done);
            // Zeros need no page where there is none.
            if (from.isTouched(source + done, count) || to.isTouched(destination + done, count)) {
                from.read(source + done, buffer, 0, count);
                to.write(destination + done, buffer, 0, count);
            }
            done += count;
        }
    }

    /** Whether a range of at most a page reaches a page that is there, or a shared one. */
    private boolean isTouched(long address, int bytes) {
        long last = address + bytes - 1;
        return pages[page(address)] != null
                || pages[page(last)] != null
                || sharedPage(address) != null
                || sharedPage(last) != null;
    }
}
