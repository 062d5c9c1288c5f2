package io.cdpsim.workloads.examples.memory;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.Children;
import io.cdpsim.workloads.program.ProgramLab;
import java.util.List;

/** {@code int v = 1; child<<<1, 1>>>(&v);} is illegal for a local {@code v}, and legal for a {@code __device__ int v}. */
final class LocalPointer extends Example {
    LocalPointer() {
        super(
                "local-pointer",
                "a pointer to a local variable means nothing to a child; one to a __device__ variable is fine",
                List.of("MEM-1", "MEM-11"),
                BOTH,
                "local v: reported, the parent's is untouched; __device__ v: not reported, 5");
    }

    @Override
    public IntendedRaces meantRaces() {
        return IntendedRaces.of("this is what it shows", "MEM-1");
    }

    @Override
    public String run(ProgramLab lab) {
        Operand.Constant v = u64(lab.host().malloc(4));
        long kept = lab.host().malloc(4);
        KernelReference child = KernelReference.to(Children.kernel("child", k -> {
            k.localArray(16);
            k.memory().store(StateSpace.GENERIC, ValueType.S32, k.parameter(ValueType.U64), 0, s32(5));
        }));
        Kernel legal = Children.kernel("legal", k -> {
            k.memory().store(ValueType.S32, v, s32(1));
            k.device().launch(child, u32(1), u32(1), NULL_STREAM, v);
        });
        Kernel illegal = Children.kernel("illegal", k -> {
            Operand local = k.localArray(4);
            k.memory().store(StateSpace.LOCAL, ValueType.S32, local, 0, s32(1));
            k.device().launch(child, u32(1), u32(1), NULL_STREAM, k.memory().addressOf(StateSpace.LOCAL, local));
            if (canSynchronize(lab)) {
                k.device().deviceSynchronize();
            }
            k.memory().store(ValueType.S32, u64(kept), k.memory().load(StateSpace.LOCAL, ValueType.S32, local, 0));
        });
        runOnHost(lab, legal, LaunchShape.of(1, 1));
        boolean legalReported = isReported(lab);
        runOnHost(lab, illegal, LaunchShape.of(1, 1));
        return "local v: " + (isReported(lab) ? "reported" : "not reported") + ", the parent's is "
                + (lab.host().memory().readInts(kept, 1)[0] == 5 ? "overwritten" : "untouched") + "; __device__ v: "
                + (legalReported ? "reported" : "not reported") + ", "
                + lab.host().memory().readInts(v.bits(), 1)[0];
    }

    private static boolean isReported(ProgramLab lab) {
        return lab.timeline().warnings().stream()
                .anyMatch(warning -> warning.rule().equals("MEM-1"));
    }
}
