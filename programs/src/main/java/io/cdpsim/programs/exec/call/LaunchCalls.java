package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import java.util.List;

/** Kernel launches, and host functions in streams. */
final class LaunchCalls {
    private final SimulatedProgram program;

    LaunchCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        for (String name : List.of(
                "cudaLaunchKernel", "__cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelExC")) {
            calls.add(name, this::launch);
        }
        calls.add("cudaLaunchHostFunc", this::hostFunction);
    }

    private CallReply launch(CallArguments in, ProgramThread thread) {
        long function = in.quad();
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
        Host host = program.host();
        // The kernel runs on its stream's device, with the variables of that device.
        host.setDevice(program.deviceOfStream(handle));
        try {
            Kernel kernel = program.modules().kernel(function);
            LaunchShape shape = new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, shared);
            host.launch(kernel, shape, stream, parameters);
        } finally {
            host.setDevice(thread.device());
        }
        return CallReply.OK;
    }

    private CallReply hostFunction(CallArguments in, ProgramThread thread) {
        long handle = in.quad();
        HostStream stream = program.stream(handle, thread);
        long function = in.quad();
        long data = in.quad();
        int kind = in.word();
        program.host()
                .addCallback(
                        stream,
                        done -> program.due(
                                new SimulatedProgram.Callback(function, data, handle, kind, 0, new byte[0], done)));
        return CallReply.OK;
    }
}
