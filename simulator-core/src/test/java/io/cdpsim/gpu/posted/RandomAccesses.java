package io.cdpsim.gpu.posted;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes random kernels that access memory in all ways that an SM may run ahead with, or must not: every type, vectors, rows of whole warps, lanes that are
 * parted, loops that lanes leave at different turns and that loaded values end, loads whose values nobody reads, calls, local and shared memory, atomics, fences.
 * Threads access one another's words without an order: what they see depends on the times of all accesses alone.
 */
final class RandomAccesses {
    /** Threads of a block. */
    static final int THREADS = 96;

    /** Bytes that nobody changes, and that all threads change: powers of two. */
    static final int CONSTANT_BYTES = 1 << 15;

    static final int CHANGED_BYTES = 1 << 16;

    /** Bytes of words that atomics change. */
    static final int ATOMIC_BYTES = 256;

    private static final int WORDS = 6;
    private static final int LONGS = 5;
    private static final int PREDICATES = 3;
    private static final int DEEPEST = 2;
    private static final List<String> NARROW =
            List.of("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "f32", "u32");
    private static final List<String> WIDE = List.of("u64", "s64", "b64", "f64", "s32", "u8", "s16");
    private static final List<String> LOADS = List.of("", ".ca", ".cs", ".lu");
    private static final List<String> LOADS_OF_L2 = List.of(".volatile", ".relaxed.gpu", ".cg", ".cv");
    private static final List<String> STORES =
            List.of("", "", "", ".volatile", ".relaxed.gpu", ".wb", ".cg", ".cs", ".wt");

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    /** SMs run ahead only as long as that pays. They do not run ahead with atomics, fences that wait for stores, nor loads that the L1 cache answers. */
    private final boolean hasAtomics;

    private final boolean hasFences;
    private final boolean usesL1;

    private int labels;
    private int depth;

    private RandomAccesses(long seed) {
        random = new SplittableRandom(seed);
        hasAtomics = random.nextInt(4) == 0;
        hasFences = random.nextInt(4) == 0;
        usesL1 = random.nextInt(4) == 0;
    }

    /** A kernel {@code k} of three addresses: of constant, changed and atomic bytes. */
    static String write(long seed) {
        return new RandomAccesses(seed).module();
    }

    private String module() {
        text.append("""
                .version 8.0
                .target sm_90
                .address_size 64
                .func (.param .b32 r) reads(.param .b64 at, .param .b32 turns)
                {
                .reg .b32 %x, %y, %n; .reg .b64 %a; .reg .pred %more;
                ld.param.b64 %a, [at]; ld.param.b32 %n, [turns]; mov.u32 %x, %n;
                AGAIN: ld.global.cg.u32 %y, [%a]; add.s32 %x, %x, %y; ld.volatile.global.u32 %y, [%a+4];
                add.s32 %n, %n, -1; setp.gt.s32 %more, %n, 0; @%more bra AGAIN;
                st.param.b32 [r], %x; ret;
                }
                .shared .align 16 .b8 tile[2048];
                .visible .entry k(.param .u64 constant, .param .u64 changed, .param .u64 atomic)
                {
                .local .align 16 .b8 own[64];
                .reg .b64 %constant, %changed, %atomic, %a, %o; .reg .b32 %t, %i, %x, %y; .reg .pred %q;
                ld.param.u64 %constant, [constant]; ld.param.u64 %changed, [changed]; ld.param.u64 %atomic, [atomic];
                mov.u32 %t, %tid.x; mov.u32 %i, %ctaid.x;
                """);
        line("mad.lo.u32 %i, %i, " + THREADS + ", %t");
        text.append(".reg .b32 %w<" + WORDS + ">; .reg .b64 %l<" + LONGS + ">; .reg .pred %p<" + PREDICATES + ">;\n");
        for (int w = 0; w < WORDS; w++) {
            line("mad.lo.u32 %w" + w + ", %i, " + random.nextInt() + ", " + random.nextInt());
        }
        for (int l = 0; l < LONGS; l++) {
            line("mul.wide.s32 %l" + l + ", %w" + l + ", " + random.nextInt());
        }
        for (int p = 0; p < PREDICATES; p++) {
            line("setp.gt.u32 %p" + p + ", %t, " + random.nextInt(THREADS));
        }
        for (int at = 0; at < 64; at += 8) {
            line("st.local.u64 [own+" + at + "], %l" + at / 8 % LONGS);
        }
        statements(random.nextInt(8, 16));
        if (random.nextInt(3) == 0) {
            line("@" + predicate() + " exit");
        }
        statements(random.nextInt(4));
        line("mad.lo.u32 %x, %i, 64, 0");
        line("and.b32 %x, %x, " + (CHANGED_BYTES - 64));
        line("cvt.u64.u32 %o, %x");
        line("add.s64 %a, %changed, %o");
        for (int w = 0; w < WORDS; w++) {
            line("st.global.u32 [%a+" + 4 * w + "], %w" + w);
        }
        for (int l = 0; l < LONGS; l++) {
            line("st.global.u64 [%a+" + (24 + 8 * l) + "], %l" + l);
        }
        return text.append("ret;\n}\n").toString();
    }

    private void line(String line) {
        text.append(line).append(";\n");
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String word() {
        return "%w" + random.nextInt(WORDS);
    }

    private String wide() {
        return "%l" + random.nextInt(LONGS);
    }

    private String predicate() {
        return (random.nextBoolean() ? "%p" : "!%p") + random.nextInt(PREDICATES);
    }

    private String guard() {
        return random.nextInt(4) > 0 ? "" : "@" + predicate() + " ";
    }

    private void statements(int count) {
        for (int i = 0; i < count; i++) {
            statement();
        }
    }

    private void statement() {
        switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4 -> load();
            case 5, 6, 7, 8 -> store();
            case 9 -> line(guard() + "add.s32 " + word() + ", " + word() + ", " + word());
            case 10 -> line(guard() + "add.s64 " + wide() + ", " + wide() + ", " + wide());
            case 11 -> line(guard() + "mov.u32 " + word() + ", " + random.nextInt(9));
            case 12 -> line("setp.lt.s32 %p" + random.nextInt(PREDICATES) + ", " + word() + ", " + word());
            case 13 -> branch();
            case 14 -> loop();
            case 15 -> loopOfValues();
            case 16 -> local();
            case 17 -> shared();
            case 18 -> call();
            case 19 -> atomic();
            case 20 -> fence();
            default -> dropped();
        }
    }

    /** Sets the address of an access. */
    private void address(String base, int size, int bytes) {
        int shift = Integer.numberOfTrailingZeros(bytes);
        switch (random.nextInt(7)) {
            // A row of the block's own, for all its threads or for those of the grid.
            case 0, 1 -> line("shl.b32 %x, %i, " + shift);
            case 2 -> line("shl.b32 %x, %t, " + shift);
            // One address for all.
            case 3 -> line("mov.u32 %x, " + random.nextInt(size));
            // A row backwards, one with gaps, and any places.
            case 4 -> line("mul.lo.s32 %x, %i, " + -bytes);
            case 5 -> line("mul.lo.s32 %x, %i, " + bytes * random.nextInt(2, 40));
            default -> line("mul.lo.s32 %x, " + word() + ", " + bytes * (2 * random.nextInt(100) + 1));
        }
        line("add.s32 %x, %x, " + bytes * random.nextInt(size / bytes));
        line("and.b32 %x, %x, " + (size - bytes));
        line("cvt.u64.u32 %o, %x");
        line("add.s64 %a, " + base + ", %o");
    }

    /** A type with registers that hold it, and how many there are. */
    private record Values(String form, int bytes, String registers) {}

    private Values values(boolean isLoad) {
        boolean isWide = random.nextInt(3) == 0;
        String type = any(isWide ? WIDE : NARROW);
        int each = Integer.parseInt(type.substring(1)) / 8;
        // Short vectors as wide as words are like words, and yet are none.
        int count = each < 4 && random.nextBoolean()
                ? 4 / each
                : Math.min(1 << Math.max(0, random.nextInt(5) - 2), 16 / each);
        int number = isWide ? LONGS : WORDS;
        int first = random.nextInt(number);
        StringBuilder registers = new StringBuilder();
        for (int i = 0; i < count; i++) {
            // A vector of results has no register twice.
            int register = isLoad ? (first + i) % number : random.nextInt(number);
            registers.append(i == 0 ? "" : ", ").append(isWide ? "%l" : "%w").append(register);
        }
        return new Values(
                (count > 1 ? ".v" + count : "") + "." + type,
                each * count,
                count > 1 ? "{" + registers + "}" : registers.toString());
    }

    private void load() {
        Values to = values(true);
        boolean isConstant = random.nextBoolean();
        address(isConstant ? "%constant" : "%changed", isConstant ? CONSTANT_BYTES : CHANGED_BYTES, to.bytes);
        boolean isCached = usesL1 || random.nextInt(8) == 0;
        String kind = isCached && isConstant && random.nextInt(4) == 0
                ? ".global.nc"
                : any(isCached ? LOADS : LOADS_OF_L2) + space();
        line(guard() + "ld" + kind + to.form + " " + to.registers + ", [%a]");
    }

    /** Global memory by its name, or by generic addresses. */
    private String space() {
        return random.nextInt(5) == 0 ? "" : ".global";
    }

    private void store() {
        Values from = values(false);
        address("%changed", CHANGED_BYTES, from.bytes);
        line(guard() + "st" + any(STORES) + space() + from.form + " [%a], " + from.registers);
    }

    /** Nobody reads what a load brings, and its register is soon another's. */
    private void dropped() {
        address("%changed", CHANGED_BYTES, 8);
        String to = word();
        line(guard() + "ld.volatile.global.u32 " + to + ", [%a+4]");
        line(guard() + "mov.u32 " + to + ", " + random.nextInt(100));
    }

    private void branch() {
        if (depth > DEEPEST) {
            return;
        }
        int number = labels++;
        depth++;
        line("@" + predicate() + " bra ELSE" + number);
        statements(random.nextInt(1, 4));
        line("bra END" + number);
        text.append("ELSE" + number + ":\n");
        statements(random.nextInt(4));
        text.append("END" + number + ":\n");
        depth--;
    }

    /** A loop whose lanes make different numbers of turns. */
    private void loop() {
        if (depth > 0 && random.nextInt(4) > 0 || depth > 1) {
            return;
        }
        int number = labels++;
        depth++;
        text.append("{\n.reg .b32 %n; .reg .pred %again;\n");
        line("and.b32 %n, " + (random.nextBoolean() ? "%t" : word()) + ", 3");
        text.append("LOOP" + number + ":\n");
        statements(random.nextInt(1, 5));
        line("add.s32 %n, %n, -1");
        line("setp.gt.s32 %again, %n, 0");
        line("@%again bra LOOP" + number);
        text.append("}\n");
        depth--;
    }

    /** A loop that ends by values that others may write, before which lanes let others go ahead. */
    private void loopOfValues() {
        if (depth > 0 && random.nextInt(4) > 0 || depth > 1) {
            return;
        }
        int number = labels++;
        depth++;
        address("%changed", CHANGED_BYTES, 4);
        text.append("{\n.reg .b32 %n, %v; .reg .b64 %at; .reg .pred %again;\nmov.u64 %at, %a;\n");
        line("and.b32 %n, " + (random.nextBoolean() ? "%t" : word()) + ", 7");
        text.append("VALUES" + number + ":\n");
        line("ld" + (random.nextBoolean() ? ".volatile" : ".relaxed.gpu") + ".global.u32 %v, [%at]");
        statements(random.nextInt(1, 4));
        line("and.b32 %v, %v, 3");
        line("add.s32 %n, %n, -1");
        line("sub.s32 %v, %n, %v");
        line("setp.gt.s32 %again, %v, 0");
        line("@%again bra VALUES" + number);
        text.append("}\n");
        depth--;
    }

    private void local() {
        boolean isLoad = random.nextBoolean();
        Values values = values(isLoad);
        int at = values.bytes * random.nextInt(64 / values.bytes);
        line(
                isLoad
                        ? guard() + "ld.local" + values.form + " " + values.registers + ", [own+" + at + "]"
                        : guard() + "st.local" + values.form + " [own+" + at + "], " + values.registers);
    }

    private void shared() {
        line("mov.u32 %y, tile");
        line("shl.b32 %x, %t, 4");
        line("add.s32 %y, %y, %x");
        line(guard() + "st.shared.u32 [%y], " + word());
        if (depth == 0) {
            line("bar.sync 0");
            line("xor.b32 %y, %y, " + 16 * random.nextInt(1, 32));
        }
        line("ld.shared.u32 " + word() + ", [%y]");
    }

    private void call() {
        address("%constant", CONSTANT_BYTES, 8);
        line("and.b32 %y, " + word() + ", 3");
        text.append(
                "{ .param .b64 at; .param .b32 turns; .param .b32 r; st.param.b64 [at], %a; st.param.b32 [turns], %y;"
                        + " call.uni (r), reads, (at, turns); ld.param.b32 " + word() + ", [r]; }\n");
    }

    private void atomic() {
        if (!hasAtomics) {
            load();
            return;
        }
        line("and.b32 %x, " + word() + ", " + (ATOMIC_BYTES - 4));
        line("cvt.u64.u32 %o, %x");
        line("add.s64 %a, %atomic, %o");
        line(guard()
                + (random.nextBoolean()
                        ? "red.global.add.u32 [%a], " + word()
                        : "atom.global.add.u32 " + word() + ", [%a], " + word()));
    }

    private void fence() {
        List<String> fences = List.of("membar.gl", "fence.acq_rel.gpu", "fence.sc.gpu", "membar.sys");
        line(guard() + (hasFences ? any(fences) : "nanosleep.u32 " + random.nextInt(200)));
    }
}
