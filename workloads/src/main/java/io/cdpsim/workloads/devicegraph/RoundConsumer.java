package io.cdpsim.workloads.devicegraph;

import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;

/** The host's side of a producer of two buffers: copies each to the host and checks it. */
final class RoundConsumer {
    private final Host host;
    private final HostStream copying;
    private final RoundTask.Production production;

    /** @param copying the stream of the copies, which runs beside that of the rounds */
    RoundConsumer(Host host, HostStream copying, RoundTask.Production production) {
        this.host = host;
        this.copying = copying;
        this.production = production;
    }

    /** Copies the buffers of all rounds as their mailboxes announce them. @return the first error; empty if there is none */
    String consumeAll() {
        for (int round = 0; round < production.rounds(); round++) {
            long mailbox = production.mailbox(round);
            host.spinUntil(
                    "mailbox " + (round & 1) + " to announce the buffer of round " + round,
                    () -> host.readInt(mailbox) == RoundKernels.FULL);
            String wrong = consume(round);
            if (!wrong.isEmpty()) {
                return wrong;
            }
            host.writeInt(mailbox, RoundKernels.EMPTY);
        }
        return "";
    }

    /** Copies the buffer of a round. @return what is wrong; empty if nothing is */
    String consume(int round) {
        if (host.stickyError() != CudaError.SUCCESS) {
            return host.stickyError().cudaName() + ": " + host.faultMessage();
        }
        int ints = production.items().orElseThrow();
        host.memcpyAsync(production.copy(round), production.buffer(round), (long) RoundTask.WORD_BYTES * ints, copying);
        host.synchronize(copying);
        int[] values = host.memory().readInts(production.copy(round), ints);
        for (int i = 0; i < ints; i++) {
            if (values[i] != round + i) {
                return "round " + round + ", integer " + i + ": expected " + (round + i) + ", got " + values[i];
            }
        }
        return "";
    }
}
