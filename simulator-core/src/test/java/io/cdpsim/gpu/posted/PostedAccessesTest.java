package io.cdpsim.gpu.posted;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.GpuMetrics;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses that SMs post while they run side by side leave the same, at the same times, as those of SMs that take turns. */
class PostedAccessesTest {
    private static final int BLOCKS = 16;

    /** The SMs are so few that each has several blocks. */
    private static final String FEW_SMS = "sm.count=4";

    @ParameterizedTest
    @CsvSource({
        "h200, 14, 10, ''",
        // Lines leave the L1 cache while others arrive.
        "h200, 20, 4, l1.capacity=2 KiB",
        // Accesses that cannot be posted, since nobody knows when their requests can be sent, follow others that are.
        "h100-sxm, 0, 4, l1.outstanding_requests=40",
        // The L1 cache has no global memory.
        "k40c, 0, 8, ''"
    })
    void randomKernelsLeaveTheSameOnAnyNumberOfThreads(String profile, int first, int kernels, String change) {
        Threads threads = new Threads(profile, change.isEmpty() ? List.of(FEW_SMS) : List.of(FEW_SMS, change));
        for (int seed = first; seed < first + kernels; seed++) {
            threads.leaveTheSame("seed " + seed, RandomAccesses.write(seed));
        }
    }

    /** One register of a lane has only a part of what the lane stores. */
    @ParameterizedTest
    @ValueSource(strings = {"v4.u8", "v2.u16", "v2.b16"})
    void aWholeWarpStoresAndLoadsVectorsOfFourBytes(String type) {
        boolean areFour = type.startsWith("v4");
        String stored = areFour ? "{%x, %y, %t, %b}" : "{%x, %y}";
        String loaded = areFour ? "{%x, %y, %u, %v}" : "{%x, %y}";
        new Threads("h200", List.of(FEW_SMS)).leaveTheSame(type, kernel("""
                        shl.b32 %n, %i, 2; cvt.u64.u32 %o, %n; add.s64 %a, %changed, %o;
                        mov.u32 %x, 77; add.s32 %y, %t, 5; mov.u32 %u, 0; mov.u32 %v, 0;
                        st.global.TYPE [%a], STORED;
                        ld.relaxed.gpu.global.TYPE LOADED, [%a+512];
                        add.s32 %x, %x, %y; add.s32 %u, %u, %v; add.s32 %x, %x, %u;
                        st.global.u32 [%a+16384], %x;
                        """.replace("TYPE", type)
                .replace("STORED", stored)
                .replace("LOADED", loaded)));
    }

    @Test
    void lanesThatYieldBeforeALoadDoNotLendTheirAddressesToTheNextAccess() {
        new Threads("h200", List.of(FEW_SMS)).leaveTheSame("lanes that yield", kernel("""
                        shl.b32 %n, %i, 2; cvt.u64.u32 %o, %n; add.s64 %a, %changed, %o;
                        and.b32 %n, %t, 3; mov.u32 %y, 0;
                        TURN: ld.volatile.global.u32 %x, [%a+32768];
                        add.s32 %y, %y, %x; and.b32 %x, %x, 1; add.s32 %n, %n, -1; sub.s32 %x, %n, %x;
                        setp.gt.s32 %p, %x, 0; @%p bra TURN;
                        mov.u32 %u, tile; and.b32 %n, %n, 15; shl.b32 %n, %n, 2; add.s32 %u, %u, %n;
                        st.shared.u32 [%u], %y; ld.shared.u32 %x, [%u]; add.s32 %y, %y, %x;
                        st.global.u32 [%a], %y;
                        """));
    }

    /** Loads of shared memory have their values soon, but those before them are waited for by the same scoreboard. */
    @Test
    void aLoadThatIsAnsweredAtOnceWaitsForThePostedOneBeforeIt() {
        new Threads("h200", List.of(FEW_SMS)).leaveTheSame("two loads for the next block of the code", kernel("""
                        shl.b32 %n, %i, 2; cvt.u64.u32 %o, %n; add.s64 %a, %changed, %o; mov.u32 %u, tile;
                        mov.u32 %y, 0; setp.lt.s32 %p, %t, 500; @%p bra LOADS;
                        bra STORES;
                        LOADS: ld.relaxed.gpu.global.u32 %x, [%a]; ld.shared.u32 %y, [%u];
                        STORES: st.global.u32 [%a+8192], %y;
                        """));
    }

    /** A warp that waits for a word is parked, unless the word has changed since it was loaded. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aWarpIsNotParkedIfWhatItWaitsForHasBeenPosted(int later) {
        Threads threads = new Threads("h200", List.of("sm.count=8"));
        for (int delay = 44; delay < 50; delay++) {
            threads.leaveTheSame("stored after " + delay + " turns", kernel("""
                    mov.u64 %a, %changed;
                    setp.gt.u32 %p, %b, 1; @%p bra OTHERS;
                    setp.ne.u32 %p, %t, 0; @%p ret;
                    setp.eq.u32 %p, %b, 1; @%p bra STORES;
                    mov.u32 %n, FIRST;
                    FIRST: add.s32 %n, %n, -1; setp.gt.s32 %p, %n, 0; @%p bra FIRST;
                    WAIT: ld.volatile.global.u32 %x, [%a]; setp.ne.u32 %p, %x, 12345; @%p bra WAIT;
                    ret;
                    STORES: mov.u32 %n, DELAY;
                    LATER: add.s32 %n, %n, -1; setp.gt.s32 %p, %n, 0; @%p bra LATER;
                    st.volatile.global.u32 [%a], 12345;
                    ret;
                    OTHERS: mul.wide.u32 %o, %i, 4; add.s64 %a, %a, %o; mov.u32 %n, 12;
                    MORE: ld.volatile.global.u32 %x, [%a+1024]; add.s32 %n, %n, %x; sub.s32 %n, %n, %x;
                    add.s32 %n, %n, 3; add.s32 %n, %n, -3; add.s32 %n, %n, 3; add.s32 %n, %n, -3;
                    add.s32 %n, %n, -1; setp.gt.s32 %p, %n, 0; @%p bra MORE;
                    """.replace("n, FIRST", "n, " + (later + 1))
                    .replace("DELAY", Integer.toString(delay + later))));
        }
    }

    private static String kernel(String body) {
        return """
                .version 8.0
                .target sm_90
                .address_size 64
                .shared .align 16 .b8 tile[2048];
                .visible .entry k(.param .u64 constant, .param .u64 changed, .param .u64 atomic)
                {
                .reg .b64 %constant, %changed, %a, %o; .reg .b32 %t, %b, %i, %n, %x, %y, %u, %v; .reg .pred %p;
                ld.param.u64 %constant, [constant]; ld.param.u64 %changed, [changed];
                mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x;
                """ + "mad.lo.u32 %i, %b, " + RandomAccesses.THREADS + ", %t;\n" + body + "ret;\n}\n";
    }

    /** What a kernel leaves. */
    private record Left(int[] words, double nanos, GpuMetrics metrics) {}

    /** Machines that simulate one device on different numbers of threads. */
    private static final class Threads {
        private final Subject alone;
        private final List<Subject> others;

        Threads(String profile, List<String> changes) {
            MachineSettings settings = MachineSettings.of(Profiles.load(profile, changes));
            alone = new Subject(settings);
            others = List.of(new Subject(settings.withThreads(2)), new Subject(settings.withThreads(3)));
        }

        void leaveTheSame(String what, String text) {
            Kernel kernel = lowered(text);
            Left expected = alone.run(kernel);
            for (Subject other : others) {
                Left left = other.run(kernel);
                assertThat(left.words).as("memory, %s", what).isEqualTo(expected.words);
                assertThat(left.nanos).as("time, %s", what).isEqualTo(expected.nanos);
                assertThat(left.metrics).as("counters, %s", what).isEqualTo(expected.metrics);
            }
        }

        private static Kernel lowered(String text) {
            var module = PtxReader.read("random.ptx", text.getBytes(StandardCharsets.UTF_8));
            return Objects.requireNonNull(PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0)
                    .get("k"));
        }
    }

    /** A machine with memory for kernels. */
    private static final class Subject {
        private final Host host;
        private final long constant;
        private final long changed;
        private final long atomic;

        Subject(MachineSettings settings) {
            host = new Machine(settings).host();
            constant = host.malloc(RandomAccesses.CONSTANT_BYTES);
            changed = host.malloc(RandomAccesses.CHANGED_BYTES);
            atomic = host.malloc(RandomAccesses.ATOMIC_BYTES);
            host.memory().write(constant, words(RandomAccesses.CONSTANT_BYTES));
        }

        private static int[] words(int bytes) {
            return IntStream.range(0, bytes / Integer.BYTES)
                    .map(i -> i * 0x9E3779B9)
                    .toArray();
        }

        Left run(Kernel kernel) {
            host.memory().write(changed, words(RandomAccesses.CHANGED_BYTES));
            host.memory().write(atomic, words(RandomAccesses.ATOMIC_BYTES));
            LaunchShape shape = LaunchShape.of(BLOCKS, RandomAccesses.THREADS);
            host.launch(kernel, shape, host.defaultStream(), constant, changed, atomic);
            assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
            return new Left(
                    host.memory().readInts(changed, RandomAccesses.CHANGED_BYTES / Integer.BYTES),
                    host.nowNanos(),
                    host.device().metrics());
        }
    }
}
