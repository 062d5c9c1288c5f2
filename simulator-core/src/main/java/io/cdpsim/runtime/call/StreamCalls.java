package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.profile.RuntimeLimitsSpec;
import io.cdpsim.runtime.limit.DeviceLimits;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;

/**
 * The calls by which a thread creates, uses and destroys streams and events, with the checks of flags and of the number of
 * events.
 */
public final class StreamCalls {
    /** {@code cudaEventBlockingSync}, and a bit that no name is given to. */
    private static final int IGNORED_EVENT_FLAGS = 1 | 8;

    private static final int EVENT_DISABLE_TIMING = 2;

    private final DeviceStreams streams;
    private final CdpRules rules;
    private final DeviceLimits limits;
    private final RuntimeLimitsSpec spec;
    private final ThreadErrors errors;

    public StreamCalls(
            DeviceStreams streams, CdpRules rules, DeviceLimits limits, RuntimeLimitsSpec spec, ThreadErrors errors) {
        this.streams = streams;
        this.rules = rules;
        this.limits = limits;
        this.spec = spec;
        this.errors = errors;
    }

    /** {@code cudaStreamCreateWithFlags}. */
    void createStream(Warp warp, Instruction in, int lane) {
        // Rule STR-9.
        boolean valid = rules.acceptsStreamFlags((int) CallArguments.argument(warp, in, CallRole.FLAGS, lane));
        CallArguments.result(warp, in, CallRole.STREAM, lane, valid ? streams.create(warp.block()) : 0);
        errors.report(warp, in, lane, valid ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
    }

    /** {@code cudaStreamDestroy}. */
    void destroyStream(Warp warp, Instruction in, int lane) {
        errors.report(
                warp, in, lane, streams.destroy(warp, lane, CallArguments.argument(warp, in, CallRole.STREAM, lane)));
    }

    /** {@code cudaEventCreateWithFlags}. */
    void createEvent(Warp warp, Instruction in, int lane) {
        int flags = (int) CallArguments.argument(warp, in, CallRole.FLAGS, lane);
        // Rules EVT-2, O-6: how the host would wait changes nothing.
        if ((flags & ~IGNORED_EVENT_FLAGS) != EVENT_DISABLE_TIMING) {
            CallArguments.result(warp, in, CallRole.EVENT, lane, 0);
            errors.report(warp, in, lane, CudaError.INVALID_VALUE);
            return;
        }
        long event = streams.createEvent(warp.block(), rules.eventSlots(limits.pendingLaunches(), spec));
        CallArguments.result(warp, in, CallRole.EVENT, lane, event);
        errors.report(warp, in, lane, event == 0 ? CudaError.MEMORY_ALLOCATION : CudaError.SUCCESS);
    }

    /** {@code cudaEventDestroy}. */
    void destroyEvent(Warp warp, Instruction in, int lane) {
        errors.report(
                warp,
                in,
                lane,
                streams.destroyEvent(warp.block(), CallArguments.argument(warp, in, CallRole.EVENT, lane)));
    }

    /** {@code cudaEventRecord} and {@code cudaEventRecordWithFlags}. */
    void recordEvent(Warp warp, Instruction in, int lane) {
        // Rule API-2.
        boolean valid = CallArguments.argumentOr(0, warp, in, CallRole.FLAGS, lane) == 0;
        long event = CallArguments.argument(warp, in, CallRole.EVENT, lane);
        long stream = CallArguments.argument(warp, in, CallRole.STREAM, lane);
        errors.report(
                warp,
                in,
                lane,
                valid
                        ? streams.record(
                                warp,
                                lane,
                                event,
                                stream,
                                CallArguments.call(in).perThreadDefaultStream())
                        : CudaError.INVALID_VALUE);
    }

    /** {@code cudaStreamWaitEvent}. */
    void waitEvent(Warp warp, Instruction in, int lane) {
        boolean valid = rules.acceptsWaitFlags((int) CallArguments.argument(warp, in, CallRole.FLAGS, lane));
        long stream = CallArguments.argument(warp, in, CallRole.STREAM, lane);
        long event = CallArguments.argument(warp, in, CallRole.EVENT, lane);
        errors.report(
                warp,
                in,
                lane,
                valid
                        ? streams.await(
                                warp,
                                lane,
                                stream,
                                event,
                                CallArguments.call(in).perThreadDefaultStream())
                        : CudaError.INVALID_VALUE);
    }
}
