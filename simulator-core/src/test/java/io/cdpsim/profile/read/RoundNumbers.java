package io.cdpsim.profile.read;

import io.cdpsim.profile.GpuProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * A small GPU whose every latency and service time is a number of its own, so that a sum in which one is missing, or stands for another,
 * comes out wrong. A cycle is a nanosecond. Two SMs, each near to one of two slices of the L2; one channel of DRAM.
 */
public final class RoundNumbers {
    private static final List<String> MEMORY = List.of(
            "clock.core=1000 MHz",
            "sm.count=2",
            // An instruction a cycle, memory accesses and reads of the clock included.
            "pipes.control.width=32 lanes/cycle",
            // Nothing but the slot: RegisterPortsTest sets what else it takes to issue.
            "pipes.register_ports.reads_per_cycle=0",
            "pipes.register_ports.shared_load_32=0 cycles",
            "pipes.register_ports.shared_load_64=0 cycles",
            "pipes.register_ports.shared_load_128=0 cycles",
            "pipes.register_ports.shared_store=0 cycles",
            "pipes.register_ports.load_32=0 cycles",
            "pipes.register_ports.load_64=0 cycles",
            "pipes.register_ports.load_128=0 cycles",
            "pipes.register_ports.shuffle=0 cycles",
            "pipes.register_ports.special_function=0 cycles",
            "pipes.special_register=0 cycles",
            "pipes.memory_interval=0 cycles",
            "shared.latency=25 cycles",
            "shared.atomic_latency=57 cycles",
            "shared.further_atomic_lane=2 cycles",
            "shared.compare_and_swap=2 cycles",
            // Parameters and sizes are there: ConstantCachesTest says what they take where they are not.
            "constants.miss=0 cycles",
            "constants.service=0 cycles",
            "constants.shared_miss=0 cycles",
            "l1.latency=30 cycles",
            "l1.bandwidth=32 B/cycle",
            "l1.outstanding_requests=1000",
            "l1.waiting_atomics=1000",
            "l1.atomic_sector=3 cycles",
            "l1.atomic_request=5 cycles",
            "l1.elected_atomic=63 cycles",
            "l2.capacity=64 KiB",
            "l2.slices=2",
            "l2.latency=200 cycles",
            "l2.request_service=7 cycles",
            "l2.sector_service=4 cycles",
            "l2.same_line_service=1000 cycles",
            "l2.atomic_sector_service=11 cycles",
            "l2.atomic_behind_load=0.001 cycles",
            "l2.same_address_atomic=13 cycles",
            "l2.same_address_float_atomic=41 cycles",
            "l2.float_lane=6 cycles",
            "l2.atomic_answer=2 cycles",
            "l2.atomic_latency=260 cycles",
            "l2.far=90 cycles",
            // All slices are equally near: DistancesTest says what it takes where they are not.
            "l2.distance_spread=0 cycles",
            "dram.latency=700 cycles",
            // 4 bytes a cycle: 8 cycles a sector, 16 for the least that a read moves.
            "dram.bandwidth=4 GB/s",
            "dram.channels=1",
            "dram.access=64 B",
            "dram.row=20 cycles",
            "dram.write_row=27 cycles",
            "host_link.mapped_load_latency=2000 cycles",
            "host_link.mapped_turn_around=70 cycles",
            "host_link.commands_apart=1",
            "host_link.bytes_apart=1",
            // One in 19 cycles.
            "host_link.mapped_requests=52.631579 Mrequests/s",
            "synchronization.barrier_latency=15 cycles",
            "synchronization.fence_block=9 cycles",
            "synchronization.fence_device=310 cycles",
            "synchronization.fence_after_stores=40 cycles",
            "synchronization.fence_system=1230 cycles");

    private static final GpuProfile UNCHANGED = Profiles.load("h200", MEMORY);

    private RoundNumbers() {}

    /** That GPU, with some fields set to something else. */
    public static GpuProfile profile(String... changes) {
        if (changes.length == 0) {
            return UNCHANGED;
        }
        List<String> all = new ArrayList<>(MEMORY);
        all.addAll(List.of(changes));
        return Profiles.load("h200", all);
    }
}
