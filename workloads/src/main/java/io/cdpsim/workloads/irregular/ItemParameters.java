package io.cdpsim.workloads.irregular;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The parameters that every kernel has of the items, and the code of an item.
 *
 * @param cost the cost of an item
 * @param firstItems address of the first item of each parent, one word each, followed by the total number of items
 * @param values address of the value of each item
 * @param table address of the words that items load; 0 where they load none
 * @param mask one less than the number of these words
 */
record ItemParameters(ItemCost cost, Operand firstItems, Operand values, Operand table, Operand mask) {
    static final Operand ZERO = Operand.u32(0);
    static final Operand ONE = Operand.u32(1);

    /** Instructions of a loop iteration: enough that its test and branch, 19 cycles on an H200, cost little beside the 256 of the chain. */
    private static final int WORK_OF_A_PASS = 64;

    private static final int LOADS_OF_A_PASS = 4;
    private static final int WORD_BYTES = 4;

    /** Declares the four parameters. */
    static ItemParameters parameters(KernelBuilder k, ItemCost cost) {
        return new ItemParameters(cost, k.parameter(U64), k.parameter(U64), k.parameter(U64), k.parameter(U32));
    }

    /** The arguments for a child's {@link #parameters}, followed by others. */
    Operand[] arguments(Operand... more) {
        List<Operand> all = new ArrayList<>(List.of(firstItems, values, table, mask));
        all.addAll(List.of(more));
        return all.toArray(Operand[]::new);
    }

    /** Address of a word of an array. */
    static Register at(KernelBuilder k, Operand array, Operand index) {
        return k.element(array, index, WORD_BYTES);
    }

    /** Reads a word of an array. */
    static Register load(KernelBuilder k, Operand array, Operand index) {
        return k.memory().load(U32, at(k, array, index));
    }

    /** Number of the first item of a parent, where all items are numbered. */
    Register firstItem(KernelBuilder k, Operand parent) {
        return load(k, firstItems, parent);
    }

    /** Processes an item: the one at an index of its parent, from 0, which has this number among all items. */
    void visit(KernelBuilder k, Operand parent, Operand place, Operand item) {
        Register value = k.variable(k.multiplyAdd(parent, Operand.u32(ItemCost.PARENT_FACTOR), place));
        if (cost.loads() > 0) {
            Register word = k.variable(k.multiply(item, Operand.u32(ItemCost.SPREAD)));
            repeat(k, cost.loads(), LOADS_OF_A_PASS, count -> addLoaded(k, value, word, count));
        }
        repeat(k, cost.work(), WORK_OF_A_PASS, count -> {
            for (int i = 0; i < count; i++) {
                k.multiplyAddInto(value, value, Operand.u32(ItemCost.MULTIPLIER), Operand.u32(ItemCost.INCREMENT));
            }
        });
        k.memory().store(U32, at(k, values, item), value);
    }

    /** Independent loads, then their sum. */
    private void addLoaded(KernelBuilder k, Register value, Register word, int count) {
        List<Register> loaded = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            loaded.add(load(k, table, k.and(word, mask)));
            k.increment(word, Operand.u32(ItemCost.STRIDE));
        }
        loaded.forEach(each -> k.increment(value, each));
    }

    /** Code that repeats a body this many times: an unrolled loop, and the remainder behind it. */
    private static void repeat(KernelBuilder k, int times, int ofAPass, IntConsumer code) {
        int passes = times / ofAPass;
        if (passes == 1) {
            code.accept(ofAPass);
        } else if (passes > 1) {
            k.forLoop(ZERO, Operand.u32(passes), ONE, pass -> code.accept(ofAPass));
        }
        if (times % ofAPass > 0) {
            code.accept(times % ofAPass);
        }
    }

    /** Processes all items of a parent one after another, in one thread. */
    void visitAll(KernelBuilder k, Operand parent, Operand start, Operand size) {
        k.forLoop(ZERO, size, ONE, place -> visit(k, parent, place, k.add(start, place)));
    }
}
