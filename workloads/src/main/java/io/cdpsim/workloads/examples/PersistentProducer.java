package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.kernel.code.ValueType.S32;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.Scope;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.persistent.PersistentProgram;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Arrays;
import java.util.List;

/**
 * A kernel that stays on the GPU and fills two buffers in turn, and a host that empties them: one mailbox per buffer in mapped memory, a count of the
 * blocks that have filled it, and a count of the iterations. All blocks must be resident at once.
 */
final class PersistentProducer extends Example {
    private static final int ITERATIONS = 12;
    private static final int INTS = 700;
    private static final int BLOCKS = 4;
    private static final int THREADS = 64;
    private static final int EMPTY = 0;
    private static final int FULL = 2;

    PersistentProducer() {
        super(
                "persistent",
                "a resident kernel passes buffers to the host through mailboxes, while a copy runs in parallel",
                List.of("CONC-1", "MEM-12"),
                BOTH,
                "Completed 12 iterations successfully");
    }

    /** Addresses: the two buffers, the two mailboxes, and the two block counters followed by the iteration counter. */
    private record Memory(long bothBuffers, long bothMailboxes, long counters) {
        long buffer(int iteration) {
            return bothBuffers + (iteration & 1) * 4L * INTS;
        }

        long mailbox(int iteration) {
            return bothMailboxes + (iteration & 1) * 4L;
        }

        static Memory allocate(Host host) {
            long mailboxes = host.mallocHost(8);
            host.memory().write(mailboxes, new int[2]);
            long counters = host.malloc(12);
            host.memory().write(counters, new int[3]);
            return new Memory(host.malloc(8L * INTS), mailboxes, counters);
        }
    }

    @Override
    public IntendedRaces intendedRaces() {
        return PersistentProgram.RACES;
    }

    @Override
    public String run(ProgramMachine lab) {
        Host host = lab.host();
        Memory memory = Memory.allocate(host);
        long copy = host.mallocHost(4L * INTS);
        HostStream producing = host.createStream();
        HostStream copying = host.createStream();
        host.launch(produce(memory), LaunchShape.of(BLOCKS, THREADS), producing);
        for (int i = 0; i < ITERATIONS; i++) {
            long mailbox = memory.mailbox(i);
            host.spinUntil("mailbox " + (i & 1) + " to be full", () -> host.readInt(mailbox) == FULL);
            host.memcpyAsync(copy, memory.buffer(i), 4L * INTS, copying);
            host.synchronize(copying);
            host.writeInt(mailbox, EMPTY);
            int expected = i;
            if (!Arrays.stream(host.memory().readInts(copy, INTS)).allMatch(v -> v == expected)) {
                return "buffer of iteration " + i + " is wrong";
            }
        }
        host.synchronize();
        return "Completed " + ITERATIONS + " iterations successfully";
    }

    private static Kernel produce(Memory memory) {
        KernelBuilder k = new KernelBuilder("produce");
        Operand iterationCount = u64(memory.counters() + 8);
        k.forLoop(s32(0), s32(ITERATIONS), s32(1), i -> {
            Predicate odd = k.equal(k.and(i, s32(1)), s32(1));
            Register mailbox = k.select(odd, u64(memory.mailbox(1)), u64(memory.mailbox(0)));
            Register buffer = k.select(odd, u64(memory.buffer(1)), u64(memory.buffer(0)));
            Register blocksDone = k.element(u64(memory.counters()), k.and(i, s32(1)), 4);
            k.at("wait for the iteration before the last");
            k.doWhile(() -> k.greater(k.subtract(i, k.memory().loadVolatile(S32, iterationCount)), s32(1)));
            k.at("wait for an empty buffer");
            k.doWhile(() -> k.equal(k.memory().loadVolatile(S32, mailbox), s32(FULL)));
            Register stride = k.multiply(k.gridDimX(), k.blockDimX());
            k.forLoop(k.globalThreadX(), s32(INTS), stride, at -> k.memory().store(S32, k.element(buffer, at, 4), i));
            k.syncThreads();
            k.memory().fence(Scope.DEVICE);
            k.ifThen(
                    k.equal(k.threadX(), s32(0)),
                    () -> k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, S32, blocksDone, s32(1)));
            k.ifThen(k.equal(k.globalThreadX(), s32(0)), () -> handOver(k, mailbox, blocksDone, iterationCount));
        });
        return k.build();
    }

    private static void handOver(KernelBuilder k, Register mailbox, Register blocksDone, Operand iterationCount) {
        k.at("wait for all blocks");
        k.doWhile(() -> k.less(k.memory().loadVolatile(S32, blocksDone), k.gridDimX()));
        // The blocks' stores before their increments are ordered before the mailbox store.
        k.memory().fence(Scope.SYSTEM);
        k.memory().storeVolatile(S32, blocksDone, s32(0));
        k.memory().storeVolatile(S32, mailbox, s32(FULL));
        k.memory().fence(Scope.SYSTEM);
        Register done = k.memory().loadVolatile(S32, iterationCount);
        k.memory().storeVolatile(S32, iterationCount, k.add(done, s32(1)));
    }
}
