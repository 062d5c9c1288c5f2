package io.cdpsim.gpu.memory;

import static io.cdpsim.gpu.memory.PathLab.ALL;
import static io.cdpsim.gpu.memory.PathLab.LATER;
import static io.cdpsim.gpu.memory.PathLab.LINE;
import static io.cdpsim.gpu.memory.PathLab.T;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What many accesses take on each path through memory that all come at once: each starts when the part of the GPU that holds the path up has
 * served those before it. Service times are those of the profile.
 */
class LoadedPathsTest {
    private static final int MANY = 50;
    private static final int FULL_LINE = 0xF;
    private static final int ONE_SECTOR = 1;

    private static final int L1 = 30;
    private static final int L2 = 200;
    private static final int DRAM = 700;
    private static final int ATOMIC = 260;
    private static final int LINK = 2_000;

    /** A load of the host's memory, and the time to the next of its line. */
    private static final int TURN = LINK + 70;

    private static final int SHARED = 25;

    private final PathLab lab = new PathLab();
    private final long firstLine = lab.lineAtHome(0, 0);

    /** 128 bytes, of which the L1 gives 32 a cycle. */
    @Test
    void loadsFromL1ComeAtItsBandwidth() {
        lab.load(0, firstLine, T);
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.load(0, firstLine, LATER)).isEqualTo(LATER + i * 4L + L1);
        }
    }

    @Test
    void loadsOfManyLinesInDifferentBanksTakeTheUnitLessThanACycleALine() {
        PathLab wide = new PathLab("l1.bandwidth=1024 B/cycle", "l1.capacity=1024 KiB", "l1.line_service=0.25 cycles");
        for (int line = 0; line < 33; line++) {
            wide.load(0, firstLine + (long) line * LINE, T);
        }
        for (int i = 0; i < MANY; i++) {
            wide.row(firstLine, LINE + Integer.BYTES);
            assertThat(wide.sm(0).load(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, 0, LATER))
                    .isEqualTo(LATER + i * 8L + 31 / 4 + L1);
        }
    }

    @Test
    void loadsOfManyLinesInOneBankTakeTheUnitACycleALine() {
        PathLab wide = new PathLab("l1.bandwidth=1024 B/cycle", "l1.capacity=1024 KiB");
        for (int line = 0; line < 32; line++) {
            wide.load(0, firstLine + (long) line * LINE, T);
        }
        for (int i = 0; i < MANY; i++) {
            wide.row(firstLine, LINE);
            assertThat(wide.sm(0).load(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, 0, LATER))
                    .isEqualTo(LATER + i * 32L + 31 + L1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "CONSTANT", "PARAMETER"})
    void whatIsAThreadsOwnOrConstantTakesTheUnitACycleEach(AddressSpace space) {
        PathLab each = new PathLab("l1.constant_address=1 cycles");
        for (int i = 0; i < MANY; i++) {
            assertThat(each.load(0, space, firstLine, CachePolicy.ALL, T)).isEqualTo(T + 2L * i + L1);
            assertThat(each.store(0, space, firstLine, T)).isEqualTo(T + 2L * i + 1);
        }
    }

    /** Cycles of an H200 for 32 warps that each load from so many addresses: 256 and 2,044 (sequences-h200.csv). */
    @ParameterizedTest
    @CsvSource({"4, 8", "32, 64"})
    void constantsAreReadAtOneAddressAtATime(int addressesOfAWarp, int cycles) {
        PathLab constants = new PathLab("l1.constant_address=2 cycles", "l1.further_constant=10 cycles");
        constants.places(firstLine, addressesOfAWarp);
        AccessTiming sm = constants.sm(0);
        for (int i = 0; i < MANY; i++) {
            assertThat(sm.load(AddressSpace.CONSTANT, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                    .isEqualTo(T + (long) cycles * i + L1 + 10L * (addressesOfAWarp - 1));
        }
    }

    /** Each lane has its words in a bank of its own; those of one local address are side by side. */
    @Test
    void lanesAtDifferentPlacesOfTheirOwnMemoryTakeTheUnitALineEachAndStoreASectorEach() {
        PathLab local = new PathLab("l1.line_service=0.5 cycles", "l1.fill_bandwidth=64 B/cycle");
        AccessTiming sm = local.sm(0);
        local.row(AddressMap.LOCAL_BASE, 4);
        for (int i = 0; i < MANY; i++) {
            assertThat(sm.load(AddressSpace.LOCAL, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                    .isEqualTo(T + 16L * i + L1);
        }
        for (int i = 0; i < MANY; i++) {
            assertThat(sm.store(AddressSpace.LOCAL, PathLab.words(CachePolicy.ALL), ALL, T))
                    .isEqualTo(T + 16L * MANY + 16L * i);
        }
    }

    @Test
    void noMoreRequestsOfAnSmAreOnTheirWayThanItCanHold() {
        PathLab two = new PathLab(
                "l1.outstanding_requests=2",
                "l2.sector_service=0.5 cycles",
                "l2.request_service=1 cycles",
                "dram.row=1 cycles",
                "dram.bandwidth=4 TB/s");
        // 4 cycles of the port lie between two requests.
        assertThat(two.load(0, line(0), T)).isEqualTo(T + DRAM);
        assertThat(two.load(0, line(1), T)).isEqualTo(T + 4 + DRAM);
        assertThat(two.load(0, line(2), T)).isEqualTo(T + 2 * DRAM);
        assertThat(two.load(0, line(3), T)).isEqualTo(T + 4 + 2 * DRAM);
        // The unit waits with the request that has no room.
        assertThat(two.load(0, AddressSpace.LOCAL, line(4), CachePolicy.ALL, T)).isEqualTo(T + 4 + DRAM + L1);
        assertThat(two.store(0, AddressSpace.GLOBAL, line(4), T)).isEqualTo(T + 2 * DRAM + L2);
    }

    private long line(int number) {
        return lab.lineAtHome(0, number);
    }

    /** The number of a line that is at home near to SM 0. */
    private long number(int line) {
        return line(line) / LINE;
    }

    private void fill(PathLab in, int lines) {
        for (int i = 0; i < lines; i++) {
            in.memory.load(0, number(i), FULL_LINE, 0);
        }
    }

    /** A line is 4 sectors of 4 cycles; a sector alone takes the 7 of a request. */
    @ParameterizedTest
    @CsvSource({"15, 16", "7, 12", "3, 8", "1, 7"})
    void loadsFromOneSliceComeAtItsBandwidth(int sectors, int cycles) {
        fill(lab, MANY);
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.memory.load(0, number(i), sectors, LATER)).isEqualTo(LATER + (long) i * cycles + L2);
        }
    }

    @Test
    void loadsOfTheLineThatTheSliceServedLastComeAtARateOfTheirOwn() {
        PathLab same = new PathLab("l2.same_line_service=8 cycles");
        fill(same, 2);
        same.memory.load(0, number(0), FULL_LINE, LATER - 1_000);
        for (int i = 0; i < MANY; i++) {
            assertThat(same.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + i * 8L + L2);
        }
        assertThat(same.memory.load(0, number(1), FULL_LINE, LATER)).isEqualTo(LATER + MANY * 8L + L2);
        assertThat(same.memory.load(0, number(1), FULL_LINE, LATER)).isEqualTo(LATER + MANY * 8L + 16 + L2);
    }

    /** A quarter of the line in a quarter of its time, but no sooner than a sector. */
    @ParameterizedTest
    @CsvSource({"15, 24", "7, 18", "1, 6"})
    void fewerSectorsOfTheLineThatTheSliceServedLastTakeLess(int sectors, int cycles) {
        PathLab same = new PathLab(
                "l2.same_line_service=24 cycles", "l2.sector_service=6 cycles", "l2.request_service=30 cycles");
        fill(same, 1);
        same.memory.load(0, number(0), FULL_LINE, LATER - 1_000);
        for (int i = 0; i < MANY; i++) {
            assertThat(same.memory.load(0, number(0), sectors, LATER)).isEqualTo(LATER + (long) i * cycles + L2);
        }
    }

    /** The store takes its slice 16 cycles, the first load behind it 500, and each further one the 16 of four sectors. */
    @Test
    void theFirstLoadBehindAStoreToItsLineOccupiesTheSliceForLonger() {
        PathLab hot = new PathLab("l2.store_to_load=500 cycles");
        fill(hot, 1);
        hot.memory.store(0, number(0), FULL_LINE, LATER);
        assertThat(hot.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 16 + L2);
        assertThat(hot.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 16 + 500 + L2);
        assertThat(hot.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 32 + 500 + L2);
    }

    @Test
    void aLoadLongBehindAStoreDoesNot() {
        PathLab hot = new PathLab("l2.store_to_load=500 cycles");
        fill(hot, 1);
        hot.memory.store(0, number(0), FULL_LINE, T);
        for (int i = 0; i < MANY; i++) {
            assertThat(hot.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + i * 16L + L2);
        }
    }

    /** SM 1 is far from the line's home. Its load occupies the home, whose other lines wait. */
    @Test
    void theHomeOfALineServesTheFirstLoadBehindAStore() {
        PathLab hot = new PathLab("l2.store_to_load=500 cycles");
        fill(hot, 2);
        hot.memory.store(0, number(0), FULL_LINE, LATER);
        hot.memory.load(1, number(0), FULL_LINE, LATER);
        assertThat(hot.memory.load(0, number(1), FULL_LINE, LATER)).isEqualTo(LATER + 16 + 500 + L2);
    }

    @Test
    void loadsOfSmsInDifferentPartsOfL2DoNotHoldEachOtherUp() {
        lab.memory.load(0, number(0), FULL_LINE, 0);
        lab.memory.load(1, number(0), FULL_LINE, T);
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + i * 16L + L2);
            assertThat(lab.memory.load(1, number(0), FULL_LINE, LATER)).isEqualTo(LATER + i * 16L + L2);
        }
    }

    @Test
    void storesOfAllSmsQueueAtTheSliceWhereTheLineIsAtHome() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.memory.store(i % 2, number(i), FULL_LINE, T)).isEqualTo(T + i * 16L + L2);
        }
        assertThat(lab.memory.store(0, number(0), ONE_SECTOR, T)).isEqualTo(T + MANY * 16L + L2);
        assertThat(lab.memory.store(0, number(1), ONE_SECTOR, T)).isEqualTo(T + MANY * 16L + 7 + L2);
    }

    /** 4 bytes a cycle. */
    @Test
    void linesFromDramComeAtItsBandwidth() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.memory.load(0, number(i), FULL_LINE, T)).isEqualTo(T + i * 32L + DRAM);
        }
    }

    /** The access of two sectors takes 16 cycles, opening the row 20. */
    @Test
    void sectorsFromDramComeNoFasterThanRowsAreOpened() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.memory.load(0, number(i), ONE_SECTOR, T)).isEqualTo(T + i * 20L + DRAM);
        }
    }

    @Test
    void aReadMovesNoLessThanAnAccessOfDram() {
        PathLab quick = new PathLab("dram.row=1 cycles");
        for (int i = 0; i < MANY; i++) {
            assertThat(quick.memory.load(0, number(i), ONE_SECTOR, T)).isEqualTo(T + i * 16L + DRAM);
        }
    }

    @Test
    void channelsOfDramWorkSideBySide() {
        PathLab two = new PathLab(
                "dram.channels=2",
                "dram.bandwidth=8 GB/s",
                "l2.sector_service=0.01 cycles",
                "l2.request_service=0.01 cycles");
        long last = 0;
        for (int i = 0; i < MANY; i++) {
            last = Math.max(last, two.memory.load(0, number(i), FULL_LINE, T));
        }
        // Each moves 4 bytes a cycle; lines are spread as a hash does it.
        assertThat(last).isBetween(T + (MANY / 2 - 1) * 32L + DRAM, T + MANY * 2 / 3 * 32L + DRAM);
    }

    /** A part of L2 of 4 lines, all in one set, so that each further store drives a written line out. */
    @ParameterizedTest
    @CsvSource({"15, 32", "1, 27"})
    void linesThatAreDrivenOutOfL2TakeTheirTurnOnTheChannel(int sectors, int writeCycles) {
        PathLab small = new PathLab("l2.capacity=1 KiB", "l2.ways=4");
        for (int i = 0; i < 4; i++) {
            small.memory.store(0, number(i), sectors, T);
        }
        for (int i = 4; i < 4 + MANY; i++) {
            small.memory.store(0, number(i), sectors, LATER);
        }
        assertThat(small.memory.load(0, number(999), ONE_SECTOR, LATER))
                .isEqualTo(LATER + MANY * (long) writeCycles + writeCycles + DRAM);
    }

    @Test
    void whatAtomicsHaveChangedIsWrittenBackToo() {
        PathLab small = new PathLab("l2.capacity=1 KiB", "l2.ways=4");
        fill(small, 4);
        for (int i = 0; i < 4; i++) {
            atomic(small, ValueType.U32, i, 1, T);
        }
        // Each drives one of those out, whose write comes before its own read.
        for (int i = 4; i < 8; i++) {
            assertThat(small.memory.load(0, number(i), ONE_SECTOR, LATER))
                    .isEqualTo(LATER + (i - 4) * (27L + 20) + 27 + DRAM);
        }
    }

    /** Each of the channels moves 4 bytes a cycle; slices are quick. */
    @Test
    void twoLinesBesideEachOtherComeFromOneChannel() {
        PathLab many = new PathLab(
                "dram.channels=64",
                "dram.bandwidth=256 GB/s",
                "l2.sector_service=0.01 cycles",
                "l2.request_service=0.01 cycles");
        for (int pair = 0; pair < 10; pair++) {
            long even = number(2 * pair);
            assertThat(even % 2).isZero();
            assertThat(many.memory.load(0, even, FULL_LINE, T * (pair + 1))).isEqualTo(T * (pair + 1) + DRAM);
            assertThat(many.memory.load(0, even + 1, FULL_LINE, T * (pair + 1))).isEqualTo(T * (pair + 1) + 32 + DRAM);
        }
    }

    private long atomic(PathLab in, ValueType type, int line, int lanes, long time) {
        return in.memory.atomic(0, line(line), lanes, true, type.isFloat(), time, null);
    }

    @Test
    void atomicsOnSectorsOfOneSliceComeAtItsRate() {
        fill(lab, MANY);
        for (int i = 0; i < MANY; i++) {
            assertThat(atomic(lab, ValueType.U32, i, 1, LATER)).isEqualTo(LATER + i * 11L + ATOMIC);
        }
    }

    @Test
    void anAtomicBehindALoadOccupiesTheSliceForLonger() {
        PathLab mixed = new PathLab("l2.atomic_behind_load=19 cycles");
        fill(mixed, 1);
        atomic(mixed, ValueType.U32, 0, 1, T);
        for (int i = 0; i < MANY; i++) {
            // The load of a sector takes 7, the atomic on the word of the one before it 13 and 19.
            assertThat(mixed.memory.load(0, number(0), ONE_SECTOR, LATER)).isEqualTo(LATER + i * 39L + L2);
            assertThat(atomic(mixed, ValueType.U32, 0, 1, LATER)).isEqualTo(LATER + i * 39L + 7 + ATOMIC);
        }
    }

    @Test
    void atomicsOnOneWordComeAtTheRateOfOneWord() {
        fill(lab, 1);
        for (int i = 0; i < MANY; i++) {
            assertThat(atomic(lab, ValueType.U32, 0, 1, LATER))
                    .isEqualTo(LATER + (i == 0 ? 0 : 11 + (i - 1) * 13L) + ATOMIC);
        }
    }

    @Test
    void warpsWhoseLanesMeetOnOneWordTakeAllTheirTurns() {
        fill(lab, 1);
        long begins = LATER;
        for (int i = 0; i < MANY; i++) {
            assertThat(atomic(lab, ValueType.U32, 0, 32, LATER)).isEqualTo(begins + 31 * 13 + ATOMIC);
            begins += (i == 0 ? 11 : 13) + 31 * 13;
        }
    }

    /** Between two additions to one word the slice works on others. */
    @Test
    void floatingPointAdditionsToOneWordComeAtARateOfTheirOwnAndHoldUpOthersLess() {
        fill(lab, 2);
        for (int i = 0; i < 10; i++) {
            assertThat(atomic(lab, ValueType.F32, 0, 32, LATER)).isEqualTo(LATER + (32L * (i + 1) - 1) * 41 + ATOMIC);
        }
        long slice = 11 + 9 * 13 + 10 * 31 * 6;
        assertThat(atomic(lab, ValueType.U32, 1, 1, LATER)).isEqualTo(LATER + slice + ATOMIC);
    }

    /** The first is not known to be one of many, and the second comes 11 cycles behind it; the order within 64 cycles is left open. */
    @Test
    void floatingPointAdditionsOfSingleLanesToOneWordComeAtThatRateToo() {
        fill(lab, 1);
        assertThat(atomic(lab, ValueType.F32, 0, 1, LATER)).isEqualTo(LATER + ATOMIC);
        for (int i = 0; i < 10; i++) {
            assertThat(atomic(lab, ValueType.F32, 0, 1, LATER))
                    .isBetween(LATER + i * 41L + ATOMIC, LATER + 11 + i * 41L + ATOMIC);
        }
    }

    @Test
    void oldValuesComeBackAtTheRateOfTheWayBack() {
        PathLab answers = new PathLab("l2.atomic_answer=17 cycles");
        fill(answers, MANY);
        for (int i = 0; i < MANY; i++) {
            assertThat(atomic(answers, ValueType.U32, i, 1, LATER)).isEqualTo(LATER + i * 17L + ATOMIC);
        }
    }

    /** 3 cycles for each of four sectors, and 5 for each further lane on a word, with eight lanes on each. */
    @Test
    void anSmSendsAtomicsSectorBySectorAndLaneByLane() {
        PathLab fast = new PathLab(
                "l2.atomic_sector_service=0.01 cycles",
                "l2.same_address_atomic=0.01 cycles",
                "l2.atomic_answer=0.01 cycles");
        fill(fast, 1);
        for (int i = 0; i < MANY; i++) {
            assertThat(fast.atomic(0, AtomicOperation.EXCHANGE, ValueType.U32, firstLine, 4, 32, LATER))
                    .isEqualTo(LATER + (4L * i + 3) * 3 + ATOMIC);
        }
        assertThat(fast.atomic(0, AtomicOperation.EXCHANGE, ValueType.U32, firstLine, 0, 32, 2 * LATER))
                .isEqualTo(2 * LATER + 31 * 5 + ATOMIC);
        assertThat(fast.atomic(0, AtomicOperation.EXCHANGE, ValueType.U32, firstLine, 0, 32, 2 * LATER))
                .isEqualTo(2 * LATER + 3 + 31 * 5 + 31 * 5 + ATOMIC);
    }

    /** Each lane of an atomic that meets others on a word waits for an answer of its own. */
    @Test
    void theLanesOfAnAtomicCountAmongTheRequestsOnTheirWay() {
        PathLab eight = new PathLab("l1.outstanding_requests=8", "l2.same_address_atomic=0.01 cycles");
        fill(eight, 2);
        long first = LATER + 7 * 5 + ATOMIC;
        assertThat(eight.atomic(0, AtomicOperation.EXCHANGE, ValueType.U32, firstLine, 0, 8, LATER))
                .isEqualTo(first);
        assertThat(eight.load(0, AddressSpace.GLOBAL, line(1), CachePolicy.GLOBAL_LEVEL, LATER))
                .isEqualTo(first + L2);
    }

    @Test
    void bankConflictsHoldSharedMemory() {
        for (int i = 0; i < MANY; i++) {
            lab.row(AddressMap.SHARED_BASE, 16);
            assertThat(lab.sm(0).load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                    .isEqualTo(T + i * 4L + 3 + SHARED);
        }
        lab.row(AddressMap.SHARED_BASE, 4);
        assertThat(lab.sm(0).store(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, T))
                .isEqualTo(T + MANY * 4L);
        assertThat(lab.sm(0).load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                .isEqualTo(T + MANY * 4L + 1 + SHARED);
    }

    @Test
    void sharedMemoryAndL1AreServedSideBySide() {
        for (int i = 0; i < MANY; i++) {
            lab.load(0, AddressSpace.LOCAL, firstLine, CachePolicy.ALL, T);
        }
        lab.row(AddressMap.SHARED_BASE, 4);
        assertThat(lab.sm(0).load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                .isEqualTo(T + SHARED);
    }

    @Test
    void sharedAtomicsHoldSharedMemoryForEachPass() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.atomic(
                            0,
                            AddressSpace.SHARED,
                            AtomicOperation.EXCHANGE,
                            ValueType.U32,
                            AddressMap.SHARED_BASE,
                            0,
                            32,
                            T))
                    .isEqualTo(T + i * 32L + 2 * 31 + 57);
        }
    }

    @Test
    void loadsOfOneLineOfTheHostsMemoryGoOutOnceThoseBeforeThemHaveComeBack() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.load(i % 2, AddressSpace.MAPPED, AddressMap.HOST_BASE, CachePolicy.ALL, T))
                    .isEqualTo(T + (long) i * TURN + LINK);
        }
    }

    /** One in 19 cycles. */
    @Test
    void loadsOfManyLinesOfTheHostsMemoryComeAtTheRateOfTheLink() {
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.load(0, AddressSpace.MAPPED, AddressMap.HOST_BASE + (long) i * LINE, CachePolicy.ALL, T))
                    .isEqualTo(T + i * 19L + LINK);
        }
    }

    @Test
    void storesToTheHostsMemoryGoAtTheRateOfTheLinkBesideTheLoads() {
        lab.load(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, CachePolicy.ALL, T);
        for (int i = 0; i < MANY; i++) {
            assertThat(lab.store(1, AddressSpace.MAPPED, AddressMap.HOST_BASE, T))
                    .isEqualTo(T + i * 19L + LINK / 2);
        }
    }

    @Test
    void accessesToTheHostsMemoryTakeTheirTurnAtTheUnit() {
        for (int i = 0; i < MANY; i++) {
            lab.load(0, AddressSpace.LOCAL, firstLine, CachePolicy.ALL, T);
        }
        assertThat(lab.store(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, T)).isEqualTo(T + MANY + LINK / 2);
        assertThat(lab.load(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, CachePolicy.ALL, T))
                .isEqualTo(T + MANY + 1 + LINK);
    }

    /** Ten loads of one line in line behind each other, of which one waits where it is in nobody's way. */
    private PathLab polled(int slicesOfAWay) {
        return polled(slicesOfAWay, 1);
    }

    private PathLab polled(int slicesOfAWay, int share) {
        PathLab polled = new PathLab(
                "host_link.mapped_own_ways=1",
                "host_link.mapped_own_way=1",
                "host_link.bytes_apart=" + share,
                "host_link.mapped_way_slices=" + slicesOfAWay);
        polled.memory.load(0, number(0), FULL_LINE, 0);
        polled.memory.load(1, number(0), FULL_LINE, T);
        for (int i = 0; i < 10; i++) {
            polled.load(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, CachePolicy.ALL, LATER);
        }
        return polled;
    }

    /** All slices have one way, which may have room for more. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void accessesToL2WaitForTheLoadsOfTheHostsMemoryThatStandInTheirWay(int slicesOfAWay) {
        PathLab polled = polled(slicesOfAWay);
        assertThat(polled.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 9 * TURN + L2);
        assertThat(polled.memory.load(1, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 9 * TURN + L2);
        long back = LATER + 9 * TURN + LINK;
        assertThat(polled.memory.load(1, number(0), FULL_LINE, back)).isEqualTo(back + L2);
    }

    @Test
    void accessesToL2ThatHaveNoWayBesideThemWaitForAll() {
        PathLab polled = polled(2, 0);
        assertThat(polled.memory.load(0, number(0), FULL_LINE, LATER)).isEqualTo(LATER + 9 * TURN + LINK + L2);
    }

    @Test
    void slicesWithAWayOfTheirOwnDoNotWaitForThem() {
        PathLab polled = polled(1);
        long one = polled.memory.load(0, number(0), FULL_LINE, LATER);
        long other = polled.memory.load(1, number(0), FULL_LINE, LATER);
        assertThat(Math.min(one, other)).isEqualTo(LATER + L2);
        assertThat(Math.max(one, other)).isEqualTo(LATER + 9 * TURN + L2);
    }
}
