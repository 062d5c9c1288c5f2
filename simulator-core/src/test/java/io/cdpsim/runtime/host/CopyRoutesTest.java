package io.cdpsim.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which way the bytes of a copy go, by how long they take. A cycle is a nanosecond; rates are bytes a cycle. */
class CopyRoutesTest {
    private static final int BYTES = 1 << 20;
    private static final int LATENCY = 500;
    private static final int KNOWN = 2_000;

    /** Cycles are rounded for each window of a copy. */
    private static final double ROUNDING = 20;

    private static final List<String> RATES = List.of(
            "clock.core=1000 MHz",
            "host_api.launch_to_start=2000 ns",
            "host_link.copy_latency=500 ns",
            "host_link.pageable_latency=3000 ns",
            "host_link.bandwidth_to_device=16 GB/s",
            "host_link.bandwidth_to_host=8 GB/s",
            "host_link.pageable_to_device=4 GB/s",
            "host_link.pageable_to_host=2 GB/s",
            "several_gpus.peer_bandwidth=32 GB/s",
            "several_gpus.staged_hand_over=7000 ns");

    private static Host host(String... changes) {
        List<String> all = new ArrayList<>(RATES);
        for (String change : changes) {
            all.removeIf(each -> each.startsWith(change.substring(0, change.indexOf('=') + 1)));
            all.add(change);
        }
        return new Machine(MachineSettings.of(Profiles.load("h200", all)).withDevices(2)).host();
    }

    /** Cycles from when the device knows of a copy until its bytes have arrived. */
    private static double cycles(Host host, CopyEndpoint to, CopyEndpoint from) {
        HostStream stream = host.createNonBlockingStream();
        host.memcpy2DAsync(to, from, BYTES, 1, stream);
        double begin = host.nowNanos();
        host.waitUntil("the copy", () -> host.isIdle(stream));
        return host.nowNanos() - begin - KNOWN;
    }

    private static CopyEndpoint side(Host host, String kind) {
        return switch (kind) {
            case "pinned" -> CopyEndpoint.memory(host.mallocHost(BYTES));
            case "device" -> CopyEndpoint.memory(host.malloc(BYTES));
            default -> CopyEndpoint.pageable(new byte[BYTES]);
        };
    }

    /** A copy between memories of the host is as one to it; it is pinned where both are. */
    @ParameterizedTest
    @CsvSource({
        "device, pinned, 16, 0", "device, pageable, 4, 0", "pinned, device, 8, 0", "pageable, device, 2, 3000",
        "pinned, pinned, 8, 0", "pageable, pinned, 2, 3000", "pinned, pageable, 2, 3000", "pageable, pageable, 2, 3000"
    })
    void theRateIsThatOfTheMemoryOnBothSides(String to, String from, double rate, double more) {
        Host host = host();
        assertThat(cycles(host, side(host, to), side(host, from)))
                .isCloseTo(LATENCY + more + BYTES / rate, within(ROUNDING));
    }

    @ParameterizedTest
    @CsvSource({"64, 16", "3, 3"})
    void memoryThatIsNotPinnedIsNotFasterThanTheLink(int pageable, double rate) {
        Host host = host("host_link.pageable_to_device=" + pageable + " GB/s");
        assertThat(cycles(host, side(host, "device"), side(host, "pageable")))
                .isCloseTo(LATENCY + BYTES / rate, within(ROUNDING));
    }

    private static double betweenDevices(Host host, int from) {
        host.setDevice(from);
        CopyEndpoint source = side(host, "device");
        host.setDevice(1 - from);
        CopyEndpoint target = side(host, "device");
        host.setDevice(0);
        return cycles(host, target, source);
    }

    /** Whichever of the two has asked for it, and whichever way the bytes go. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
    void aCopyGoesOverTheDirectLinkIfEitherDeviceMayReachTheOther(int asks, int from) {
        Host host = host();
        host.setDevice(asks);
        host.enablePeerAccess(1 - asks);
        assertThat(betweenDevices(host, from)).isCloseTo(LATENCY + BYTES / 32.0, within(ROUNDING));
        host.setDevice(asks);
        host.disablePeerAccess(1 - asks);
        assertThat(betweenDevices(host, from)).isGreaterThan(LATENCY + BYTES / 8.0);
    }

    /** A profile that says nothing of memory that is not pinned, nor of parts: as if all were pinned, and in one part. */
    @Test
    void whereNothingIsSaidAllMemoryIsAsFastAndACopyGoesThroughTheHostAsOne() {
        List<String> rates = List.of(
                "clock.core=1000 MHz",
                "host_api.launch_to_start=2000 ns",
                "host_link.copy_latency=500 ns",
                "host_link.bandwidth_to_device=16 GB/s",
                "host_link.bandwidth_to_host=8 GB/s");
        Host kepler =
                new Machine(MachineSettings.of(Profiles.load("k20x", rates)).withDevices(2)).host();

        assertThat(cycles(kepler, side(kepler, "device"), side(kepler, "pageable")))
                .isCloseTo(LATENCY + BYTES / 16.0, within(ROUNDING));
        assertThat(cycles(kepler, side(kepler, "pageable"), side(kepler, "device")))
                .isCloseTo(LATENCY + BYTES / 8.0, within(ROUNDING));
        assertThat(betweenDevices(kepler, 0)).isCloseTo(2 * LATENCY + BYTES / 8.0 + BYTES / 16.0, within(ROUNDING));
    }

    /** One part: down, handed over, up, handed over. */
    @Test
    void aCopyOfOnePartIsHandedOverTwice() {
        assertThat(betweenDevices(host("several_gpus.staged_part=1 MiB", "several_gpus.staged_call=0 ns"), 0))
                .isCloseTo(2 * LATENCY + BYTES / 8.0 + BYTES / 16.0 + 2 * 7_000, within(ROUNDING));
    }

    /** The host's thread is busy for each part, of which there is one at least. */
    @ParameterizedTest
    @CsvSource({"1024, 1025, 2", "1024, 1024, 1", "1024, 2048, 2", "1024, 0, 1"})
    void theCallTakesLongerForEachPart(int partBytes, int bytes, int parts) {
        Host host = host(
                "several_gpus.staged_part=" + partBytes + " B",
                "several_gpus.staged_call=5000 ns",
                "host_api.memcpy_call=1000 ns");
        long from = host.malloc(BYTES);
        host.setDevice(1);
        long to = host.malloc(BYTES);
        double begin = host.nowNanos();
        host.memcpyAsync(to, from, bytes, host.createStream());

        assertThat(host.nowNanos() - begin).isEqualTo(1_000 + parts * 5_000);
    }

    /** Two engines: who comes third waits for the one that has fewer bytes to move, which is the second's. */
    @Test
    void aCopyGoesToTheEngineWithTheFewestBytesBeforeIt() {
        Host host = host("host_link.copy_engines=2", "host_api.memcpy_call=0 ns", "host_api.inline_copy=1 B");
        List<HostStream> streams = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        // Two ways that do not share: to the device and to the host.
        long device = host.malloc(4L * BYTES);
        long pinned = host.mallocHost(4L * BYTES);
        for (int i = 0; i < 3; i++) {
            HostStream stream = host.createNonBlockingStream();
            streams.add(stream);
            if (i == 0) {
                host.memcpyAsync(device, pinned, BYTES, stream);
            } else {
                host.memcpyAsync(pinned + (long) i * BYTES, device + (long) i * BYTES, BYTES / 2, stream);
            }
        }
        double begin = host.nowNanos();
        for (HostStream stream : streams) {
            host.waitUntil("a copy", () -> host.isIdle(stream));
            ends.add(host.nowNanos() - begin - KNOWN);
        }

        // The second has half as many bytes as the first, and takes as long for them.
        assertThat(ends.get(0)).isCloseTo(LATENCY + BYTES / 16.0, within(ROUNDING));
        assertThat(ends.get(2)).isCloseTo(2 * (LATENCY + BYTES / 2 / 8.0), within(ROUNDING));
    }
}
