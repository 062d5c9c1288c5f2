package io.cdpsim.cli.guide;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The program of docs/use/guide.md. */
class ChildSquaresTest {
    /** {@code __global__ void square(int *data)}: each thread squares one value. */
    static Kernel square() {
        KernelBuilder k = new KernelBuilder("square");
        Register data = k.parameter(ValueType.U64);
        Register element = k.element(data, k.globalThreadX(), Integer.BYTES);
        Register value = k.memory().load(ValueType.S32, element);
        k.memory().store(ValueType.S32, element, k.multiply(value, value));
        return k.build();
    }

    /** {@code __global__ void parent(int *data, int *error)}: thread 0 launches {@code square} over 64 values. */
    static Kernel parent() {
        KernelReference child = KernelReference.to(square());
        KernelBuilder k = new KernelBuilder("parent");
        Register data = k.parameter(ValueType.U64);
        Register error = k.parameter(ValueType.U64);
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
            Register code = k.device().launch(child, u32(2), u32(32), DeviceRuntimeCalls.FIRE_AND_FORGET, data);
            k.ifThen(k.notEqual(code, s32(0)), () -> k.memory().store(ValueType.S32, error, code));
        });
        return k.build();
    }

    @Test
    void theHostSeesWhatTheChildGridWrote() {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        Host host = machine.host();
        long data = host.malloc(64 * Integer.BYTES);
        long error = host.malloc(Integer.BYTES);
        host.memory().write(data, IntStream.range(0, 64).toArray());
        host.memory().write(error, 0);

        host.launch(parent(), LaunchShape.of(1, 32), host.defaultStream(), data, error);
        CudaError status = host.synchronize();

        assertThat(status).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readInts(error, 1)).containsExactly(0);
        assertThat(host.memory().readInts(data, 64))
                .isEqualTo(IntStream.range(0, 64).map(i -> i * i).toArray());
        assertThat(machine.nowMicros()).isPositive();
    }
}
