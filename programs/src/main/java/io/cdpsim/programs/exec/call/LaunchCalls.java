package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Kernel launches, and host functions in streams. */
final class LaunchCalls {
    /** {@code cudaLaunchAttributeCooperative}. */
    private static final int COOPERATIVE = 2;

    /** {@code cudaLaunchAttributeProgrammaticStreamSerialization}. */
    private static final int PROGRAMMATIC_SERIALIZATION = 6;

    /** {@code cudaLaunchAttributeClusterDimension}. */
    private static final int CLUSTER_DIMENSION = 4;

    /** The largest number of {@code cudaLaunchAttributeID} in CUDA 13.0. */
    private static final int LAST_ATTRIBUTE = 16;

    /** A launch attribute: its number, padding, and a value of 64 bytes. */
    private static final int ATTRIBUTE_BYTES = 72;

    private static final int ATTRIBUTE_VALUE = 8;

    private final SimulatedProgram program;

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
                thread.launchFailed(e.error().cudaName());
            }
            throw e;
        }
    }

    private CallReply launch(CallArguments in, ProgramThread thread, boolean cooperativeCall) {
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
        byte[] attributes = in.bytes();
        if (!areKnown(attributes)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        boolean cooperative = cooperativeCall || isSet(attributes, COOPERATIVE);
        Host host = program.host();
        // The kernel runs on its stream's device, with the variables of that device.
        host.setDevice(program.deviceOfStream(handle));
        try {
            Kernel kernel = program.modules().kernel(function);
            LaunchShape shape =
                    new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, shared, clusters(attributes));
            if (cooperative) {
                host.launchCooperative(kernel, shape, stream, parameters);
            } else if (isSet(attributes, PROGRAMMATIC_SERIALIZATION)) {
                host.launchDependent(kernel, shape, stream, parameters);
            } else {
                host.launch(kernel, shape, stream, parameters);
            }
        } finally {
            host.setDevice(thread.device());
        }
        return CallReply.OK;
    }

    /** The clusters that the attributes of a launch ask for. */
    static ClusterShape clusters(byte[] attributes) {
        ByteBuffer in = ByteBuffer.wrap(attributes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + ATTRIBUTE_BYTES <= attributes.length; at += ATTRIBUTE_BYTES) {
            if (in.getInt(at) == CLUSTER_DIMENSION) {
                return cluster(attributes, at + ATTRIBUTE_VALUE);
            }
        }
        return ClusterShape.NONE;
    }

    /** The clusters in the value of an attribute. */
    static ClusterShape cluster(byte[] bytes, int at) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new ClusterShape(
                Integer.toUnsignedLong(in.getInt(at)),
                Integer.toUnsignedLong(in.getInt(at + Integer.BYTES)),
                Integer.toUnsignedLong(in.getInt(at + 2 * Integer.BYTES)),
                true);
    }

    /** Whether one of the attributes of a launch has a number, and a value that is not 0. */
    private static boolean isSet(byte[] attributes, int attribute) {
        ByteBuffer in = ByteBuffer.wrap(attributes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + ATTRIBUTE_BYTES <= attributes.length; at += ATTRIBUTE_BYTES) {
            if (in.getInt(at) == attribute && in.getInt(at + ATTRIBUTE_VALUE) != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean areKnown(byte[] attributes) {
        ByteBuffer in = ByteBuffer.wrap(attributes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + ATTRIBUTE_BYTES <= attributes.length; at += ATTRIBUTE_BYTES) {
            if (in.getInt(at) < 0 || in.getInt(at) > LAST_ATTRIBUTE) {
                return false;
            }
        }
        return true;
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
