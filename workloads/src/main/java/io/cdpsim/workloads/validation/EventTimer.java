package io.cdpsim.workloads.validation;

import io.cdpsim.runtime.CudaError;
import io.cdpsim.runtime.Host;
import io.cdpsim.runtime.HostEvent;
import io.cdpsim.runtime.Machine;
import io.cdpsim.workloads.WorkloadException;

/** Times work in the default stream between two events, as the measuring programs do. */
final class EventTimer {
    private EventTimer() {}

    static double micros(Machine machine, Runnable work) {
        Host host = machine.host();
        HostEvent begin = host.createEvent();
        HostEvent end = host.createEvent();
        host.record(begin, host.defaultStream());
        work.run();
        host.record(end, host.defaultStream());
        CudaError error = host.synchronize();
        if (error != CudaError.SUCCESS) {
            throw new WorkloadException("the experiment faulted: " + host.faultMessage());
        }
        return host.elapsedMillis(begin, end) * 1e3;
    }
}
