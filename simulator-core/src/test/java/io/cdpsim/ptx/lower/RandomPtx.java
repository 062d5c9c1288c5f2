package io.cdpsim.ptx.lower;

import java.util.SplittableRandom;

/**
 * Writes random kernels that end: arithmetic on registers that are written many times or once, under guards or not, ifs that part the
 * lanes, loops, vectors, local arrays, calls, video instructions, conversions, matrices, barriers, wide atomics, textures and surfaces. Every
 * register goes to memory at the end. A block has {@link #THREADS} threads, each of which has a row of the surface for itself.
 */
final class RandomPtx {
    private static final int WORDS = 8;
    private static final int LONGS = 4;
    private static final int PREDICATES = 3;

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    private int labels;
    private int fresh;
    private int depth;
    private int phases;

    private RandomPtx(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Threads of a block. */
    static final int THREADS = 64;

    /** Bytes of a thread: what it leaves, then words that only its atomics use. */
    static final int RESULT_BYTES = 128;

    /** Texels of a row of the texture and of the surface, and rows of the texture. */
    static final int SIDE = 16;

    private static final String[] VIDEO = {
        "vadd.s32.u32.s32.sat.add D, A.h0, B.b3, C",
        "vsub.u32.s32.u32 D, A, B.h1",
        "vabsdiff.s32.s32.s32.max D, A, B, C",
        "vmin.s32.s32.u32.min D, A, B, C",
        "vmax.u32.u32.u32 D.b2, A, B, C",
        "vshl.s32.s32.u32.sat.clamp D, A, B",
        "vshr.u32.s32.u32.wrap.min D, A, B, C",
        "vmad.s32.s32.u32.sat.shr7 D, A.h1, B.b0, C",
        "vset.u32.s32.lt.add D, A, B, C",
        "vadd2.s32.s32.u32.sat D, A.h21, B.h03, C",
        "vset4.u32.s32.ge.add D, A, B, C",
        "vabsdiff4.u32.u32.u32.add D, A, B, C",
        "vavrg4.s32.s32.s32 D.b31, A, B, C"
    };

    private static final String[] CONVERSIONS = {
        "cvt.pack.sat.s8.s32.b32 D, A, B, C",
        "cvt.pack.sat.u16.s32 D, A, B",
        "{ .reg .b16 %h; cvt.rn.satfinite.e4m3x2.f16x2 %h, A; cvt.rn.f16x2.e4m3x2 D, %h; }",
        "{ .reg .b16 %h; .reg .b32 %x; cvt.rn.f32.s32 %x, A; cvt.rn.satfinite.relu.e5m2x2.f32 %h, %x, B; cvt.u32.u16"
                + " D, %h; }",
        "{ .reg .b32 %x; cvt.rna.tf32.f32 %x, A; xor.b32 D, %x, B; }",
        "cvt.rn.bf16x2.f32 D, A, B"
    };

    private static final String[] MATRICES = {
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {D, E, %z2, %z3}, {A, B, C, A}, {C, B}, {D, E, A, B}",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {D, E, %z2, %z3}, {A, B, C, D}, {E, A}, {%z2, B, %z3, E}",
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {D, E}, {A}, {B}, {D, E}",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {D, E, %z2, %z3}, {A, B, C, D}, {E, A}, {%z2, B, %z3, E}",
        "movmatrix.sync.aligned.m8n8.trans.b16 D, A",
        "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%rows], {A, B}",
        "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {D, E}, [%rows]",
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {D, E, %z2, %z3}, [%rows]"
    };

    private static final String[] ACCESSES = {
        "{ .reg .b128 %q, %o; mov.b128 %q, {%l0, %l1}; atom.global.exch.b128 %o, [%to+64], %q; mov.b128 {%l2, %l3},"
                + " %o; }",
        "{ .reg .b128 %q, %o; mov.b128 %q, {%l0, %l1}; atom.global.cas.b128 %o, [%to+80], %q, %q; mov.b128 {%l1, %l3},"
                + " %o; }",
        "atom.global.v2.f32.add {D, E}, [%to+96], {A, B}",
        "red.global.v4.f32.add [%to+96], {A, B, C, D}",
        "atom.global.v2.f16x2.add.noftz {D, E}, [%to+112], {A, B}",
        "tex.2d.v4.u32.s32 {D, E, %z2, %z3}, [%texture, {A, B}]",
        "tex.level.2d.v4.u32.s32 {D, E, %z2, %z3}, [%texture, {A, B}], C",
        "{ .reg .b32 %x; and.b32 %x, A, 60; sust.b.2d.b32.trap [%surface, {%x, %b}], B; }",
        "{ .reg .b32 %x; and.b32 %x, A, 124; suld.b.2d.b32.zero D, [%surface, {%x, %b}]; }",
        "{ .reg .b32 %x; and.b32 %x, A, 56; suld.b.2d.v2.b32.clamp {D, E}, [%surface, {%x, %b}]; }"
    };

    static String write(long seed) {
        return new RandomPtx(seed).module();
    }

    private String module() {
        text.append(".version 8.0\n.target sm_90\n.address_size 64\n");
        text.append(".func (.param .b32 r) twist(.param .b32 a, .param .b64 b)\n{\n.reg .b32 %x, %y; .reg .b64 %z;\n"
                + "ld.param.b32 %x, [a]; ld.param.b64 %z, [b]; cvt.u32.u64 %y, %z; mad.lo.u32 %x, %x, 3, %y;"
                + " st.param.b32 [r], %x; ret;\n}\n");
        text.append(".shared .align 128 .b8 tiles[1024]; .shared .align 8 .b64 object;\n"
                + ".visible .entry k(.param .u64 to, .param .u64 texture, .param .u64 surface)\n"
                + "{\n"
                + ".local .align 8 .b8 own[64];\n");
        text.append(".reg .b32 %w<")
                .append(WORDS)
                .append(">; .reg .b32 %f<400>; .reg .b64 %l<")
                .append(LONGS);
        text.append(">; .reg .b64 %g<400>; .reg .pred %p<")
                .append(PREDICATES)
                .append(">; .reg .b64 %to, %texture, %surface; .reg .b32 %t, %b, %rows, %z2, %z3;\n");
        text.append("ld.param.u64 %to, [to]; ld.param.u64 %texture, [texture]; ld.param.u64 %surface, [surface];\n");
        text.append("mov.u32 %b, %ctaid.x; mov.u32 %t, %tid.x; mad.lo.u32 %b, %b, " + THREADS + ", %t;\n");
        text.append("mad.wide.u32 %to, %b, " + RESULT_BYTES + ", %to; mov.u32 %z2, %t; mov.u32 %z3, 7;\n");
        // Each warp has a half of the tiles, and each lane a row.
        text.append("mov.u32 %rows, tiles; mad.lo.u32 %rows, %t, 16, %rows; st.shared.v4.u32 [%rows], {%t, %z3, %t,"
                + " %z2};\n");
        text.append("{ .reg .pred %first; setp.eq.u32 %first, %t, 0; @%first mbarrier.init.shared.b64 [object], "
                + THREADS + "; bar.sync 0; }\n");
        for (int i = 0; i < WORDS; i++) {
            line(i % 3 == 0 ? "mov.u32 %w" + i + ", %t" : "mov.u32 %w" + i + ", " + random.nextInt());
        }
        for (int i = 0; i < LONGS; i++) {
            line("mul.wide.u32 %l" + i + ", %w" + i + ", " + (i + 3));
        }
        for (int i = 0; i < PREDICATES; i++) {
            line("setp.gt.u32 %p" + i + ", %t, " + 9 * i);
        }
        for (int i = 0; i < 8; i++) {
            line("st.local.u64 [own+" + 8 * i + "], %l" + i % LONGS);
        }
        block(14);
        for (int i = 0; i < WORDS; i++) {
            line("st.global.u32 [%to+" + 4 * i + "], %w" + i);
        }
        line("st.global.v2.u64 [%to+32], {%l0, %l1}");
        line("st.global.v2.u64 [%to+48], {%l2, %l3}");
        return text.append("ret;\n}\n").toString();
    }

    private void line(String line) {
        text.append(line).append(line.endsWith("}") && line.startsWith("{") ? "\n" : ";\n");
    }

    private String word() {
        return switch (random.nextInt(8)) {
            case 0 -> Integer.toString(random.nextInt(-5, 20));
            case 1 -> "%t";
            case 2 -> fresh > 0 && depth == 0 ? "%f" + random.nextInt(fresh) : "%w0";
            default -> "%w" + random.nextInt(WORDS);
        };
    }

    private String wide() {
        return "%l" + random.nextInt(LONGS);
    }

    private String guard() {
        return random.nextInt(4) > 0 ? "" : (random.nextBoolean() ? "@%p" : "@!%p") + random.nextInt(PREDICATES) + " ";
    }

    private void block(int count) {
        for (int i = 0; i < count; i++) {
            statement();
        }
    }

    private void statement() {
        String to = "%w" + random.nextInt(WORDS);
        switch (random.nextInt(22)) {
            case 0 -> line(guard() + "mov.u32 " + to + ", " + word());
            case 1, 2 -> line(guard() + "add.s32 " + to + ", " + word() + ", " + word());
            case 3 -> product(to);
            case 4 -> line(guard() + "mul.wide.s32 " + wide() + ", " + word() + ", " + random.nextInt(9));
            case 5 ->
                line(guard() + "add.s64 " + wide() + ", " + wide() + ", " + (random.nextBoolean() ? wide() : "12"));
            case 6 -> line(guard() + "setp.lt.s32 %p" + random.nextInt(PREDICATES) + ", " + word() + ", " + word());
            case 7 ->
                line(guard() + "selp.b32 " + to + ", " + word() + ", " + word() + ", %p" + random.nextInt(PREDICATES));
            case 8 -> memory(to);
            case 9 -> line(guard() + "mov.b64 {" + to + ", _}, " + wide());
            case 10 ->
                line(guard() + "st.local.v2.u32 [own+" + 8 * random.nextInt(8) + "], {"
                        + word().replaceAll("^-?\\d+$", "%t") + ", " + to + "}");
            case 11 -> branch();
            case 12 -> loop();
            case 13 ->
                line("{ .param .b32 a; .param .b64 b; .param .b32 r; st.param.b32 [a], " + word()
                        + "; st.param.b64 [b], " + wide() + "; call.uni (r), twist, (a, b); ld.param.b32 " + to
                        + ", [r]; }");
            case 14, 15 -> once(to);
            case 16, 17 -> line(guard(), VIDEO);
            case 18 -> line("", CONVERSIONS);
            case 19 -> line("", ACCESSES);
            case 20 -> barrier();
            default -> {
                // Instructions of whole warps.
                if (depth == 0) {
                    line("", MATRICES);
                }
            }
        }
    }

    /** One of several forms, with registers in the places of its letters. */
    private void line(String guard, String[] forms) {
        String form = forms[random.nextInt(forms.length)];
        int first = random.nextInt(WORDS);
        StringBuilder filled = new StringBuilder(guard);
        for (int i = 0; i < form.length(); i++) {
            char letter = form.charAt(i);
            boolean isSlot = letter >= 'A'
                    && letter <= 'E'
                    && (i + 1 == form.length() || !Character.isLetterOrDigit(form.charAt(i + 1)));
            // A vector of results has no register twice.
            filled.append(
                    !isSlot
                            ? String.valueOf(letter)
                            : letter == 'D'
                                    ? "%w" + first
                                    : letter == 'E' ? "%w" + (first + 1) % WORDS : "%w" + random.nextInt(WORDS));
        }
        line(filled.toString());
    }

    /** All threads arrive at an object and wait for its phase. */
    private void barrier() {
        if (depth > 0) {
            return;
        }
        int number = labels++;
        text.append("{ .reg .b64 %s; .reg .pred %done; mbarrier.arrive.shared.b64 %s, [object];\nWAIT" + number
                + ": mbarrier.try_wait.parity.shared.b64 %done, [object], " + phases++ % 2 + "; @!%done bra WAIT"
                + number
                + "; }\n");
    }

    private void product(String to) {
        String guard = guard();
        if (!guard.isEmpty()) {
            // Lanes without the guard need a value too.
            line("mov.u32 %f" + fresh + ", 1");
        }
        line(guard + "mul.lo.s32 %f" + fresh + ", " + word() + ", " + word());
        line(guard() + "add.s32 " + to + ", %f" + fresh + ", " + word());
        fresh += depth == 0 ? 1 : 0;
        fresh = Math.min(fresh, 399);
    }

    /** Registers that are written once for all lanes: copies of copies, folded addresses. */
    private void once(String to) {
        if (depth > 0 || fresh > 390) {
            return;
        }
        line("mov.u32 %f" + fresh + ", " + word());
        line("mov.u32 %f" + (fresh + 1) + ", %f" + fresh);
        line("mul.wide.s32 %g" + fresh + ", %f" + (fresh + 1) + ", 8");
        line("and.b64 %g" + (fresh + 1) + ", %g" + fresh + ", 24");
        line("mov.u64 %g" + (fresh + 2) + ", own");
        line("add.s64 %g" + (fresh + 3) + ", %g" + (fresh + 2) + ", %g" + (fresh + 1));
        line("add.s64 %g" + (fresh + 4) + ", %g" + (fresh + 3) + ", 16");
        line(guard() + "ld.local.u32 " + to + ", [%g" + (fresh + 4) + "+8]");
        line(guard() + "st.local.v2.u32 [%g" + (fresh + 4) + "], {%f" + (fresh + 1) + ", %f" + fresh + "}");
        fresh += 2;
    }

    private void memory(String to) {
        int at = 4 * random.nextInt(16);
        if (random.nextBoolean()) {
            line(guard() + "ld.local.u32 " + to + ", [own+" + at + "]");
        } else if (random.nextBoolean()) {
            line(guard() + "ld.volatile.local.u32 " + to + ", [own+" + at + "]");
        } else {
            line(guard() + "st.local.u32 [own+" + at + "], " + word());
        }
    }

    private void branch() {
        if (depth > 2) {
            return;
        }
        int number = labels++;
        depth++;
        line((random.nextBoolean() ? "@%p" : "@!%p") + random.nextInt(PREDICATES) + " bra ELSE" + number);
        block(random.nextInt(1, 4));
        line("bra END" + number);
        text.append("ELSE").append(number).append(":\n");
        block(random.nextInt(4));
        text.append("END").append(number).append(":\n");
        depth--;
    }

    private void loop() {
        if (depth > 1) {
            return;
        }
        int number = labels++;
        depth++;
        text.append("{\n.reg .b32 %n; .reg .pred %again;\n");
        boolean countsDown = random.nextBoolean();
        line("and.b32 %n, %t, " + (countsDown ? 14 : 3));
        if (countsDown) {
            line("add.s32 %n, %n, 2");
        }
        text.append("LOOP").append(number).append(":\n");
        block(random.nextInt(1, 5));
        line("add.s32 %n, %n, " + (countsDown ? -2 : 1));
        line("setp." + (countsDown ? "ne" : "lt") + ".s32 %again, %n, " + (countsDown ? 0 : 5));
        line("@%again bra LOOP" + number);
        text.append("}\n");
        depth--;
    }
}
