package io.cdpsim.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.MultiGpuSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeveralGpusTest {
    private static final GpuProfile H200 = Profiles.load("h200");
    private static final MultiGpuSpec SHARED = H200.multiGpu();
    private static final long MIB = 1 << 20;

    /** Cycles are rounded for each part of a copy. */
    private static final double ROUNDING_NANOS = 50;

    /** Several GPUs with a stream, and memory on both sides of the link, each. */
    private static final class Gpus {
        final Host host;
        final List<HostStream> streams = new ArrayList<>();
        final List<Long> onDevice = new ArrayList<>();
        final List<Long> pinned = new ArrayList<>();

        Gpus(GpuProfile profile, int count, long bytes) {
            host = new Machine(MachineSettings.of(profile).withDevices(count)).host();
            for (int gpu = 0; gpu < count; gpu++) {
                host.setDevice(gpu);
                streams.add(host.createNonBlockingStream());
                onDevice.add(host.malloc(bytes));
                pinned.add(host.mallocHost(bytes));
            }
        }

        /**
         * Does something for each stream. @return nanoseconds from the last call until all is done, without what waits themselves take
         */
        double nanos(IntConsumer work) {
            for (int stream = 0; stream < streams.size(); stream++) {
                work.accept(stream);
            }
            double asked = host.nowNanos();
            // Who looks at all streams at once waits for the slowest alone.
            host.waitUntil("all copies", () -> streams.stream().allMatch(host::isIdle));
            return host.nowNanos() - asked;
        }
    }

    private static double toDevice(int gpus, long bytes) {
        Gpus all = new Gpus(H200, gpus, bytes);
        return all.nanos(
                gpu -> all.host.memcpyAsync(all.onDevice.get(gpu), all.pinned.get(gpu), bytes, all.streams.get(gpu)));
    }

    private static double toHost(int gpus, long bytes) {
        Gpus all = new Gpus(H200, gpus, bytes);
        return all.nanos(
                gpu -> all.host.memcpyAsync(all.pinned.get(gpu), all.onDevice.get(gpu), bytes, all.streams.get(gpu)));
    }

    private static double nanos(long bytes, double bytesPerSecond) {
        return bytes * 1e9 / bytesPerSecond;
    }

    /** Before the first byte of a copy moves: the device learns of it, and the engine takes it. */
    private static double beforeBytes() {
        return H200.hostApi().launchToStartNanos() + H200.hostLink().copyLatencyNanos();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void copiesToDevicesTakeTheirOwnLinkOrTheirShareOfWhatTheHostGives(int gpus) {
        long bytes = 64 * MIB;
        double alone = nanos(bytes, H200.hostLink().bandwidthToDevice().bytesPerSecond());
        double shared = nanos(gpus * bytes, SHARED.bandwidthToDevices().bytesPerSecond());
        // The first of the copies begin some calls earlier, and have more than their share until the others come.
        double calls = gpus * H200.hostApi().memcpyCallNanos();
        assertThat(toDevice(gpus, bytes)).isCloseTo(beforeBytes() + Math.max(alone, shared), within(2 * calls));
    }

    @Test
    void whatTheHostsCachesAbsorbTakesNoLongerThanOnOneLink() {
        long bytes = SHARED.hostCacheBytes() / 4;
        double alone = nanos(bytes, H200.hostLink().bandwidthToHost().bytesPerSecond());
        assertThat(toHost(4, bytes)).isCloseTo(beforeBytes() + alone, within(ROUNDING_NANOS));
    }

    @Test
    void beyondThatAllCopiesToTheHostShareWhatItsMemoryTakes() {
        long bytes = 64 * MIB;
        double all = nanos(
                4 * bytes - SHARED.hostCacheBytes(), SHARED.bandwidthToHost().bytesPerSecond());
        assertThat(toHost(4, bytes) - beforeBytes()).isCloseTo(all, within(all / 100));
    }

    @Test
    void twoCopiesOfOneGpuTheSameWayShareItsLinkAndTwoOppositeOnesDoNot() {
        long bytes = 8 * MIB;
        double alone = nanos(bytes, H200.hostLink().bandwidthToDevice().bytesPerSecond());
        Gpus one = new Gpus(H200, 1, 2 * bytes);
        HostStream second = one.host.createNonBlockingStream();
        one.streams.add(second);
        double same = one.nanos(i -> one.host.memcpyAsync(
                one.onDevice.get(0) + i * bytes, one.pinned.get(0) + i * bytes, bytes, one.streams.get(i)));
        assertThat(same)
                .isCloseTo(beforeBytes() + 2 * alone, within(2 * H200.hostApi().memcpyCallNanos()));
        Gpus other = new Gpus(H200, 1, 2 * bytes);
        other.streams.add(other.host.createNonBlockingStream());
        double opposite = other.nanos(i -> {
            long device = other.onDevice.get(0) + i * bytes;
            long host = other.pinned.get(0) + i * bytes;
            other.host.memcpyAsync(i == 0 ? device : host, i == 0 ? host : device, bytes, other.streams.get(i));
        });
        assertThat(opposite).isCloseTo(beforeBytes() + alone, within(alone / 100));
    }

    @ParameterizedTest
    @CsvSource({"4", "4096", "16384"})
    void aSmallCopyToTheDeviceIsWrittenByTheCallItself(long bytes) {
        HostApiSpec api = H200.hostApi();
        Gpus one = new Gpus(H200, 1, bytes);
        double begin = one.host.nowNanos();
        one.host.memcpyAsync(one.onDevice.get(0), one.pinned.get(0), bytes, one.streams.get(0));
        assertThat(one.host.nowNanos() - begin)
                .isCloseTo(
                        api.memcpyCallNanos()
                                + nanos(bytes, api.inlineCopyBandwidth().bytesPerSecond()),
                        within(1.0));
        assertThat(one.nanos(gpu -> {})).isCloseTo(beforeBytes(), within(ROUNDING_NANOS));
    }

    @Test
    void aLargerOneIsFetchedByTheDeviceBehindACallThatTakesNoLongerThanOthers() {
        long bytes = H200.hostApi().inlineCopyBytes() + 1;
        Gpus one = new Gpus(H200, 1, bytes);
        double begin = one.host.nowNanos();
        one.host.memcpyAsync(one.onDevice.get(0), one.pinned.get(0), bytes, one.streams.get(0));
        assertThat(one.host.nowNanos() - begin).isCloseTo(H200.hostApi().memcpyCallNanos(), within(1.0));
        assertThat(one.nanos(gpu -> {}))
                .isCloseTo(
                        beforeBytes()
                                + nanos(
                                        bytes,
                                        H200.hostLink().bandwidthToDevice().bytesPerSecond()),
                        within(ROUNDING_NANOS));
    }

    @Test
    void memoryThatIsNotPinnedIsCopiedAtItsOwnRate() {
        byte[] program = new byte[(int) MIB];
        Gpus one = new Gpus(H200, 1, MIB);
        double up = one.nanos(gpu -> one.host.memcpy2DAsync(
                CopyEndpoint.memory(one.onDevice.get(0)), CopyEndpoint.pageable(program), MIB, 1, one.streams.get(0)));
        assertThat(up - beforeBytes())
                .isCloseTo(
                        nanos(MIB, H200.hostLink().pageableBandwidthToDevice().bytesPerSecond()),
                        within(ROUNDING_NANOS));
        double down = one.nanos(gpu -> one.host.memcpy2DAsync(
                CopyEndpoint.pageable(program), CopyEndpoint.memory(one.onDevice.get(0)), MIB, 1, one.streams.get(0)));
        assertThat(down - beforeBytes() - H200.hostLink().pageableLatencyNanos())
                .isCloseTo(
                        nanos(MIB, H200.hostLink().pageableBandwidthToHost().bytesPerSecond()), within(ROUNDING_NANOS));
    }

    @Test
    void withoutUnifiedAddressesMemoryIsPinnedForOneDeviceUnlessItIsPortable() {
        Host host = new Machine(MachineSettings.of(H200).withDevices(2).withUnifiedAddresses(false)).host();
        host.setDevice(0);
        long own = host.mallocHost(MIB, false);
        long portable = host.mallocHost(MIB, true);
        double pinned = nanos(MIB, H200.hostLink().bandwidthToDevice().bytesPerSecond());
        double pageable = nanos(MIB, H200.hostLink().pageableBandwidthToDevice().bytesPerSecond());
        assertThat(toDevice(host, 0, own)).isCloseTo(pinned, within(ROUNDING_NANOS));
        assertThat(toDevice(host, 1, own)).isCloseTo(pageable, within(ROUNDING_NANOS));
        assertThat(toDevice(host, 1, portable)).isCloseTo(pinned, within(ROUNDING_NANOS));
        Host unified = new Machine(MachineSettings.of(H200).withDevices(2)).host();
        unified.setDevice(0);
        assertThat(toDevice(unified, 1, unified.mallocHost(MIB, false))).isCloseTo(pinned, within(ROUNDING_NANOS));
    }

    /** What the bytes of a copy of one MiB take. */
    private static double toDevice(Host host, int gpu, long from) {
        host.setDevice(gpu);
        HostStream stream = host.defaultStream();
        host.memcpyAsync(host.malloc(MIB), from, MIB, stream);
        double asked = host.nowNanos();
        host.waitUntil("the copy", () -> host.isIdle(stream));
        return host.nowNanos() - asked - beforeBytes();
    }

    private static double betweenPeers(boolean enabled, long bytes) {
        Gpus two = new Gpus(H200, 2, bytes);
        if (enabled) {
            two.host.setDevice(0);
            assertThat(two.host.enablePeerAccess(1)).isEqualTo(CudaError.SUCCESS);
        }
        two.host.memory().write(two.onDevice.get(0), 42);
        two.host.memcpyAsync(two.onDevice.get(1), two.onDevice.get(0), bytes, two.streams.get(0));
        double begin = two.host.nowNanos();
        // What the call itself takes for further parts runs beside them.
        two.host.waitUntil("the copy", () -> two.host.isIdle(two.streams.get(0)));
        assertThat(two.host.memory().readInts(two.onDevice.get(1), 1)[0]).isEqualTo(42);
        double parts = enabled ? 0 : Math.ceil((double) bytes / SHARED.stagedPartBytes());
        return two.host.nowNanos() - begin + parts * SHARED.stagedCallNanos();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 64 * MIB})
    void withPeerAccessACopyGoesOverTheDirectLink(long bytes) {
        assertThat(betweenPeers(true, bytes))
                .isCloseTo(
                        beforeBytes() + nanos(bytes, SHARED.peerBandwidth().bytesPerSecond()), within(ROUNDING_NANOS));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 64})
    void withoutItGoesThroughTheHostInPartsThatAreHandedOverTwiceEach(int parts) {
        double down = nanos(
                SHARED.stagedPartBytes(), H200.hostLink().bandwidthToHost().bytesPerSecond());
        double up = nanos(
                SHARED.stagedPartBytes(), H200.hostLink().bandwidthToDevice().bytesPerSecond());
        double engine = H200.hostLink().copyLatencyNanos();
        double handOver = SHARED.stagedHandoffNanos();
        double closed = H200.hostApi().launchToStartNanos()
                + (parts - 1) * (engine + down + 2 * handOver)
                + (engine + down + handOver)
                + (engine + up + handOver);
        assertThat(betweenPeers(false, parts * SHARED.stagedPartBytes())).isCloseTo(closed, within(closed / 500));
    }

    @Test
    void peerAccessIsAskedForOnceAndEachWay() {
        Host host = new Gpus(H200, 2, 4).host;
        host.setDevice(0);
        assertThat(host.canAccessPeer(0, 1)).isTrue();
        assertThat(host.canAccessPeer(0, 0)).isFalse();
        assertThat(host.disablePeerAccess(1)).isEqualTo(CudaError.PEER_ACCESS_NOT_ENABLED);
        assertThat(host.enablePeerAccess(0)).isEqualTo(CudaError.PEER_ACCESS_UNSUPPORTED);
        assertThat(host.enablePeerAccess(1)).isEqualTo(CudaError.SUCCESS);
        assertThat(host.enablePeerAccess(1)).isEqualTo(CudaError.PEER_ACCESS_ALREADY_ENABLED);
        assertThat(host.getLastError()).isEqualTo(CudaError.PEER_ACCESS_ALREADY_ENABLED);
        host.setDevice(1);
        assertThat(host.enablePeerAccess(0)).isEqualTo(CudaError.SUCCESS);
        assertThat(host.disablePeerAccess(0)).isEqualTo(CudaError.SUCCESS);
        assertThat(host.disablePeerAccess(0)).isEqualTo(CudaError.PEER_ACCESS_NOT_ENABLED);
    }

    @Test
    void gpusWithoutALinkReachEachOtherThroughTheHostAlone() {
        Gpus two = new Gpus(Profiles.load("k20x"), 2, MIB);
        two.host.setDevice(0);
        assertThat(two.host.canAccessPeer(0, 1)).isFalse();
        assertThat(two.host.enablePeerAccess(1)).isEqualTo(CudaError.PEER_ACCESS_UNSUPPORTED);
        two.host.memory().write(two.onDevice.get(0) + MIB - 4, 7);
        two.host.memcpyAsync(two.onDevice.get(1), two.onDevice.get(0), MIB, two.host.defaultStream());
        two.host.synchronize();
        assertThat(two.host.memory().readInts(two.onDevice.get(1) + MIB - 4, 1)[0])
                .isEqualTo(7);
    }

    @Test
    void threadsOfTheHostRunBesideEachOtherAndHaveADeviceAndAnErrorOfTheirOwn() {
        HostApiSpec api = H200.hostApi();
        Host host = new Gpus(H200, 3, 4).host;
        host.setDevice(2);
        host.free(1);
        List<String> seen = new ArrayList<>();
        double begin = host.nowNanos();
        host.inThreads(List.of(
                () -> {
                    seen.add("first begins with " + host.device().ordinal() + " " + host.getLastError());
                    host.setDevice(1);
                    host.spend(50_000);
                    seen.add("first ends with " + host.device().ordinal() + " " + host.getLastError());
                },
                () -> {
                    seen.add("second begins with " + host.device().ordinal());
                    host.free(1);
                    host.spend(10_000);
                    seen.add("second ends with " + host.device().ordinal() + " " + host.getLastError());
                }));
        double took = host.nowNanos() - begin;
        assertThat(seen)
                .containsExactly(
                        "first begins with 0 SUCCESS",
                        "second begins with 0",
                        "second ends with 0 INVALID_VALUE",
                        "first ends with 1 SUCCESS");
        assertThat(host.device().ordinal()).isEqualTo(2);
        assertThat(host.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(took)
                .isCloseTo(
                        api.threadCreateNanos() + api.threadStartNanos() + 50_000 + api.threadEndNanos(), within(5.0));
    }

    @Test
    void whatAThreadOfTheHostThrowsComesToWhoeverWaitsForIt() {
        Host host = new Gpus(H200, 1, 4).host;
        List<String> seen = new ArrayList<>();
        List<Runnable> threads = List.of(
                () -> {
                    host.spend(100);
                    throw new IllegalArgumentException("the first");
                },
                () -> {
                    host.spend(1_000_000);
                    seen.add("the second has ended");
                });
        assertThatThrownBy(() -> host.inThreads(threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the first");
        assertThat(seen).containsExactly("the second has ended");
    }
}
