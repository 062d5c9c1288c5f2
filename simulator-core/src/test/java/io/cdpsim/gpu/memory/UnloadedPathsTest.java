package io.cdpsim.gpu.memory;

import static io.cdpsim.gpu.memory.PathLab.ALL;
import static io.cdpsim.gpu.memory.PathLab.LATER;
import static io.cdpsim.gpu.memory.PathLab.LINE;
import static io.cdpsim.gpu.memory.PathLab.SECTOR;
import static io.cdpsim.gpu.memory.PathLab.T;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one access takes on each path through memory while nothing else is under way: sums of the profile's latencies. */
class UnloadedPathsTest {
    private final PathLab lab = new PathLab();
    private final GpuProfile profile = lab.profile;
    private final int l1 = profile.l1().latencyCycles();
    private final int l2 = profile.l2().latencyCycles();
    private final int far = profile.l2().remotePartitionCycles();
    private final int dram = profile.dram().latencyCycles();
    private final int atomic = profile.l2().atomicLatencyCycles();
    private final int link = profile.hostLink().mappedLoadLatencyCycles();
    private final int shared = profile.shared().latencyCycles();
    private final long line = lab.lineAtHome(0, 0);

    @Test
    void aLoadThatIsInNoCacheTakesTheLatencyOfDram() {
        assertThat(lab.load(0, line, T)).isEqualTo(T + dram);
    }

    @Test
    void aLoadThatIsInL1TakesTheLatencyOfL1() {
        lab.load(0, line, T);
        assertThat(lab.load(0, line, LATER)).isEqualTo(LATER + l1);
    }

    @Test
    void aLoadOfALineOnItsWayToL1WaitsForIt() {
        lab.load(0, line, T);
        assertThat(lab.load(0, line, T + 100)).isEqualTo(T + dram);
    }

    @Test
    void aLoadThatPassesL1IsAnsweredByTheNearPartOfL2() {
        lab.load(0, line, T);
        assertThat(lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.GLOBAL_LEVEL, LATER))
                .isEqualTo(LATER + l2);
    }

    @Test
    void whereL1KeepsNoGlobalLoadsASecondLoadIsAnsweredByL2() {
        PathLab uncached = new PathLab("l1.caches_global_loads=false");
        uncached.load(0, line, T);
        assertThat(uncached.load(0, line, LATER)).isEqualTo(LATER + l2);
    }

    @Test
    void aLineThatOnlyTheFarPartOfL2HoldsTakesLongerOnce() {
        lab.load(1, line, T);
        assertThat(lab.load(0, line, LATER)).isEqualTo(LATER + l2 + far);
        assertThat(lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.GLOBAL_LEVEL, 2 * LATER))
                .isEqualTo(2 * LATER + l2);
    }

    @Test
    void aLineOnItsWayToTheFarPartOfL2IsWaitedFor() {
        lab.load(1, line, T);
        assertThat(lab.load(0, line, T + 100)).isEqualTo(T + dram);
    }

    @Test
    void aLineOnItsWayToTheNearPartOfL2IsWaitedFor() {
        lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.GLOBAL_LEVEL, T);
        assertThat(lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.GLOBAL_LEVEL, T + 100))
                .isEqualTo(T + dram);
    }

    @Test
    void onlyTheSectorsThatWereLoadedAreThere() {
        lab.loadSector(0, line, T);
        assertThat(lab.loadSector(0, line, LATER)).isEqualTo(LATER + l2);
        assertThat(lab.loadSector(0, line + PathLab.SECTOR, 2 * LATER)).isEqualTo(2 * LATER + dram);
    }

    @Test
    void aTextureFetchIsAnsweredByL2HoweverOftenItIsDone() {
        lab.load(0, line, T);
        for (int i = 1; i < 3; i++) {
            assertThat(lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.TEXTURE, i * LATER))
                    .isEqualTo(i * LATER + l2);
        }
    }

    @Test
    void aReadOnlyLoadHitsInTheL1() {
        lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.READ_ONLY, T);
        assertThat(lab.load(0, AddressSpace.GLOBAL, line, CachePolicy.READ_ONLY, LATER))
                .isEqualTo(LATER + l1);
    }

    @Test
    void aLoadOfSeveralLinesIsThereWithTheLast() {
        for (int i = 0; i < 8; i++) {
            lab.load(0, line + (long) i * LINE, T);
        }
        lab.row(line, 32);
        long ready = lab.sm(0).load(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, 0, LATER);
        assertThat(ready).isEqualTo(LATER + 8 - 1 + l1);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "CONSTANT", "PARAMETER"})
    void whatIsAThreadsOwnOrConstantTakesTheLatencyOfL1(AddressSpace space) {
        assertThat(lab.load(0, space, line, CachePolicy.ALL, T)).isEqualTo(T + l1);
        assertThat(lab.store(0, space, line, LATER)).isEqualTo(LATER);
    }

    @Test
    void aStoreIsDoneOnceL2HasIt() {
        assertThat(lab.store(0, AddressSpace.GLOBAL, line, T)).isEqualTo(T + l2);
        assertThat(lab.store(1, AddressSpace.GLOBAL, line, LATER)).isEqualTo(LATER + l2);
    }

    @Test
    void whatWasStoredIsNearToTheSmAndToItsHome() {
        long home = lab.lineAtHome(1, 0);
        lab.store(0, AddressSpace.GLOBAL, home, T);
        for (int sm : new int[] {0, 1}) {
            assertThat(lab.load(sm, AddressSpace.GLOBAL, home, CachePolicy.GLOBAL_LEVEL, LATER))
                    .isEqualTo(LATER + l2);
        }
    }

    @Test
    void aStoreToSeveralLinesIsDoneWithTheLastAndTakesTheUnitACycleASectorAndAFurtherLine() {
        storeWholeLines(lab);
        lab.row(line, 32);
        assertThat(lab.sm(0).store(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, LATER))
                // The eighth line waits at its slice for those before it, of 16 cycles each.
                .isEqualTo(LATER + 7 * 16 + l2);
        lab.sm(0).taken(LATER);
        // A further line takes 1.03 cycles.
        assertThat(lab.sm(0).takenAt()).isEqualTo(LATER + 8 * 4 + 8);
    }

    private void storeWholeLines(PathLab in) {
        for (int i = 0; i < 8; i++) {
            in.store(0, AddressSpace.GLOBAL, line + (long) i * LINE, T);
        }
    }

    /** {@code measurements/programs/causes.cu}: words in sectors that the L2 does not hold take the memory a read and a write. */
    @Test
    void theRestOfASectorIsReadFromMemoryWhereAStoreWritesAPartOfIt() {
        lab.store(0, AddressSpace.GLOBAL, line, T);
        assertThat(lab.memory.traffic().dramReadBytes()).isZero();
        lab.row(line + LINE, SECTOR);
        lab.sm(0).store(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), 1, T);
        assertThat(lab.memory.traffic().dramReadBytes())
                .isEqualTo(lab.profile.dram().accessBytes());
        lab.sm(0).store(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), 1, LATER);
        assertThat(lab.memory.traffic().dramReadBytes())
                .isEqualTo(lab.profile.dram().accessBytes());
    }

    @Test
    void aRowOfWordsThatBeginsWithinASectorWritesAPartOfItsFirstAndItsLast() {
        lab.row(line + 4, 4);
        lab.sm(0).store(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, T);
        assertThat(lab.memory.traffic().dramReadBytes())
                .isEqualTo(2L * lab.profile.dram().accessBytes());
    }

    @Test
    void aStoreGoesOutLineByLine() {
        PathLab quick = new PathLab(
                "l2.sector_service=0.01 cycles",
                "l2.request_service=0.01 cycles",
                "l2.store_sector_service=0.01 cycles");
        storeWholeLines(quick);
        quick.row(line, 32);
        assertThat(quick.sm(0).store(AddressSpace.GLOBAL, PathLab.words(CachePolicy.ALL), ALL, LATER))
                .isEqualTo(LATER + 7 + l2);
    }

    /** The link takes any number of requests a cycle here, so that the unit alone decides. */
    @Test
    void aLoadOfSeveralLinesOfTheHostsMemoryGoesOutLineByLine() {
        PathLab quick = new PathLab("host_link.mapped_requests=100000 Mrequests/s");
        quick.row(AddressMap.HOST_BASE, 32);
        assertThat(quick.sm(0).load(AddressSpace.MAPPED, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                .isEqualTo(T + 7 + link);
        quick.sm(0).taken(T);
        assertThat(quick.sm(0).takenAt()).isEqualTo(T + 8);
    }

    @Test
    void anInstructionIsTakenOnceItsUnitHasServedItAndSharedMemoryIsAUnitOfItsOwn() {
        AccessTiming sm = lab.sm(0);
        lab.load(0, AddressSpace.LOCAL, line, CachePolicy.ALL, T);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 1);
        lab.row(AddressMap.SHARED_BASE, 32);
        sm.load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, T);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 8);
        lab.store(0, AddressSpace.LOCAL, line, T);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 2);
        lab.row(AddressMap.SHARED_BASE, 16);
        sm.store(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, T);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 8 + 4);
        lab.atomic(0, AtomicOperation.ADD, ValueType.U32, line, 0, 1, T + 2);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 2 + 3);
        sharedAtomic(lab, AtomicOperation.EXCHANGE, 0, T);
        sm.taken(T);
        assertThat(sm.takenAt()).isEqualTo(T + 8 + 4 + 32);
        sm.taken(LATER);
        assertThat(sm.takenAt()).isEqualTo(LATER);
    }

    /** Caches of one set, so that a line may lie in any place of it. */
    @Test
    void everyLineThatACacheHoldsIsFound() {
        PathLab small = new PathLab("l1.capacity=1 KiB", "l1.ways=8", "l2.capacity=4 KiB", "l2.ways=16");
        for (int sm = 0; sm < 2; sm++) {
            for (int i = 0; i < 16; i++) {
                small.load(sm, line + (long) i * LINE, T + 1_000L * (i + 16 * sm));
            }
        }
        for (int i = 8; i < 16; i++) {
            assertThat(small.load(0, line + (long) i * LINE, LATER + 1_000L * i))
                    .isEqualTo(LATER + 1_000L * i + l1);
        }
        for (int i = 0; i < 16; i++) {
            long time = 2 * LATER + 1_000L * i;
            assertThat(small.load(1, AddressSpace.GLOBAL, line + (long) i * LINE, CachePolicy.GLOBAL_LEVEL, time))
                    .isEqualTo(time + l2);
        }
    }

    @Test
    void sharedMemoryTakesACycleMoreForEachFurtherConflict() {
        for (int ways : new int[] {1, 2, 4, 8, 16, 32}) {
            lab.row(AddressMap.SHARED_BASE, 4 * ways);
            assertThat(lab.sm(0).load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, ways * LATER))
                    .isEqualTo(ways * LATER + ways - 1 + shared);
            assertThat(lab.sm(1).store(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, ways * LATER))
                    .isEqualTo(ways * LATER + ways - 1);
        }
    }

    @Test
    void lanesThatReadOneWordOfSharedMemoryShareIt() {
        lab.row(AddressMap.SHARED_BASE + 64, 0);
        assertThat(lab.sm(0).load(AddressSpace.SHARED, PathLab.words(CachePolicy.ALL), ALL, 0, T))
                .isEqualTo(T + shared);
    }

    private long sharedAtomic(PathLab on, AtomicOperation operation, int stride, long time) {
        return on.atomic(0, AddressSpace.SHARED, operation, ValueType.U32, AddressMap.SHARED_BASE, stride, 32, time);
    }

    @Test
    void anAtomicOnSharedMemoryTakesTwoCyclesMoreForEachFurtherLaneOnAWordUnlessTheyAreOneUpdate() {
        int latency = profile.shared().atomicLatencyCycles();
        assertThat(sharedAtomic(lab, AtomicOperation.EXCHANGE, 4, T)).isEqualTo(T + latency);
        assertThat(sharedAtomic(lab, AtomicOperation.EXCHANGE, 8, LATER)).isEqualTo(LATER + 1 + latency);
        assertThat(sharedAtomic(lab, AtomicOperation.EXCHANGE, 0, 2 * LATER)).isEqualTo(2 * LATER + 2 * 31 + latency);
        assertThat(sharedAtomic(lab, AtomicOperation.ADD, 0, 3 * LATER)).isEqualTo(3 * LATER + 2 * 31 + latency);
        assertThat(lab.elected(0, AddressSpace.SHARED, AddressMap.SHARED_BASE, false, 4 * LATER))
                .isEqualTo(4 * LATER + latency);
    }

    /** One lane succeeds in each pass, and the others try again. */
    @Test
    void whereSharedAtomicsAreLocksEachFurtherLaneOnAWordTakesAPassAndARetry() {
        PathLab locks = new PathLab("shared.native_atomics=false", "shared.atomic_lock_retry=19 cycles");
        int pass = profile.shared().atomicLatencyCycles();
        assertThat(sharedAtomic(locks, AtomicOperation.ADD, 4, T)).isEqualTo(T + pass);
        assertThat(sharedAtomic(locks, AtomicOperation.ADD, 0, LATER)).isEqualTo(LATER + pass + 31L * (pass + 19));
        // A pass holds the banks twice: for the lock and for the update.
        locks.sm(0).taken(LATER);
        assertThat(locks.sm(0).takenAt()).isEqualTo(LATER + 2 * 32);
    }

    private long add(int sm, long time) {
        return lab.atomic(sm, AtomicOperation.ADD, ValueType.U32, line, 0, 1, time);
    }

    @Test
    void anAtomicOnWhatL2HoldsTakesItsLatencyAndFromTheFarPartMore() {
        lab.load(0, line, T);
        assertThat(add(0, LATER)).isEqualTo(LATER + atomic);
        assertThat(add(1, 2 * LATER)).isEqualTo(2 * LATER + atomic + far);
    }

    @Test
    void anAtomicOnWhatL2DoesNotHoldWaitsForDramBehindTheWayToL2() {
        assertThat(add(0, T)).isEqualTo(T + dram - l2 + atomic);
        assertThat(add(0, LATER)).isEqualTo(LATER + atomic);
    }

    @Test
    void anAtomicWhoseDataIsInTheOtherPartOfL2NeedsNoDram() {
        lab.load(1, line, T);
        assertThat(add(0, LATER)).isEqualTo(LATER + atomic);
    }

    @Test
    void anAtomicWhoseDataIsOnItsWayToTheOtherPartOfL2WaitsForIt() {
        lab.load(1, line, T);
        assertThat(add(0, T + 100)).isEqualTo(T + dram + atomic);
    }

    @Test
    void aLoadOfWhatAnAtomicHasFetchedWaitsForIt() {
        add(0, T);
        assertThat(lab.loadSector(0, line, T + 100)).isEqualTo(T + dram - l2);
    }

    @Test
    void whatAnAtomicHasFetchedIsInL2() {
        add(0, T);
        assertThat(lab.loadSector(0, line, LATER)).isEqualTo(LATER + l2);
        assertThat(lab.loadSector(0, line + PathLab.SECTOR, 2 * LATER)).isEqualTo(2 * LATER + dram);
    }

    /** They are sent one after the other, and done one after the other once the last has come. */
    @Test
    void lanesThatSwapOneWordAreSentAndDoneOneAfterTheOther() {
        lab.load(0, line, T);
        long sent = LATER + 7 * 5;
        assertThat(lab.atomic(0, AtomicOperation.COMPARE_AND_SWAP, ValueType.U32, line, 0, 8, LATER))
                .isEqualTo(sent + 7 * 13 + atomic);
        assertThat(lab.sm(0).replayCycles()).isEqualTo(7 * 5 + 7 * 13 + atomic);
    }

    /** The hardware does not join them: they take as long as swaps. */
    @Test
    void lanesThatAddIntegersToOneWordAreDoneOneAfterTheOther() {
        lab.load(0, line, T);
        assertThat(lab.atomic(0, AtomicOperation.ADD, ValueType.U32, line, 0, 8, LATER))
                .isEqualTo(LATER + 7 * 5 + 7 * 13 + atomic);
    }

    @Test
    void whereOneLaneAddsForAllItIsOneRequestWhoseAnswerIsHandedOn() {
        int handingOn = profile.l1().electedAtomicCycles();
        lab.load(0, line, T);
        assertThat(lab.elected(0, line, true, LATER)).isEqualTo(LATER + atomic + handingOn);
        assertThat(lab.elected(0, line, false, 2 * LATER)).isEqualTo(2 * LATER + atomic);
        assertThat(lab.sm(0).replayCycles()).isZero();
    }

    @Test
    void floatingPointLanesOnOneWordTakeTheTimeBetweenTwoOfThemEach() {
        lab.load(0, line, T);
        assertThat(lab.atomic(0, AtomicOperation.ADD, ValueType.F32, line, 0, 8, LATER))
                .isEqualTo(LATER + 7 * 5 + 7 * 41 + atomic);
    }

    @Test
    void whereEachFloatingPointLaneIsDoneForItselfItMakesNoDifferenceWhetherAnybodyWantsTheOldValues() {
        lab.load(0, line, T);
        for (boolean wanted : new boolean[] {false, true}) {
            long time = wanted ? 2 * LATER : LATER;
            assertThat(lab.atomic(0, AddressSpace.GLOBAL, AtomicOperation.ADD, ValueType.F32, line, 0, 8, wanted, time))
                    .isEqualTo(time + 7 * 5 + 7 * 41 + atomic);
        }
    }

    @Test
    void whereTheLineServedLastMakesNoDifferenceItTakesAsLongAsOthers() {
        PathLab kepler = new PathLab(Profiles.load("k40c", List.of("l2.sector_service=4 cycles", "l2.slices=1")));
        long number = line / LINE;
        kepler.memory.load(0, number, 0xF, 0);
        int latency = kepler.profile.l2().latencyCycles();
        assertThat(kepler.memory.load(0, number, 0xF, LATER)).isEqualTo(LATER + latency);
        assertThat(kepler.memory.load(0, number, 0xF, LATER)).isEqualTo(LATER + 16 + latency);
    }

    /** As on Kepler: the request still takes the SM a turn for each lane. */
    @Test
    void floatingPointLanesWithoutReturnedValuesAreCombinedIfTheHardwareDoesThat() {
        PathLab kepler = new PathLab(
                Profiles.load("k40c", List.of("l1.atomic_request=5 cycles", "l2.same_address_atomic=13 cycles")));
        kepler.load(0, line, T);
        int latency = kepler.profile.l2().atomicLatencyCycles();
        assertThat(kepler.atomic(0, AddressSpace.GLOBAL, AtomicOperation.ADD, ValueType.F32, line, 0, 32, false, LATER))
                .isEqualTo(LATER + 31 * 5 + latency);
        assertThat(kepler.atomic(
                        0, AddressSpace.GLOBAL, AtomicOperation.ADD, ValueType.F32, line, 0, 32, true, 2 * LATER))
                .isEqualTo(2 * LATER + 31 * 5 + 31 * 13 + latency);
    }

    @Test
    void aLoadOfTheHostsMemoryTakesTheLatencyOfTheLinkAndAStoreHalfOfIt() {
        assertThat(lab.load(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, CachePolicy.ALL, T))
                .isEqualTo(T + link);
        assertThat(lab.store(0, AddressSpace.MAPPED, AddressMap.HOST_BASE, LATER))
                .isEqualTo(LATER + link / 2);
        assertThat(lab.atomic(
                        0,
                        AddressSpace.MAPPED,
                        AtomicOperation.ADD,
                        ValueType.U32,
                        AddressMap.HOST_BASE,
                        0,
                        32,
                        2 * LATER))
                .isEqualTo(2 * LATER + link);
    }
}
