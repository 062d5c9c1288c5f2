package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.graph.LaunchAttributes;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;

/** Kernel launches, and host functions in streams. */
final class LaunchCalls {
    /** The library's number of {@code cudaStreamAddCallback}. */
    private static final int CALLBACK_WITH_STATUS = 1;

    private final SimulatedProgram program;
    /** The function of the last launch. */
    private long launched;

    LaunchCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        for (String name : List.of("cudaLaunchKernel", "__cudaLaunchKernel", "cudaLaunchKernelExC")) {
            boolean hasReturnValue = name.equals("cudaLaunchKernelExC");
            calls.add(
                    name, (in, thread) -> hasReturnValue ? launch(in, thread, false) : launchByExpression(in, thread));
        }
        calls.add("cudaLaunchCooperativeKernel", (in, thread) -> launch(in, thread, true));
        calls.add("cudaLaunchHostFunc", this::hostFunction);
    }

    /** {@code kernel<<<...>>>(...)} has no value: only cudaGetLastError reports its failure (rule ERR-2). */
    private CallReply launchByExpression(CallArguments in, ProgramThread thread) {
        try {
            return launch(in, thread, false);
        } catch (CudaException e) {
            if (!e.error().isSticky()) {
                thread.failed(ProgramThread.LAUNCH + launchedName(), e.error().cudaName());
            }
            throw e;
        }
    }

    private String launchedName() {
        try {
            return program.modules().kernel(launched).name();
        } catch (CudaException e) {
            return "?";
        }
    }

    private CallReply launch(CallArguments in, ProgramThread thread, boolean cooperativeCall) {
        long function = in.quad();
        launched = function;
        long gridX = in.unsignedWord();
        long gridY = in.unsignedWord();
        long gridZ = in.unsignedWord();
        long blockX = in.unsignedWord();
        long blockY = in.unsignedWord();
        long blockZ = in.unsignedWord();
        long shared = in.quad();
        long handle = in.quad();
        HostStream stream = program.stream(handle, thread);
        byte[] parameters = in.bytes();
        LaunchAttributes attributes = new LaunchAttributes(in.bytes());
        for (LaunchAttributes.Event each : attributes.events()) {
            if (program.event(each.handle()).isTimed()) {
                return ErrorCode.reply(ErrorCode.INVALID_VALUE);
            }
        }
        if (attributes.isUpdatable() && program.host().graphs().capture(stream) == null) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        boolean cooperative = cooperativeCall || attributes.isCooperative();
        Host host = program.host();
        // The kernel runs on its stream's device, with the variables of that device.
        host.setDevice(program.deviceOfStream(handle));
        try {
            Kernel kernel = program.modules().kernel(function);
            LaunchShape shape =
                    new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, attributes.clusters());
            if (cooperative) {
                host.launchCooperative(kernel, shape, stream, parameters);
            } else if (attributes.isDependent()) {
                host.launchDependent(kernel, shape, stream, parameters);
            } else {
                host.launch(kernel, shape, stream, parameters);
            }
            attributes.events().forEach(each -> record(each, stream));
        } finally {
            host.setDevice(thread.device());
        }
        return CallReply.OK;
    }

    /** The events of a launch's attributes. Those of streams are recorded behind the launch, which CUDA allows. */
    private void record(LaunchAttributes.Event each, HostStream stream) {
        EventHandle event = program.event(each.handle());
        if (program.host().graphs().capture(stream) == null) {
            program.host().record(event.event(), stream);
            event.recorded();
        } else {
            program.host().graphs().record(event.event(), stream, each.port());
        }
    }

    private CallReply hostFunction(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        HostStream stream = program.stream(handle, thread);
        long function = in.quad();
        long data = in.quad();
        int kind = in.word();
        if (kind == CALLBACK_WITH_STATUS) {
            // A callback that takes a status cannot be a node.
            program.host().graphs().refuseForCaptured(stream);
        }
        program.host()
                .addCallback(
                        stream,
                        done -> program.due(
                                new SimulatedProgram.Callback(function, data, handle, kind, 0, new byte[0], done)));
        return CallReply.OK;
    }
}
