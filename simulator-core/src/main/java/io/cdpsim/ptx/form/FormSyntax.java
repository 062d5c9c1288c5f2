package io.cdpsim.ptx.form;

import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of an instruction as the PTX ISA writes it: {@code add{.rn,.rz}{.ftz}.f32 d, a, b}.
 *
 * <p>{@code {.x,.y}} is optional, {@code .x|.y} is a choice that must be made, {@code .x.y} in braces stands or falls together, and {@code .L2::*}
 * is any word that starts so. Operands follow the first blank; {@code {, c}} is an operand that may be absent. The name of an operand says what
 * stands there: {@code d} and other letters a register or a constant, {@code p} and {@code q} a predicate, {@code [a]} an address, {@code {a}} a
 * vector, {@code imm} an integer constant, {@code d|p} two results of which the second may be absent where braces enclose it, {@code label},
 * {@code list} and {@code function} a name. {@code a:u16} is an operand of a type that the modifiers do not give. {@code @sm_80} at the end is the
 * first target architecture that has the form.
 *
 * @param text as the PTX ISA has it, without types of operands and without the target
 * @param base the opcode without modifiers
 * @param groups the modifiers in their order
 * @param slots the operands in their order
 * @param target the first compute capability that has the form, times ten; 0 for all
 */
public record FormSyntax(String text, String base, List<Group> groups, List<Slot> slots, int target) {
    private static final String TARGET = " @sm_";

    /** Modifiers that exclude each other. */
    public record Group(List<String> words, boolean isRequired) {
        /** The number of modifiers from an index on that an alternative covers; 0 if the group has no such alternative. */
        private int covers(List<String> modifiers, int from) {
            String first = modifiers.get(from);
            for (String word : words) {
                if (word.equals(first) || (word.endsWith("*") && first.regionMatches(0, word, 0, word.length() - 1))) {
                    return 1;
                }
                if (word.length() > first.length() && word.charAt(first.length()) == '.' && word.startsWith(first)) {
                    int count = (int) word.chars().filter(each -> each == '.').count() + 1;
                    if (from + count <= modifiers.size()
                            && word.equals(String.join(".", modifiers.subList(from, from + count)))) {
                        return count;
                    }
                }
            }
            return 0;
        }
    }

    /** An operand's position. */
    public enum SlotKind {
        REGISTER,
        PREDICATE,
        ADDRESS,
        VECTOR,
        IMMEDIATE,
        PAIR,
        NAME
    }

    /**
     * The place of an operand.
     *
     * @param name as the row has it
     * @param type the type in the row; null if the modifiers determine it
     */
    public record Slot(String name, SlotKind kind, @Nullable PtxType type, boolean isOptional) {
        private boolean accepts(PtxOperand operand) {
            return switch (kind) {
                case VECTOR -> operand instanceof PtxOperand.Vector;
                case ADDRESS -> operand instanceof PtxOperand.Address;
                case PAIR -> operand instanceof PtxOperand.Pair || name.contains("{");
                case REGISTER, PREDICATE ->
                    !(operand instanceof PtxOperand.Vector || operand instanceof PtxOperand.Pair);
                case IMMEDIATE, NAME -> true;
            };
        }
    }

    /**
     * How modifiers fit.
     *
     * @param chosen the modifier chosen in each group; empty if none is
     * @param stray the first modifier that no group takes; null if each is taken
     * @param missing the first group without a required modifier; null if none
     */
    public record Match(
            List<String> chosen,
            @Nullable String stray,
            @Nullable Group missing,
            int taken) {
        /** Whether the modifiers match the form. */
        public boolean isComplete() {
            return stray == null && missing == null;
        }
    }

    /** Reads a row's text. @throws IllegalArgumentException if it is not written as above */
    public static FormSyntax parse(String text) {
        int targetAt = text.indexOf(TARGET);
        String form = targetAt < 0 ? text : text.substring(0, targetAt);
        int target = targetAt < 0 ? 0 : Integer.parseInt(text.substring(targetAt + TARGET.length()));
        int blank = form.indexOf(' ');
        String opcode = blank < 0 ? form : form.substring(0, blank);
        int end = baseEnd(opcode);
        return new FormSyntax(
                blank < 0 ? form : opcode + form.substring(blank).replaceAll(":\\w+", ""),
                opcode.substring(0, end),
                groups(opcode, end),
                blank < 0 ? List.of() : slots(form.substring(blank + 1)),
                target);
    }

    /** Where the opcode of a row's text ends and its modifiers or operands start. */
    public static int baseEnd(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static List<Group> groups(String text, int from) {
        List<Group> groups = new ArrayList<>();
        int at = from;
        while (at < text.length()) {
            boolean optional = text.charAt(at) == '{';
            int end;
            if (optional) {
                end = text.indexOf('}', at);
                groups.add(new Group(words(text.substring(at + 1, end), ","), false));
                end++;
            } else {
                end = at + 1;
                while (end < text.length()
                        && text.charAt(end) != '{'
                        && (text.charAt(end) != '.' || text.charAt(end - 1) == '|')) {
                    end++;
                }
                groups.add(new Group(words(text.substring(at, end), "\\|"), true));
            }
            at = end;
        }
        return List.copyOf(groups);
    }

    private static List<String> words(String text, String separator) {
        List<String> words = new ArrayList<>();
        for (String word : text.split(separator, -1)) {
            if (!word.startsWith(".")) {
                throw new IllegalArgumentException("modifier " + word + " of " + text + " has no dot before it");
            }
            words.add(word.substring(1));
        }
        return List.copyOf(words);
    }

    private static List<Slot> slots(String text) {
        List<Slot> slots = new ArrayList<>();
        boolean optional = false;
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            boolean opensOptional = c == '{' && depth == 0 && text.startsWith("{, ", i);
            boolean closesOptional = c == '}' && depth == 0;
            if (opensOptional || closesOptional || (c == ',' && depth == 0)) {
                String name = text.substring(from, i).trim();
                if (!name.isEmpty()) {
                    slots.add(slot(name, optional));
                }
                optional = opensOptional || (optional && !closesOptional);
                i += opensOptional ? 1 : 0;
                from = i + 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return List.copyOf(slots);
    }

    private static Slot slot(String text, boolean optional) {
        int colon = text.lastIndexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        PtxType type = colon < 0 ? null : PtxType.of(text.substring(colon + 1));
        SlotKind kind = switch (name) {
            case "p", "q", "r", "{!}p", "{!}q", "{!}r" -> SlotKind.PREDICATE;
            case "imm" -> SlotKind.IMMEDIATE;
            case "label", "list", "function", "(results)", "(arguments)" -> SlotKind.NAME;
            default ->
                name.contains("|")
                        ? SlotKind.PAIR
                        : name.startsWith("[")
                                ? SlotKind.ADDRESS
                                : name.startsWith("{") ? SlotKind.VECTOR : SlotKind.REGISTER;
        };
        return new Slot(name, kind, type, optional);
    }

    /** Assigns each modifier to the first free group that takes it; as in ptxas, order matters only among types. */
    public Match match(List<String> modifiers) {
        String[] chosen = new String[groups.size()];
        String stray = null;
        int taken = 0;
        int nextType = 0;
        int at = 0;
        while (at < modifiers.size()) {
            int covered = 0;
            boolean isType = PtxType.of(modifiers.get(at)) != null;
            for (int i = isType ? nextType : 0; i < chosen.length && covered == 0; i++) {
                covered = chosen[i] == null ? groups.get(i).covers(modifiers, at) : 0;
                if (covered > 0) {
                    chosen[i] = String.join(".", modifiers.subList(at, at + covered));
                    taken++;
                    nextType = isType ? i + 1 : nextType;
                }
            }
            if (covered == 0 && stray == null) {
                stray = modifiers.get(at);
            }
            at += Math.max(1, covered);
        }
        Group missing = null;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < chosen.length; i++) {
            words.add(chosen[i] == null ? "" : chosen[i]);
            if (chosen[i] == null && groups.get(i).isRequired() && missing == null) {
                missing = groups.get(i);
            }
        }
        return new Match(List.copyOf(words), stray, missing, taken);
    }

    /** Whether the operands match the form in number and kind. */
    public boolean accepts(List<PtxOperand> operands) {
        if (operands.size() > slots.size()) {
            return false;
        }
        for (int i = 0; i < slots.size(); i++) {
            if (i >= operands.size()
                    ? !slots.get(i).isOptional()
                    : !slots.get(i).accepts(operands.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The index of the group that selects the opcode: the last required group with several choices; -1 if there is none. */
    public int decidingGroup() {
        for (int i = groups.size() - 1; i >= 0; i--) {
            if (groups.get(i).isRequired() && groups.get(i).words().size() > 1) {
                return i;
            }
        }
        return -1;
    }
}
