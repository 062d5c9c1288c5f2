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

    /** The SM, 0 or 1, in whose partition a line is at home. */
    private static int home(long each) {
        return Long.bitCount(each * BYTES / 4_096) % 2;
    }

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
        assertThat(memory.atomic(0, line * BYTES, 1, true, false, LATER, null)).isEqualTo(LATER + atomic);
        assertThat(memory.atomic(1, line * BYTES, 1, true, false, 2 * LATER, null))
                .isEqualTo(2 * LATER + atomic + far);
    }

    @Test
    void anAtomicLeavesItsLineToThePartitionWhereItIsAtHome() {
        memory.written(line * BYTES, BYTES);
        memory.load(1, line, ALL, LATER);
        memory.atomic(1, line * BYTES, 1, true, false, 2 * LATER, null);
        assertThat(memory.load(0, line, ALL, 3 * LATER)).isEqualTo(3 * LATER + l2);
        assertThat(memory.load(1, line, 0b1110, 4 * LATER)).isEqualTo(4 * LATER + l2 + far);
        assertThat(memory.load(1, line, 0b0001, 5 * LATER)).isEqualTo(5 * LATER + l2 + far);
        assertThat(memory.load(1, line, 0b0001, 6 * LATER)).isEqualTo(6 * LATER + l2);
    }

    @Test
    void aStoreVoidsWhatTheOtherPartitionHolds() {
        memory.load(1, line, ALL, 0);
        memory.store(0, line, 0b0001, LATER);
        assertThat(memory.load(1, line, 0b1110, 2 * LATER)).isEqualTo(2 * LATER + l2);
        assertThat(memory.load(1, line, 0b0001, 3 * LATER)).isEqualTo(3 * LATER + l2 + far);
    }

    @Test
    void aStoreFromTheOtherPartitionIsThereInBoth() {
        memory.store(1, line, ALL, 0);
        assertThat(memory.load(0, line, ALL, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(1, line, ALL, 2 * LATER)).isEqualTo(2 * LATER + l2);
    }

    @Test
    void aRangeLargerThanTheL2ThatIsWrittenInPiecesLeavesWhatThePiecesLeaveOneAfterTheOther() {
        GpuProfile small = Profiles.load("h200", List.of("l2.capacity=1 MiB", "l2.distance_spread=0 cycles"));
        MemorySystem inPieces = new MemorySystem(small, 1);
        MemorySystem oneAfterTheOther = new MemorySystem(small, 1);
        long start = 3 << 20;
        long bytes = 5 << 20;
        int piece = 1 << 16;
        long lines = bytes / BYTES;
        for (MemorySystem each : List.of(inPieces, oneAfterTheOther)) {
            for (long i = -1_000; i < 1_000; i++) {
                each.load((int) (i & 1), start / BYTES + i * 7, ALL, 0);
            }
        }
        inPieces.writtenInPieces(start, bytes);
        for (long first = 0; first < bytes; first += piece) {
            oneAfterTheOther.written(start + first, piece);
        }
        for (long i = lines - 1; i >= 0; i -= 5) {
            long time = (lines - i + 1) * LATER;
            int sm = (int) (i & 1);
            assertThat(inPieces.load(sm, start / BYTES + i, ALL, time))
                    .as("line %d", i)
                    .isEqualTo(oneAfterTheOther.load(sm, start / BYTES + i, ALL, time));
        }
        assertThat(inPieces.traffic().dramReadBytes())
                .isEqualTo(oneAfterTheOther.traffic().dramReadBytes());
    }

    @Test
    void whatWasLoadedEverywhereIsNearToAll() {
        memory.loadedEverywhere(line * BYTES, BYTES);
        assertThat(memory.load(0, line, ALL, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(1, line, ALL, LATER)).isEqualTo(LATER + l2);
    }

    @Test
    void whatIsLargerThanAPartitionIsNearToThoseWhereItIsAtHome() {
        long bytes = profile.l2().bytes() * 9 / 10;
        memory.loadedEverywhere(0, bytes);
        int samples = 2_000;
        int near = 0;
        for (int i = 0; i < samples; i++) {
            long each = bytes / BYTES * i / samples;
            int home = home(each);
            long time = (i + 1L) * 2 * LATER;
            near += memory.load(home, each, ALL, time) == time + l2 ? 1 : 0;
            long later = time + LATER;
            assertThat(memory.load(1 - home, each, ALL, later)).isEqualTo(later + l2 + far);
        }
        // Lines are hashed to sets: some sets get more than they hold, and lose what came first.
        assertThat(near).isGreaterThan(samples * 9 / 10);
    }

    @Test
    void ofWhatDoesNotFitTheLastIsThere() {
        long bytes = 2 * profile.l2().bytes();
        memory.written(0, bytes);
        long last = bytes / BYTES - 1;
        assertThat(memory.load(home(last), last, ALL, LATER)).isEqualTo(LATER + l2);
        assertThat(memory.load(0, 0, ALL, LATER))
                .isEqualTo(LATER + profile.dram().latencyCycles());
    }
}
