package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory of an H200 that something other than a thread has written, and which of its two partitions of the L2 answers afterwards. */
class WrittenMemoryTest {
    private static final int ALL = 0b1111;
    private static final int BYTES = 128;

    /** Long enough after what was before. */
    private static final long LATER = 100_000;

    private final GpuProfile profile = Profiles.load("h200", List.of("l2.distance_spread=0 cycles"));
    private final MemorySystem memory = new MemorySystem(profile, 1);
    private final int l2 = profile.l2().latencyCycles();
    private final int far = profile.l2().remotePartitionCycles();
    private final int atomic = profile.l2().atomicLatencyCycles();

    /** At home in the partition of SM 0, so that it is far from SM 1. */
    private final long line = 4_096 * 3 / BYTES;

    @Test
    void whatWasWrittenIsThereAtOnceInThePartitionWhereItIsAtHome() {
        memory.written(line * BYTES, BYTES);
        assertThat(memory.load(0, line, ALL, LATER)).isEqualTo(LATER + l2);
    }

    @Test
    void theFirstLoadFromTheOtherPartitionComesFromAfar() {
        memory.written(line * BYTES, BYTES);
        assertThat(memory.load(1, line, ALL, LATER)).isEqualTo(LATER + l2 + far);
        assertThat(memory.load(1, line, ALL, 2 * LATER)).isEqualTo(2 * LATER + l2);
    }

    @Test
    void whatTheOtherPartitionHeldIsVoid() {
        memory.load(1, line, ALL, 0);
        memory.written(line * BYTES, BYTES);
        assertThat(memory.load(1, line, ALL, LATER)).isEqualTo(LATER + l2 + far);
    }

    /** From the second half of the line's second sector to the first half of its third. */
    @Test
    void sectorsThatWereWrittenInPartAreThereAndNoOthers() {
        memory.written(line * BYTES + 48, 32);
        assertThat(memory.load(0, line, 0b0110, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(0, line, 0b0001, 2 * LATER))
                .isEqualTo(2 * LATER + profile.dram().latencyCycles());
    }

    @Test
    void atomicsFromTheOtherPartitionTakeLonger() {
        memory.written(line * BYTES, BYTES);
        assertThat(memory.atomic(0, line * BYTES, 1, false, LATER)).isEqualTo(LATER + atomic);
        assertThat(memory.atomic(1, line * BYTES, 1, false, 2 * LATER)).isEqualTo(2 * LATER + atomic + far);
    }

    @Test
    void whatWasLoadedEverywhereIsNearToAll() {
        memory.loadedEverywhere(line * BYTES, BYTES);
        assertThat(memory.load(0, line, ALL, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(1, line, ALL, LATER)).isEqualTo(LATER + l2);
    }

    @Test
    void whatIsLargerThanAPartitionIsNearToThoseWhereItIsAtHome() {
        memory.loadedEverywhere(0, profile.l2().bytes() * 6 / 10);
        assertThat(memory.load(0, line, ALL, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(1, line, ALL, LATER)).isEqualTo(LATER + l2 + far);
    }

    @Test
    void ofWhatDoesNotFitTheLastIsThere() {
        long bytes = 2 * profile.l2().bytes();
        memory.written(0, bytes);
        long last = bytes / BYTES - 1;
        assertThat(memory.load(Long.bitCount(last * BYTES / 4_096) % 2, last, ALL, LATER))
                .isEqualTo(LATER + l2);
        assertThat(memory.load(0, 0, ALL, LATER))
                .isEqualTo(LATER + profile.dram().latencyCycles());
    }
}
