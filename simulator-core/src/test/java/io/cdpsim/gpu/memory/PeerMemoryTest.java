package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerMemoryTest {
    private static final long BYTES = 1 << 20;

    private final PagedMemory own = new PagedMemory(AddressMap.globalBase(0), BYTES);
    private final PagedMemory other = new PagedMemory(AddressMap.globalBase(1), BYTES);
    private final List<Integer> written = new ArrayList<>();
    private final PeerMemory peers = new PeerMemory(0, List.of(own, other), written::add);

    @Test
    void memoryOfAPeerIsReachedWhileAccessIsEnabled() {
        long address = other.allocate(8);

        assertThat(peers.reaches(address, 4)).isFalse();
        peers.enable(1, true);
        assertThat(peers.reaches(address, 4)).isTrue();
        assertThat(peers.reaches(address + 8, 4)).isFalse();
        peers.enable(1, false);
        assertThat(peers.reaches(address, 4)).isFalse();
    }

    @Test
    void aPoolDecidesOnItsMemoryWhateverIsEnabled() {
        long closed = other.allocate(8);
        long open = other.allocate(8);
        peers.addPoolMemory(closed, 8, () -> false);
        peers.addPoolMemory(open, 8, () -> true);
        peers.enable(1, true);

        assertThat(peers.reaches(closed, 4)).isFalse();
        peers.enable(1, false);
        assertThat(peers.reaches(open, 4)).isTrue();
        peers.removePoolMemory(open);
        assertThat(peers.reaches(open, 4)).isFalse();
    }

    @Test
    void aWriteIsReportedToTheDeviceThatHasTheMemory() {
        peers.written(new long[] {own.allocate(4), other.allocate(4)}, 0b11);

        assertThat(written).containsExactly(1);
    }

    @Test
    void registeredMemoryOfTheProgramStandsForPinnedMemory() {
        RegisteredHostMemory registered = new RegisteredHostMemory();
        registered.add(0x7fff_0000_0000L, 0x1000, AddressMap.HOST_BASE + 0x10000);

        assertThat(registered.pinned(0x7fff_0000_0ffcL)).isEqualTo(AddressMap.HOST_BASE + 0x10ffc);
        assertThat(registered.pinned(0x7fff_0000_1000L)).isEqualTo(0x7fff_0000_1000L);
        registered.remove(0x7fff_0000_0000L);
        assertThat(registered.isEmpty()).isTrue();
    }
}
