package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.OptionalDouble;

/** The {@code api} rows of {@code launch.csv}: cycles of single calls of the device runtime, one after another in one thread. */
public final class DeviceApiBench implements Experiment {
    /** The measured calls, in the order of the program. */
    public static final List<String> CALLS = List.of(
            "cudaStreamCreateWithFlags",
            "cudaEventCreateWithFlags",
            "launch_empty_named",
            "cudaEventRecord",
            "cudaStreamWaitEvent",
            "cudaMemsetAsync_1KB",
            "cudaMemcpyAsync_1KB",
            "cudaStreamDestroy",
            "cudaEventDestroy",
            "cudaGetLastError",
            "cudaGetDevice",
            "cudaDeviceGetAttribute",
            "malloc_256",
            "free",
            "clock_overhead");

    private static final int BYTES = 1024;
    private static final int DEVICE_TO_DEVICE = 3;

    @Override
    public OptionalDouble simulate(MeasuredRow row, GpuProfile profile) {
        if (!row.bench().equals("api")) {
            return OptionalDouble.empty();
        }
        int index = CALLS.indexOf(row.variant());
        if (index < 0) {
            return OptionalDouble.empty();
        }
        Machine machine = new Machine(MachineSettings.of(profile));
        Host host = machine.host();
        long cycles = host.malloc(8L * CALLS.size());
        long buffer = host.malloc(2 * BYTES);
        host.launch(kernel(), LaunchShape.of(1, 1), host.defaultStream(), cycles, buffer);
        return OptionalDouble.of((double) MicroBench.cycles(host, cycles, index));
    }

    /** All calls in the order of {@link #CALLS}. Parameters: address of their cycles, a buffer. */
    private static Kernel kernel() {
        KernelReference empty = KernelReference.to(LaunchKernels.empty());
        KernelBuilder k = new KernelBuilder("apiCosts").registersPerThread(40);
        Clocked calls = new Clocked(k, k.parameter(ValueType.U64));
        Register buffer = k.parameter(ValueType.U64);
        calls.start();
        Register stream = k.device().streamCreateWithFlags();
        calls.end();
        calls.start();
        Register event = k.device().eventCreateWithFlags();
        calls.end();
        calls.time(() -> k.device().launch(empty, u32(1), u32(1), stream));
        calls.time(() -> k.device().eventRecord(event, stream));
        Register second = k.device().streamCreateWithFlags();
        calls.time(() -> k.device().streamWaitEvent(second, event));
        calls.time(() -> k.device().memsetAsync(buffer, u32(0), u64(BYTES), stream));
        Register source = k.add(buffer, u64(BYTES));
        calls.time(() -> k.device().memcpyAsync(buffer, source, u64(BYTES), u32(DEVICE_TO_DEVICE), stream));
        calls.time(() -> k.device().streamDestroy(stream));
        calls.time(() -> k.device().eventDestroy(event));
        calls.time(() -> k.device().getLastError());
        calls.time(() -> k.device().getDevice());
        calls.time(() -> k.device().deviceGetAttribute(DeviceAttribute.WARP_SIZE, u32(0)));
        calls.start();
        Register block = k.device().malloc(u64(256));
        calls.end();
        calls.time(() -> k.device().free(block));
        calls.time(() -> {});
        return k.build();
    }

    /** Stores the cycles between start and end, one pair after another. */
    private static final class Clocked {
        private final KernelBuilder k;
        private final Operand cycles;
        private Operand startedAt = u64(0);
        private int count;

        Clocked(KernelBuilder k, Operand cycles) {
            this.k = k;
            this.cycles = cycles;
        }

        void start() {
            startedAt = k.special(SpecialRegister.CLOCK);
        }

        void end() {
            Register spent = k.subtract(k.special(SpecialRegister.CLOCK), startedAt);
            k.memory().store(ValueType.U64, k.add(cycles, u64(8L * count++)), spent);
        }

        void time(Runnable call) {
            start();
            call.run();
            end();
        }
    }
}
