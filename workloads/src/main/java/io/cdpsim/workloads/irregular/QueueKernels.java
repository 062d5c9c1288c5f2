package io.cdpsim.workloads.irregular;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;

/** The two kernels of a queue of items: one writes each item into it, the other processes the queue. Neither launches anything. */
final class QueueKernels {
    private QueueKernels() {}

    /**
     * One thread a parent; a block reserves space for the items of all its parents at once, and its threads write them in turn, each finding the
     * parent of an item by a binary search in the block's prefix sums. Parameters: those of {@link ItemParameters}, number of parents, queue of parents, queue
     * of indices in them, address of the number of items in the queue.
     */
    static Kernel fill(ItemCost cost) {
        ParentGroup group = new ParentGroup("fillQueue", cost, false);
        KernelBuilder k = group.k;
        Register queuedParents = k.parameter(U64);
        Register queuedPlaces = k.parameter(U64);
        Register count = k.parameter(U64);
        Operand shared = k.sharedArray(Integer.BYTES);
        k.at("fillQueue: space for the block's items");
        Register total = group.total();
        k.ifThen(k.equal(group.thread, ItemParameters.ZERO), () -> {
            Register old = k.memory().atomic(AtomicOperation.ADD, U32, count, total);
            k.memory().store(StateSpace.SHARED, U32, shared, 0, old);
        });
        k.syncThreads();
        Register room = k.memory().load(StateSpace.SHARED, U32, shared, 0);
        k.at("fillQueue: an item");
        k.forLoop(group.thread, total, group.threads, i -> {
            // The first parent of the block whose prefix sum exceeds i.
            Register low = k.variable(ItemParameters.ZERO);
            Register high = k.variable(k.subtract(group.groupParents(), ItemParameters.ONE));
            k.whileLoop(() -> k.less(low, high), () -> {
                Register middle = k.shiftRight(k.add(low, high), ItemParameters.ONE);
                Predicate enough = k.greater(group.sumOf(middle), i);
                k.assign(high, k.select(enough, middle, high));
                k.assign(low, k.select(enough, low, k.add(middle, ItemParameters.ONE)));
            });
            Register before = k.variable(ItemParameters.ZERO);
            k.ifThen(
                    k.greater(low, ItemParameters.ZERO),
                    () -> k.assign(before, group.sumOf(k.subtract(low, ItemParameters.ONE))));
            Register slot = k.add(room, i);
            k.memory().store(U32, ItemParameters.at(k, queuedParents, slot), k.add(group.firstParent, low));
            k.memory().store(U32, ItemParameters.at(k, queuedPlaces, slot), k.subtract(i, before));
        });
        return k.build();
    }

    /** One thread an item of the queue. Parameters: those of {@link ItemParameters}, both queues, number of items in them. */
    static Kernel drain(ItemCost cost) {
        KernelBuilder k = new KernelBuilder("drainQueue").registersPerThread(ParentKernels.REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Register queuedParents = k.parameter(U64);
        Register queuedPlaces = k.parameter(U64);
        Register count = k.parameter(U32);
        k.at("drainQueue: an item");
        Register slot = k.globalThreadX();
        k.ifThen(k.less(slot, count), () -> {
            Register parent = ItemParameters.load(k, queuedParents, slot);
            Register place = ItemParameters.load(k, queuedPlaces, slot);
            items.visit(k, parent, place, k.add(items.firstItem(k, parent), place));
        });
        return k.build();
    }
}
