package io.cdpsim.workloads.irregular;

import static io.cdpsim.kernel.code.ValueType.U32;
import static io.cdpsim.kernel.code.ValueType.U64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.irregular.IrregularSettings.Aggregation;
import io.cdpsim.workloads.program.DeviceStream;
import io.cdpsim.workloads.program.WordArray.PackedWords;

/**
 * Kernels in which several parents launch one child grid for the items of all of them. Each parent leaves an entry in two lists: its number, and the
 * number of items before its own; a thread of the child finds its parent by a binary search in the second.
 *
 * <p>A thread whose launch fails processes the items itself.
 */
final class AggregationKernels {
    /** Bytes of the state that blocks share where the whole grid launches together, initially zero. */
    static final int STATE_BYTES = 16;

    /** Offset of the number of blocks that have left their entries. The entries (upper half) and items (lower half) so far precede it. */
    private static final int BLOCKS_DONE = 8;

    private AggregationKernels() {}

    /** The two lists, and their length. */
    private record Entries(Operand parents, Operand before, Operand count, Operand total) {
        static Entries parameters(KernelBuilder k) {
            return new Entries(k.parameter(U64), k.parameter(U64), k.parameter(U32), k.parameter(U32));
        }

        /** Processes one of the items of the entries. */
        void visit(KernelBuilder k, ItemParameters items, Operand i) {
            Register low = k.variable(ItemParameters.ZERO);
            Register high = k.variable(count);
            k.whileLoop(() -> k.greater(k.subtract(high, low), ItemParameters.ONE), () -> {
                Register middle = k.shiftRight(k.add(high, low), ItemParameters.ONE);
                Predicate right = k.atLeast(i, ItemParameters.load(k, before, middle));
                k.assign(low, k.select(right, middle, low));
                k.assign(high, k.select(right, high, middle));
            });
            Register parent = ItemParameters.load(k, parents, low);
            Register place = k.subtract(i, ItemParameters.load(k, before, low));
            items.visit(k, parent, place, k.add(items.firstItem(k, parent), place));
        }
    }

    /** One thread an item. Parameters: those of {@link ItemParameters} and {@link Entries}. */
    static Kernel child(ItemCost cost) {
        KernelBuilder k = new KernelBuilder("joinedChild").registersPerThread(ParentKernels.REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Entries entries = Entries.parameters(k);
        k.at("joinedChild: search for the parent, an item");
        Register i = k.globalThreadX();
        k.ifThen(k.less(i, entries.total()), () -> entries.visit(k, items, i));
        return k.build();
    }

    /**
     * One thread a parent. Parameters: those of {@link ItemParameters}, number of parents, the lists of parents and of items before them, address of
     * {@link #STATE_BYTES}, threads of a child's block.
     */
    static Kernel of(Aggregation aggregation, ItemCost cost, ChildStream stream) {
        return aggregation == Aggregation.GRID ? byGrid(cost, stream) : byGroup(aggregation, cost, stream);
    }

    /** The parameters that follow those of a {@link ParentGroup}. */
    private record Lists(Register parents, Register before, Register state, Register childThreads) {
        static Lists parameters(KernelBuilder k) {
            return new Lists(k.parameter(U64), k.parameter(U64), k.parameter(U64), k.parameter(U32));
        }

        /** Appends the entry of the thread's parent to those of other groups. */
        void leave(ParentGroup group, Operand entriesBefore, Operand itemsBefore) {
            KernelBuilder k = group.k;
            k.ifThen(group.mine, () -> {
                Register entry = k.add(group.place, entriesBefore);
                k.memory().store(U32, ItemParameters.at(k, parents, entry), group.parent);
                k.memory().store(U32, ItemParameters.at(k, before, entry), k.add(group.before(), itemsBefore));
            });
        }
    }

    private static Kernel byGroup(Aggregation aggregation, ItemCost cost, ChildStream stream) {
        KernelReference child = KernelReference.to(child(cost));
        String name = aggregation == Aggregation.WARP ? "joinedByWarp" : "joinedByBlock";
        ParentGroup group = new ParentGroup(name, cost, aggregation == Aggregation.WARP);
        KernelBuilder k = group.k;
        Lists lists = Lists.parameters(k);
        k.at(name + ": entries of the parents");
        lists.leave(group, group.firstParent, ItemParameters.ZERO);
        k.syncThreads();
        Register total = group.total();
        k.ifThen(k.and(k.notEqual(total, ItemParameters.ZERO), k.equal(group.place, ItemParameters.ZERO)), () -> {
            k.at(name + ": launch of joinedChild");
            Entries entries = new Entries(
                    ItemParameters.at(k, lists.parents(), group.firstParent),
                    ItemParameters.at(k, lists.before(), group.firstParent),
                    group.groupParents(),
                    total);
            launch(k, stream, child, lists.childThreads(), group.items, entries);
        });
        return k.build();
    }

    /** A block reserves its range of entries and of items with one atomic, so that both have the same order. */
    private static Kernel byGrid(ItemCost cost, ChildStream stream) {
        KernelReference child = KernelReference.to(child(cost));
        ParentGroup group = new ParentGroup("joinedByGrid", cost, false);
        KernelBuilder k = group.k;
        Lists lists = Lists.parameters(k);
        Operand place = k.sharedArray(Long.BYTES);
        k.at("joinedByGrid: place of the block");
        k.ifThen(k.equal(group.thread, ItemParameters.ZERO), () -> {
            Register entries =
                    k.shiftLeft(k.unary(Opcode.CVT_U32_TO_U64, U64, group.groupParents()), Operand.u32(Integer.SIZE));
            Register both = k.element(entries, group.total(), 1);
            Register old = k.memory().atomic(AtomicOperation.ADD, U64, lists.state(), both);
            k.memory().store(StateSpace.SHARED, U64, place, 0, old);
        });
        k.syncThreads();
        Register old = k.memory().load(StateSpace.SHARED, U64, place, 0);
        lists.leave(group, PackedWords.upper(k, old), PackedWords.lower(k, old));
        k.syncThreads();
        k.at("joinedByGrid: count of the blocks that are done");
        k.ifThen(k.equal(group.thread, ItemParameters.ZERO), () -> {
            // The block releases its writes to later increments; the last block acquires all of them.
            k.memory().fence(Scope.DEVICE);
            Register blocksDone = k.add(lists.state(), Operand.u64(BLOCKS_DONE));
            Register before = k.memory().atomic(AtomicOperation.ADD, U32, blocksDone, ItemParameters.ONE);
            k.ifThen(k.equal(k.add(before, ItemParameters.ONE), k.gridDimX()), () -> {
                k.memory().fence(Scope.DEVICE);
                Register all = k.memory().loadVolatile(U64, lists.state());
                Register total = PackedWords.lower(k, all);
                k.ifThen(k.notEqual(total, ItemParameters.ZERO), () -> {
                    k.at("joinedByGrid: launch of joinedChild");
                    Entries entries = new Entries(lists.parents(), lists.before(), PackedWords.upper(k, all), total);
                    launch(k, stream, child, lists.childThreads(), group.items, entries);
                });
            });
        });
        return k.build();
    }

    private static void launch(
            KernelBuilder k,
            ChildStream stream,
            KernelReference child,
            Operand childThreads,
            ItemParameters items,
            Entries entries) {
        DeviceStream.launch(
                k,
                stream,
                child,
                ParentKernels.blocksFor(k, entries.total(), childThreads),
                childThreads,
                items.arguments(entries.parents(), entries.before(), entries.count(), entries.total()));
        k.ifThen(k.notEqual(k.device().getLastError(), Operand.s32(0)), () -> {
            k.at("items after a failed launch");
            k.forLoop(ItemParameters.ZERO, entries.total(), ItemParameters.ONE, i -> entries.visit(k, items, i));
        });
    }
}
