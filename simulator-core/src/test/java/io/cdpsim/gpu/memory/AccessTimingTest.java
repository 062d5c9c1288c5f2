package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Accesses of one SM of an H200, all lanes at one address. */
class AccessTimingTest {
    private static final Modifiers.Access LOAD = new Modifiers.Access(
            StateSpace.GENERIC, ValueType.S32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.SYSTEM, 0);

    private final GpuProfile profile = Profiles.load("h200");
    private final LaneAddresses addresses = new LaneAddresses();
    private final AccessTiming timing = new AccessTiming(0, profile, new MemorySystem(profile, 1), addresses, true);
    private final int latency = profile.hostLink().mappedLoadLatencyCycles();
    private final int turnAround = profile.hostLink().mappedTurnAroundCycles();

    private void at(long address) {
        Arrays.fill(addresses.all(), address);
    }

    @Test
    void aLoadOfMappedMemoryWithoutPredecessorsIsSentAtOnce() {
        at(AddressMap.HOST_BASE);
        assertThat(timing.hostAnswer(-1, 4, 100)).isZero();
    }

    @Test
    void aLoadOfALineOfMappedMemoryWaitsForTheOneBeforeIt() {
        at(AddressMap.HOST_BASE);
        long first = timing.load(AddressSpace.MAPPED, LOAD, -1, 0, 100);
        assertThat(first).isEqualTo(100 + latency);

        long second = timing.hostAnswer(-1, 4, 150);

        assertThat(second).isEqualTo(first + turnAround + latency);
        assertThat(timing.hostReadsAt(second)).isEqualTo(second - latency / 2);
        assertThat(timing.load(AddressSpace.MAPPED, LOAD, -1, second, second - latency / 2))
                .isEqualTo(second);
        assertThat(timing.linkQuietAt()).isEqualTo(second);
        at(AddressMap.HOST_BASE + 4_096);
        assertThat(timing.hostAnswer(-1, 4, 150)).as("another line").isZero();
    }

    /** A call of the device runtime empties the L1 cache at the first load behind each interval. */
    @Test
    void whoAsksWhetherTheL1HasAllDoesNotEmptyIt() {
        int every = profile.deviceApi().callEmptiesL1Cycles();
        timing.call(0, 10L * every);
        at(AddressMap.globalBase(0));
        long issued = every + 200;
        timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, 100);

        assertThat(timing.mayPost(-1, 4)).isTrue();
        assertThat(timing.hasAll(LOAD, -1, every + 100)).isFalse();
        long missed = timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, issued) - issued;
        long later = issued + every - 50;
        assertThat(timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, later) - later).isLessThan(missed);
    }

    @Test
    void aSecondLoadOfASectorFindsItInL1() {
        at(AddressMap.globalBase(0));
        long first = timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, 0);
        assertThat(first).isGreaterThan(profile.l2().latencyCycles());

        assertThat(timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, first))
                .isEqualTo(first + profile.l1().latencyCycles());
    }

    /** Time of a load of a sector that has been loaded before, at a cycle. */
    private long again(long cycle) {
        at(AddressMap.globalBase(0));
        return timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, cycle) - cycle;
    }

    @Test
    void aGridThatStartsEmptiesL1() {
        again(0);
        timing.gridStarts(5_000, 4_000);
        assertThat(again(4_999)).isEqualTo(profile.l1().latencyCycles());
        assertThat(again(5_000)).isGreaterThan(profile.l2().latencyCycles());
        assertThat(again(6_000)).as("once").isEqualTo(profile.l1().latencyCycles());
    }

    @Test
    void aCallOfTheDeviceRuntimeEmptiesL1AgainAndAgain() {
        again(0);
        int interval = profile.deviceApi().callEmptiesL1Cycles();
        timing.call(10_000, 10_000 + 3 * interval);
        assertThat(again(10_000 + interval - 1)).isEqualTo(profile.l1().latencyCycles());
        assertThat(again(10_000 + interval)).isGreaterThan(profile.l2().latencyCycles());
        assertThat(again(10_000 + 2 * interval - 1)).isEqualTo(profile.l1().latencyCycles());
        assertThat(again(10_000 + 2 * interval)).isGreaterThan(profile.l2().latencyCycles());
        again(10_000 + 3 * interval);
        assertThat(again(100_000)).as("after the call").isEqualTo(profile.l1().latencyCycles());
    }

    private long load(long address, long cycle) {
        at(address);
        return timing.load(AddressSpace.GLOBAL, LOAD, 1, 0, cycle) - cycle;
    }

    private void store(long address, int lanes, long cycle) {
        atWordsApart(address, Integer.BYTES);
        timing.store(AddressSpace.GLOBAL, LOAD, lanes, cycle);
    }

    /** Measurements, l1store: word_stored, word_stored_next_word. */
    @Test
    void aLoadOfAStoredWordHitsTheL1AndOneOfAnotherWordOfItsSectorDoesNot() {
        long word = AddressMap.globalBase(0);
        store(word, 1, 0);
        assertThat(timing.mayPost(1, 4)).isTrue();
        assertThat(load(word, 10_000)).isEqualTo(profile.l1().latencyCycles());
        assertThat(load(word + 4, 20_000)).isGreaterThan(profile.l2().latencyCycles());
        assertThat(load(word + 4, 30_000)).as("fetched").isEqualTo(profile.l1().latencyCycles());
    }

    /** Measurements, l1store: sector_stored, sector_stored_next_sector. */
    @Test
    void storesThatFillASectorBringItIntoTheL1AndNoOther() {
        long sector = AddressMap.globalBase(0);
        int bytes = profile.l2().sectorBytes();
        store(sector, 0b1111, 0);
        store(sector + bytes / 2, 0b1111, 100);
        for (int at = 0; at < bytes; at += 4) {
            assertThat(load(sector + at, 10_000 + at)).isEqualTo(profile.l1().latencyCycles());
        }
        assertThat(load(sector + bytes, 20_000)).isGreaterThan(profile.l2().latencyCycles());
    }

    @Test
    void theL1HasAllThatALoadReadsIfStoresHaveBroughtIt() {
        long word = AddressMap.globalBase(0);
        store(word, 1, 0);
        at(word);
        assertThat(timing.mayPost(1, 4)).isTrue();
        assertThat(timing.hasAll(LOAD, 1, 1_000)).isTrue();
        at(word + 4);
        assertThat(timing.mayPost(1, 4)).isTrue();
        assertThat(timing.hasAll(LOAD, 1, 1_000)).isFalse();
    }

    @Test
    void anAtomicVoidsAStoredWordOfItsSector() {
        Modifiers.Atomic add = new Modifiers.Atomic(
                StateSpace.GLOBAL, ValueType.S32, AtomicOperation.ADD, true, MemoryOrder.RELAXED, Scope.DEVICE, 0);
        long word = AddressMap.globalBase(0);
        store(word, 1, 0);
        at(word);
        timing.atomic(AddressSpace.GLOBAL, add, 1, true, false, 1_000);
        assertThat(load(word, 10_000)).isGreaterThan(profile.l2().latencyCycles());
    }

    /** Measurements, l1store: loaded_fence, stored_fence. */
    @Test
    void whoAcquiresEmptiesTheL1AtThatCycle() {
        long loaded = AddressMap.globalBase(0);
        long stored = loaded + profile.l2().lineBytes();
        load(loaded, 0);
        store(stored, 1, 0);
        timing.acquires(5_000);
        assertThat(load(loaded, 4_999)).isEqualTo(profile.l1().latencyCycles());
        assertThat(load(stored, 5_000)).isGreaterThan(profile.l2().latencyCycles());
        assertThat(load(loaded, 6_000)).isGreaterThan(profile.l2().latencyCycles());
        assertThat(load(loaded, 10_000)).as("once").isEqualTo(profile.l1().latencyCycles());
    }

    @Test
    void anAtomicVoidsItsSectorInL1AndNoOther() {
        Modifiers.Atomic add = new Modifiers.Atomic(
                StateSpace.GLOBAL, ValueType.S32, AtomicOperation.ADD, true, MemoryOrder.RELAXED, Scope.DEVICE, 0);
        long updated = AddressMap.globalBase(0);
        long other = updated + profile.l2().sectorBytes();
        at(other);
        timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, 0);
        at(updated);
        long loaded = timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, 0);
        long done = timing.atomic(AddressSpace.GLOBAL, add, 1, true, false, loaded);

        assertThat(timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, done))
                .isGreaterThan(done + profile.l1().latencyCycles());
        at(other);
        assertThat(timing.load(AddressSpace.GLOBAL, LOAD, -1, 0, 2 * done))
                .isEqualTo(2 * done + profile.l1().latencyCycles());
    }

    private void atWordsApart(long base, int bytes) {
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            addresses.all()[lane] = base + (long) lane * bytes;
        }
    }

    @Test
    void aStoreHoldsTheUnitForACycleASectorAndForEachFurtherLine() {
        int lines = 16;
        int sectorsOfALine = profile.l2().lineBytes() / profile.l2().sectorBytes();
        atWordsApart(AddressMap.globalBase(0), 4);
        for (int store = 0; store < lines; store++) {
            timing.store(AddressSpace.GLOBAL, LOAD, -1, 0);
        }
        timing.taken(0);
        assertThat(timing.takenAt()).isEqualTo((long) lines * sectorsOfALine);

        atWordsApart(AddressMap.globalBase(0), profile.l2().sectorBytes());
        timing.store(AddressSpace.GLOBAL, LOAD, -1, 0);
        timing.taken(0);
        double furtherLines =
                (Lanes.COUNT / (double) sectorsOfALine - 1) * profile.l1().furtherStoreLineCycles();
        assertThat(timing.takenAt())
                .isEqualTo((long) lines * sectorsOfALine + Lanes.COUNT + (long) Math.ceil(furtherLines));
    }
}
