package io.cdpsim.semantics.rules.scenario;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.function.Consumer;

/**
 * The body of a parent with two streams and an event to order them by.
 *
 * @param k the builder of the parent
 * @param first the stream that records the event
 * @param second the stream that waits for it
 * @param event the event
 */
public record TwoStreamParent(KernelBuilder k, Operand first, Operand second, Operand event) {
    /** Runs a parent P of one thread with its descendants. */
    public static void run(ProgramMachine machine, Consumer<TwoStreamParent> body) {
        machine.run(k -> body.accept(new TwoStreamParent(
                k,
                k.device().streamCreateWithFlags(),
                k.device().streamCreateWithFlags(),
                k.device().eventCreateWithFlags())));
    }

    /** Launches a kernel in a stream. */
    public void launch(KernelReference kernel, Operand stream) {
        ProgramKernels.launch(k, kernel, stream);
    }

    /** Records the event in a stream. */
    public void record(Operand stream) {
        calls().eventRecord(event, stream);
    }

    /** Makes the second stream wait for the event. */
    public void waitForEvent() {
        calls().streamWaitEvent(second, event);
    }

    /** Launches C1 in the first stream and records the event after it; the second stream waits for the event. */
    public void secondAwaits(KernelReference c1) {
        launch(c1, first);
        record(first);
        waitForEvent();
    }

    private DeviceRuntimeCalls calls() {
        return k.device();
    }
}
