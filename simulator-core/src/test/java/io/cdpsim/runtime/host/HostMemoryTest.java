package io.cdpsim.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.MemoryView;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Memory as the host allocates, frees and looks at it. */
class HostMemoryTest {
    private static final long CONSTANT_BYTES = 64 * 1024;

    private final Host host =
            new Machine(MachineSettings.of(Profiles.load("h200")).withDevices(2)).host();

    private static void lacksMemory(ThrowingCallable call, String name) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.MEMORY_ALLOCATION))
                .hasMessageContaining(name);
    }

    @Test
    void memoryIsThatOfTheCurrentDevice() {
        long before = host.freeMemory();
        long own = host.malloc(1_000);
        assertThat(host.freeMemory()).isEqualTo(before - 1_000);
        host.setDevice(1);
        assertThat(host.freeMemory()).isEqualTo(before);
        long other = host.malloc(3_000);
        assertThat(host.freeMemory()).isEqualTo(before - 3_000);

        // Either is freed whichever device is current.
        assertThat(host.free(own)).isEqualTo(CudaError.SUCCESS);
        assertThat(host.freeMemory()).isEqualTo(before - 3_000);
        host.setDevice(0);
        assertThat(host.freeMemory()).isEqualTo(before);
        assertThat(host.free(other)).isEqualTo(CudaError.SUCCESS);
        assertThat(host.free(other)).isEqualTo(CudaError.INVALID_VALUE);
    }

    @Test
    void whatDoesNotFitIsRefusedByName() {
        lacksMemory(() -> host.malloc(host.freeMemory() + 1), "cudaMalloc of ");
        lacksMemory(() -> host.malloc(host.freeMemory() + 1), " bytes on h200");
        lacksMemory(() -> host.mallocHost((1L << 40) + 1), "cudaHostAlloc of 1099511627777 bytes");
        host.constantSymbol(CONSTANT_BYTES - 16);
        lacksMemory(() -> host.constantSymbol(17), "__constant__ variable of 17 bytes");
    }

    @Test
    void aRangeIsHeldByOneAllocation() {
        long device = host.malloc(100);
        long pinned = host.mallocHost(100);
        long constant = host.constantSymbol(100);
        for (long address : new long[] {device, pinned, constant}) {
            assertThat(host.holds(address, 100)).isTrue();
            assertThat(host.holds(address + 40, 60)).isTrue();
            assertThat(host.holds(address + 40, 61)).isFalse();
            assertThat(host.holds(address - 1, 1)).isFalse();
        }
        host.setDevice(1);
        assertThat(host.holds(device, 100)).as("of another device").isTrue();
        assertThat(host.holds(constant, 100)).as("constants of another device").isFalse();
    }

    @Test
    void onlyMemoryOfTheHostIsPinned() {
        long pinned = host.mallocHost(100);
        assertThat(host.isPinned(pinned)).isTrue();
        assertThat(host.isPinned(pinned + 99)).isTrue();
        assertThat(host.isPinned(host.malloc(100))).isFalse();
        assertThat(host.isPinned(host.constantSymbol(4))).isFalse();
    }

    @Test
    void memoryThatIsNotPortableIsPinnedForItsDeviceFromItsFirstByteToItsLast() {
        Host separate = new Machine(
                        MachineSettings.of(Profiles.load("h200")).withDevices(2).withUnifiedAddresses(false))
                .host();
        long before = separate.mallocHost(100);
        long own = separate.mallocHost(100, false);
        long behind = separate.mallocHost(100);
        assertThat(separate.isPinned(own)).isTrue();
        separate.setDevice(1);

        assertThat(separate.isPinned(before + 99)).isTrue();
        assertThat(separate.isPinned(own)).isFalse();
        assertThat(separate.isPinned(own + 99)).isFalse();
        assertThat(separate.isPinned(own + 100)).isTrue();
        assertThat(separate.isPinned(behind)).isTrue();
    }

    @Test
    void whatIsWrittenIsReadWhateverItsType() {
        MemoryView memory = host.memory();
        for (long address : new long[] {host.malloc(40), host.mallocHost(40), host.constantSymbol(40)}) {
            memory.write(address, -1, 2, 3);
            memory.write(address + 12, 0.5f, -2f);
            memory.fill(address + 20, 0x7F, 3);
            memory.write(address + 24, new byte[] {9, 8, 7, 6, 5}, 1, 3);
            byte[] bytes = new byte[8];
            memory.read(address + 20, bytes, 1, 7);

            assertThat(memory.readInts(address, 3)).containsExactly(-1, 2, 3);
            assertThat(memory.readFloats(address + 12, 2)).containsExactly(0.5f, -2f);
            assertThat(bytes).containsExactly(0, 0x7F, 0x7F, 0x7F, 0, 8, 7, 6);
            assertThat(memory.readLong(address)).isEqualTo(0x2_FFFF_FFFFL);
        }
    }

    @Test
    void aLookBeyondAnAllocationIsRefusedByItsAddress() {
        MemoryView memory = host.memory();
        long address = host.malloc(8);
        ThrowingCallable[] looks = {
            () -> memory.write(address, 1, 2, 3),
            () -> memory.write(address, 1f, 2f, 3f),
            () -> memory.fill(address, 1, 9),
            () -> memory.write(address, new byte[9], 0, 9),
            () -> memory.read(address, new byte[9], 0, 9),
            () -> memory.readInts(address, 3),
            () -> memory.readFloats(address, 3),
            () -> memory.readLong(address + 4),
            () -> memory.loadIntoL2(address, 9)
        };
        for (ThrowingCallable look : looks) {
            assertThatThrownBy(look)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("are outside every allocation")
                    .hasMessageContaining("0x" + Long.toHexString(address).substring(0, 8));
        }
        assertThat(memory.readLong(address)).isZero();
    }

    @Test
    void theHostReadsAndWritesPinnedMemoryAtOnce() {
        long word = host.mallocHost(4);
        double begin = host.nowNanos();
        host.writeInt(word, 42);

        assertThat(host.readInt(word)).isEqualTo(42);
        assertThat(host.memory().readInts(word, 1)).containsExactly(42);
        assertThat(host.nowNanos()).isEqualTo(begin);
    }

    @Test
    void constantsAreThoseOfTheCurrentDevice() {
        long symbol = host.constantSymbol(8);
        host.memcpyToSymbol(symbol, 5, 6);
        host.setDevice(1);
        long other = host.constantSymbol(8);
        host.memcpyToSymbol(other, 7, 8);

        assertThat(other).isEqualTo(symbol);
        assertThat(host.memory().readInts(other, 2)).containsExactly(7, 8);
        host.setDevice(0);
        assertThat(host.memory().readInts(symbol, 2)).containsExactly(5, 6);
        assertThatThrownBy(() -> host.memcpyToSymbol(symbol + 4, 1, 2))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("copy of 2 ints beyond a symbol");
        assertThat(host.memory().readInts(symbol, 2)).containsExactly(5, 6);
    }

    @Test
    void sharedMemoryIsTheBuffersThatWereGiven() {
        long address = host.mallocHost(2L * PagedMemory.SHARED_PAGE_BYTES);
        ByteBuffer[] pages = {page(), page()};
        host.share(address, offset -> pages[(int) (offset / PagedMemory.SHARED_PAGE_BYTES)]);
        pages[1].put(3, (byte) 77);

        byte[] seen = new byte[1];
        host.memory().read(address + PagedMemory.SHARED_PAGE_BYTES + 3, seen, 0, 1);
        assertThat(seen).containsExactly(77);
        assertThatThrownBy(() -> host.share(address + 8, offset -> page()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ByteBuffer page() {
        return ByteBuffer.allocateDirect(PagedMemory.SHARED_PAGE_BYTES);
    }

    @Test
    void anAddressOfNoDeviceIsNowhere() {
        assertThat(host.holds(AddressMap.globalBase(7), 1)).isFalse();
        assertThat(host.holds(0, 1)).isFalse();
        assertThat(host.free(0x1234)).isEqualTo(CudaError.INVALID_VALUE);
    }
}
