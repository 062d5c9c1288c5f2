package io.cdpsim.workloads.program;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.workloads.ChildStream;

/** Launches from device code into the stream that the user chose. */
public final class DeviceStream {
    private DeviceStream() {}

    /** A launch in one dimension; a named stream is made for it and destroyed behind it, which the grid does not mind. */
    public static void launch(
            KernelBuilder k,
            ChildStream stream,
            KernelReference kernel,
            Operand blocks,
            Operand blockThreads,
            Operand... parameters) {
        switch (stream) {
            case NULL -> k.device().launch(kernel, blocks, blockThreads, DeviceRuntimeCalls.NULL_STREAM, parameters);
            case FAF -> k.device().launch(kernel, blocks, blockThreads, DeviceRuntimeCalls.FIRE_AND_FORGET, parameters);
            case PER_THREAD ->
                k.device().launch(kernel, blocks, blockThreads, DeviceRuntimeCalls.PER_THREAD_STREAM, parameters);
            case NAMED -> {
                Register own = k.device().streamCreateWithFlags();
                k.device().launch(kernel, blocks, blockThreads, own, parameters);
                k.device().streamDestroy(own);
            }
        }
    }
}
