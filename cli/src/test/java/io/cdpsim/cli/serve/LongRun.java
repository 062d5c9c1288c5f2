package io.cdpsim.cli.serve;

/** A program that runs longer than anybody waits. */
final class LongRun {
    static final String PLAN = "steps:\n  - launch: {kernel: count, grid: 132, block: 256}\n";

    static final String PTX = """
            .version 8.0
            .target sm_90
            .address_size 64
            .visible .entry count() {
                .reg .pred %p;
                .reg .b32 %r;
                mov.u32 %r, 0;
            again:
                add.u32 %r, %r, 1;
                setp.ne.u32 %p, %r, 0;
                @%p bra again;
                ret;
            }
            """;

    private LongRun() {}
}
