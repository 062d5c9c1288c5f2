package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.HashMap;
import java.util.Map;

/**
 * A loop over bodies in memory, unrolled as nvcc 13.0 does: iterations of four interactions and a remainder one by one; or not unrolled.
 *
 * <p>Its schedule adds to the steps of {@link InteractionEmitter}: {@code load0} to {@code load3}, {@code count} (bodies left), {@code index} (bodies done),
 * {@code advance} and {@code carry} (the lower and the upper half of an address or of a counter), {@code again} (the loop's test) and {@code below}
 * (the other half of the test of a 64-bit counter).
 */
final class InteractionLoop {
    /** Interactions of an iteration as nvcc 13.0 unrolls it. */
    static final int UNROLL = 4;

    /** Interaction {@code A} alone. */
    static final String INTERACTION =
            "loadA dyA dxA dzA yyA xxA zzA softA tinyA upA rootA downA sqA cubeA pullA fxA fyA fzA";

    private final KernelBuilder k;
    private final InteractionEmitter pairs;
    private final StateSpace space;
    private final Map<String, Runnable> words = new HashMap<>();
    private final Predicate again;

    /** Number of bodies done, and address of the next iteration. */
    final Register index;

    final Register address;

    /** Number of bodies in full iterations, and in the remainder. */
    private final Register inPasses;

    private final Register rest;
    private final Operand start;
    private final int unroll;

    /**
     * Emits the code before the loop.
     *
     * @param k the kernel
     * @param pairs the interactions, with four slots or fewer
     * @param space the address space of the bodies
     * @param start address of the first body
     * @param many number of bodies
     * @param unroll interactions of an iteration, a power of two
     */
    InteractionLoop(
            KernelBuilder k, InteractionEmitter pairs, StateSpace space, Operand start, Register many, int unroll) {
        this.k = k;
        this.pairs = pairs;
        this.space = space;
        this.start = start;
        this.unroll = unroll;
        rest = k.and(many, Operand.s32(unroll - 1));
        inPasses = k.subtract(many, rest);
        index = k.variable(Operand.s32(0));
        address = k.variable(start);
        again = k.predicate();
        Register left = k.variable(inPasses);
        Register upperHalf = k.registers(ValueType.S32, 1).get(0);
        for (int i = 0; i < unroll; i++) {
            int number = i;
            words.put("load" + i, () -> load(number, address, number));
        }
        words.put("count", () -> k.increment(left, Operand.s32(-unroll)));
        words.put("index", () -> k.increment(index, Operand.s32(unroll)));
        words.put("advance", () -> k.increment(address, Operand.u64((long) unroll * InitialBodies.BYTES)));
        words.put("carry", () -> k.compute(upperHalf, Opcode.CVT_I64_TO_I32, address));
        Predicate other = k.predicate();
        words.put("below", () -> k.compareInto(other, Comparison.NOT_EQUAL, index, Operand.s32(0)));
        words.put("again", () -> k.compareInto(again, Comparison.NOT_EQUAL, left, Operand.s32(0)));
    }

    /** Defines a word of the schedule. */
    void word(String word, Runnable meaning) {
        words.put(word, meaning);
    }

    /** Emits the loop over the iterations. */
    void passes(String schedule) {
        k.ifThen(
                k.notEqual(inPasses, Operand.s32(0)),
                () -> k.doWhile(() -> {
                    pairs.emit(schedule, words);
                    return again;
                }));
    }

    /** The schedule of an iteration with this many consecutive interactions. */
    static String oneByOne(String interaction, int unroll) {
        StringBuilder pass = new StringBuilder();
        for (int number = 0; number < unroll; number++) {
            pass.append(interaction.replace("A", Integer.toString(number))).append(' ');
        }
        return pass + "count index advance again";
    }

    /** Emits the iterations as a bulk instruction: their time, without values. */
    void bulkPasses(BulkMix pass) {
        k.bulk(k.shiftRight(inPasses, Operand.s32(Integer.numberOfTrailingZeros(unroll))), pass, start);
        k.assign(index, inPasses);
    }

    /** Emits the remainder. Its schedule is that of interaction {@code A}, which loads with {@code loadA}. */
    void rest(String schedule) {
        k.ifThen(k.notEqual(rest, Operand.s32(0)), () -> {
            k.assign(address, k.element(start, index, InitialBodies.BYTES));
            one(schedule, 0);
            k.ifThen(k.notEqual(rest, Operand.s32(1)), () -> {
                one(schedule, 1);
                k.ifThen(k.notEqual(rest, Operand.s32(2)), () -> one(schedule, 2));
            });
        });
    }

    private void one(String schedule, int number) {
        pairs.emit(schedule.replace("A", Integer.toString(number)), words);
    }

    private void load(int interaction, Register from, int offset) {
        k.memory().loadVectorInto(pairs.other(interaction), space, from, (long) offset * InitialBodies.BYTES);
        pairs.made(pairs.other(interaction));
    }
}
