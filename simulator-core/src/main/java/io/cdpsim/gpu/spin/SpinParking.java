package io.cdpsim.gpu.spin;

import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.kernel.analysis.ReadingLoops;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Removes warps that spin on global memory from the event queue until a word that they read changes.
 *
 * <p>A warp that returns to the same state after an iteration that only loaded from global memory repeats it until one of those words
 * is written. It is parked, and resumes at the first iteration after the write, which would read the new value. The load of
 * its polling on caches and schedulers is not modeled. Loops that poll mapped host memory are not parked, since their queueing for the link
 * determines their time (rulebook 24, M-6).
 *
 * @param <W> the warps
 */
public final class SpinParking<W extends SpinningWarp> {
    /** A loop is compared after so many iterations that only load, and then after twice as many. */
    private static final int FIRST_LOOK = 4;

    private static final int WORD_SHIFT = 2;

    private final DeviceData data;
    private final ObjLongConsumer<W> schedule;
    private final Map<Long, List<W>> parkedAt = new HashMap<>();
    private final IdentityHashMap<Kernel, ReadingLoops> loops = new IdentityHashMap<>();
    private final boolean threadsAreIndependent;
    private int parked;

    /**
     * Parks warps of a device.
     *
     * @param data the values in its memories
     * @param schedule resumes a warp at a cycle, or now if that is past
     * @param threadsAreIndependent whether lanes that wait for others yield to them
     */
    public SpinParking(DeviceData data, ObjLongConsumer<W> schedule, boolean threadsAreIndependent) {
        this.threadsAreIndependent = threadsAreIndependent;
        this.data = data;
        this.schedule = schedule;
    }

    /** A warp did something that a spinning warp does not do. */
    public static void disturbed(SpinningWarp warp) {
        warp.disturbed();
    }

    /** A warp issues an instruction, which may be one that a spinning warp does not issue. */
    public static void issued(SpinningWarp warp, Opcode opcode) {
        if (opcode == Opcode.STORE || opcode == Opcode.ATOMIC || opcode.actsBeyondWarp()) {
            disturbed(warp);
        }
    }

    /** A warp loaded from global memory. */
    public void loaded(W warp, long address, int bytes) {
        for (long word = address >>> WORD_SHIFT; word <= lastWord(address, bytes); word++) {
            warp.spin().addWord(word, valueOf(warp, word));
        }
    }

    private int valueOf(W warp, long word) {
        return (int) data.load(warp.memory(), 0, AddressSpace.GLOBAL, word << WORD_SHIFT, ValueType.S32);
    }

    /** Whether the words still hold the values that the loop has read: a write between the load and the jump would otherwise be missed. */
    private boolean stillHolds(W warp) {
        List<Long> words = warp.spin().awaitedWords();
        List<Integer> values = warp.spin().awaitedValues();
        for (int i = 0; i < words.size(); i++) {
            if (valueOf(warp, words.get(i)) != values.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static long lastWord(long address, int bytes) {
        return (address + bytes - 1) >>> WORD_SHIFT;
    }

    /** Whether a warp that jumps back at an instruction may be parked there. */
    public static boolean mayPark(SpinningWarp warp, int instruction) {
        SpinState spin = warp.spin();
        return spin.turns >= spin.nextLook
                && spin.turns > 0
                && spin.instruction == instruction
                && spin.mayWait
                && spin.readsAny();
    }

    /** A warp has jumped back at an instruction. @return whether it is parked */
    public boolean turned(W warp, int instruction, long time) {
        SpinState spin = warp.spin();
        if (spin.turns == 0 || spin.instruction != instruction) {
            spin.start(instruction, FIRST_LOOK);
            return false;
        }
        spin.turns++;
        if (spin.turns < spin.nextLook) {
            return false;
        }
        LaneState state = warp.state();
        if (spin.turns == spin.nextLook) {
            // Lanes that run ahead of others are in loops of their own.
            spin.mayWait = state.stack().isSplit() || loopsOf(state.kernel()).reads(instruction);
            spin.remember(spin.mayWait ? state.fingerprint() : 0, time);
            return false;
        }
        if (spin.mayWait && spin.fingerprint == state.fingerprint()) {
            boolean allYielded = spin.yields > state.stack().paths();
            if (!(allYielded && spin.wordsKnown()) && yieldsToOthers(warp)) {
                spin.yielded();
                return false;
            }
            if (spin.wordsKnown()) {
                if (stillHolds(warp)) {
                    park(warp, time);
                    return true;
                }
                spin.disturbed();
                return false;
            }
        }
        // The state changed, so the loop makes progress. Compare again much later.
        spin.nextLook = 2 * spin.turns;
        return false;
    }

    /** Lanes may wait for others of their warp, who run first if threads are scheduled independently and they can get further. */
    public boolean yieldsToOthers(W warp) {
        Kernel kernel = warp.state().kernel();
        return threadsAreIndependent
                && warp.state().stack().yieldToOthers(at -> loopsOf(kernel).changesMemoryFirst(at));
    }

    private synchronized ReadingLoops loopsOf(Kernel kernel) {
        return loops.computeIfAbsent(kernel, ReadingLoops::new);
    }

    private void park(W warp, long time) {
        SpinState spin = warp.spin();
        spin.periodCycles = Math.max(1, time - spin.time);
        spin.time = time;
        warp.spins();
        parked++;
        for (long word : spin.awaitedWords()) {
            parkedAt.computeIfAbsent(word, any -> new ArrayList<>()).add(warp);
        }
    }

    /** Whether any warp is parked. */
    public boolean isWatching() {
        return parked > 0;
    }

    /** Bytes of global memory have changed. */
    public void changed(long address, int bytes, long time) {
        for (long word = address >>> WORD_SHIFT; word <= lastWord(address, bytes); word++) {
            List<W> waiting = parkedAt.get(word);
            if (waiting != null) {
                for (W warp : List.copyOf(waiting)) {
                    wake(warp, time);
                }
            }
        }
    }

    /** Any part of global memory may have changed, as by a copy. */
    public void anythingChanged(long time) {
        if (parked > 0) {
            for (List<W> waiting : List.copyOf(parkedAt.values())) {
                for (W warp : List.copyOf(waiting)) {
                    wake(warp, time);
                }
            }
        }
    }

    private void wake(W warp, long time) {
        if (!warp.isSpinning()) {
            return;
        }
        SpinState spin = warp.spin();
        for (long word : spin.awaitedWords()) {
            List<W> waiting = parkedAt.get(word);
            if (waiting != null) {
                waiting.remove(warp);
                if (waiting.isEmpty()) {
                    parkedAt.remove(word);
                }
            }
        }
        parked--;
        warp.goesOn();
        long behind = Math.max(0, time - spin.time);
        long turns = (behind + spin.periodCycles - 1) / spin.periodCycles;
        spin.disturbed();
        schedule.accept(warp, spin.time + turns * spin.periodCycles);
    }
}
