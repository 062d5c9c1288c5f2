package io.cdpsim.workloads.irregular;

import static io.cdpsim.kernel.code.ValueType.U32;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.warp.Lanes;

/**
 * The prologue of a kernel in which the parents of a warp or of a block, one per thread, sum their item counts: prefix sums in shared memory, with
 * doubling distances.
 */
final class ParentGroup {
    private static final int WORD_BYTES = 4;
    private static final int SUMS_BYTES = 1024 * WORD_BYTES;

    final KernelBuilder k;
    final ItemParameters items;
    /** The number of parents. */
    final Register parents;
    /** The thread in its block. */
    final Register thread;
    /** The thread in its group. */
    final Register place;
    /** Threads of a group. */
    final Register threads;
    /** The parent of the thread. */
    final Register parent;
    /** The parent of the group's first thread. */
    final Register firstParent;
    /** Items of the thread's parent; 0 where it has none. */
    final Register size;
    /** Whether the thread has a parent. */
    final Predicate mine;

    private final Operand sums;
    private final Register mySum;

    /**
     * Emits the prologue. The kernel's first parameters are those of {@link ItemParameters} and the number of parents; its blocks have at most 1,024 threads,
     * and whole warps where warps are the groups.
     *
     * @param name name of the kernel
     * @param byWarp whether warps are the groups, instead of blocks
     */
    ParentGroup(String name, ItemCost cost, boolean byWarp) {
        k = new KernelBuilder(name).registersPerThread(ParentKernels.REGISTERS);
        items = ItemParameters.parameters(k, cost);
        parents = k.parameter(U32);
        sums = k.sharedArray(SUMS_BYTES);
        k.at(name + ": sizes of the parents");
        Register blockThreads = k.blockDimX();
        thread = k.threadX();
        parent = k.add(k.multiply(k.blockX(), blockThreads), thread);
        place = byWarp ? k.and(thread, Operand.u32(Lanes.COUNT - 1)) : thread;
        threads = byWarp ? k.minimum(blockThreads, Operand.u32(Lanes.COUNT)) : blockThreads;
        firstParent = k.subtract(parent, place);
        size = k.variable(ItemParameters.ZERO);
        mine = k.less(parent, parents);
        k.ifThen(mine, () -> {
            Register end = items.firstItem(k, k.add(parent, ItemParameters.ONE));
            k.assign(size, k.subtract(end, items.firstItem(k, parent)));
        });
        mySum = ItemParameters.at(k, sums, thread);
        k.memory().store(StateSpace.SHARED, U32, mySum, 0, size);
        k.syncThreads();
        k.at(name + ": running sums");
        addUp();
    }

    private void addUp() {
        Register distance = k.variable(ItemParameters.ONE);
        k.whileLoop(() -> k.less(distance, threads), () -> {
            Register below = k.variable(ItemParameters.ZERO);
            k.ifThen(k.atLeast(place, distance), () -> k.assign(below, sumOf(k.subtract(thread, distance))));
            k.syncThreads();
            Register sum = k.memory().load(StateSpace.SHARED, U32, mySum, 0);
            k.memory().store(StateSpace.SHARED, U32, mySum, 0, k.add(sum, below));
            k.syncThreads();
            k.assign(distance, k.shiftLeft(distance, ItemParameters.ONE));
        });
    }

    /** Items of the thread's parent and of the parents before it in the group. */
    Register sumOf(Operand ofThread) {
        return k.memory().load(StateSpace.SHARED, U32, ItemParameters.at(k, sums, ofThread), 0);
    }

    /** Items of the parents before the thread's in its group. */
    Register before() {
        return k.subtract(k.memory().load(StateSpace.SHARED, U32, mySum, 0), size);
    }

    /** Items of all parents of the group. */
    Register total() {
        Register end = k.add(k.subtract(thread, place), threads);
        return sumOf(k.subtract(end, ItemParameters.ONE));
    }

    /** Number of the group's parents. */
    Register groupParents() {
        return k.minimum(threads, k.subtract(parents, firstParent));
    }
}
