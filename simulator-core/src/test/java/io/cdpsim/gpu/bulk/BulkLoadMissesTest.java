package io.cdpsim.gpu.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.memory.SectorCache;
import org.junit.jupiter.api.Test;

/** A cache of 128 lines, each of four sectors of 32 bytes. */
class BulkLoadMissesTest {
    private static final int LINE = 128;
    private static final int SECTOR = 32;

    private final SectorCache cache = new SectorCache(128 * LINE, LINE, 16);
    private final BulkLoadMisses reads = new BulkLoadMisses(new SectorCache[] {cache}, LINE, SECTOR);

    @Test
    void theFirstWaitsForAllAndLaterOnesForNothing() {
        assertThat(reads.bytesMissing(0, 1_024, 0, 100)).isEqualTo(1_024);
        assertThat(reads.bytesMissing(0, 1_024, 101, 200)).isZero();
    }

    @Test
    void aConcurrentReaderOfTheRangeWaitsForTheSameSectors() {
        reads.bytesMissing(0, 1_024, 0, 100);
        assertThat(reads.bytesMissing(0, 1_024, 99, 200)).isEqualTo(1_024);
    }

    @Test
    void whatTheCacheHoldsAlreadyIsNotFetched() {
        cache.fill(cache.allocate(1), 0b0011, 0);
        assertThat(reads.bytesMissing(LINE, 3 * LINE, 10, 20)).isEqualTo(2 * LINE - 2 * SECTOR);
    }

    @Test
    void sectorsFetchedLaterAreAddedToTheirLine() {
        reads.bytesMissing(0, 2 * SECTOR, 0, 10);
        reads.bytesMissing(2 * SECTOR, LINE, 11, 20);
        assertThat(reads.bytesMissing(0, LINE, 21, 30)).isZero();
    }

    @Test
    void neighbouringRangesShareNoSector() {
        assertThat(reads.bytesMissing(0, 40, 0, 10) + reads.bytesMissing(40, 128, 0, 10))
                .isEqualTo(128);
    }

    @Test
    void whatAnyPartOfTheCacheHoldsNeedNotBeFetched() {
        SectorCache other = new SectorCache(128 * LINE, LINE, 16);
        other.fill(other.allocate(0), 0b1111, 0);
        BulkLoadMisses both = new BulkLoadMisses(new SectorCache[] {cache, other}, LINE, SECTOR);
        assertThat(both.bytesMissing(0, 2 * LINE, 0, 10)).isEqualTo(LINE);
    }
}
