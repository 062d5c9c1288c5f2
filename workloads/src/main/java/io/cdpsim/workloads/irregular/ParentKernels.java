package io.cdpsim.workloads.irregular;

import static io.cdpsim.kernel.code.ValueType.U32;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.program.DeviceStream;

/** Kernels in which one thread or one warp processes a parent. Parameters: those of {@link ItemParameters}, number of parents, others where stated. */
final class ParentKernels {
    /** Registers of a thread: an upper bound for such code, not taken from a compiler. */
    static final int REGISTERS = 32;

    private ParentKernels() {}

    /** One thread a parent, which processes the items itself. */
    static Kernel serial(ItemCost cost) {
        KernelBuilder k = new KernelBuilder("serial").registersPerThread(REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Register parents = k.parameter(U32);
        k.at("serial: items of a parent");
        Register parent = k.globalThreadX();
        k.ifThen(k.less(parent, parents), () -> {
            Register start = items.firstItem(k, parent);
            Register end = items.firstItem(k, k.add(parent, ItemParameters.ONE));
            items.visitAll(k, parent, start, k.subtract(end, start));
        });
        return k.build();
    }

    /** One warp a parent, whose lanes process the items in turn. Blocks consist of whole warps. */
    static Kernel warp(ItemCost cost) {
        KernelBuilder k = new KernelBuilder("warp").registersPerThread(REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Register parents = k.parameter(U32);
        k.at("warp: items of a parent");
        Register parent = k.shiftRight(k.globalThreadX(), Operand.u32(Lanes.SHIFT));
        k.ifThen(k.less(parent, parents), () -> {
            Register start = items.firstItem(k, parent);
            Register end = items.firstItem(k, k.add(parent, ItemParameters.ONE));
            Register lane = k.and(k.threadX(), Operand.u32(Lanes.COUNT - 1));
            k.forLoop(
                    lane,
                    k.subtract(end, start),
                    Operand.u32(Lanes.COUNT),
                    place -> items.visit(k, parent, place, k.add(start, place)));
        });
        return k.build();
    }

    /** One thread an item of one parent. Parameters: those of {@link ItemParameters}, the parent, its first item, its size. */
    static Kernel child(ItemCost cost) {
        KernelBuilder k = new KernelBuilder("child").registersPerThread(REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Register parent = k.parameter(U32);
        Register start = k.parameter(U32);
        Register size = k.parameter(U32);
        k.at("child: an item");
        Register place = k.globalThreadX();
        k.ifThen(k.less(place, size), () -> items.visit(k, parent, place, k.add(start, place)));
        return k.build();
    }

    /**
     * One thread a parent: a parent with more items than the threshold gets a child grid; the thread itself processes the items of any other, and of
     * one whose launch fails. Additional parameters: threshold, threads of a child's block.
     */
    static Kernel launching(ItemCost cost, ChildStream stream) {
        KernelReference child = KernelReference.to(child(cost));
        KernelBuilder k = new KernelBuilder("parents").registersPerThread(REGISTERS);
        ItemParameters items = ItemParameters.parameters(k, cost);
        Register parents = k.parameter(U32);
        Register threshold = k.parameter(U32);
        Register childThreads = k.parameter(U32);
        k.at("parents: size of a parent");
        Register parent = k.globalThreadX();
        k.ifThen(k.less(parent, parents), () -> {
            Register start = items.firstItem(k, parent);
            Register end = items.firstItem(k, k.add(parent, ItemParameters.ONE));
            Register size = k.subtract(end, start);
            Register own = k.variable(size);
            k.ifThen(k.greater(size, threshold), () -> {
                k.at("parents: launch of a child");
                DeviceStream.launch(
                        k,
                        stream,
                        child,
                        blocksFor(k, size, childThreads),
                        childThreads,
                        items.arguments(parent, start, size));
                k.ifThen(k.equal(k.device().getLastError(), Operand.s32(0)), () -> k.assign(own, ItemParameters.ZERO));
            });
            k.at("parents: items below the threshold, or after a failed launch");
            items.visitAll(k, parent, start, own);
        });
        return k.build();
    }

    /** The number of blocks for this many items, rounded up. */
    static Register blocksFor(KernelBuilder k, Operand items, Operand blockThreads) {
        return k.divide(k.subtract(k.add(blockThreads, items), ItemParameters.ONE), blockThreads);
    }
}
