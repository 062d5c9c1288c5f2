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
    private static final String NAME = "shared";

    // nvcc 13.0 -O3 -arch=sm_90 -rdc=true.
    private static final int REGISTERS = 30;

    private static final String PASS = """
            load0 count index dy0 dx0 dz0 yy0 xx0 zz0 soft0
            load1 tiny0 up0 root0 down0 dy1 sq0 dx1 dz1 cube0 yy1 pull0 xx1 fx0 zz1 fy0 fz0 soft1
            load2 tiny1 up1 root1 down1 dy2 dx2 sq1 dz2 cube1 yy2 pull1 xx2 fx1 zz2 fy1 fz1 soft2
            load3 advance tiny2 up2 root2 down2 dy3 dx3 sq2 dz3 cube2 yy3 pull2 xx3 fx2 zz3 fy2 fz2 soft3
            tiny3 up3 root3 down3 again sq3 cube3 pull3 fx3 fy3 fz3
            """;

    private SharedKernel() {}

    /** Builds the kernel. The block must have a multiple of four threads, and the bodies must fill their tiles. */
    static Kernel exact(boolean unoptimized) {
        ForceCode code = new ForceCode(NAME, REGISTERS);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> {
                    PairCode pairs = new PairCode(k, own, force, code.softening, 2, unoptimized);
                    Register thread = k.threadX();
                    Register threads = k.blockDimX();
                    Register ownPlace = k.element(Operand.u64(0), thread, Bodies.BYTES);
                    k.forLoop(Operand.s32(0), code.count, threads, begin -> {
                        code.at("tile");
                        Register source = k.element(code.bodies, k.add(begin, thread), Bodies.BYTES);
                        List<Register> body =
                                k.memory().loadVector(StateSpace.GLOBAL, ValueType.F32, Bodies.FLOATS, source, 0);
                        k.memory().storeVector(StateSpace.SHARED, body, ownPlace, 0);
                        k.syncThreads();
                        FourBodyLoop loop = new FourBodyLoop(k, pairs, StateSpace.SHARED, Operand.u64(0), threads);
                        code.at("interactions");
                        loop.passes(unoptimized ? FourBodyLoop.oneByOne(FourBodyLoop.INTERACTION) : PASS);
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
    static Kernel bulk(int blockThreads, boolean unoptimized) {
        BulkMix tile = LoopMix.of(exact(unoptimized), NAME + ": tile", blockThreads / FourBodyLoop.UNROLL);
        ForceCode code = new ForceCode(NAME, REGISTERS);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> k.bulk(k.divide(code.count, k.blockDimX()), tile, code.bodies),
                (i, own, force) -> code.store(i, force));
    }
}
