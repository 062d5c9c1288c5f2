package io.cdpsim.workloads.program;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.observe.GridLifetime;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.Locale;

/** What many small programs do: run one kernel, let one thread act, say how two grids lay in time. */
public final class Programs {
    private Programs() {}

    /** Launches a kernel from the host and waits for the device. @return the sticky error */
    public static CudaError run(ProgramLab lab, Kernel kernel, int blocks, int threads) {
        lab.host().launch(kernel, LaunchShape.of(blocks, threads), lab.host().defaultStream());
        return lab.host().synchronize();
    }

    /** The same with one thread. */
    public static CudaError run(ProgramLab lab, Kernel kernel) {
        return run(lab, kernel, 1, 1);
    }

    /** Runs a kernel without parameters. @return that it runs, or which step of the build refuses it, and how */
    public static String outcome(ProgramLab lab, Kernel kernel) {
        try {
            return "runs, " + run(lab, kernel).cudaName();
        } catch (KernelLoadException e) {
            String stage = e.stage().name().toLowerCase(Locale.ROOT);
            return e.stage() == KernelLoadException.Stage.COMPILE
                    ? "compile error"
                    : stage + " " + e.error().cudaName();
        }
    }

    /** {@code if (threadIdx.x == number)}. */
    public static void byThread(KernelBuilder k, int number, Runnable body) {
        k.ifThen(k.equal(k.threadX(), Operand.u32(number)), body);
    }

    /** {@code if (blockIdx.x == number)}. */
    public static void byBlock(KernelBuilder k, int number, Runnable body) {
        k.ifThen(k.equal(k.blockX(), Operand.u32(number)), body);
    }

    /** {@code "overlap"} if two grids ran at the same time, else {@code "apart"}. */
    public static String overlap(GridLifetime a, GridLifetime b) {
        return a.started() < b.completed() && b.started() < a.completed() ? "overlap" : "apart";
    }

    /** {@code "one after another"} if no two of the grids ran at the same time, else {@code "overlap"}. */
    public static String serial(List<GridLifetime> grids) {
        for (GridLifetime a : grids) {
            for (GridLifetime b : grids) {
                if (a.grid() != b.grid() && overlap(a, b).equals("overlap")) {
                    return "overlap";
                }
            }
        }
        return "one after another";
    }

    /** Whether a warning of a rule was given: {@code "reported"} or {@code "not reported"}. */
    public static String reported(ProgramLab lab, String rule) {
        return lab.timeline().warnings().stream().anyMatch(w -> w.rule().equals(rule)) ? "reported" : "not reported";
    }

    /** Whether a kernel has run at all: {@code "ran"} or {@code "never ran"}. */
    public static String ran(ProgramLab lab, String kernel) {
        return lab.grids(kernel).isEmpty() ? "never ran" : "ran";
    }
}
