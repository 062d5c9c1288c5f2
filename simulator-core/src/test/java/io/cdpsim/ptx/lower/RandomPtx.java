package io.cdpsim.ptx.lower;

import java.util.SplittableRandom;

/**
 * Writes random kernels that end: arithmetic on registers that are written many times or once, under guards or not, ifs that part the
 * lanes, loops, vectors, local arrays, and calls. Every register goes to memory at the end.
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

    private RandomPtx(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Bytes that a thread leaves. */
    static final int RESULT_BYTES = 64;

    static String write(long seed) {
        return new RandomPtx(seed).module();
    }

    private String module() {
        text.append(".version 8.0\n.target sm_90\n.address_size 64\n");
        text.append(".func (.param .b32 r) twist(.param .b32 a, .param .b64 b)\n{\n.reg .b32 %x, %y; .reg .b64 %z;\n"
                + "ld.param.b32 %x, [a]; ld.param.b64 %z, [b]; cvt.u32.u64 %y, %z; mad.lo.u32 %x, %x, 3, %y;"
                + " st.param.b32 [r], %x; ret;\n}\n");
        text.append(".visible .entry k(.param .u64 to)\n{\n.local .align 8 .b8 own[64];\n");
        text.append(".reg .b32 %w<")
                .append(WORDS)
                .append(">; .reg .b32 %f<400>; .reg .b64 %l<")
                .append(LONGS);
        text.append(">; .reg .b64 %g<400>; .reg .pred %p<")
                .append(PREDICATES)
                .append(">; .reg .b64 %to; .reg .b32 %t;\n");
        text.append("ld.param.u64 %to, [to]; mov.u32 %t, %tid.x; mad.wide.u32 %to, %t, 64, %to;\n");
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
        switch (random.nextInt(15)) {
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
            default -> once(to);
        }
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
        line("and.b32 %n, " + "%t, 3");
        text.append("LOOP").append(number).append(":\n");
        block(random.nextInt(1, 5));
        line("add.s32 %n, %n, 1");
        line("setp.lt.s32 %again, %n, 5");
        line("@%again bra LOOP" + number);
        text.append("}\n");
        depth--;
    }
}
