package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.bench.MicroBench;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.Map;

/** {@code micro.cu}. */
final class MicroProgram implements PtxExperiment {
    private static final Map<String, Integer> OPERATIONS = Map.of(
            "ffma", 0,
            "rsqrtf", 1,
            "imad", 2,
            "xor_add", 3,
            "dfma", 5,
            "syncthreads_1warp", 6,
            "threadfence", 7,
            "sinf_fast", 8,
            "popc_add", 9);
    private static final float FACTOR = 1.0001f;
    private static final int STEPS = 4096;
    private static final int RATE_STEPS = 2048;
    private static final int WARP = 32;
    private static final int LINE_WORDS = 32;
    private static final int LEAST_HOPS = 2048;

    private final PtxProgram program;

    /** @param name the PTX, which stands for one architecture or another */
    MicroProgram(String name) {
        program = MeasuringProgram.read(name);
    }

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile), program);
        // More than the 64 KiB it needs, so that what comes behind is at home in the same partition of the L2 as the
        // port's words.
        long out = on.host().malloc(2 << 16);
        return on.outcome(
                switch (row.bench()) {
                    case "latency" -> latency(row, on, out);
                    case "throughput" -> rate(row, on, out);
                    case "block_dispatch" -> dispatch(row, on);
                    default -> memory(row, on, out);
                });
    }

    private static double latency(MeasuredRow row, MeasuringProgram on, long out) {
        switch (row.variant()) {
            case "global_ld", "global_ld_cg" -> {
                return chase(row, on, out);
            }
            case "shared_ld" -> {
                on.launch("sharedChase", LaunchShape.of(1, WARP), STEPS, out);
                return each(on, out, STEPS);
            }
            case "atomic_add_return" -> {
                long words = on.host().malloc(8);
                on.launch("atomicLatency", LaunchShape.of(1, 1), words, 1000, out);
                each(on, out, 1000);
                on.launch("atomicLatency", LaunchShape.of(1, 1), words, 1000, out);
                double cycles = each(on, out, 1000);
                int[] counts = on.host().memory().readInts(words, 2);
                assertThat(counts[0] + counts[1]).isEqualTo(2000);
                return cycles;
            }
            case "mapped_host_ld" -> {
                on.launch("mappedPoll", LaunchShape.of(1, 1), on.host().mallocHost(64), 200, out);
                return each(on, out, 200);
            }
            default -> {
                String kernel = "_Z5chainILi" + OPERATIONS.get(row.variant()) + "EEvfjiPy";
                on.launch(kernel, LaunchShape.of(1, WARP), FACTOR, 5, STEPS, out);
                return each(on, out, STEPS);
            }
        }
    }

    private static double each(MeasuringProgram on, long out, int count) {
        on.synchronize();
        return (double) on.number(out) / count;
    }

    private static double chase(MeasuredRow row, MeasuringProgram on, long out) {
        int lines = (int) (row.value() / (4 * LINE_WORDS));
        int hops = Math.max(lines, LEAST_HOPS);
        int[] ring = MicroBench.scrambledRing(lines);
        long big = on.host().malloc(4L * ring.length);
        on.host().memory().write(big, ring);
        String kernel = row.variant().equals("global_ld") ? "chase" : "chaseCg";
        double cycles = 0;
        for (int run = 0; run < 2; run++) {
            on.launch(kernel, LaunchShape.of(1, 1), big, 0, hops, out);
            cycles = each(on, out, hops);
        }
        int at = 0;
        for (int hop = 0; hop < 64 + hops; hop++) {
            at = ring[at];
        }
        assertThat(on.number(out + 8)).as("where the chase ends").isEqualTo(at);
        return cycles;
    }

    private static double rate(MeasuredRow row, MeasuringProgram on, long out) {
        int threads = WARP * row.intValue();
        String kernel = "_Z4rateILi" + OPERATIONS.get(row.variant()) + "EEvfjiPyPj";
        on.launch(
                kernel,
                LaunchShape.of(1, threads),
                FACTOR,
                5,
                RATE_STEPS,
                out,
                on.host().malloc(4));
        on.synchronize();
        return threads * 4.0 * RATE_STEPS / on.number(out);
    }

    private static double dispatch(MeasuredRow row, MeasuringProgram on) {
        int threads = Integer.parseInt(row.variant().substring("threads".length()));
        return on.micros(() -> on.launch("nothing", LaunchShape.of((long) row.value(), threads)));
    }

    private static double memory(MeasuredRow row, MeasuringProgram on, long out) {
        return switch (row.variant()) {
            case "add_same_address" -> same(row, on, "atomicSame", true);
            case "add_return_same_address" -> same(row, on, "atomicSameReturn", true);
            case "cas_same_address" -> same(row, on, "casSame", false);
            case "shared_add" -> {
                on.launch("sharedAtomic", LaunchShape.of(1, 256), 500, out, row.intValue());
                yield 256.0 * 500 / (500 * each(on, out, 500));
            }
            default -> stream(row, on);
        };
    }

    private static double same(MeasuredRow row, MeasuringProgram on, String kernel, boolean adds) {
        long word = on.host().malloc(4);
        long sink = on.host().malloc(4);
        int repetitions = 200;
        LaunchShape shape = LaunchShape.of(row.intValue(), 256);
        double micros = 0;
        for (int run = 0; run < 2; run++) {
            micros = on.micros(() -> {
                if (kernel.equals("atomicSame")) {
                    on.launch(kernel, shape, word, repetitions);
                } else {
                    on.launch(kernel, shape, word, repetitions, sink);
                }
            });
        }
        int all = row.intValue() * 256 * repetitions;
        assertThat(on.host().memory().readInts(word, 1)).containsExactly(adds ? 2 * all : 0);
        return all / (1e3 * micros);
    }

    private static double stream(MeasuredRow row, MeasuringProgram on) {
        long bytes = (long) row.value() << 20;
        long from = on.host().malloc(bytes);
        long to = on.host().malloc(bytes);
        on.host().memory().fill(from, 7, bytes);
        boolean copy = row.variant().equals("copy");
        LaunchShape shape = LaunchShape.of(1056, 512);
        // As in the measuring program, a read comes between two copies.
        String[] kernels = copy ? new String[] {"copyK", "readK", "copyK"} : new String[] {"copyK", "readK"};
        double micros = 0;
        for (String kernel : kernels) {
            micros = on.micros(() -> on.launch(kernel, shape, from, to, bytes / 16));
        }
        assertThat(on.host().memory().readLong(to + bytes - 8)).isEqualTo(0x0707070707070707L);
        return (copy ? 2.0 : 1.0) * bytes / (1e3 * micros);
    }
}
