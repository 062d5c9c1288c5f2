package io.cdpsim.runtime;

import io.cdpsim.kernel.Detail;
import io.cdpsim.kernel.DeviceCall;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import java.util.HashSet;
import java.util.Set;

/** Checks what the compiler and the loader would: whether the device can run a kernel, and all that it may launch, at all. */
final class KernelLoader {
    private final GpuProfile profile;
    private final CdpRules rules;
    private final Set<Kernel> loaded = new HashSet<>();

    KernelLoader(GpuProfile profile, CdpRules rules) {
        this.profile = profile;
        this.rules = rules;
    }

    /** Loads a kernel and the kernels it names. @throws KernelLoadException if the device cannot run one of them */
    void load(Kernel kernel) {
        if (!loaded.add(kernel)) {
            return;
        }
        for (Instruction instruction : kernel.code()) {
            if (instruction.detail() instanceof Detail.Device device) {
                check(kernel, device);
                if (device.callee() != null) {
                    load(device.callee().kernel());
                }
            }
        }
    }

    private void check(Kernel kernel, Detail.Device device) {
        if (profile.cdp() == CdpSupport.NONE) {
            throw new KernelLoadException(
                    "kernel " + kernel.name() + " calls the device runtime ("
                            + device.call() + "), but profile " + profile.name() + " (compute capability "
                            + profile.computeCapability()
                            + ") has no dynamic parallelism, which needs 3.5 (rule VER-1); use another profile, such as k20x or h200");
        }
        if (!rules.offers(device.call())) {
            throw new KernelLoadException(
                    "kernel " + kernel.name() + " calls cudaDeviceSynchronize, but profile " + profile.name()
                            + " runs CDP2, which does not have it on the device (rule VER-3); use a tail launch");
        }
        if (!rules.offersSpecialStreams() && namesSpecialStream(kernel, device)) {
            throw new KernelLoadException("kernel " + kernel.name()
                    + " names cudaStreamTailLaunch or cudaStreamFireAndForget, but profile " + profile.name()
                    + " runs CDP1, which does not have them (rules TAIL-9, FAF-4); use the NULL or a named stream");
        }
    }

    private static boolean namesSpecialStream(Kernel kernel, Detail.Device device) {
        int argument = streamArgument(device.call());
        int stream = argument < 0 ? 0 : device.arguments().get(argument);
        return stream < 0 && DeviceStreams.isSpecial(kernel.constants()[~stream * 32]);
    }

    /** Which argument of a call is a stream, or -1. */
    private static int streamArgument(DeviceCall call) {
        return switch (call) {
            case LAUNCH -> 7;
            case MEMCPY_ASYNC -> 4;
            case MEMSET_ASYNC -> 3;
            case EVENT_RECORD -> 1;
            case STREAM_WAIT_EVENT, STREAM_DESTROY -> 0;
            default -> -1;
        };
    }
}
