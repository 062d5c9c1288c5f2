package io.cdpsim.cli.fuzz;

import java.util.List;
import java.util.Map;

/** Launch plans for two kernels of PTX. */
final class PlanFiles implements InputKind {
    private static final String PTX = """
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .global .align 4 .u32 counter = 7;
        .visible .const .align 4 .f32 factors[2] = {1.0, 2.0};
        .visible .entry twice(.param .u64 data, .param .u32 n)
        {
          .reg .pred %p1; .reg .b32 %r<5>; .reg .b64 %d<4>;
          ld.param.u64 %d1, [data];
          ld.param.u32 %r1, [n];
          mov.u32 %r2, %tid.x;
          setp.ge.u32 %p1, %r2, %r1;
          @%p1 bra DONE;
          mul.wide.u32 %d2, %r2, 4;
          add.s64 %d3, %d1, %d2;
          ld.global.u32 %r3, [%d3];
          add.s32 %r4, %r3, %r3;
          st.global.u32 [%d3], %r4;
        DONE:
          ret;
        }
        .visible .entry nothing() { ret; }
        """;

    private static final List<String> PLANS = List.of("""
        profile: h200
        limits: {pending_launches: 64, stack_bytes: 2048}
        buffers:
          a: {type: s32, count: 32, fill: iota}
          b: {type: f32, count: 8, random: {seed: 3, from: -1, to: 1}}
          c: {type: s32, values: [1, 2, 3], on: host}
        steps:
          - launch: {kernel: twice, grid: 1, block: 32, arguments: [a, 32], stream: s}
          - copy: {from: a, to: c, bytes: 8, stream: s}
          - synchronize: {stream: s}
        expect:
          - {buffer: a, equals: 2 * i}
          - {buffer: b, equals: "b.first[i]", tolerance: 1e-6}
          - {buffer: c, equals: [0, 2, 3]}
        """, """
        buffers:
          t: {text: "hello"}
          m: {type: u64, count: 4, fill: "i * i + 1"}
        steps:
          - set: {variable: counter, values: [9]}
          - set: {variable: factors, type: f32, values: [0.5]}
          - repeat: {times: 2, steps: [{launch: {kernel: nothing, grid: [2, 1], block: [1, 1, 4]}}]}
          - graph: {name: g, nodes: [{kernel: nothing, grid: 1, block: 1}, {kernel: nothing, grid: 2, block: 1, after: [0]}], device: true}
          - limit: {heap_bytes: 1048576}
          - launch: {kernel: twice, grid: 1, block: 4, arguments: [{variable: counter}, {u32: 1}]}
          - fill: {buffer: m + 1, value: -1, bytes: 8}
          - read: {variable: counter, into: m}
          - synchronize:
            expect_error: cudaSuccess
        expect:
          - {variable: counter, equals: 18}
          - {variable: factors, type: f32, equals: [0.5, 2]}
          - {buffer: t, equals: [104, 101, 108, 108, 111, 0]}
          - {output: ""}
          - {output: {contains: ""}}
          - {error: cudaSuccess}
        """);

    private static final List<String> WORDS = List.of(
            "a",
            "b",
            "c",
            "i",
            "twice",
            "nothing",
            "counter",
            "s32",
            "f64",
            "u8",
            "iota",
            "zero",
            "launch",
            "copy",
            "set",
            "read",
            "fill",
            "synchronize",
            "repeat",
            "expect_error",
            "cudaErrorIllegalAddress",
            "1e9",
            "1025",
            "70000",
            "a + 31",
            "sum(a)",
            "a[i]",
            "a.first",
            "(",
            "))",
            "[",
            "{",
            "}",
            "host",
            "{file: x.csv}",
            "plan.yaml",
            "on");

    @Override
    public String name() {
        return "plans";
    }

    @Override
    public FuzzedInput draw(Draw draw) {
        byte[] plan = draw.changed(draw.of(PLANS), "\\s,:{}\\[\\]", WORDS);
        String file = draw.fileName(".yaml");
        return new FuzzedInput(
                Map.of(file, plan, "twice.ptx", PTX.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                List.of(
                        List.of("run", "twice.ptx", "--plan", file),
                        List.of("run", "ptx", "twice.ptx", "--plan", file, "--json"),
                        List.of("run", "--plan", file, "twice.ptx", "--quiet", "--check")),
                List.of());
    }

    /** The kernels, which are changed elsewhere. */
    static String ptx() {
        return PTX;
    }

    /** A plan that fits them. */
    static String plan() {
        return PLANS.get(0);
    }
}
