package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.analysis.LoopMix;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.List;

/** A block loads tiles of as many bodies as it has threads into shared memory, {@code extern __shared__ float4 tile[]}. */
final class SharedKernel {
    // nvcc 13.0 -O3 -arch=sm_90 -rdc=true, also below.
    private static final SharedKernel ONE_BY_ONE = new SharedKernel("shared", 30, 2, """
        load0 count index dy0 dx0 dz0 yy0 xx0 zz0 soft0
        load1 tiny0 up0 root0 down0 dy1 sq0 dx1 dz1 cube0 yy1 pull0 xx1 fx0 zz1 fy0 fz0 soft1
        load2 tiny1 up1 root1 down1 dy2 dx2 sq1 dz2 cube1 yy2 pull1 xx2 fx1 zz2 fy1 fz1 soft2
        load3 advance tiny2 up2 root2 down2 dy3 dx3 sq2 dz3 cube2 yy3 pull2 xx3 fx2 zz3 fy2 fz2 soft3
        tiny3 up3 root3 down3 again sq3 cube3 pull3 fx3 fy3 fz3
        """);

    /** The use of {@code mass * inverse * inverse * inverse}, multiplied from left to right. */
    private static final SharedKernel IN_PAIRS = new SharedKernel("paired", 32, 4, """
        count index load0 load1 dy0 dx0 dz0 yy0 dy1 dx1 dz1 xx0 yy1 zz0 xx1 soft0 zz1 tiny0 soft1 tiny1
        up0 root0 up1 root1 down0 pull0 down1 pull0 pull1 pull0 load2 pull1 fx0 fy0 fz0 pull1 load3 fy1 fx1 fz1 advance
        dy2 dx2 dz2 yy2 dy3 xx2 dx3 dz3 yy3 zz2 xx3 soft2 zz3 tiny2 soft3 tiny3
        up2 root2 up3 root3 down2 again pull2 down3 pull2 pull3 pull2 pull3 fx2 fy2 fz2 pull3 fx3 fy3 fz3
        """);

    /**
     * The code of the early published source where the compiler does not unroll the loop over the tile: one interaction per iteration, with a 64-bit
     * counter whose addition and test take two instructions each. 24 instructions, including the jump; 22 registers with nvcc 13.0 for 7.5 and 9.0.
     */
    private static final SharedKernel ROLLED = new SharedKernel("rolled", 22, 1, """
        load0 count carry below again advance dy0 dx0 dz0 yy0 xx0 zz0 soft0 tiny0 up0 root0 down0 sq0 cube0 pull0 fx0 fy0 fz0
        """);

    private final String name;
    private final int registers;
    private final int pairs;
    private final String pass;

    private SharedKernel(String name, int registers, int pairs, String pass) {
        this.name = name;
        this.registers = registers;
        this.pairs = pairs;
        this.pass = pass;
    }

    /** The kernel that computes one pair after the other. */
    static SharedKernel oneByOne() {
        return ONE_BY_ONE;
    }

    /** The kernel that interleaves two pairs. */
    static SharedKernel inPairs() {
        return IN_PAIRS;
    }

    /** The kernel whose loop is not unrolled. */
    static SharedKernel rolled() {
        return ROLLED;
    }

    /** Interactions per iteration: with registers for one only, none overlaps another. */
    private int unroll() {
        return pairs == 1 ? 1 : InteractionLoop.UNROLL;
    }

    /** Builds the kernel. The block must have a multiple of four threads, and the bodies must fill their tiles. */
    Kernel exact(boolean unoptimized) {
        ForceKernelBuilder code = new ForceKernelBuilder(name, registers);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> {
                    InteractionEmitter interactions =
                            new InteractionEmitter(k, own, force, code.softening, pairs, unoptimized);
                    Register thread = k.threadX();
                    Register threads = k.blockDimX();
                    Register ownPlace = k.element(Operand.u64(0), thread, InitialBodies.BYTES);
                    k.forLoop(Operand.s32(0), code.count, threads, start -> {
                        code.at("tile");
                        Register source = k.element(code.bodies, k.add(start, thread), InitialBodies.BYTES);
                        List<Register> body = k.memory()
                                .loadVector(StateSpace.GLOBAL, ValueType.F32, InitialBodies.FLOATS, source, 0);
                        k.memory().storeVector(StateSpace.SHARED, body, ownPlace, 0);
                        k.syncThreads();
                        InteractionLoop loop = new InteractionLoop(
                                k, interactions, StateSpace.SHARED, Operand.u64(0), threads, unroll());
                        code.at("interactions");
                        loop.passes(
                                unoptimized ? InteractionLoop.oneByOne(InteractionLoop.INTERACTION, unroll()) : pass);
                        code.at("tile");
                        k.syncThreads();
                    });
                },
                (i, own, force) -> code.store(i, force));
    }

    /**
     * Builds the kernel with its loop over the tiles as a bulk instruction.
     *
     * @param blockThreads threads of the blocks that will run it
     * @param unoptimized whether variables are in local memory
     */
    Kernel bulk(int blockThreads, boolean unoptimized) {
        BulkMix tile = LoopMix.of(exact(unoptimized), name + ": tile", blockThreads / unroll());
        ForceKernelBuilder code = new ForceKernelBuilder(name, registers);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> k.bulk(k.divide(code.count, k.blockDimX()), tile, code.bodies),
                (i, own, force) -> code.store(i, force));
    }
}
