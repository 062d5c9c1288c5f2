package io.cdpsim.workloads.rules;

import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelBuilder;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.StateSpace;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.runtime.CudaError;
import io.cdpsim.runtime.CudaVersion;
import io.cdpsim.runtime.Host;
import io.cdpsim.runtime.KernelLoadException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Integers in device memory in which kernels leave their answers; the buffer's address is their first parameter. */
final class Answers {
    private final RuleLab lab;
    private final long address;
    private final int count;

    /** A buffer of zeros. */
    Answers(RuleLab lab, int count) {
        this.lab = lab;
        this.count = count;
        this.address = lab.host().malloc(4L * count);
    }

    /** The buffer's address. */
    long address() {
        return address;
    }

    /** Leaves an answer. */
    static void put(KernelBuilder k, Operand buffer, int index, Operand value) {
        k.memory().store(StateSpace.GLOBAL, ValueType.S32, buffer, 4L * index, value);
    }

    /** Runs a kernel, which takes the buffer's address, with one thread. @return what the synchronisation gives */
    CudaError run(Kernel kernel) {
        return run(kernel, 1, 1);
    }

    /** The same with more threads. */
    CudaError run(Kernel kernel, long blocks, long threads) {
        Host host = lab.host();
        host.launch(kernel, LaunchShape.of(blocks, threads), host.defaultStream(), address);
        return host.synchronize();
    }

    /** The answers, parted by blanks. */
    String text() {
        return Arrays.stream(ints()).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    int[] ints() {
        return lab.host().memory().readInts(address, count);
    }

    /** The answers read as error codes of the machine's CUDA version, parted by blanks. */
    String errors() {
        CudaVersion version = lab.machine().settings().cuda();
        return Arrays.stream(ints()).mapToObj(code -> name(code, version)).collect(Collectors.joining(" "));
    }

    private static String name(int code, CudaVersion version) {
        for (CudaError error : CudaError.values()) {
            if (error.code(version) == code) {
                return error.cudaName();
            }
        }
        return "code " + code;
    }

    /** Runs a kernel without parameters. @return that it runs, or which step of the build refuses it, and how */
    static String load(RuleLab lab, Kernel kernel) {
        try {
            lab.host().launch(kernel, LaunchShape.of(1, 1), lab.host().defaultStream());
            return "runs, " + lab.host().synchronize().cudaName();
        } catch (KernelLoadException e) {
            String stage = e.stage().name().toLowerCase(Locale.ROOT);
            return e.stage() == KernelLoadException.Stage.COMPILE
                    ? "compile error"
                    : stage + " " + e.error().cudaName();
        }
    }
}
