package io.cdpsim.experiments.validation.bench;

import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.InvalidInputException;

/** Times work between two events, as the measuring programs do. */
final class EventTimer {
    private EventTimer() {}

    /** Microseconds of work in the default stream. */
    static double micros(Machine machine, Runnable work) {
        return micros(machine, machine.host().defaultStream(), work);
    }

    /** Microseconds of work in a stream. */
    static double micros(Machine machine, HostStream stream, Runnable work) {
        Host host = machine.host();
        HostEvent start = host.createEvent();
        HostEvent end = host.createEvent();
        host.record(start, stream);
        work.run();
        host.record(end, stream);
        CudaError error = host.synchronize();
        if (error != CudaError.SUCCESS) {
            throw new InvalidInputException("the experiment faulted: " + host.faultMessage());
        }
        return host.elapsedMillis(start, end) * 1e3;
    }
}
