package io.cdpsim.junit;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;

/** Small programs with children and tails. */
final class Programs {
    private Programs() {}

    /** A kernel that does nothing. */
    static Kernel empty(String name) {
        return new KernelBuilder(name).build();
    }

    /** Each thread of a block launches a child, and the first a tail. */
    static void childrenAndTail(Machine machine, int threads) {
        KernelBuilder k = new KernelBuilder("parent");
        k.device().launch(KernelReference.to(empty("child")), u32(1), u32(32), DeviceRuntimeCalls.FIRE_AND_FORGET);
        k.ifThen(
                k.equal(k.threadX(), u32(0)),
                () -> k.device()
                        .launch(KernelReference.to(empty("tail")), u32(1), u32(32), DeviceRuntimeCalls.TAIL_LAUNCH));
        run(machine, k.build(), threads);
    }

    /** A parent stores a word behind the launch of a child that reads it. */
    static void storeBehindALaunch(Machine machine) {
        long word = machine.host().malloc(4);
        KernelBuilder child = new KernelBuilder("reader");
        child.memory().store(ValueType.S32, u64(word), child.memory().load(ValueType.S32, u64(word)));
        KernelBuilder k = new KernelBuilder("writer");
        k.device().launch(KernelReference.to(child.build()), u32(1), u32(1), DeviceRuntimeCalls.FIRE_AND_FORGET);
        k.memory().store(ValueType.S32, u64(word), s32(1));
        run(machine, k.build(), 1);
    }

    private static void run(Machine machine, Kernel kernel, int threads) {
        Host host = machine.host();
        host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream());
        host.synchronize();
    }
}
