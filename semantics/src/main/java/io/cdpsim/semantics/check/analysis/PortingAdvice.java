package io.cdpsim.semantics.check.analysis;

import io.cdpsim.kernel.analysis.ValueFlow;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What replaces the parts of a CDP1 program that CDP2 lacks or that behave differently there: a note for each place. */
public final class PortingAdvice {
    private static final int MAX_LINES = 4;
    private static final Pattern SYNC_DEPTH = Pattern.compile("\\bcudaLimitDevRuntimeSyncDepth\\b");
    private static final Pattern POOL = Pattern.compile("\\bcudaLimitDevRuntimePendingLaunchCount\\b");
    private static final Pattern FORCED = Pattern.compile("\\bCUDA_FORCE_CDP1_IF_SUPPORTED\\b");

    /** Operations that a stream orders behind a launch, as it does another launch. */
    private static final Set<DeviceCall> COPIES = EnumSet.of(
            DeviceCall.MEMCPY_ASYNC,
            DeviceCall.MEMCPY_2D_ASYNC,
            DeviceCall.MEMCPY_3D_ASYNC,
            DeviceCall.MEMSET_ASYNC,
            DeviceCall.MEMSET_2D_ASYNC,
            DeviceCall.MEMSET_3D_ASYNC);

    private PortingAdvice() {}

    /**
     * The advice for device code, kernel by kernel.
     *
     * @param kernels the kernels as a GPU with CDP1 runs them
     * @param machine the machine with CDP1
     */
    public static List<Diagnostic> ofKernels(List<Kernel> kernels, MachineSettings machine) {
        List<Diagnostic> advice = new ArrayList<>();
        for (Kernel kernel : kernels) {
            KernelAnalysis code = new KernelAnalysis(kernel, machine);
            for (KernelAnalysis.Call each : code.calls()) {
                DeviceCall call = each.device().call();
                if (call == DeviceCall.DEVICE_SYNCHRONIZE) {
                    advice.add(synchronization(code, each));
                } else if (call.isLaunch() && !LaunchSite.readsLastError(code) && !code.readsError(each)) {
                    advice.add(code.diagnostic(
                            Severity.NOTE,
                            "POOL-6",
                            each.in(),
                            "launches and never reads the error; CDP1 virtualises a full pool, CDP2 loses the launch",
                            "call cudaGetLastError() after the launch and do the work in the thread if it fails, or"
                                    + " size the pool with cudaLimitDevRuntimePendingLaunchCount"));
                } else if (call == DeviceCall.STREAM_CREATE_WITH_FLAGS) {
                    advice.add(code.diagnostic(
                            Severity.NOTE,
                            "STR-2",
                            each.in(),
                            "creates a stream, which belongs to the block in CDP1 and to the grid in CDP2",
                            "keep it if it orders launches; launch into cudaStreamFireAndForget if it serves"
                                    + " one launch"));
                }
            }
        }
        return advice.stream().distinct().toList();
    }

    /** The advice for one line of a source; host code sets limits that CDP2 does not have. */
    public static List<Diagnostic> ofLine(String text, SourceLocation location) {
        List<Diagnostic> advice = new ArrayList<>();
        String code = text.replaceFirst("//.*", "");
        if (SYNC_DEPTH.matcher(code).find()) {
            advice.add(host(
                    "DEPTH-8",
                    "sets the synchronisation depth, which CDP2 does not have: the call returns"
                            + " cudaErrorUnsupportedLimit",
                    "remove the call",
                    location));
        }
        if (POOL.matcher(code).find()) {
            advice.add(host(
                    "POOL-6",
                    "sets the size of the pool of pending launches, which is the only pool in CDP2",
                    "set it to the largest number of incomplete launches ('cdpsim run' prints pool high water)",
                    location));
        }
        if (FORCED.matcher(code).find()) {
            advice.add(host(
                    "VER-2",
                    "forces CDP1, which has no effect from compute capability 9.0 on",
                    "remove the macro when no device code synchronises any more",
                    location));
        }
        return advice;
    }

    private static Diagnostic host(String rule, String message, String fix, SourceLocation location) {
        return new Diagnostic(Severity.NOTE, rule, "the program " + message, List.of(location), List.of(), fix);
    }

    private static Diagnostic synchronization(KernelAnalysis code, KernelAnalysis.Call sync) {
        Instruction[] all = code.kernel().code();
        BitSet behind = reached(all, sync.at() + 1, true);
        boolean isLoop = reached(all, sync.at() + 1, false).get(sync.at());
        List<String> uses = new ArrayList<>();
        boolean launchesAgain = false;
        boolean copies = false;
        // A function that several places call: what is behind one of them waits again.
        boolean works = behind.get(sync.at());
        for (int i = behind.nextSetBit(0); i >= 0; i = behind.nextSetBit(i + 1)) {
            Instruction in = all[i];
            if (in.modifiers() instanceof Modifiers.Access access
                    && (access.space() == StateSpace.LOCAL
                            || code.operand(i, in.a()) instanceof ValueFlow.Value.OwnAddress)) {
                // Clang keeps the configuration of a launch on the stack.
                continue;
            }
            boolean isGlobalLoad = in.opcode() == Opcode.LOAD && in.modifiers() instanceof Modifiers.Access;
            if (isGlobalLoad && i != sync.at()) {
                SourceLocation.in(in.place()).stream()
                        .limit(1)
                        .map(each -> "uses a result behind it at " + each)
                        .filter(each -> !uses.contains(each))
                        .forEach(uses::add);
                works = true;
            }
            boolean isParameter = in.opcode() == Opcode.STORE && isParameterBuffer(all, i, in.a());
            works |= !isParameter
                    && (in.opcode() == Opcode.STORE || in.opcode() == Opcode.ATOMIC || in.opcode() == Opcode.PRINT);
            if (in.modifiers() instanceof Modifiers.Device device) {
                launchesAgain |= device.call().isLaunch();
                copies |= COPIES.contains(device.call());
            }
        }
        String message;
        String fix;
        if (isLoop) {
            message = "waits for its children in a loop";
            fix = "let one step of the loop be a kernel that launches the children and then itself into"
                    + " cudaStreamTailLaunch; pass the loop's state by arguments or global memory";
        } else if (!works && !launchesAgain && !copies) {
            message = "waits for its children as its last action";
            fix = "remove the call: a grid is complete only after its children (NEST-1)";
        } else if (!works) {
            message = launchesAgain ? "waits between two launches" : "waits between a launch and a copy";
            fix = "remove the call and put both into the same stream, which runs them in order (STR-7); where they are"
                    + " in two streams, let the second wait for an event of the first (cudaStreamWaitEvent)";
        } else {
            message = "waits for its children and continues";
            fix = "move the code behind the call into a kernel and launch it into cudaStreamTailLaunch (TAIL-10); pass"
                    + " what it needs by arguments or global memory, since registers and shared memory are gone;"
                    + " or let the last child that increments a counter of your own, after __threadfence(), do it";
        }
        Diagnostic found = code.diagnostic(Severity.NOTE, "VER-3", sync.in(), message, fix);
        List<String> details = new ArrayList<>(found.details());
        details.addAll(uses.subList(0, Math.min(MAX_LINES, uses.size())));
        if (uses.size() > MAX_LINES) {
            details.add("and at " + (uses.size() - MAX_LINES) + " further lines");
        }
        return new Diagnostic(found.severity(), found.rule(), found.message(), found.locations(), details, found.fix());
    }

    /** Whether a register holds the parameter buffer of a launch, whose stores are part of the launch. */
    private static boolean isParameterBuffer(Instruction[] code, int at, int register) {
        for (int i = at - 1; i >= 0; i--) {
            Instruction in = code[i];
            if (register >= 0
                    && in.destination() >= 0
                    && register >= in.destination()
                    && register < in.destination() + in.registerWrites()) {
                return in.modifiers() instanceof Modifiers.Device device
                        && (device.call() == DeviceCall.GET_PARAMETER_BUFFER
                                || device.call() == DeviceCall.GET_PARAMETER_BUFFER_V2);
            }
        }
        return false;
    }

    /**
     * The instructions that may execute once one does.
     *
     * @param leaves whether also those of functions that are called, and of callers of the function that this is in
     */
    private static BitSet reached(Instruction[] code, int from, boolean leaves) {
        BitSet reached = new BitSet();
        List<Integer> pending = new ArrayList<>(List.of(from));
        while (!pending.isEmpty()) {
            int at = pending.remove(pending.size() - 1);
            if (at < 0 || at >= code.length || reached.get(at)) {
                continue;
            }
            reached.set(at);
            Instruction in = code[at];
            switch (in.opcode()) {
                case BRANCH -> pending.add(in.target());
                case CALL -> {
                    pending.add(at + 1);
                    if (leaves) {
                        pending.add(in.target());
                    }
                }
                case RETURN -> {
                    if (leaves) {
                        pending.addAll(returns(code, at));
                    }
                }
                case EXIT -> {}
                default -> pending.add(at + 1);
            }
            if (in.guard() >= 0) {
                pending.add(at + 1);
            }
        }
        return reached;
    }

    /** The instructions behind the calls of the function that a return ends. */
    private static List<Integer> returns(Instruction[] code, int from) {
        List<Integer> returns = new ArrayList<>();
        for (int i = 0; i < code.length; i++) {
            if (code[i].opcode() == Opcode.CALL
                    && reached(code, code[i].target(), false).get(from)) {
                returns.add(i + 1);
            }
        }
        return returns;
    }
}
