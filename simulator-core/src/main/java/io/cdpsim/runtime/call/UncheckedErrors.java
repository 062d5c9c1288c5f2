package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
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
 * Errors of calls of device code that nobody has asked for: the code that the call returned goes nowhere, and the thread has not called
 * {@code cudaGetLastError} or {@code cudaPeekAtLastError} since (rules LNCH-6 and ERR-2). Of several errors of a thread the first is kept; whoever asks
 * later learns that something failed.
 */
final class UncheckedErrors {
    private record ThreadName(long grid, long block, long thread) {}

    /** @param reason the rule that the call breaks, with what that means; empty where the call and its error tell it */
    private record Unasked(String kernel, String place, DeviceCall call, CudaError error, BrokenRule reason) {}

    /**
     * Why a call has failed.
     *
     * @param rule id of the rule; empty if the call and its error tell it
     * @param cause what is wrong, as part of a sentence
     * @param fix what to do
     */
    record BrokenRule(String rule, String cause, String fix) {
        static final BrokenRule NONE = new BrokenRule("", "", "");
    }

    private final Map<ThreadName, Unasked> unasked = new LinkedHashMap<>();
    private final Map<ThreadName, Unasked> nulls = new LinkedHashMap<>();
    private final IdentityHashMap<Instruction, Boolean> usesResult = new IdentityHashMap<>();

    UncheckedErrors() {}

    /** A call of a thread has failed. */
    void failed(Warp warp, Instruction in, int lane, CudaError error, BrokenRule reason) {
        Kernel kernel = warp.block().grid().kernel();
        // A buffer that is not there does not say why.
        int result = CallArguments.call(in).call().result(CallRole.ERROR_CODE);
        boolean tellsError = result >= 0;
        if (!tellsError || !usesResult.computeIfAbsent(in, call -> isRead(kernel, call, call.destination() + result))) {
            unasked.putIfAbsent(
                    name(warp, lane),
                    new Unasked(
                            kernel.name(), in.place(), CallArguments.call(in).call(), error, reason));
        }
    }

    /** {@code malloc} has returned NULL (rule HEAP-1). Code that handles NULL is in order. */
    void returnedNull(Warp warp, Instruction in, int lane) {
        Kernel kernel = warp.block().grid().kernel();
        boolean handled = usesResult.computeIfAbsent(
                in, call -> new NullHandling(kernel.code()).isHandled(index(kernel, call), call.destination()));
        if (!handled) {
            nulls.putIfAbsent(
                    name(warp, lane),
                    new Unasked(kernel.name(), in.place(), DeviceCall.MALLOC, CudaError.SUCCESS, BrokenRule.NONE));
        }
    }

    /** A thread asks for its last error. */
    void asked(Warp warp, int lane) {
        if (!unasked.isEmpty()) {
            unasked.remove(name(warp, lane));
        }
    }

    /** Those that are left, each place once. */
    List<UndefinedUse> misuses() {
        Map<Unasked, Long> places = new LinkedHashMap<>();
        nulls.values().forEach(each -> places.merge(each, 1L, Long::sum));
        unasked.values().forEach(each -> places.merge(each, 1L, Long::sum));
        List<UndefinedUse> misuses = new ArrayList<>();
        places.forEach((each, count) -> misuses.add(new UndefinedUse(rule(each), message(each), count)));
        return misuses;
    }

    private static boolean isLaunch(DeviceCall call) {
        return call.isLaunch() || call == DeviceCall.GET_PARAMETER_BUFFER_V2;
    }

    private static String rule(Unasked failed) {
        DeviceCall call = failed.call();
        CudaError error = failed.error();
        if (!failed.reason().rule().isEmpty()) {
            return failed.reason().rule();
        }
        if (isLaunch(call)) {
            return "LNCH-6";
        }
        return switch (call) {
            case MALLOC, CUDA_MALLOC -> "HEAP-1";
            case EVENT_CREATE_WITH_FLAGS -> error == CudaError.INVALID_VALUE ? "EVT-2" : "EVT-6";
            case STREAM_CREATE_WITH_FLAGS -> "STR-9";
            default -> "ERR-2";
        };
    }

    private static String message(Unasked each) {
        String place = "kernel " + each.kernel() + (each.place().isEmpty() ? "" : ", " + each.place()) + ": ";
        if (each.call() == DeviceCall.MALLOC) {
            return place
                    + "malloc returned NULL, since the device heap is full, and no thread handles that; enlarge the"
                    + " heap with cudaDeviceSetLimit(cudaLimitMallocHeapSize, ...) before the first launch, and report"
                    + " NULL to the host";
        }
        if (!each.reason().rule().isEmpty()) {
            return place + each.call().cudaName() + " failed with "
                    + each.error().cudaName() + ", since "
                    + each.reason().cause() + ", and its thread never asked for the error; "
                    + each.reason().fix();
        }
        String cause = switch (rule(each)) {
            case "EVT-2" -> ", since its flags are not cudaEventDisableTiming,";
            case "STR-9" -> ", since its flags are not cudaStreamNonBlocking,";
            default -> "";
        };
        return place + (isLaunch(each.call()) ? "a launch" : each.call().cudaName()) + " failed with "
                + each.error().cudaName() + cause
                + " and its thread never asked for the error; look at what the call returns, or call"
                + " cudaGetLastError() after it";
    }

    private static ThreadName name(Warp warp, int lane) {
        return new ThreadName(warp.block().grid().number(), warp.block().index(), warp.thread(lane));
    }

    /** Whether a lane may read a result of the call, which is in a register. */
    private static boolean isRead(Kernel kernel, Instruction in, int register) {
        Instruction[] code = kernel.code();
        int next = index(kernel, in) + 1;
        boolean createsHandle = CallArguments.call(in).call() == DeviceCall.EVENT_CREATE_WITH_FLAGS
                || CallArguments.call(in).call() == DeviceCall.STREAM_CREATE_WITH_FLAGS
                || CallArguments.call(in).call() == DeviceCall.CUDA_MALLOC;
        // Code from PTX stores the handle only if the call succeeds, which is no check of the program.
        if (createsHandle && next < code.length && code[next].modifiers() instanceof Modifiers.Compare) {
            next++;
        }
        return new Liveness(code, kernel.registers(), kernel.predicates()).isRegisterLive(register, next);
    }

    @SuppressWarnings("ReferenceEquality") // this very instruction, of which the kernel may hold equal ones
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
