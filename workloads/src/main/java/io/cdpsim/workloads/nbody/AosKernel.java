package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.analysis.LoopMix;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.StateSpace;
import java.util.function.Consumer;

/** Every thread loads every body from global memory. */
final class AosKernel {
    private static final String NAME = "aos";

    // nvcc 13.0 -O3 -arch=sm_90 -rdc=true.
    private static final int REGISTERS = 32;

    private static final String PASS = """
        load0 load1 dy0 dx0 dz0 yy0 xx0 zz0 soft0 tiny0 up0 root0 down0 sq0 cube0 pull0 fx0 load2 fy0 load3 fz0
        dy1 dx1 dz1 count yy1 index xx1 zz1 soft1 tiny1 up1 root1 down1 sq1 cube1 pull1 fz1 fx1 fy1
        dy2 dx2 dz2 yy2 dy3 dx3 dz3 xx2 yy3 zz2 xx3 soft2 zz3 tiny2 soft3 tiny3 up2 root2 up3 root3 down2 again
        sq2 down3 cube2 advance sq3 pull2 carry cube3 fx2 fy2 fz2 pull3 fx3 fy3 fz3
        """;

    private AosKernel() {}

    /** Builds the kernel. */
    static Kernel exact(boolean unoptimized) {
        return build(
                unoptimized,
                loop -> loop.passes(
                        unoptimized
                                ? InteractionLoop.oneByOne(InteractionLoop.INTERACTION, InteractionLoop.UNROLL)
                                : PASS));
    }

    /** Builds the kernel with its loop as a bulk instruction. */
    static Kernel bulk(boolean unoptimized) {
        BulkMix pass = LoopMix.of(exact(unoptimized), NAME + ": interactions", 1);
        return build(unoptimized, loop -> loop.bulkPasses(pass));
    }

    private static Kernel build(boolean unoptimized, Consumer<InteractionLoop> passes) {
        ForceKernelBuilder code = new ForceKernelBuilder(NAME, REGISTERS);
        return code.build(
                (i, own, force) -> {
                    InteractionEmitter pairs = new InteractionEmitter(
                            code.k, own, force, code.softening, InteractionLoop.UNROLL, unoptimized);
                    InteractionLoop loop = new InteractionLoop(
                            code.k, pairs, StateSpace.GLOBAL, code.bodies, code.count, InteractionLoop.UNROLL);
                    code.at("interactions");
                    passes.accept(loop);
                    code.at("last interactions");
                    loop.rest(InteractionLoop.INTERACTION);
                },
                (i, own, force) -> code.store(i, force));
    }
}
