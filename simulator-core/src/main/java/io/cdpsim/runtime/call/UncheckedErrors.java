package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.analysis.OperandUse;
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
    private static final int MOST_OPERANDS = 256;

    private record ThreadName(long grid, long block, long thread) {}

    private record Unasked(String kernel, String place, DeviceCall call, CudaError error) {}

    private final Map<ThreadName, Unasked> unasked = new LinkedHashMap<>();
    private final IdentityHashMap<Instruction, Boolean> usesResult = new IdentityHashMap<>();

    UncheckedErrors() {}

    /** A call of a thread has failed. */
    void failed(Warp warp, Instruction in, int lane, CudaError error) {
        Kernel kernel = warp.block().grid().kernel();
        // A buffer that is not there does not say why.
        boolean tellsError = CallArguments.call(in).call().result(CallRole.ERROR_CODE) >= 0;
        if (!tellsError || !usesResult.computeIfAbsent(in, call -> isRead(kernel, call.destination()))) {
            unasked.putIfAbsent(
                    name(warp, lane),
                    new Unasked(
                            kernel.name(), in.place(), CallArguments.call(in).call(), error));
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
        unasked.values().forEach(each -> places.merge(each, 1L, Long::sum));
        List<UndefinedUse> misuses = new ArrayList<>();
        places.forEach((each, count) -> misuses.add(new UndefinedUse(rule(each.call()), message(each), count)));
        return misuses;
    }

    private static boolean isLaunch(DeviceCall call) {
        return call.isLaunch() || call == DeviceCall.GET_PARAMETER_BUFFER_V2;
    }

    private static String rule(DeviceCall call) {
        return isLaunch(call) ? "LNCH-6" : "ERR-2";
    }

    private static String message(Unasked each) {
        return "kernel " + each.kernel() + (each.place().isEmpty() ? "" : ", " + each.place()) + ": "
                + (isLaunch(each.call()) ? "a launch" : "a call") + " failed with "
                + each.error().cudaName()
                + " and its thread never asked for the error; look at what the call returns, or call"
                + " cudaGetLastError() after it";
    }

    private static ThreadName name(Warp warp, int lane) {
        return new ThreadName(warp.block().grid().number(), warp.block().index(), warp.thread(lane));
    }

    private static boolean isRead(Kernel kernel, int register) {
        int[] read = new int[MOST_OPERANDS];
        for (Instruction each : kernel.code()) {
            int count = reads(each, read);
            for (int i = 0; i < count; i++) {
                if (read[i] == register) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int reads(Instruction in, int[] into) {
        Modifiers detail = in.modifiers();
        return OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), detail, into);
    }
}
