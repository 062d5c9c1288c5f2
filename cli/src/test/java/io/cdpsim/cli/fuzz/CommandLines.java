package io.cdpsim.cli.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short commands with words that are added, replaced or given twice. Words that make a run short are replaced by odd ones alone. */
final class CommandLines implements InputKind {
    private static final List<String> SEEDS = List.of(
            "--version",
            "--help",
            "run",
            "run bfs --graph grid:3",
            "run bfs --graph star:2:3 --variant threshold --threshold 1",
            "run bfs --graph rmat:3:2:1 --variant driver",
            "run irregular --sizes uniform:0:3:40 --variant threshold --threshold 1",
            "run irregular --sizes zipf:1.5:20:9 --aggregate grid --work 1 --loads 2",
            "run nbody --bodies 64 --block 32 --variant aos",
            "run nbody --bodies 64 --block 32 --bulk --steps 2",
            "run persistent --blocks 1 --threads 32 --ints 64 --iterations 2 --work 1",
            "run pending --depth 1 --pool 4",
            "run pending --depth 2 --profile k20x --cuda 5",
            "run graph --graph grid:3 --threads 32 --blocks 1",
            "run graph --task relax --cells 33 --threads 32 --launcher child",
            "run recursive --depth 2 --profile k20x --sync-at 1",
            "run example:hello-world",
            "run example permute --profile k20x",
            "profiles list",
            "profiles show k20x",
            "occupancy --threads 64 --registers 32 --shared 1024",
            "errors 7",
            "rules --group TAIL",
            "examples",
            "litmus builtin:MP-weak --explain x=1",
            "litmus builtin:MP-weak --bound 1",
            "completion zsh",
            "man run bfs",
            "compare recursive recursive",
            "compare k20x k40c -- recursive --depth 2",
            "tune bfs --graph grid:3 --variant warp",
            "validate --bench clock");

    private static final List<String> WORDS = List.of(
            "--json",
            "--quiet",
            "--check",
            "--strict",
            "--interpret",
            "--fast",
            "--sample",
            "--policy",
            "lazy",
            "adversarial",
            "--seed",
            "7",
            "--profile",
            "k20x",
            "h200",
            "--set",
            "sm.count=4",
            "--help",
            "--stream",
            "null",
            "named",
            "--variant",
            "warp",
            "--source",
            "--child-threads",
            "--gpus",
            "2",
            "3",
            "--",
            "-",
            "=",
            "--=x",
            "@",
            "bfs",
            "run",
            "show",
            "list",
            "my.cu",
            "x.ptx",
            "a.mtx",
            "grid:2",
            "TAIL-1",
            "--plot=/dev/null",
            "--csv=/dev/null",
            "--bench",
            "--data",
            "--explain",
            "x=2",
            "--consume-us",
            "--sync-limit",
            "--opt-in",
            "--cpu",
            "--unoptimized",
            "-h",
            "-V");

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        List<String> words = new ArrayList<>(List.of(draw.of(SEEDS).split(" ")));
        for (int i = draw.below(4); i > 0; i--) {
            int at = draw.below(words.size() + 1);
            switch (draw.below(4)) {
                case 0 -> words.add(at, draw.word(WORDS));
                case 1 -> words.add(draw.word(WORDS));
                case 2 -> words.set(at % words.size(), draw.word(List.of()));
                default -> words.add(at, words.get(at % words.size()));
            }
        }
        return new FuzzedInput(Map.of(), List.of(List.copyOf(words)), List.of());
    }
}
