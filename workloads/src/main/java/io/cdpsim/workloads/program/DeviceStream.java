package io.cdpsim.workloads.program;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.workloads.ChildStream;

/** Launches from device code into the kind of stream that an option selects. */
public final class DeviceStream {
    private DeviceStream() {}

    /** A one-dimensional launch. A named stream is created for it and destroyed after it, which does not affect the grid. */
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
