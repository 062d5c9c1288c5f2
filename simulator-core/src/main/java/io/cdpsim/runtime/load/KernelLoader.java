package io.cdpsim.runtime.load;

import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelProperty;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.call.DeviceStreams;
import io.cdpsim.runtime.load.KernelLoadException.Stage;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CdpVersionTable;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.warp.Lanes;
import java.util.HashSet;
import java.util.Set;

/** Performs the checks of a compiler and a loader: whether the device can run a kernel and all kernels that it may launch. */
public final class KernelLoader {
    private final MachineSettings settings;
    private final GpuProfile profile;
    private final CdpVersionTable versions;
    private final Set<Kernel> loaded = new HashSet<>();

    public KernelLoader(MachineSettings settings) {
        this.settings = settings;
        this.profile = settings.profile();
        this.versions = settings.versions();
    }

    /** Loads a kernel and the kernels that it refers to. @throws KernelLoadException if the device cannot run one of them */
    public void load(Kernel kernel) {
        if (loaded.contains(kernel)) {
            return;
        }
        Set<Kernel> found = new HashSet<>();
        load(kernel, found);
        loaded.addAll(found);
    }

    private void load(Kernel kernel, Set<Kernel> found) {
        if (loaded.contains(kernel) || !found.add(kernel)) {
            return;
        }
        checkParameters(kernel);
        if (kernel.usesDynamicParallelism()) {
            checkBuild(kernel);
        }
        for (Instruction instruction : kernel.code()) {
            if (instruction.modifiers() instanceof Modifiers.Device device) {
                checkCall(kernel, device);
                if (device.callee() != null) {
                    loadNamed(kernel, device.callee().kernel(), launchesCallee(device.call()), found);
                }
            } else if (instruction.modifiers() instanceof Modifiers.KernelAddress address) {
                // Any kernel that gets the address may launch it.
                loadNamed(kernel, address.kernel().kernel(), kernel.usesDynamicParallelism(), found);
            }
        }
    }

    private static boolean launchesCallee(DeviceCall call) {
        return call.isLaunch() || call == DeviceCall.GET_PARAMETER_BUFFER_V2;
    }

    private void loadNamed(Kernel kernel, Kernel named, boolean launched, Set<Kernel> found) {
        if (launched) {
            checkCallee(kernel, named);
        }
        load(named, found);
    }

    /** Rule PARM-3 for launches by the host. Launches by the device are checked when they execute. */
    private void checkParameters(Kernel kernel) {
        int max = HostParameters.maxBytes(settings.cuda(), profile.computeCapability());
        if (kernel.parameters().totalBytes() > max) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.LAUNCH_OUT_OF_RESOURCES,
                    kernel,
                    "has " + kernel.parameters().totalBytes() + " bytes of parameters, but " + max
                            + " are the maximum with CUDA " + settings.cuda() + " on " + profile.name()
                            + " (rule PARM-3)");
        }
    }

    private void checkBuild(Kernel kernel) {
        KernelAttributes attributes = kernel.attributes();
        // Rule VER-1.
        if (profile.cdp() == CdpSupport.NONE) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.INVALID_DEVICE_FUNCTION,
                    kernel,
                    "calls the device runtime, but profile " + profile.name() + " (compute capability "
                            + profile.computeCapability()
                            + ") has no dynamic parallelism, which needs 3.5 (rule VER-1); use another profile, such"
                            + " as k20x or h200");
        }
        // Rule VER-3.
        if (attributes.has(KernelProperty.ADDRESSES_OF_32_BITS) && versions.builtFor(kernel) == CdpSupport.CDP2) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.INVALID_DEVICE_FUNCTION,
                    kernel,
                    "is compiled for 32-bit addresses, which CDP2 does not have (rule VER-3); compile for 64 bits");
        }
        // Rule VER-7.
        if (attributes.has(KernelProperty.NOT_RELOCATABLE)) {
            throw refuse(
                    Stage.LINK,
                    CudaError.UNKNOWN,
                    kernel,
                    "calls the device runtime but is not relocatable device code, so the runtime is not linked (rule"
                            + " VER-7); build with -rdc=true");
        }
        // Rule VER-8.
        if (attributes.has(KernelProperty.IN_DEVICE_GRAPH)) {
            throw refuse(
                    Stage.LOAD,
                    CudaError.NOT_SUPPORTED,
                    kernel,
                    "calls the device runtime, which a kernel in a graph launched from the device must not do (rule"
                            + " VER-8)");
        }
        // Rule VER-6.
        if (settings.mps()) {
            throw refuse(
                    Stage.LOAD,
                    CudaError.CDP_NOT_SUPPORTED,
                    kernel,
                    "calls the device runtime, which the Multi-Process Service does not support (rule VER-6)");
        }
    }

    private void checkCall(Kernel kernel, Modifiers.Device device) {
        boolean cdp2 = versions.builtFor(kernel) == CdpSupport.CDP2;
        if (device.call() == DeviceCall.DEVICE_SYNCHRONIZE) {
            checkSynchronize(kernel, cdp2);
        }
        // Rules FAF-4 and TAIL-9.
        if (!cdp2 && namesSpecialStream(kernel, device)) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.INVALID_DEVICE_FUNCTION,
                    kernel,
                    "names cudaStreamTailLaunch or cudaStreamFireAndForget, but profile " + profile.name()
                            + " runs CDP1, which does not have them (rules TAIL-9, FAF-4); use the NULL or a named"
                            + " stream");
        }
    }

    private void checkSynchronize(Kernel kernel, boolean builtForCdp2) {
        boolean capability9 = profile.computeCapability().isAtLeast(9, 0);
        // Rule VER-3.
        if (kernel.attributes().has(KernelProperty.EARLIER_PTX) && capability9) {
            throw refuse(
                    Stage.LOAD,
                    CudaError.SYMBOL_NOT_FOUND,
                    kernel,
                    "calls cudaDeviceSynchronize, which is not available to PTX compiled for compute capability "
                            + profile.computeCapability() + " (rule VER-3); use a tail launch");
        }
        // Rule VER-3.
        if (builtForCdp2 || capability9) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.INVALID_DEVICE_FUNCTION,
                    kernel,
                    "calls cudaDeviceSynchronize, but profile " + profile.name()
                            + " runs CDP2, which does not have it on the device (rule VER-3); use a tail launch");
        }
    }

    private void checkCallee(Kernel kernel, Kernel callee) {
        // Rule LNCH-11.
        if (callee.attributes().has(KernelProperty.NONTRIVIAL_PARAMETER)) {
            throw refuse(
                    Stage.COMPILE,
                    CudaError.INVALID_DEVICE_FUNCTION,
                    kernel,
                    "launches " + callee.name()
                            + ", a parameter of which cannot be copied byte by byte (rule LNCH-11)");
        }
        // Rule VER-5.
        if (callee.usesDynamicParallelism() && versions.runsAs(callee) != versions.runsAs(kernel)) {
            throw refuse(
                    Stage.LOAD,
                    CudaError.CDP_VERSION_MISMATCH,
                    kernel,
                    "runs " + versions.runsAs(kernel) + " and names a launch of " + callee.name() + ", which runs "
                            + versions.runsAs(callee) + " (rule VER-5); build both for the same version");
        }
    }

    private static KernelLoadException refuse(Stage stage, CudaError error, Kernel kernel, String reason) {
        return new KernelLoadException(stage, error, "kernel " + kernel.name() + " " + reason);
    }

    private static boolean namesSpecialStream(Kernel kernel, Modifiers.Device device) {
        int argument = device.call().argument(CallRole.STREAM);
        int stream = argument < 0 ? 0 : device.arguments().get(argument);
        return stream < 0 && DeviceStreams.isSpecial(kernel.constants()[~stream * Lanes.COUNT]);
    }

    /** The maximum size of the parameters of a kernel launched by the host (rule PARM-3). */
    static final class HostParameters {
        private static final int BYTES = 4096;
        private static final int MORE_BYTES = 32_764;
        private static final CudaVersion FIRST_WITH_MORE = new CudaVersion(12, 1);

        private HostParameters() {}

        /** The maximum, bytes (rule PARM-3); it is larger for compute capability 7.0 and later since CUDA 12.1. */
        static int maxBytes(CudaVersion version, ComputeCapability capability) {
            return version.atLeast(FIRST_WITH_MORE) && capability.isAtLeast(7, 0) ? MORE_BYTES : BYTES;
        }
    }
}
