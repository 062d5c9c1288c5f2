package io.cdpsim.gpu.bank;

import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GpuProfile.SharedMemorySpec;
import io.cdpsim.profile.PipeSpecs;

/**
 * Times of atomics on the shared memory of an SM. It performs those on integers of 32 bits, exchanges and compare-and-swaps. All others are loops of a load, the operation and a
 * compare-and-swap, in each round of which one of the lanes that meet at a word succeeds, and in which their warp is held. Source: {@code measurements/sharedatomics-h200.csv}
 * and its SASS.
 */
public final class SharedAtomicTiming {
    private final SharedMemorySpec spec;
    private final PipeSpecs pipes;
    private final SharedMemoryBanks banks;
    private final ServiceQueue port;
    private final long[] addresses;
    private final UpdatedWords updated = new UpdatedWords();
    private final long oneCycle = ServiceQueue.fractions(1);
    private int block;
    private int changing;
    private long loopsUntil;

    /**
     * An SM without atomics.
     *
     * @param port what shared memory accepts accesses by
     * @param addresses where each lane of the atomic has its word
     */
    public SharedAtomicTiming(GpuProfile profile, SharedMemoryBanks banks, ServiceQueue port, long[] addresses) {
        spec = profile.shared();
        pipes = profile.pipes();
        this.banks = banks;
        this.port = port;
        this.addresses = addresses;
    }

    /** An atomic of a warp of a block begins. */
    public void start(int ofBlock) {
        block = ofBlock;
        loopsUntil = 0;
        changing = 0;
    }

    /** The lanes of the atomic that change the word they update. */
    public void changes(int lanes) {
        changing = lanes;
    }

    /** Until when the warp of the last atomic is in its loop; 0 if it was none. */
    public long loopsUntil() {
        return loopsUntil;
    }

    /**
     * When an atomic is done.
     *
     * @param joins whether the lanes of a word are one update
     * @param returnsValues whether the old values are used; else it is done once the words are on their way
     */
    public long done(int group, Modifiers.Atomic atomic, boolean joins, boolean returnsValues, long time) {
        if (!spec.nativeAtomics()) {
            return lockedUpdates(group, atomic, time);
        }
        if (isLoop(atomic)) {
            loopsUntil = loop(group, atomic, joins, time);
            return loopsUntil;
        }
        int conflicts = banks.wavefronts(addresses, group, atomic.bytes());
        int lanes = joins ? 1 : banks.mostLanesOnOneWord(addresses, group);
        int passes = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP ? spec.compareAndSwapCycles() : 1;
        int busy = passes * Math.max(conflicts, lanes);
        long start = port.serve(time, oneCycle * busy);
        int latency = spec.atomicLatencyCycles();
        int further = Math.max(busy - 1, passes * spec.furtherAtomicLaneCycles() * (lanes - 1));
        return start + (returnsValues ? latency + further : Math.max(latency, busy + latency / 2));
    }

    /** Lock and retry: one of the lanes that update a word succeeds in each pass, the others retry. */
    private long lockedUpdates(int group, Modifiers.Atomic atomic, long time) {
        int lanes = banks.mostLanesOnOneWord(addresses, group);
        long pass = spec.atomicLatencyCycles();
        port.serve(time, oneCycle * 2 * Math.max(banks.wavefronts(addresses, group, atomic.bytes()), lanes));
        return time + pass + (lanes - 1) * (pass + spec.atomicLockRetryCycles());
    }

    /** Whether no instruction performs an atomic. */
    private static boolean isLoop(Modifiers.Atomic atomic) {
        return switch (atomic.operation()) {
            case EXCHANGE, COMPARE_AND_SWAP -> false;
            case ADD, MINIMUM, MAXIMUM, AND, OR, XOR, INCREMENT, DECREMENT ->
                atomic.type().isFloat() || atomic.bytes() != Integer.BYTES;
        };
    }

    private long loop(int group, Modifiers.Atomic atomic, boolean joins, long time) {
        boolean isExtreme =
                atomic.operation() == AtomicOperation.MINIMUM || atomic.operation() == AtomicOperation.MAXIMUM;
        int updating = isExtreme ? group & changing : group;
        if (joins) {
            updating = Integer.lowestOneBit(updating);
        }
        // Who brings no lesser or greater value ends after a comparison.
        long begin = isExtreme && updating != group ? time + checkCycles(atomic) : time;
        if (updating == 0) {
            return begin;
        }
        int turns = banks.wavefronts(addresses, updating, atomic.bytes()) / Math.max(1, atomic.bytes() / Integer.BYTES);
        int rounds = Math.max(turns, banks.mostLanesOnOneWord(addresses, updating));
        int round = roundCycles(atomic);
        port.serve(begin, oneCycle * 2 * rounds);
        return Math.max(
                begin + (long) rounds * round,
                // Another warp's round fails only if the value is a different one.
                updated.done(block, addresses, updating & changing, round, windowCycles(atomic), begin));
    }

    /** A comparison, a branch that lanes leave, and the convergence barrier that they come to. */
    private int endCycles(Modifiers.Atomic atomic) {
        int upperHalf = atomic.bytes() > Integer.BYTES ? pipes.integer().latencyCycles() : 0;
        return pipes.predicateLatencyCycles() + upperHalf + pipes.control().latencyCycles() + pipes.convergenceCycles();
    }

    private int checkCycles(Modifiers.Atomic atomic) {
        return spec.latencyCycles() + endCycles(atomic);
    }

    private int roundCycles(Modifiers.Atomic atomic) {
        return spec.latencyCycles() + operationCycles(atomic) + spec.atomicLatencyCycles() + endCycles(atomic);
    }

    /** From a load until its compare-and-swap has reached the word: a round fails if another one succeeds in between. */
    private int windowCycles(Modifiers.Atomic atomic) {
        return spec.latencyCycles() + operationCycles(atomic) + spec.atomicLatencyCycles() / 2;
    }

    private int operationCycles(Modifiers.Atomic atomic) {
        ValueType type = atomic.type();
        int words = Math.max(1, atomic.bytes() / Integer.BYTES);
        return !type.isFloat()
                ? words * pipes.integer().latencyCycles()
                : words > 1 ? pipes.fp64().latencyCycles() : pipes.fp32().latencyCycles();
    }
}
