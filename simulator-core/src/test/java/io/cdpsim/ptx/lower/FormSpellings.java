package io.cdpsim.ptx.lower;

import io.cdpsim.ptx.form.FormSyntax;
import io.cdpsim.ptx.form.FormSyntax.Group;
import io.cdpsim.ptx.form.FormSyntax.Slot;
import io.cdpsim.ptx.form.FormSyntax.SlotKind;
import io.cdpsim.ptx.form.PtxType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Instructions that a row of the table of forms allows: each alternative of each group at least once, and others beside each other in turn. A
 * kernel runs those of a row many times on registers that differ from lane to lane, and stores a sum over all results.
 */
final class FormSpellings {
    /** Registers that a kernel loads. */
    private static final String DECLARATIONS = """
        	.reg .b64 %from, %to, %sum, %x, %y, %l<8>, %g, %s, %o, %c, %generic;
        	.reg .b32 %r<16>, %turn;
        	.reg .b16 %h<16>;
        	.reg .b128 %q<4>;
        	.reg .pred %p<8>, %again;
        	.shared .align 16 .b8 shared[4096];
        	.local .align 16 .b8 own[64];
        	mov.u32 %r0, %tid.x;
        	ld.param.u64 %from, [from];
        	ld.param.u64 %to, [to];
        	mad.wide.u32 %g, %r0, 64, %from;
        	mad.wide.u32 %to, %r0, 8, %to;
        	mov.u64 %s, shared;
        	mad.wide.u32 %s, %r0, 64, %s;
        	cvta.shared.u64 %generic, %s;
        	mov.u64 %o, own;
        	mov.u64 %c, constants;
        	ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%g];
        	ld.global.v4.b32 {%r5, %r6, %r7, %r8}, [%g+16];
        	ld.global.v2.b64 {%l1, %l2}, [%g+32];
        	ld.global.v2.b64 {%l3, %l4}, [%g+48];
        	st.shared.v4.b32 [%s], {%r1, %r2, %r3, %r4};
        	st.shared.v4.b32 [%s+16], {%r5, %r6, %r7, %r8};
        	st.local.v4.b32 [%o], {%r5, %r6, %r7, %r8};
        	st.local.v4.b32 [%o+16], {%r1, %r2, %r3, %r4};
        	mov.b128 %q1, {%l1, %l2};
        	mov.b128 %q2, {%l3, %l4};
        	mov.b128 %q3, {%l2, %l1};
        	cvt.u16.u32 %h1, %r1;
        	cvt.u16.u32 %h2, %r2;
        	cvt.u16.u32 %h3, %r3;
        	cvt.u16.u32 %h4, %r4;
        	setp.lt.s32 %p1, %r5, 0;
        	setp.lt.s32 %p2, %r6, 0;
        	setp.lt.s32 %p3, %r7, 0;
        	mov.u64 %sum, 0;
        	mov.u32 %turn, 0;
        AGAIN:
        """;

    private final FormSyntax syntax;

    FormSpellings(FormSyntax syntax) {
        this.syntax = syntax;
    }

    /** A kernel that runs the instructions of the row so often. */
    String kernel(String name, int turns) {
        StringBuilder text = new StringBuilder(".visible .entry " + name + "(.param .u64 from, .param .u64 to)\n{\n");
        text.append(DECLARATIONS);
        for (String line : instructions()) {
            text.append('\t').append(line).append('\n');
        }
        text.append("\tadd.u32 %turn, %turn, 1;\n\tsetp.lt.u32 %again, %turn, ").append(turns);
        return text.append(";\n\t@%again bra AGAIN;\n\tst.global.u64 [%to], %sum;\n\tret;\n}\n")
                .toString();
    }

    /** Each instruction with what adds its results to the sum. */
    List<String> instructions() {
        int rounds = syntax.groups().stream()
                .mapToInt(group -> group.words().size() + (group.isRequired() ? 0 : 1))
                .max()
                .orElse(1);
        Set<String> lines = new LinkedHashSet<>();
        for (int round = 0; round < rounds; round++) {
            lines.add(instruction(round));
        }
        // An access moves 16 bytes at most, one of .global 32.
        lines.removeIf(line -> line.matches(".*[.]v8[.].*64 .*")
                || line.matches("ldu.*v4[.].*64 .*")
                || (line.matches(".*[.](v8[.].*32|v4[.].*64) .*") && !line.contains(".global")));
        // Parameters have types and places of their own.
        lines.removeIf(line -> line.contains(".param"));
        return List.copyOf(lines);
    }

    private String instruction(int round) {
        StringBuilder opcode = new StringBuilder(syntax.base());
        List<PtxType> types = new ArrayList<>();
        int shift = 0;
        for (Group group : syntax.groups()) {
            int choices = group.words().size() + (group.isRequired() ? 0 : 1);
            int choice = (round + shift) % choices;
            shift += group.isRequired() ? 0 : 1;
            if (choice < group.words().size()) {
                String word = group.words().get(choice);
                opcode.append('.').append(word);
                PtxType type = PtxType.of(word);
                if (type != null) {
                    types.add(type);
                }
            }
        }
        return operands(opcode.toString(), types);
    }

    private String operands(String opcode, List<PtxType> types) {
        PtxType type = types.isEmpty() ? PtxType.B32 : types.get(types.size() - 1);
        PtxType first = types.isEmpty() ? PtxType.B32 : types.get(0);
        StringBuilder text = new StringBuilder(opcode);
        StringBuilder sum = new StringBuilder();
        int index = 0;
        for (Slot slot : syntax.slots()) {
            boolean isWanted = !slot.isOptional()
                    || opcode.contains("cache_hint")
                    || syntax.base().startsWith("bar");
            if (isWanted
                    && !(slot.isOptional()
                            && slot.name().equals("c")
                            && syntax.base().equals("cp"))) {
                boolean isResult = index == 0 && slot.name().matches("[{]?[dp].*");
                PtxType own = slot.type() != null ? slot.type() : isResult ? first : typeOf(slot, type, first);
                String operand = operand(opcode, slot, own, index, isResult);
                text.append(index == 0 ? " " : ", ").append(operand);
                if (isResult) {
                    addTo(sum, operand);
                }
            }
            index++;
        }
        return text.append(";").append(sum).toString();
    }

    private PtxType typeOf(Slot slot, PtxType type, PtxType first) {
        boolean isSelection = syntax.base().equals("slct") && !slot.name().equals("c");
        return isSelection ? first : type;
    }

    private String operand(String opcode, Slot slot, PtxType type, int index, boolean isResult) {
        boolean isMask = opcode.contains(".sync")
                && !opcode.startsWith("bar")
                && !MatrixSpelling.isOf(opcode)
                && index == syntax.slots().size() - 1;
        if (isMask || opcode.startsWith("bar.warp")) {
            return "0xffffffff";
        }
        if (syntax.base().startsWith("bar") && slot.kind() == SlotKind.REGISTER && !isResult) {
            return slot.name().equals("a") ? "1" : "32";
        }
        return switch (slot.kind()) {
            case REGISTER ->
                slot.name().equals("c") && opcode.startsWith("shfl") ? "0x1f" : register(type, isResult ? 9 : index);
            case PREDICATE -> isResult ? "%p5" : "%p" + Math.max(1, Math.min(3, index));
            case PAIR -> slot.name().startsWith("p") ? "%p5|%p6" : register(type, 9) + "|%p5";
            case ADDRESS -> address(opcode, index);
            case VECTOR ->
                MatrixSpelling.isOf(opcode)
                        ? MatrixSpelling.vector(opcode, slot.name(), isResult)
                        : vector(opcode, type, isResult);
            case IMMEDIATE ->
                opcode.startsWith("cp.async.c")
                        ? "16"
                        : opcode.contains("setmaxnreg")
                                ? "24"
                                : opcode.matches("(applyp|discard|fence).*") ? "128" : "8";
            case NAME -> throw new IllegalArgumentException(slot.name());
        };
    }

    private static String register(PtxType type, int number) {
        return switch (type.bits()) {
            case 16 -> "%h" + number;
            case 128 -> "%q" + (number == 9 ? 0 : Math.max(1, Math.min(3, number)));
            case 64 -> "%l" + (number == 9 ? 5 : Math.min(4, number));
            default -> "%r" + number;
        };
    }

    private String vector(String opcode, PtxType type, boolean isResult) {
        int count = opcode.contains(".v8") ? 8 : opcode.contains(".v4") ? 4 : 2;
        PtxType element = syntax.base().equals("mov") ? PtxType.of("b" + Math.max(16, type.bits() / 2)) : type;
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(register(
                    element == null ? type : element, element.bits() == 64 ? 1 + i % 4 : (isResult ? 9 : 1) + i % 7));
        }
        return "{" + String.join(", ", elements) + "}";
    }

    private static String address(String opcode, int index) {
        if (MatrixSpelling.isOf(opcode)) {
            return MatrixSpelling.address(opcode);
        }
        String space = opcode.startsWith("cp.async")
                ? (index == 0 ? "%s" : "%g")
                : opcode.contains(".shared")
                        ? "%s"
                        : opcode.contains(".local") ? "%o" : opcode.contains(".const") ? "%c" : "%g";
        return "[" + space + "]";
    }

    private static void addTo(StringBuilder sum, String operand) {
        for (String result : operand.replaceAll("[{}|,]", " ").trim().split("\\s+")) {
            String name = result.toLowerCase(Locale.ROOT);
            sum.append(
                    name.startsWith("%p")
                            ? " selp.u64 %x, 1, 2, " + name + ";"
                            : name.startsWith("%h")
                                    ? " cvt.u64.u16 %x, " + name + ";"
                                    : name.startsWith("%r")
                                            ? " cvt.u64.u32 %x, " + name + ";"
                                            : name.startsWith("%q")
                                                    ? " mov.b128 {%y, %x}, " + name + "; sub.u64 %x, %x, %y;"
                                                    : " mov.u64 %x, " + name + ";");
            sum.append(" mad.lo.u64 %sum, %sum, 31, %x;");
        }
    }
}
