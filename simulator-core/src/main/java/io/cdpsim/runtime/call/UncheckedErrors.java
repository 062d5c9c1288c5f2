package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.NullHandling;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Errors of device calls that the program does not check: it ignores the code that the call returned, and the thread has not
 * called {@code cudaGetLastError} or {@code cudaPeekAtLastError} since (rules LNCH-6 and ERR-2). Only the first error of a thread
 * is recorded. A later check by the thread removes it.
 */
final class UncheckedErrors {
    private record ThreadId(long grid, long block, long thread) {}

    /** @param reason the rule that the call breaks; {@link BrokenRule#NONE} if the call and its error imply it */
    private record UncheckedError(
            String kernel, String location, DeviceCall call, CudaError error, BrokenRule reason) {}

    /**
     * Why a call has failed.
     *
     * @param rule id of the rule; empty if the call and its error imply it
     * @param cause what is wrong, as part of a sentence
     * @param fix what to do
     */
    record BrokenRule(String rule, String cause, String fix) {
        static final BrokenRule NONE = new BrokenRule("", "", "");
    }

    private final Map<ThreadId, UncheckedError> errors = new LinkedHashMap<>();
    private final Map<ThreadId, UncheckedError> nulls = new LinkedHashMap<>();
    private final Map<ThreadId, UncheckedError> nullsElsewhere = new LinkedHashMap<>();
    private final IdentityHashMap<Instruction, Boolean> usesResult = new IdentityHashMap<>();
    private final IdentityHashMap<Instruction, Boolean> nullHandling = new IdentityHashMap<>();

    UncheckedErrors() {}

    /** Records a failed call of a thread. */
    void failed(Warp warp, Instruction in, int lane, CudaError error, BrokenRule reason) {
        Kernel kernel = warp.block().grid().kernel();
        // A call that returns only a null pointer does not report its error.
        int result = CallArguments.call(in).call().result(CallRole.ERROR_CODE);
        boolean returnsError = result >= 0;
        if (!returnsError
                || !usesResult.computeIfAbsent(in, call -> isRead(kernel, call, call.destination() + result))) {
            errors.putIfAbsent(
                    thread(warp, lane),
                    new UncheckedError(
                            kernel.name(), in.place(), CallArguments.call(in).call(), error, reason));
        }
    }

    /** Records that {@code malloc} returned NULL (rule HEAP-1), unless the code handles NULL. */
    void returnedNull(Warp warp, Instruction in, int lane) {
        Kernel kernel = warp.block().grid().kernel();
        boolean isHandled = nullHandling.computeIfAbsent(
                in, call -> new NullHandling(kernel.code()).isHandled(index(kernel, call), call.destination()));
        (isHandled ? nullsElsewhere : nulls)
                .putIfAbsent(
                        thread(warp, lane),
                        new UncheckedError(
                                kernel.name(), in.place(), DeviceCall.MALLOC, CudaError.SUCCESS, BrokenRule.NONE));
    }

    /** A thread has accessed memory through a null pointer, so the code that seems to handle NULL does not, or not everywhere. */
    void usedNull() {
        nullsElsewhere.forEach(nulls::putIfAbsent);
    }

    /** Forgets the error of a thread that checks its last error. */
    void checked(Warp warp, int lane) {
        if (!errors.isEmpty()) {
            errors.remove(thread(warp, lane));
        }
    }

    /** The recorded errors, one for each code location. */
    List<UndefinedUse> misuses() {
        Map<UncheckedError, Long> locations = new LinkedHashMap<>();
        nulls.values().forEach(each -> locations.merge(each, 1L, Long::sum));
        errors.values().forEach(each -> locations.merge(each, 1L, Long::sum));
        List<UndefinedUse> misuses = new ArrayList<>();
        locations.forEach((each, count) -> misuses.add(new UndefinedUse(rule(each), message(each), count)));
        return misuses;
    }

    private static boolean isLaunch(DeviceCall call) {
        return call.isLaunch() || call == DeviceCall.GET_PARAMETER_BUFFER_V2;
    }

    private static String rule(UncheckedError failed) {
        DeviceCall call = failed.call();
        CudaError error = failed.error();
        if (!failed.reason().rule().isEmpty()) {
            return failed.reason().rule();
        }
        if (isLaunch(call)) {
            return "LNCH-6";
        }
        return switch (call) {
            case MALLOC, ALIGNED_MALLOC, CUDA_MALLOC -> "HEAP-1";
            case EVENT_CREATE_WITH_FLAGS -> error == CudaError.INVALID_VALUE ? "EVT-2" : "EVT-6";
            case STREAM_CREATE_WITH_FLAGS -> "STR-9";
            default -> "ERR-2";
        };
    }

    private static String message(UncheckedError each) {
        String location = "kernel " + each.kernel() + (each.location().isEmpty() ? "" : ", " + each.location()) + ": ";
        if (each.call() == DeviceCall.MALLOC) {
            return location
                    + "malloc returned NULL because the device heap is full, and no thread handles that; enlarge the"
                    + " heap with cudaDeviceSetLimit(cudaLimitMallocHeapSize, ...) before the first launch, and report"
                    + " NULL to the host";
        }
        if (!each.reason().rule().isEmpty()) {
            return location + each.call().cudaName() + " failed with "
                    + each.error().cudaName() + " because " + each.reason().cause()
                    + ", and its thread never checked the error; "
                    + each.reason().fix();
        }
        String cause = switch (rule(each)) {
            case "EVT-2" -> " because its flags are not cudaEventDisableTiming,";
            case "STR-9" -> " because its flags are not cudaStreamNonBlocking,";
            default -> "";
        };
        return location + (isLaunch(each.call()) ? "a launch" : each.call().cudaName()) + " failed with "
                + each.error().cudaName() + cause
                + " and its thread never checked the error; check the code that the call returns, or call"
                + " cudaGetLastError() after it";
    }

    private static ThreadId thread(Warp warp, int lane) {
        return new ThreadId(warp.block().grid().number(), warp.block().index(), warp.thread(lane));
    }

    /** Whether a lane may read the register of a result of the call. */
    private static boolean isRead(Kernel kernel, Instruction in, int register) {
        Instruction[] code = kernel.code();
        int next = index(kernel, in) + 1;
        boolean createsHandle = CallArguments.call(in).call() == DeviceCall.EVENT_CREATE_WITH_FLAGS
                || CallArguments.call(in).call() == DeviceCall.STREAM_CREATE_WITH_FLAGS
                || CallArguments.call(in).call() == DeviceCall.CUDA_MALLOC;
        // Code from PTX stores the handle only if the call succeeds, which is not a check by the program.
        if (createsHandle && next < code.length && code[next].modifiers() instanceof Modifiers.Compare) {
            next++;
        }
        return new Liveness(code, kernel.registers(), kernel.predicates()).isRegisterLive(register, next);
    }

    @SuppressWarnings("ReferenceEquality") // identity, because a kernel may contain equal instructions
    private static int index(Kernel kernel, Instruction in) {
        Instruction[] code = kernel.code();
        for (int i = 0; i < code.length; i++) {
            if (code[i] == in) {
                return i;
            }
        }
        throw new IllegalStateException("the instruction is not in kernel " + kernel.name());
    }
}
