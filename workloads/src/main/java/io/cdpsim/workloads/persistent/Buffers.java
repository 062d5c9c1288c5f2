package io.cdpsim.workloads.persistent;

import io.cdpsim.runtime.host.Host;

/**
 * The memory that producer and consumer share.
 *
 * @param device0 first buffer in device memory
 * @param device1 second buffer in device memory
 * @param host0 where the host copies the first buffer to, pinned
 * @param host1 where the host copies the second buffer to, pinned
 * @param mailbox0 state of the first buffer, in mapped host memory
 * @param mailbox1 state of the second buffer, in mapped host memory
 * @param counters what the blocks count, in device memory
 */
record Buffers(long device0, long device1, long host0, long host1, long mailbox0, long mailbox1, long counters) {
    private static final int UNWRITTEN = 0xFF;

    static Buffers allocate(Host host, int ints) {
        long bytes = 4L * ints;
        Buffers buffers = new Buffers(
                host.malloc(bytes),
                host.malloc(bytes),
                host.mallocHost(bytes),
                host.mallocHost(bytes),
                host.mallocHost(4),
                host.mallocHost(4),
                host.malloc(ProducerKernels.COUNTER_BYTES));
        for (int i = 0; i < 2; i++) {
            host.writeInt(buffers.mailbox(i), ProducerKernels.EMPTY);
            host.memsetAsync(buffers.device(i), UNWRITTEN, bytes, host.defaultStream());
        }
        return buffers;
    }

    long device(int iteration) {
        return (iteration & 1) == 0 ? device0 : device1;
    }

    long host(int iteration) {
        return (iteration & 1) == 0 ? host0 : host1;
    }

    long mailbox(int iteration) {
        return (iteration & 1) == 0 ? mailbox0 : mailbox1;
    }
}
