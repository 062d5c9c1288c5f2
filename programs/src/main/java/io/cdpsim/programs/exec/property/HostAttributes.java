package io.cdpsim.programs.exec.property;

import io.cdpsim.kernel.call.DeviceAttribute;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.ReportedAttribute;
import io.cdpsim.runtime.call.DeviceAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

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
            Map.entry(91, 1), // registered memory has one address on the host and on devices
            Map.entry(95, 1), // cooperative launches
            Map.entry(98, 0), // no flushing of remote writes
            Map.entry(99, 1), // host memory can be registered
            Map.entry(100, 0),
            Map.entry(101, 0),
            Map.entry(102, 1), // virtual memory management
            Map.entry(115, 1), // memory pools
            Map.entry(113, 1), // memory can be registered that devices only read
            Map.entry(116, 0), // no direct access by devices of the bus
            Map.entry(117, 0),
            Map.entry(125, 1), // events for other processes
            Map.entry(129, 1), // pointers to functions are the same in all modules
            Map.entry(131, -1), // no NUMA node
            Map.entry(142, 1), // pools in memory of the host's nodes
            Map.entry(144, 1)); // pools in memory of the host

    private static final Map<Integer, ReportedAttribute> REPORTED = Arrays.stream(ReportedAttribute.values())
            .collect(Collectors.toUnmodifiableMap(ReportedAttribute::number, Function.identity()));

    private HostAttributes() {}

    /** The value of an attribute; empty for a number that CUDA does not define or CDPSim does not support. */
    public static OptionalInt of(GpuProfile gpu, int ordinal, int number) {
        if (number == 33) {
            return OptionalInt.of(ordinal + 1); // PCI bus
        }
        ReportedAttribute reported = REPORTED.get(number);
        if (reported != null && gpu.reported().containsKey(reported)) {
            return OptionalInt.of(gpu.reported(reported));
        }
        if (number == ReportedAttribute.MEMORY_CLOCK_KHZ.number()) {
            // A profile that does not know: the clock of a bus of 8 bits.
            return OptionalInt.of((int) (gpu.dram().bandwidth().bytesPerSecond() / 1e6 / 2));
        }
        if (number == ReportedAttribute.MEMORY_BUS_WIDTH_BITS.number()) {
            return OptionalInt.of(Byte.SIZE);
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
