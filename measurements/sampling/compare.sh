#!/bin/sh
# Runs each plan of sampling.cu whole and with --sample, and prints how far the times are apart:
#   measurements/sampling/compare.sh [CDPSIM]
# CDPSIM is the launcher, by default cdpsim. Needs python3.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cdpsim=${1:-cdpsim}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compare() {
    "$cdpsim" run "$@" --json > "$work/whole.json"
    "$cdpsim" run "$@" --json --sample > "$work/sampled.json"
    python3 - "$work" "$*" <<'PYTHON'
import json, sys
whole, sampled = (json.load(open(f"{sys.argv[1]}/{each}.json")) for each in ("whole", "sampled"))
what, s = sys.argv[2].replace(sys.argv[1] + "/", ""), sampled["sampling"]
difference = sampled["cycles"] / whole["cycles"] - 1
print(f"{what}: {whole['cycles']} {sampled['cycles']} cycles, {100 * difference:+.1f}%, expected {100 * s['expected_error']:.1f}%,"
      f" {s['timed_blocks']} of {s['timed_blocks'] + s['untimed_blocks']} blocks,"
      f" {whole['wall_ms'] / 1000:.1f} s and {sampled['wall_ms'] / 1000:.1f} s")
PYTHON
}

# plan NAME BUFFERS LAUNCHES
plan() {
    printf 'buffers:\n%b\nsteps:\n%b\n' "$2" "$3" > "$work/$1.yaml"
    compare "$here/sampling.ptx" --plan "$work/$1.yaml"
}

n=4194304
blocks=16384
for each in 16777216 67108864; do
    printf 'buffers:\n  a: {type: f32, count: %s, fill: iota}\n  b: {type: f32, count: %s, fill: 1}\n  sum: {type: f32, count: %s}\nsteps:\n  - launch: {kernel: vecadd, grid: %s, block: 256, arguments: [a, b, sum, %s]}\n' \
        $each $each $each $((each / 256)) $each > "$work/vecadd-$each.yaml"
    compare "$here/../../examples/cuda/vecadd.ptx" --plan "$work/vecadd-$each.yaml"
done
floats="  a: {type: f32, count: $n, fill: 1}\n  out: {type: f32, count: $n}"
words="  a: {type: s32, count: $n, fill: \"i % 7\"}\n  out: {type: s32, count: $n}"
plan poly "$floats" "  - launch: {kernel: poly, grid: $blocks, block: 256, arguments: [a, out, $n]}"
plan reduce "$words" "  - launch: {kernel: reduce, grid: $blocks, block: 256, arguments: [a, out, $n]}"
plan irregular "$words" "  - launch: {kernel: irregular, grid: $blocks, block: 256, arguments: [a, out, $n]}"
plan triangle "$words" "  - launch: {kernel: triangle, grid: $blocks, block: 256, arguments: [a, out, $n]}"
plan gather "$words" "  - launch: {kernel: gather, grid: $blocks, block: 256, arguments: [a, out, $n, 1048575]}"
plan gather-large "  a: {type: s32, count: 33554432, fill: 1}\n  out: {type: s32, count: $n}" \
    "  - launch: {kernel: gather, grid: $blocks, block: 256, arguments: [a, out, $n, 33554431]}"
plan histogram "$words" "  - launch: {kernel: histogram, grid: $blocks, block: 256, arguments: [a, out, $n]}"
plan stencil "$floats" "  - launch: {kernel: stencil, grid: [64, 256], block: [32, 8], arguments: [a, out, 2048, 2048]}\n  - launch: {kernel: stencil, grid: [64, 256], block: [32, 8], arguments: [out, a, 2048, 2048]}"
printf 'buffers:\n  a: {type: f32, count: 589824, fill: 1}\n  b: {type: f32, count: 589824, fill: 1}\n  c: {type: f32, count: 589824}\nsteps:\n  - launch: {kernel: matmul, grid: [48, 48], block: [16, 16], arguments: [a, b, c, 768]}\n' > "$work/matmul.yaml"
compare "$here/sampling.ptx" --plan "$work/matmul.yaml" --set sm.count=16
compare bfs --graph rmat:18:16:1 --variant warp
