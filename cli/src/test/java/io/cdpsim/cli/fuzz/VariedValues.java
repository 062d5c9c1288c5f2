package io.cdpsim.cli.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code --vary} and its neighbours take, in sweeps of few and short points. */
final class VariedValues implements InputKind {
    private static final List<String> VARIED = List.of(
            "threshold=1..4:x2",
            "threshold=0,1",
            "pool=4,64",
            "variant=cdp,warp,threshold",
            "profile=k20x,h200",
            "policy=eager,lazy",
            "seed=1..3",
            "strict=true,false",
            "child-threads=32..64:+32",
            "launch.fire_and_forget.base=5000,10700",
            "l2.latency=200..400:+100 cycles",
            "sm.count=4",
            "sm.shared_configurations=[0 KiB, 100 KiB, 228 KiB]",
            "graph=grid:2,star:2:3");

    private static final List<String> MORE = List.of(
            "--repeat=2",
            "--sample=2",
            "--shard=1/2",
            "--seed=7",
            "--workers=2",
            "--quiet",
            "--check",
            "--threshold=1");

    private static final List<String> WORDS = List.of(
            "..", "x2", "+1", ",", "=", ":", "[", "]", "cycles", "us", "3", "threshold", "sm.count", "\u0661", "1e9");

    @Override
    public String name() {
        return "vary";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        List<String> words = new ArrayList<>(List.of("sweep", "bfs", "--graph", "grid:3"));
        for (int i = 1 + draw.below(2); i > 0; i--) {
            words.add("--vary");
            words.add(value(draw));
        }
        for (int i = draw.below(3); i > 0; i--) {
            words.add(draw.of(MORE));
        }
        List<String> kept = new ArrayList<>(words);
        kept.addAll(List.of("--out", "/dev/null"));
        return new FuzzedInput(Map.of(), List.of(List.copyOf(words), List.copyOf(kept)), List.of());
    }

    /** What varies: changed within, so that the number of points stays small. */
    static String value(Draw draw) {
        String varied = draw.of(VARIED);
        if (draw.oneIn(3)) {
            return varied;
        }
        int at = draw.below(varied.length() + 1);
        String word = draw.word(WORDS);
        return switch (draw.below(3)) {
            case 0 -> varied.substring(0, at) + word + varied.substring(at);
            case 1 -> varied.substring(0, at) + word;
            default -> varied.substring(at);
        };
    }
}
