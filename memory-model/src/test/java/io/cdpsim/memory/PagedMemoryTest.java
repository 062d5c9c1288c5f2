package io.cdpsim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagedMemoryTest {
    private static final long BASE = AddressMap.globalBase(0);
    private static final int PAGE = 1 << 16;

    private final PagedMemory memory = new PagedMemory(BASE, 1 << 20);

    @Test
    void untouchedBytesReadAsZero() {
        long address = memory.allocate(3 * PAGE);

        assertThat(memory.loadLong(address)).isZero();
        assertThat(memory.loadLong(address + 3 * PAGE - 8)).isZero();
        memory.storeByte(address + PAGE, (byte) 7);
        assertThat(memory.loadByte(address + PAGE + 1)).isZero();
    }

    /** From the start of a page, from within it, and from near its end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, PAGE - 8})
    void rangesOfIntsAreTheSameAsTheirInts(int from) {
        long address = memory.allocate(4 * PAGE) + from;
        int[] values = new SplittableRandom(from).ints(PAGE / 2).toArray();
        int[] loaded = new int[values.length];

        memory.loadInts(address, loaded);
        assertThat(loaded).containsOnly(0);

        memory.storeInts(address, values);
        memory.loadInts(address, loaded);
        assertThat(loaded).isEqualTo(values);
        for (int i = 0; i < values.length; i++) {
            if (memory.loadInt(address + 4L * i) != values[i]) {
                assertThat(i).as("the first that differs").isEqualTo(-1);
            }
        }
        assertThat(memory.loadInt(address + 4L * values.length)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 8, 9, 4_095, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 3 * PAGE - 5})
    void anAllocationEndsToTheByte(long bytes) {
        long address = memory.allocate(bytes);
        memory.allocate(PAGE);

        for (int width = 1; width <= 16; width *= 2) {
            for (long at = 0; at < bytes + 64; at += width) {
                assertThat(memory.contains(address + at, width))
                        .as("%d bytes at %d of %d", width, at, bytes)
                        .isEqualTo(at + width <= bytes);
                if (at == 64 && bytes > 200) {
                    at = bytes / width * width - 64L;
                }
            }
        }
    }

    @Test
    void nothingIsContainedBelowTheFirstAllocationOrBehindTheLast() {
        long address = memory.allocate(PAGE);

        assertThat(memory.contains(address - 1, 1)).isFalse();
        assertThat(memory.contains(address + PAGE, 1)).isFalse();
        assertThat(memory.contains(0, 1)).isFalse();
        assertThat(memory.contains(-8, 8)).isFalse();
        assertThat(memory.contains(Long.MIN_VALUE, 8)).isFalse();
        assertThat(memory.contains(Long.MAX_VALUE & -8L, 8)).isFalse();
        assertThat(memory.contains(address + (1L << 32), 1)).isFalse();
        assertThat(memory.contains(address + (1L << 48), 1)).isFalse();
    }

    @Test
    void allocationsAreAlignedAndApart() {
        long first = memory.allocate(100);
        long second = memory.allocate(PAGE + 1);
        long third = memory.allocate(0);
        long fourth = memory.allocate(4);

        assertThat(List.of(first, second, third, fourth))
                .allMatch(a -> a % PAGE == 0)
                .doesNotHaveDuplicates();
        assertThat(second).isGreaterThanOrEqualTo(first + 100);
        assertThat(third).isGreaterThanOrEqualTo(second + PAGE + 1);
        assertThat(memory.contains(third, 1)).isFalse();
        assertThat(memory.contains(fourth, 4)).isTrue();
    }

    @Test
    void aFreedAllocationIsNoLongerThere() {
        long kept = memory.allocate(2 * PAGE);
        long freed = memory.allocate(2 * PAGE);
        memory.storeInt(kept, 5);

        assertThat(memory.free(freed)).isTrue();

        assertThat(memory.contains(freed, 1)).isFalse();
        assertThat(memory.contains(freed + PAGE, 1)).isFalse();
        assertThat(memory.containsRange(freed, 1)).isFalse();
        assertThat(memory.contains(kept, 4)).isTrue();
        assertThat(memory.loadInt(kept)).isEqualTo(5);
        assertThat(memory.allocatedBytes()).isEqualTo(2 * PAGE);
    }

    @Test
    void onlyTheBeginOfAnAllocationCanBeFreedAndOnlyOnce() {
        long address = memory.allocate(2 * PAGE);

        assertThat(memory.free(address + PAGE)).isFalse();
        assertThat(memory.free(0)).isFalse();
        assertThat(memory.free(address)).isTrue();
        assertThat(memory.free(address)).isFalse();
        assertThat(memory.allocatedBytes()).isZero();
    }

    @Test
    void theCapacityCountsBytesAllocatedAtOneTime() {
        PagedMemory small = new PagedMemory(BASE, 1_000);

        long first = small.allocate(600);
        assertThat(first).isNotZero();
        assertThat(small.allocate(401)).isZero();
        assertThat(small.allocate(400)).isNotZero();
        assertThat(small.allocate(1)).isZero();
        assertThat(small.allocate(Long.MAX_VALUE)).isZero();
        assertThat(small.allocatedBytes()).isEqualTo(1_000);

        assertThat(small.free(first)).isTrue();
        assertThat(small.allocatedBytes()).isEqualTo(400);
        assertThat(small.allocate(600)).isNotZero();
        assertThat(small.capacityBytes()).isEqualTo(1_000);
    }

    @Test
    void anAllocationNeverReachesIntoTheNextWindow() {
        PagedMemory boundless = new PagedMemory(BASE, Long.MAX_VALUE);

        assertThat(boundless.allocate((1L << 40) + 1)).isZero();
        assertThat(boundless.allocate(Long.MAX_VALUE)).isZero();
        assertThat(boundless.allocate(8)).isEqualTo(BASE);
        assertThat(boundless.allocate(1L << 40)).isZero();
        assertThat(boundless.allocatedBytes()).isEqualTo(8);
    }

    @Test
    void mappedMemoryIsOneBehindAllItsAddresses() {
        PagedMemory of = new PagedMemory(AddressMap.globalBase(0), 1 << 20);
        long range = of.reserveAddresses(4 << 16, 1 << 16);
        PhysicalMemory physical = Objects.requireNonNull(of.create(2 << 16));

        assertThat(of.freeBytes()).isEqualTo((1 << 20) - (2 << 16));
        assertThat(of.map(range, physical)).isTrue();
        assertThat(of.map(range + (1 << 16), physical)).isFalse();
        assertThat(of.map(range + (2 << 16), physical)).isTrue();
        assertThat(of.contains(range, 4)).isFalse();
        assertThat(of.setAccessible(range, 4 << 16, true)).isTrue();
        of.storeInt(range + (1 << 16), 7);
        assertThat(of.loadInt(range + (3 << 16))).isEqualTo(7);
        assertThat(of.containsRange(range + 4, (4 << 16) - 4)).isTrue();
        assertThat(of.containsRange(range + 4, 4 << 16)).isFalse();
        assertThat(of.unmap(range, 1 << 16)).isNull();
        assertThat(of.unmap(range, 4 << 16)).containsExactly(physical, physical);
        assertThat(physical.isMapped()).isFalse();
        assertThat(of.contains(range, 4)).isFalse();
        assertThat(of.releaseAddresses(range, 4 << 16)).isTrue();
    }

    @Test
    void aSizeBeyondEveryMemoryIsRefused() {
        assertThat(new PagedMemory(AddressMap.globalBase(0), 1L << 40).allocate(-1))
                .isZero();
    }

    @Test
    void aRangeLiesInsideOneAllocationOrDoesNot() {
        long address = memory.allocate(2 * PAGE);
        long next = memory.allocate(PAGE);

        assertThat(memory.containsRange(address, 2 * PAGE)).isTrue();
        assertThat(memory.containsRange(address + 1, 2 * PAGE - 1)).isTrue();
        assertThat(memory.containsRange(address + 1, 2 * PAGE)).isFalse();
        assertThat(memory.containsRange(address, 2 * PAGE + 1)).isFalse();
        assertThat(memory.containsRange(address, Long.MAX_VALUE)).isFalse();
        assertThat(memory.containsRange(address, -1)).isFalse();
        assertThat(memory.containsRange(address - 1, 1)).isFalse();
        assertThat(memory.containsRange(next - 1, 2)).isFalse();
        assertThat(memory.containsRange(address + 2 * PAGE, 0)).isTrue();
    }

    /** Each width, at both ends of two shared pages, against the buffers themselves. */
    @Test
    void aSharedAllocationIsTheBuffersOfWhoeverSharesIt() {
        long address = memory.allocate(PAGE + 8);
        ByteBuffer[] pages = {direct(), direct()};
        memory.share(address, offset -> pages[(int) (offset / PAGE)]);
        assertThat(memory.isShared()).isTrue();
        SplittableRandom random = new SplittableRandom(5);
        for (int at : new int[] {0, 8, PAGE - 8, PAGE}) {
            ByteBuffer page = pages[at / PAGE];
            int offset = at % PAGE;
            long value = random.nextLong();
            page.putLong(offset, value);
            assertThat(memory.loadLong(address + at)).isEqualTo(value);
            assertThat(memory.loadInt(address + at + 4)).isEqualTo((int) (value >> 32));
            assertThat(memory.loadShort(address + at + 2)).isEqualTo((short) (value >> 16));
            assertThat(memory.loadByte(address + at + 7)).isEqualTo((byte) (value >> 56));
            memory.storeLong(address + at, 1);
            memory.storeByte(address + at + 1, (byte) 2);
            memory.storeShort(address + at + 2, (short) 3);
            assertThat(memory.exchangeInt(address + at + 4, 4)).isZero();
            assertThat(page.getLong(offset)).isEqualTo(0x0000_0004_0003_0201L);
            memory.storeInt(address + at, 9);
            assertThat(page.getInt(offset)).isEqualTo(9);
        }
    }

    @Test
    void intsOfASharedAllocationGoAcrossItsPages() {
        long address = memory.allocate(2 * PAGE);
        memory.share(address, offset -> direct());

        memory.storeInts(address + PAGE - 4, new int[] {5, -6});

        int[] loaded = new int[2];
        memory.loadInts(address + PAGE - 4, loaded);
        assertThat(loaded).containsExactly(5, -6);
        assertThat(memory.loadInt(address + PAGE)).isEqualTo(-6);
    }

    @Test
    void rangesOfASharedAllocationGoAcrossItsPages() {
        long address = memory.allocate(2 * PAGE);
        long own = memory.allocate(2 * PAGE);
        ByteBuffer[] pages = {direct(), direct()};
        memory.share(address, offset -> pages[(int) (offset / PAGE)]);
        memory.write(address + PAGE - 2, new byte[] {1, 2, 3, 4}, 0, 4);
        memory.fill(address + PAGE + 2, (byte) 5, 2);
        PagedMemory.copy(memory, address + PAGE - 1, memory, own, 4);
        byte[] read = new byte[6];
        memory.read(address + PAGE - 2, read, 0, 6);
        long[] ints = {7, 8};
        boolean changed = memory.exchangeInts(address, ints, 0, 2);
        long[] loaded = new long[2];
        memory.loadInts(address, loaded, 0, 2);

        assertThat(read).containsExactly(1, 2, 3, 4, 5, 5);
        assertThat(pages[1].get(0)).isEqualTo((byte) 3);
        assertThat(memory.loadInt(own)).isEqualTo(0x05040302);
        assertThat(changed).isTrue();
        assertThat(loaded).containsExactly(7, 8);
        assertThat(memory.exchangeInts(address, ints, 0, 2)).isFalse();
    }

    @Test
    void aFreedAllocationIsNoLongerShared() {
        long address = memory.allocate(8);
        memory.share(address, offset -> direct());

        memory.free(address);

        assertThat(memory.isShared()).isFalse();
    }

    @Test
    void onlyAWholeAllocationIsShared() {
        long address = memory.allocate(8);

        assertThatThrownBy(() -> memory.share(address + 4, offset -> direct()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no allocation starts at");
    }

    private static ByteBuffer direct() {
        return ByteBuffer.allocateDirect(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void narrowLoadsGiveTheSign() {
        long address = memory.allocate(8);
        memory.storeLong(address, -2);

        assertThat((int) memory.loadByte(address)).isEqualTo(-2);
        assertThat((int) memory.loadShort(address)).isEqualTo(-2);
        assertThat((long) memory.loadInt(address)).isEqualTo(-2L);
    }

    @Test
    void copiesGoAcrossPagesAndMemories() {
        PagedMemory host = new PagedMemory(AddressMap.HOST_BASE, 1 << 20);
        long source = memory.allocate(3 * PAGE);
        long destination = host.allocate(3 * PAGE);
        byte[] bytes = new byte[2 * PAGE + 77];
        new SplittableRandom(3).nextBytes(bytes);
        memory.write(source + 11, bytes, 0, bytes.length);

        PagedMemory.copy(memory, source + 11, host, destination + 5, bytes.length);

        byte[] arrived = new byte[bytes.length];
        host.read(destination + 5, arrived, 0, arrived.length);
        assertThat(arrived).isEqualTo(bytes);
        assertThat(host.loadByte(destination + 4)).isZero();
        assertThat(host.loadByte(destination + 5 + bytes.length)).isZero();
    }

    @Test
    void untouchedBytesAreCopiedAsZeros() {
        long source = memory.allocate(3 * PAGE);
        long destination = memory.allocate(3 * PAGE);
        memory.fill(destination + PAGE, (byte) 7, 8);

        PagedMemory.copy(memory, source, memory, destination, 3 * PAGE);

        assertThat(memory.loadLong(destination + PAGE)).isZero();
        assertThat(memory.loadLong(destination + 2 * PAGE)).isZero();
    }

    @Test
    void copyingNothingDoesNothing() {
        PagedMemory.copy(memory, 0, memory, 0, 0);

        assertThat(memory.allocatedBytes()).isZero();
    }

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    /** One allocation and the bytes it should hold. */
    private record Model(long address, ByteBuffer bytes) {}

    @ParameterizedTest
    @MethodSource("seeds")
    void memoryHoldsWhatAByteArrayWouldHold(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Model> models = new ArrayList<>();
        for (int step = 0; step < 400; step++) {
            if (models.isEmpty() || (models.size() < 6 && random.nextInt(20) == 0)) {
                int size = random.nextInt(1, random.nextBoolean() ? 100 : 3 * PAGE);
                long address = memory.allocate(size);
                if (address != 0) {
                    models.add(new Model(address, ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN)));
                }
                continue;
            }
            int chosen = random.nextInt(models.size());
            if (random.nextInt(60) == 0) {
                assertThat(memory.free(models.remove(chosen).address())).isTrue();
            } else {
                change(random, models.get(chosen));
            }
        }
        for (Model model : models) {
            byte[] held = new byte[model.bytes().capacity()];
            memory.read(model.address(), held, 0, held.length);
            assertThat(held).isEqualTo(model.bytes().array());
        }
        assertThat(memory.allocatedBytes())
                .isEqualTo(models.stream().mapToLong(m -> m.bytes().capacity()).sum());
    }

    private void change(SplittableRandom random, Model model) {
        int size = model.bytes().capacity();
        int width = 1 << random.nextInt(4);
        long value = random.nextLong();
        if (random.nextInt(6) == 0) {
            changeRange(random, model, size);
        } else if (size >= width) {
            int at = random.nextInt(size / width) * width;
            long address = model.address() + at;
            switch (width) {
                case 1 -> {
                    memory.storeByte(address, (byte) value);
                    model.bytes().put(at, (byte) value);
                }
                case 2 -> {
                    memory.storeShort(address, (short) value);
                    model.bytes().putShort(at, (short) value);
                }
                case 4 -> {
                    memory.storeInt(address, (int) value);
                    model.bytes().putInt(at, (int) value);
                }
                default -> {
                    memory.storeLong(address, value);
                    model.bytes().putLong(at, value);
                }
            }
            int back = random.nextInt(size / width) * width;
            assertThat(load(model.address() + back, width)).isEqualTo(expected(model.bytes(), back, width));
        }
    }

    private void changeRange(SplittableRandom random, Model model, int size) {
        int from = random.nextInt(size);
        int count = random.nextInt(size - from + 1);
        if (random.nextBoolean()) {
            byte value = (byte) random.nextInt();
            memory.fill(model.address() + from, value, count);
            for (int i = from; i < from + count; i++) {
                model.bytes().put(i, value);
            }
        } else {
            byte[] bytes = new byte[count + 9];
            random.nextBytes(bytes);
            memory.write(model.address() + from, bytes, 9, count);
            model.bytes().put(from, bytes, 9, count);
        }
    }

    private long load(long address, int width) {
        return switch (width) {
            case 1 -> memory.loadByte(address);
            case 2 -> memory.loadShort(address);
            case 4 -> memory.loadInt(address);
            default -> memory.loadLong(address);
        };
    }

    private static long expected(ByteBuffer bytes, int at, int width) {
        return switch (width) {
            case 1 -> bytes.get(at);
            case 2 -> bytes.getShort(at);
            case 4 -> bytes.getInt(at);
            default -> bytes.getLong(at);
        };
    }
}
