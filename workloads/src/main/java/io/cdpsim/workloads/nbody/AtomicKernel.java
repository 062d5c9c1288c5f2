package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.List;

/**
 * The thread of the later body computes each pair once, and adds the reaction to the earlier body by atomics.
 *
 * <p>As in the CUDA program the reaction is the negated force. That force contains the mass of the earlier body only, so the sums differ from those
 * of the other kernels: {@link ForceReference} defines them.
 */
final class AtomicKernel {
    // nvcc 13.0 -O3 -arch=sm_90 -rdc=true.
    private static final int REGISTERS = 40;

    /** Interaction {@code A} and its reaction. */
    private static final String NEXT = """
        loadA dyA dxA dzA yyA xxA zzA softA tinyA upA rootA downA sqA cubeA placeA pullA addressA pxA pyA pzA nxA nyA nzA
        rxA ryA rzA
        """;

    private static final String LAST = """
        load3 count place3 ax0 ay0 az0 address3 ax1 ay1 az1 ax2 ay2 az2 index dy3 dx3 dz3 yy3 xx3 zz3 soft3 tiny3 up3 root3
        down3 sq3 cube3 again pull3 px3 py3 pz3 nx3 ny3 nz3 rx3 ry3 ax3 rz3 ay3 az3
        """;

    private static final String PASS = "bodies " + next(0) + next(1) + next(2) + LAST;

    private AtomicKernel() {}

    private static String next(int interaction) {
        return NEXT.replace("A", Integer.toString(interaction));
    }

    /** Builds the kernel. */
    static Kernel exact(boolean unoptimized) {
        ForceKernelBuilder code = new ForceKernelBuilder("atomic", REGISTERS);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> {
                    InteractionEmitter pairs =
                            new InteractionEmitter(k, own, force, code.softening, InteractionLoop.UNROLL, unoptimized);
                    List<Register> targets = k.registers(ValueType.U64, InteractionLoop.UNROLL);
                    Register place = k.registers(ValueType.S32, 1).get(0);
                    pairs.reactionsAt(targets);
                    InteractionLoop loop =
                            new InteractionLoop(k, pairs, StateSpace.GLOBAL, code.bodies, i, InteractionLoop.UNROLL);
                    loop.word(
                            "bodies",
                            () -> k.assign(loop.address, k.element(code.bodies, loop.index, InitialBodies.BYTES)));
                    for (int a = 0; a < InteractionLoop.UNROLL; a++) {
                        int number = a;
                        loop.word("place" + a, () -> place(k, place, loop.index, number));
                        loop.word(
                                "address" + a,
                                () -> k.compute(
                                        targets.get(number),
                                        Opcode.MAD_WIDE_U32,
                                        place,
                                        Operand.s32(Float.BYTES),
                                        code.forces));
                    }
                    code.at("interactions");
                    loop.passes(PASS);
                    code.at("last interactions");
                    loop.rest(NEXT + "axA ayA azA");
                },
                (i, own, force) -> {
                    Register address = code.forceAddress(i);
                    for (int axis = 0; axis < 3; axis++) {
                        k.memory()
                                .atomic(
                                        AtomicOperation.ADD,
                                        ValueType.F32,
                                        address,
                                        (long) axis * Float.BYTES,
                                        force.get(axis));
                    }
                });
    }

    /** Number of the first float of the force on body {@code index + interaction}. */
    private static void place(KernelBuilder k, Register place, Register index, int interaction) {
        k.multiplyAddInto(place, index, Operand.s32(3), Operand.s32(3 * interaction));
    }
}
