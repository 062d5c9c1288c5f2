package io.cdpsim.runtime.visibility;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.function.Consumer;

/** Where a labelled program runs: a watched machine with a few words of memory, and short names for what programs do. */
final class ProgramLab {
    private static final int WORDS = 64;

    private final Machine machine;
    private final long data;
    private final long mapped;

    ProgramLab(String profile, LaunchPolicy policy, long seed) {
        machine = new Machine(MachineSettings.of(Profiles.load(profile))
                .withCheck(true)
                .withPolicy(policy)
                .withSeed(seed));
        data = host().malloc(4L * WORDS);
        mapped = host().mallocHost(4L * WORDS);
    }

    Host host() {
        return machine.host();
    }

    VisibilityReport report() {
        return machine.visibility();
    }

    /** What is in memory now. */
    int[] words() {
        return host().memory().readInts(data, WORDS);
    }

    /** Address of a word of global memory. */
    long address(int word) {
        return data + 4L * word;
    }

    Operand x() {
        return word(0);
    }

    Operand y() {
        return word(1);
    }

    Operand flag() {
        return word(2);
    }

    Operand word(int index) {
        return u64(address(index));
    }

    /** Address of a word of mapped host memory. */
    long mappedAddress(int word) {
        return mapped + 4L * word;
    }

    static Kernel kernel(String name, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(name);
        body.accept(k);
        return k.build();
    }

    static KernelReference child(String name, Consumer<KernelBuilder> body) {
        return KernelReference.to(kernel(name, body));
    }

    /** Launches on the host and waits. */
    void run(long blocks, long threads, Consumer<KernelBuilder> body) {
        host().launch(kernel("parent", body), LaunchShape.of(blocks, threads), host().defaultStream());
        host().synchronize();
    }

    void start(HostStream stream, String name, Consumer<KernelBuilder> body) {
        host().launch(kernel(name, body), LaunchShape.of(1, 1), stream);
    }

    static void launch(KernelBuilder k, KernelReference kernel, Operand stream) {
        k.device().launch(kernel, u32(1), u32(1), stream);
    }

    static void launch(KernelBuilder k, KernelReference kernel) {
        launch(k, kernel, DeviceRuntimeCalls.NULL_STREAM);
    }

    static void forget(KernelBuilder k, KernelReference kernel) {
        launch(k, kernel, DeviceRuntimeCalls.FIRE_AND_FORGET);
    }

    static void tail(KernelBuilder k, KernelReference kernel) {
        launch(k, kernel, DeviceRuntimeCalls.TAIL_LAUNCH);
    }

    static void onlyThread(KernelBuilder k, int thread, Runnable body) {
        k.ifThen(k.equal(k.threadX(), u32(thread)), body);
    }

    static void onlyBlock(KernelBuilder k, int block, Runnable body) {
        k.ifThen(k.equal(k.blockX(), u32(block)), body);
    }

    static void store(KernelBuilder k, Operand address, int value) {
        k.memory().store(ValueType.S32, address, s32(value));
    }

    static Operand.Register load(KernelBuilder k, Operand address) {
        return k.memory().load(ValueType.S32, address);
    }

    /** Loads a word and keeps what it gave elsewhere. */
    void observe(KernelBuilder k, Operand address, int keepAt) {
        k.memory().store(ValueType.S32, word(keepAt), load(k, address));
    }

    static void storeVolatile(KernelBuilder k, Operand address, int value) {
        k.memory().storeVolatile(ValueType.S32, address, s32(value));
    }

    static void release(KernelBuilder k, Operand address, int value, Scope scope) {
        k.memory().store(address, s32(value), access(MemoryOrder.RELEASE, scope));
    }

    /** Spins until a word has a value, with {@code volatile} loads. */
    static void await(KernelBuilder k, Operand address, int value) {
        k.doWhile(() -> k.notEqual(k.memory().loadVolatile(ValueType.S32, address), s32(value)));
    }

    /** Spins until a word has a value, with acquiring loads. */
    static void acquire(KernelBuilder k, Operand address, int value, Scope scope) {
        k.doWhile(() ->
                k.notEqual(k.memory().load(ValueType.S32, address, access(MemoryOrder.ACQUIRE, scope)), s32(value)));
    }

    private static Modifiers.Access access(MemoryOrder order, Scope scope) {
        return new Modifiers.Access(StateSpace.GLOBAL, ValueType.S32, 1, CachePolicy.GLOBAL_LEVEL, order, scope, 0);
    }
}
