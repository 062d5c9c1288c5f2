package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.analysis.LoopMix;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.warp.Lanes;
import java.util.List;
import java.util.Map;

/** A warp loads 32 bodies at once, and its lanes exchange them by shuffles. */
final class ShuffleKernel {
    private static final String NAME = "shuffle";

    // nvcc 13.0 -O3 -arch=sm_90 -rdc=true.
    private static final int REGISTERS = 32;

    private static final String FIRST = """
        load shy0 shx0 shz0 shm0 dy0 shy1 dx0 yy0 dz0 xx0 shx1 zz0 soft0 tiny0 dx1 up0 root0 down0 sq0 cube0 dy1 shz1 pull0
        yy1 shm1 fz0 fx0 fy0
        """;

    /** Completes interaction {@code A}, which lacks dz and two squares, and starts {@code B}. */
    private static final String NEXT =
            "shxB dzA xxA shyB zzA softA dxB tinyA upA dyB rootA yyB downA sqA cubeA shzB pullA shmB fzA fxA fyA ";

    private static final String LAST = """
        dz31 index xx31 advance zz31 carry soft31 tiny31 up31 root31 down31 again sq31 cube31 pull31 fx31 fy31 fz31
        """;

    private static final String ONE =
            "shxA shyA shzA shmA dyA dxA dzA yyA xxA zzA softA tinyA upA rootA downA sqA cubeA pullA fxA fyA fzA ";

    private ShuffleKernel() {}

    /** Builds the kernel. Only whole warps may run it, and the number of bodies must be a multiple of the warp size. */
    static Kernel exact(boolean unoptimized) {
        ForceKernelBuilder code = new ForceKernelBuilder(NAME, REGISTERS);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> {
                    InteractionEmitter pairs = new InteractionEmitter(k, own, force, code.softening, 2, unoptimized);
                    List<Register> loaded = k.registers(ValueType.F32, InitialBodies.FLOATS);
                    pairs.shuffleFrom(loaded);
                    Register lane = k.and(k.special(SpecialRegister.THREAD_X), Operand.u32(Lanes.COUNT - 1));
                    Register address = k.variable(k.element(code.bodies, lane, InitialBodies.BYTES));
                    Register index = k.variable(Operand.s32(0));
                    Register upperHalf = k.registers(ValueType.S32, 1).get(0);
                    Predicate again = k.predicate();
                    Map<String, Runnable> words = Map.of(
                            "load", () -> k.memory().loadVectorInto(loaded, StateSpace.GLOBAL, address, 0),
                            "index", () -> k.increment(index, Operand.s32(Lanes.COUNT)),
                            "advance", () -> k.increment(address, Operand.u64(Lanes.COUNT * InitialBodies.BYTES)),
                            "carry", () -> k.compute(upperHalf, Opcode.CVT_I64_TO_I32, address),
                            "again", () -> k.compareInto(again, Comparison.LESS, index, code.count));
                    code.at("interactions");
                    k.doWhile(() -> {
                        pairs.emit(unoptimized ? oneByOne() : pass(), words);
                        return again;
                    });
                },
                (i, own, force) -> code.store(i, force));
    }

    /** Builds the kernel with its loop as a bulk instruction. */
    static Kernel bulk(boolean unoptimized) {
        BulkMix pass = LoopMix.of(exact(unoptimized), NAME + ": interactions", 1);
        ForceKernelBuilder code = new ForceKernelBuilder(NAME, REGISTERS);
        KernelBuilder k = code.k;
        return code.build(
                (i, own, force) -> k.bulk(k.divide(code.count, Operand.s32(Lanes.COUNT)), pass, code.bodies),
                (i, own, force) -> code.store(i, force));
    }

    private static String oneByOne() {
        StringBuilder pass = new StringBuilder("load ");
        for (int a = 0; a < Lanes.COUNT; a++) {
            pass.append(ONE.replace("A", Integer.toString(a)));
        }
        return pass + "index advance carry again";
    }

    private static String pass() {
        StringBuilder pass = new StringBuilder(FIRST);
        for (int a = 1; a < Lanes.COUNT - 1; a++) {
            pass.append(NEXT.replace("A", Integer.toString(a)).replace("B", Integer.toString(a + 1)));
        }
        return pass + LAST;
    }
}
