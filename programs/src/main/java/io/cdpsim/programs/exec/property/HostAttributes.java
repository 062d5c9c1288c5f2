package io.cdpsim.programs.exec.property;

import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.call.DeviceAttributes;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Values of {@code cudaDeviceGetAttribute} on the host: those of the profile, and those of every simulated machine, by the numbers of {@code
 * cudaDeviceAttr}.
 */
public final class HostAttributes {
    private static final Map<Integer, Integer> FIXED = Map.ofEntries(
            Map.entry(11, Integer.MAX_VALUE), // memory pitch, bytes
            Map.entry(14, 512), // alignment of textures, bytes
            Map.entry(15, 1), // copies in parallel with kernels
            Map.entry(17, 0), // no time limit on kernels
            Map.entry(18, 0), // not integrated
            Map.entry(19, 1), // maps host memory
            Map.entry(20, 0), // compute mode: default
            Map.entry(30, 512), // alignment of surfaces, bytes
            Map.entry(32, 0), // error correction is not simulated
            Map.entry(34, 0), // PCI device
            Map.entry(35, 0), // driver model
            Map.entry(50, 0), // PCI domain
            Map.entry(51, 32), // pitch alignment of textures, bytes
            Map.entry(78, 1), // stream priorities are taken
            Map.entry(79, 1), // L1 caches global memory
            Map.entry(80, 1), // L1 caches local memory
            Map.entry(83, 1), // managed memory
            Map.entry(84, 0), // no board of several GPUs
            Map.entry(86, 0), // no native atomics over the link
            Map.entry(88, 0), // pageable memory is not accessible
            Map.entry(89, 1), // both sides may use managed memory at once
            Map.entry(90, 1), // compute preemption
            Map.entry(91, 0), // registered memory has another address on the device
            Map.entry(95, 1), // cooperative launches
            Map.entry(98, 0), // no flushing of remote writes
            Map.entry(99, 1), // host memory can be registered
            Map.entry(100, 0),
            Map.entry(101, 0),
            Map.entry(115, 1), // memory pools
            Map.entry(116, 0),
            Map.entry(117, 0));

    private HostAttributes() {}

    /** The value of an attribute; empty for a number that CUDA does not define or CDPSim does not support. */
    public static OptionalInt of(GpuProfile gpu, int ordinal, int number) {
        if (number == 33) {
            return OptionalInt.of(ordinal + 1); // PCI bus
        }
        if (number == 36) {
            return OptionalInt.of(
                    (int) (gpu.dram().bandwidth().bytesPerSecond() / 1e6 / 2)); // memory clock, kHz, of a bus of 8 bits
        }
        Integer fixed = FIXED.get(number);
        if (fixed != null) {
            return OptionalInt.of(fixed);
        }
        return DeviceAttribute.ofNumber(number)
                .map(each -> OptionalInt.of((int) Math.min(Integer.MAX_VALUE, DeviceAttributes.of(gpu, each))))
                .orElseGet(() -> DeviceAttribute.mayBeNumber(number) ? OptionalInt.of(0) : OptionalInt.empty());
    }
}
