package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;

/** {@code throughput.cu}. */
final class ThroughputProgram implements PtxExperiment {
    private static final List<String> MODES = List.of("null", "faf", "stream_each", "tail");
    private static final int FIRE_AND_FORGET = 1;
    private static final int WARP = 32;

    private final PtxProgram program = MeasuringProgram.read("throughput");

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        long limit = Long.parseLong(row.parameter().substring("limit".length()));
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile).withPendingLaunches(limit), program);
        String[] words = row.variant().split("_(?=[a-z]+\\d)", -1);
        Outcome outcome = switch (row.bench()) {
            case "flood" -> flood(words, on);
            case "child_size" -> childSize(words, on);
            case "tree" -> tree(row.variant(), on);
            case "relay" -> relay(words, on);
            case "issue" -> issue(row, on);
            default -> throw new IllegalArgumentException(row.name());
        };
        assertThat(on.variable("failed"))
                .as("failed launches that the program counted")
                .isZero();
        return outcome;
    }

    private static int number(String word) {
        return Integer.parseInt(word.replaceAll("\\D", ""));
    }

    /** The flood with which the program starts to order the free slots of the pool. */
    static void flood(MeasuringProgram on, LoadedPtx throughput) {
        on.micros(() -> throughput.launch(
                "flood", LaunchShape.of(4, WARP), on.host().defaultStream(), WARP, FIRE_AND_FORGET, 1, WARP, 1));
    }

    private static Outcome flood(String[] words, MeasuringProgram on) {
        int mode = MODES.indexOf(words[0]);
        if (mode != 0) {
            flood(on, on.ptx());
        }
        LaunchShape shape = LaunchShape.of(number(words[1]), Math.multiplyExact(WARP, number(words[2])));
        return on.outcome(on.micros(() -> on.launch("flood", shape, number(words[3]), mode, 1, WARP, 1)));
    }

    private static Outcome childSize(String[] words, MeasuringProgram on) {
        return on.outcome(on.micros(() -> on.launch(
                "flood", LaunchShape.of(132, WARP), 8, FIRE_AND_FORGET, number(words[1]), number(words[2]), 1)));
    }

    private static Outcome tree(String variant, MeasuringProgram on) {
        String[] words = variant.split("_", -1);
        flood(on, on.ptx());
        return on.outcome(on.micros(() ->
                on.launch("root", LaunchShape.of(number(words[0]), 1), number(words[1]), MODES.indexOf(words[2]))));
    }

    private static Outcome relay(String[] words, MeasuringProgram on) {
        flood(on, on.ptx());
        return on.outcome(
                on.micros(() -> on.launch("relay", LaunchShape.of(1, 1), number(words[0]), number(words[1]))));
    }

    private static Outcome issue(MeasuredRow row, MeasuringProgram on) {
        long cycles = on.host().malloc(8);
        on.launch("seq", LaunchShape.of(1, 1), row.intValue(), MODES.indexOf(row.variant()), cycles);
        on.synchronize();
        return on.outcome(on.number(cycles) / (double) row.intValue());
    }
}
