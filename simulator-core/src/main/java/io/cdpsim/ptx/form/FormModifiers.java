package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.ModifierKind;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.FloatClass;
import io.cdpsim.kernel.code.Modifiers.PermuteMode;
import io.cdpsim.kernel.code.Rounding;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the modifiers of a PTX opcode into those of the simulator's opcode. */
final class FormModifiers {
    private static final Map<String, Rounding> ROUNDINGS = Map.of(
            "rn",
            Rounding.NEAREST,
            "rni",
            Rounding.NEAREST,
            "rna",
            Rounding.NEAREST,
            "rz",
            Rounding.ZERO,
            "rzi",
            Rounding.ZERO,
            "rm",
            Rounding.DOWN,
            "rmi",
            Rounding.DOWN,
            "rp",
            Rounding.UP,
            "rpi",
            Rounding.UP);

    private static final Map<String, Comparison> COMPARISONS = Map.ofEntries(
            Map.entry("eq", Comparison.EQUAL),
            Map.entry("ne", Comparison.NOT_EQUAL),
            Map.entry("lt", Comparison.LESS),
            Map.entry("lo", Comparison.LESS),
            Map.entry("le", Comparison.LESS_OR_EQUAL),
            Map.entry("ls", Comparison.LESS_OR_EQUAL),
            Map.entry("gt", Comparison.GREATER),
            Map.entry("hi", Comparison.GREATER),
            Map.entry("ge", Comparison.GREATER_OR_EQUAL),
            Map.entry("hs", Comparison.GREATER_OR_EQUAL),
            Map.entry("equ", Comparison.EQUAL_OR_UNORDERED),
            Map.entry("neu", Comparison.NOT_EQUAL),
            Map.entry("ltu", Comparison.LESS_OR_UNORDERED),
            Map.entry("leu", Comparison.LESS_EQUAL_OR_UNORDERED),
            Map.entry("gtu", Comparison.GREATER_OR_UNORDERED),
            Map.entry("geu", Comparison.GREATER_EQUAL_OR_UNORDERED),
            Map.entry("num", Comparison.ORDERED),
            Map.entry("nan", Comparison.UNORDERED));

    private static final Map<String, PermuteMode> PERMUTATIONS = Map.of(
            "f4e", PermuteMode.FORWARD_4,
            "b4e", PermuteMode.BACKWARD_4,
            "rc8", PermuteMode.REPLICATE_8,
            "ecl", PermuteMode.EDGE_CLAMP_LEFT,
            "ecr", PermuteMode.EDGE_CLAMP_RIGHT,
            "rc16", PermuteMode.REPLICATE_16);

    private static final Map<String, FloatClass> CLASSES = Map.of(
            "finite", FloatClass.FINITE,
            "infinite", FloatClass.INFINITE,
            "number", FloatClass.NUMBER,
            "notanumber", FloatClass.NOT_A_NUMBER,
            "normal", FloatClass.NORMAL,
            "subnormal", FloatClass.SUBNORMAL);

    private FormModifiers() {}

    /** The modifiers of a kind; none if an operand determines them. */
    static Modifiers of(ModifierKind kind, List<String> words, List<PtxType> types) {
        return switch (kind) {
            case NONE, LOOKUP -> Modifiers.NONE;
            case ROUNDING, FLUSHING -> arithmetic(words);
            case EXTREME -> extreme(words);
            case COMPARISON -> compare(words, types);
            case CLASSIFICATION -> new Modifiers.Classify(first(words, CLASSES::get, FloatClass.FINITE));
            case FIND -> new Modifiers.Find(words.contains("shiftamt"));
            case PERMUTE -> new Modifiers.Permute(first(words, PERMUTATIONS::get, PermuteMode.SELECT));
            case WIDTH -> new Modifiers.Width(words.contains("clamp"));
            case DOT -> new Modifiers.Dot(types.get(0).isSigned(), types.get(1).isSigned(), words.contains("hi"));
            case CONVERSION -> convert(words, types);
        };
    }

    /** The rounding that a word names; to the nearest where none does. */
    static Rounding rounding(List<String> words) {
        return first(words, ROUNDINGS::get, Rounding.NEAREST);
    }

    private static Modifiers arithmetic(List<String> words) {
        Rounding rounding = rounding(words);
        boolean flushes = words.contains("ftz");
        boolean saturates = words.contains("sat");
        return rounding == Rounding.NEAREST && !flushes && !saturates
                ? Modifiers.NONE
                : new Modifiers.Arithmetic(rounding, flushes, saturates);
    }

    private static Modifiers extreme(List<String> words) {
        boolean flushes = words.contains("ftz");
        boolean propagates = words.contains("NaN");
        boolean xorsSigns = words.contains("xorsign");
        return flushes || propagates || xorsSigns
                ? new Modifiers.Extreme(flushes, propagates, xorsSigns)
                : Modifiers.NONE;
    }

    private static Modifiers compare(List<String> words, List<PtxType> types) {
        Comparison comparison = first(words, COMPARISONS::get, Comparison.GREATER_OR_EQUAL);
        boolean ordered = comparison == Comparison.NOT_EQUAL
                && words.contains("ne")
                && types.get(types.size() - 1).isFloat();
        return new Modifiers.Compare(ordered ? Comparison.LESS_OR_GREATER : comparison, words.contains("ftz"));
    }

    private static Modifiers convert(List<String> words, List<PtxType> types) {
        PtxType to = types.get(0);
        PtxType from = types.get(1);
        boolean integral = words.stream()
                .anyMatch(each -> each.length() == 3 && ROUNDINGS.containsKey(each) && each.endsWith("i"));
        return new Modifiers.Convert(
                from.value(),
                to.value(),
                rounding(words),
                integral && to.isFloat() && from.isFloat(),
                words.contains("ftz"),
                words.contains("sat"));
    }

    private static <T> T first(List<String> words, Function<String, @Nullable T> meaning, T otherwise) {
        for (String word : words) {
            T found = meaning.apply(word);
            if (found != null) {
                return found;
            }
        }
        return otherwise;
    }
}
