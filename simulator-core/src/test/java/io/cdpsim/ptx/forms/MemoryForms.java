package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.B64;

import io.cdpsim.ptx.forms.ReferenceFloat.Mode;
import java.util.ArrayList;
import java.util.List;

/** Atomics on words that no other thread knows, loads of each width, vectors, moves between registers of different widths. */
final class MemoryForms {
    private static final String FIRST_OF_SHARED = ".shared .align 16 .b8 words[2048]; .reg .b32 %at; .reg .b64 %word; "
            + "mov.u32 %at, words; mad.lo.u32 %at, %thread, 32, %at; cvt.u64.u32 %word, %at; ";

    private final List<PtxForm> forms = new ArrayList<>();

    private interface Update {
        long of(long old, long b, long c);
    }

    static List<PtxForm> all() {
        MemoryForms made = new MemoryForms();
        for (String word : List.of("u32", "s32", "u64", "s64")) {
            FormType type = FormType.of(word);
            if (type != FormType.S64) {
                made.atomic("add." + word, type, (old, b, c) -> old + b);
            }
            made.atomic("min." + word, type, (old, b, c) -> less(type, old, b) ? old : b);
            made.atomic("max." + word, type, (old, b, c) -> less(type, old, b) ? b : old);
        }
        for (String word : List.of("b32", "b64")) {
            FormType type = FormType.of(word);
            made.atomic("and." + word, type, (old, b, c) -> old & b);
            made.atomic("or." + word, type, (old, b, c) -> old | b);
            made.atomic("xor." + word, type, (old, b, c) -> old ^ b);
            made.atomic("exch." + word, type, (old, b, c) -> b);
            made.atomic("cas." + word, type, (old, b, c) -> old == b ? c : old);
        }
        made.atomic("cas.b16", FormType.B16, (old, b, c) -> old == b ? c : old);
        made.atomic("inc.u32", FormType.U32, (old, b, c) -> old >= b ? 0 : old + 1);
        made.atomic("dec.u32", FormType.U32, (old, b, c) -> old == 0 || old > b ? b : old - 1);
        for (String word : List.of("f64", "f16", "bf16", "f16x2", "bf16x2")) {
            made.sum(word);
        }
        made.loads();
        made.vectors();
        made.moves();
        return made.forms;
    }

    private static boolean less(FormType type, long a, long b) {
        return type.isSigned() ? type.number(a) < type.number(b) : Long.compareUnsigned(type.cut(a), type.cut(b)) < 0;
    }

    /** The old and the new value; of 64 bits both in one by a rotation. */
    private void atomic(String operation, FormType type, Update update) {
        for (String space : List.of("global", "shared")) {
            for (String opcode : List.of(
                    "atom." + space, "red." + space, "atom.acq_rel.gpu." + space, "atom.relaxed.cta." + space)) {
                boolean old = opcode.startsWith("atom");
                boolean odd = operation.startsWith("exch") || operation.startsWith("cas");
                if ((!old && odd) || (opcode.length() > 11 && space.equals("shared"))) {
                    continue;
                }
                addAtomic(opcode + "." + operation, space, operation, type, old, update);
            }
        }
    }

    private void addAtomic(String opcode, String space, String operation, FormType type, boolean old, Update update) {
        String word = ".b" + type.bits();
        String to = space.equals("global") ? "%to" : "%word";
        String third = operation.startsWith("cas") ? ", %c" : "";
        String body = (space.equals("global") ? "" : FIRST_OF_SHARED) + ".reg ." + type.register() + " %x, %y; mov."
                + regular(type)
                + " %x, 0; st." + space + word + " [" + to + "], %a; " + opcode + (old ? " %x, " : " ") + "[" + to
                + "], %b" + third
                + "; ld." + space + word + " %y, [" + to + "]; ";
        if (type.bits() == 64) {
            body += ".reg .b64 %h; shl.b64 %h, %x, 7; shr.u64 %x, %x, 57; or.b64 %x, %x, %h; xor.b64 %d, %x, %y;";
        } else if (type.bits() == 32) {
            body += "mov.b64 %d, {%x, %y};";
        } else {
            body += "mov.b64 %d, {%x, %y, %x, %y};";
        }
        forms.add(PtxForm.of(opcode, body, B64, List.of(type, type, type), (a, b, c, e) -> {
            long now = type.cut(update.of(a, b, c));
            long before = old ? a : 0;
            return switch (type.bits()) {
                case 64 -> Long.rotateLeft(before, 7) ^ now;
                case 32 -> (now << 32) | before;
                default -> (now << 48) | (before << 32) | (now << 16) | before;
            };
        }));
    }

    private static String regular(FormType type) {
        return "b" + type.registerBits();
    }

    private void sum(String word) {
        FormType type = FormType.of(word);
        ReferenceFloat format = type.format();
        FormType bits = FormType.valueOf("B" + type.bits());
        String modifier = type.bits() <= 32 ? ".noftz" : "";
        String body = ".reg ." + bits.register() + " %x; st.global.b" + type.bits() + " [%to], %a; atom.global.add"
                + modifier + "." + word + " %x, [%to], %b; ld.global.b" + type.bits() + " %d, [%to];";
        forms.add(PtxForm.of(
                "atom.global.add" + modifier + "." + word,
                type.bits() == 64 ? body.replace(".b64 %x", ".f64 %x") : body,
                type,
                List.of(type, type),
                (a, b, c, e) -> type.isPacked()
                        ? format.sum(a >>> 16, b >>> 16, Mode.RN) << 16 | format.sum(a & 0xFFFF, b & 0xFFFF, Mode.RN)
                        : format.sum(a, b, Mode.RN)));
    }

    private void loads() {
        for (String word : List.of("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32")) {
            FormType type = FormType.of(word.equals("b8") ? "u8" : word);
            for (FormType result : List.of(FormType.B16, B32, B64)) {
                if (result.bits() < type.bits()) {
                    continue;
                }
                for (String how :
                        List.of("ld.global", "ld.volatile.global", "ld.global.nc", "ld.relaxed.sys.global", "ld")) {
                    forms.add(PtxForm.of(
                            how + "." + word + " to " + result.bits(),
                            "st.global.b64 [%to], %a; " + how + "." + word
                                    + " %d, [%to+0];".replace("%to", how.endsWith("nc") ? "%from" : "%to"),
                            result,
                            List.of(B64),
                            (a, b, c, e) -> result.cut(type.number(a))));
                }
            }
        }
        for (String word : List.of("b8", "b16", "b32")) {
            FormType part = FormType.of(word.equals("b8") ? "u8" : word);
            forms.add(PtxForm.of(
                    "st.global." + word,
                    ".reg .b32 %x; cvt.u32.u64 %x, %b; st.global.b64 [%to], %a; st.global." + word
                            + (word.equals("b16") ? " [%to+2], %y;".replace("%y", "%z") : " [%to+4], %x;")
                            + " ld.global.b64 %d, [%to];",
                    B64,
                    List.of(B64, B64),
                    (a, b, c, e) -> {
                        int at = word.equals("b16") ? 16 : 32;
                        long mask = (part.bits() == 32 ? 0xFFFFFFFFL : (1L << part.bits()) - 1) << at;
                        return (a & ~mask) | ((b << at) & mask);
                    }));
            PtxForm form = forms.get(forms.size() - 1);
            if (word.equals("b16")) {
                forms.set(
                        forms.size() - 1,
                        new PtxForm(
                                form.name(),
                                ".reg .b16 %z; cvt.u16.u64 %z, %b; " + form.body(),
                                form.result(),
                                form.inputs(),
                                form.definition(),
                                form.tolerance()));
            }
        }
    }

    private void vectors() {
        forms.add(PtxForm.of(
                "ld.global.v2.u64",
                ".reg .b64 %x, %y; ld.global.v2.u64 {%x, %y}, [%from]; sub.u64 %d, %x, %y;",
                B64,
                List.of(B64, B64),
                (a, b, c, e) -> a - b));
        forms.add(PtxForm.of(
                "ld.global.v4.u32",
                ".reg .b32 %w<4>; ld.global.v4.u32 {%w0, %w1, %w2, _}, [%from]; mov.b64 %d, {%w1, %w2};",
                B64,
                List.of(B64, B64),
                (a, b, c, e) -> a >>> 32 | b << 32));
        forms.add(PtxForm.of(
                "ld.global.v4.u8",
                ".reg .b16 %w<4>; .reg .b32 %x<2>; ld.global.v4.u8 {%w0, %w1, %w2, %w3}, [%from];"
                        + " mov.b32 %x0, {%w0, %w1}; mov.b32 %x1, {%w2, %w3}; mov.b64 %d, {%x0, %x1};",
                B64,
                List.of(B64),
                (a, b, c, e) -> (a & 255) | ((a & 0xFF00) << 8) | ((a & 0xFF0000) << 16) | ((a & 0xFF000000L) << 24)));
        forms.add(PtxForm.of(
                "st.shared.v2.b32",
                FIRST_OF_SHARED + ".reg .b32 %x, %y; mov.b64 {%x, %y}, %a;"
                        + " st.shared.v2.b32 [%at+8], {%y, %x}; ld.shared.b64 %d, [%at+8];",
                B64,
                List.of(B64),
                (a, b, c, e) -> a << 32 | a >>> 32));
        forms.add(PtxForm.of(
                "st.local.v2.b32",
                ".local .align 8 .b8 own[32]; .reg .b32 %x, %y; mov.b64 {%x, %y}, %a;"
                        + " st.local.v2.b32 [own+16], {%y, %x}; .reg .b64 %g; mov.u64 %g, own; cvta.local.u64 %g, %g; ld.b64 %d, [%g+16];",
                B64,
                List.of(B64),
                (a, b, c, e) -> a << 32 | a >>> 32));
    }

    private void moves() {
        forms.add(PtxForm.of(
                "mov.b64 {b16, b16, b16, b16}",
                ".reg .b16 %h<4>; mov.b64 {%h0, %h1, %h2, %h3}, %a;" + " mov.b64 %d, {%h3, %h2, %h1, %h0};",
                B64,
                List.of(B64),
                (a, b, c, e) -> (a << 48) | ((a & 0xFFFF0000L) << 16) | ((a >>> 16) & 0xFFFF0000L) | (a >>> 48)));
        forms.add(PtxForm.of(
                "mov.b32 {b16, b16}",
                ".reg .b16 %h<2>; mov.b32 {%h0, %h1}, %a; mov.b32 %d, {%h1, %h0};",
                B32,
                List.of(B32),
                (a, b, c, e) -> ((a << 16) & 0xFFFF0000L) | (a >>> 16)));
        forms.add(PtxForm.of(
                "mov.b64 {b32, _}",
                ".reg .b32 %x; mov.b64 {%x, _}, %a; cvt.u64.u32 %d, %x;",
                B64,
                List.of(B64),
                (a, b, c, e) -> a & 0xFFFFFFFFL));
        forms.add(PtxForm.of("mov.b32 of f32", "mov.b32 %d, %a;", B32, List.of(FormType.F32), (a, b, c, e) -> a));
        forms.add(PtxForm.of("mov.b64 of f64", "mov.b64 %d, %a;", B64, List.of(FormType.F64), (a, b, c, e) -> a));
        forms.add(PtxForm.of(
                "isspacep",
                FIRST_OF_SHARED + "isspacep.global %p, %to; selp.u32 %d, 1, 0, %p; cvta.shared.u64 %word, %word;"
                        + " isspacep.shared %p, %word; @%p add.u32 %d, %d, 2; isspacep.local %p, %word; @%p add.u32 %d, %d, 4;",
                B32,
                List.of(),
                (a, b, c, e) -> 3));
        forms.add(PtxForm.of(
                "cvta.shared + cvta.to.shared",
                FIRST_OF_SHARED + ".reg .b64 %g; cvta.shared.u64 %g, %word;"
                        + " st.b64 [%g], %a; cvta.to.shared.u64 %word, %g; ld.shared.b64 %d, [%word];",
                B64,
                List.of(B64),
                (a, b, c, e) -> a));
        forms.add(PtxForm.of(
                "cp.async",
                FIRST_OF_SHARED + "cp.async.ca.shared.global [%at], [%from], 16; cp.async.commit_group;"
                        + " cp.async.wait_group 0; ld.shared.b64 %d, [%at+8];",
                B64,
                List.of(B64, B64),
                (a, b, c, e) -> b));
        forms.add(PtxForm.of(
                "cp.async with fewer bytes",
                FIRST_OF_SHARED + "cp.async.cg.shared.global [%at], [%from], 16, 12;"
                        + " cp.async.wait_all; ld.shared.b64 %d, [%at+8];",
                B64,
                List.of(B64, B64),
                (a, b, c, e) -> b & 0xFFFFFFFFL));
    }
}
