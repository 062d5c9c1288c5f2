package io.cdpsim.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dependent launch starts beside the kernel ahead of it, when an H200 starts it (rules D-1 and D-2, coop-h200.csv). */
class DependentLaunchTest {
    private static final double MEASURED_SHARE = 0.1;

    /** A kernel that lasts 20 us and then stores 42, and each block its time; one that reads it and stores its times. */
    private static final String TEXT = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry ahead(.param .u64 to) {
        .reg .b32 %r<4>; .reg .b64 %l<8>; .reg .pred %p<3>;
        ld.param.u64 %l1, [to];
        TRIGGER
        mov.u64 %l2, %globaltimer;
        SPIN: mov.u64 %l3, %globaltimer; sub.u64 %l4, %l3, %l2; setp.lt.u64 %p1, %l4, 20000; @%p1 bra SPIN;
        mov.u32 %r1, 42; st.global.u32 [%l1], %r1;
        mov.u32 %r2, %ctaid.x; mad.wide.u32 %l6, %r2, 8, %l1;
        mov.u64 %l5, %globaltimer; st.global.u64 [%l6+40], %l5; ret; }
        .visible .entry behind(.param .u64 to) {
        .reg .b32 %r<4>; .reg .b64 %l<8>;
        ld.param.u64 %l1, [to];
        mov.u64 %l2, %globaltimer;
        WAIT
        mov.u64 %l3, %globaltimer; ld.global.u32 %r1, [%l1]; st.global.u32 [%l1+32], %r1;
        st.global.u64 [%l1+16], %l2; st.global.u64 [%l1+24], %l3; ret; }
        """;

    private record Outcome(long endToStart, long endToGo, int value, Machine machine) {}

    private static Outcome run(boolean allows, boolean triggers, boolean waits, int blocks, boolean isWatched) {
        String text = TEXT.replace("TRIGGER", triggers ? "griddepcontrol.launch_dependents;" : "")
                .replace("WAIT", waits ? "griddepcontrol.wait;" : "");
        Map<String, Kernel> kernels =
                PtxLowering.kernels(PtxProgram.link(List.of(PtxReader.read("k.ptx", text))), symbol -> 0x7000_0000L);
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")).withCheck(isWatched));
        Host host = machine.host();
        long to = host.malloc(40 + 8 * blocks);
        host.memory().write(to, new int[10 + 2 * blocks]);
        HostStream stream = host.createStream();
        host.launch(kernels.get("ahead"), LaunchShape.of(blocks, 1), stream, to);
        byte[] parameters = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(to)
                .array();
        if (allows) {
            host.launchDependent(kernels.get("behind"), LaunchShape.of(1, 1), stream, parameters);
        } else {
            host.launch(kernels.get("behind"), LaunchShape.of(1, 1), stream, parameters);
        }
        assertThat(host.synchronize().toString()).isEqualTo("SUCCESS");
        int[] words = host.memory().readInts(to, 10 + 2 * blocks);
        long end = IntStream.range(0, blocks)
                .mapToLong(block -> time(words, 10 + 2 * block))
                .max()
                .orElseThrow();
        return new Outcome(time(words, 4) - end, time(words, 6) - end, words[8], machine);
    }

    private static long time(int[] words, int at) {
        return (words[at] & 0xFFFFFFFFL) | (long) words[at + 1] << 32;
    }

    /** The nanoseconds are medians of coop-h200.csv. */
    @ParameterizedTest
    @CsvSource({
        "false, false, 1, 1568, 1600",
        "true, false, 1, 576, 608",
        "true, false, 132, 672, 704",
        "true, true, 1, -15264, 416",
        "true, true, 132, -15072, 416"
    })
    void aDependentKernelStartsAndGoesOnAsOnAnH200(
            boolean allows, boolean triggers, int blocks, long start, long goesOn) {
        Outcome seen = run(allows, triggers, true, blocks, false);
        // The host's calls decide how early one starts that was let start at once.
        double tolerance = start < 0 ? 3000 : start * 2 * MEASURED_SHARE;
        assertThat((double) seen.endToStart()).isCloseTo(start, within(tolerance));
        assertThat((double) seen.endToGo()).isCloseTo(goesOn, within(goesOn * 2 * MEASURED_SHARE));
        assertThat(seen.value()).isEqualTo(42);
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void aDependentKernelThatReadsBeforeItWaitsIsFound(boolean waits, int races) {
        Outcome seen = run(true, true, waits, 1, true);
        assertThat(seen.value()).isEqualTo(waits ? 42 : 0);
        assertThat(seen.machine().visibility().races())
                .filteredOn(race -> race.kind() == RaceKind.DEPENDENT)
                .hasSize(races);
    }
}
