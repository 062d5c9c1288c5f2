package io.cdpsim.ptx.lower;

import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.FormChoice;
import io.cdpsim.ptx.form.FormSyntax;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.SourceText;
import io.cdpsim.ptx.video.VideoForms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The PTX forms that CDPSim runs, and the search for the form of an instruction. Each opcode text is searched for once. */
final class FormTable {
    private static final int MOST_LISTED = 3;

    /** Why hardware takes a modifier that no row has. */
    private static final Map<String, String> NOT_SIMULATED = Map.of(
            "tensor", "copies by a tensor map (TMA), which is not simulated; use cp.async.bulk without .tensor",
            "tensormap", "takes a tensor map (TMA), which is not simulated; use cp.async.bulk without .tensor",
            "p",
                    "converts values to the format of the surface's texels, which is not simulated; use .b with the"
                            + " bytes of the texels, and x in bytes",
            "sp", "multiplies sparse matrices, which is not simulated",
            "sp::ordered_metadata", "multiplies sparse matrices, which is not simulated");

    /** Opcodes of hardware that no row has, and what to write in their place. */
    private static final Map<String, String> OPCODES_NOT_SIMULATED = Map.of(
            "wgmma", ": products of warp groups (wgmma) are not simulated; use mma.sync",
            "multimem",
                    ": memory of several GPUs under one address (multimem) is not simulated; access each GPU's memory"
                            + " by its own address",
            "tensormap", ": tensor maps (TMA) are not simulated; use cp.async.bulk without .tensor");

    private static final Map<String, List<FormRow>> ROWS = rows();

    /** Rows by their base, each read once in a run of many modules: they cannot change. */
    private static final Map<String, List<Parsed>> PARSED = new ConcurrentHashMap<>();

    private final Map<String, List<Candidate>> candidates = new HashMap<>();

    private record Parsed(FormRow row, FormSyntax syntax) {}

    /** A form whose modifiers match an opcode's text. */
    private record Candidate(FormChoice choice, FormRow row) {}

    private static Map<String, List<FormRow>> rows() {
        Map<String, List<FormRow>> rows = new HashMap<>();
        for (List<FormRow> group : groups().values()) {
            for (FormRow row : group) {
                rows.computeIfAbsent(row.base(), base -> new ArrayList<>()).add(row);
            }
        }
        return rows;
    }

    private static List<Parsed> parsed(String base) {
        List<FormRow> rows = ROWS.get(base);
        return rows == null
                ? List.of()
                : PARSED.computeIfAbsent(
                        base,
                        each -> rows.stream()
                                .map(row -> new Parsed(row, FormSyntax.parse(row.text())))
                                .toList());
    }

    /** The rows by concept, in the order of the documentation. */
    static Map<String, List<FormRow>> groups() {
        Map<String, List<FormRow>> groups = new LinkedHashMap<>();
        groups.put("Integers", IntegerForms.ROWS);
        groups.put("Bits", BitForms.ROWS);
        groups.put("Video", VideoForms.ROWS);
        groups.put("Floating point", FloatForms.ROWS);
        groups.put("Half precision and bfloat16", HalfForms.ROWS);
        groups.put("Conversions", ConversionForms.ROWS);
        groups.put("Comparisons and selection", ComparisonForms.ROWS);
        groups.put("Moves and addresses", MoveForms.ROWS);
        groups.put("Memory", MemoryForms.ROWS);
        groups.put("Stack", StackForms.ROWS);
        groups.put("Lanes and barriers", WarpForms.ROWS);
        groups.put("Matrices", MatrixForms.ROWS);
        groups.put(
                "Asynchronous copies and mbarrier objects",
                Stream.concat(AsynchronousForms.ROWS.stream(), AsynchronousStores.ROWS.stream())
                        .toList());
        groups.put("Clusters", ClusterForms.ROWS);
        groups.put("Textures and surfaces", TextureForms.ROWS);
        groups.put("Control", ControlForms.ROWS);
        return groups;
    }

    /**
     * Emits an instruction.
     *
     * @param target the compute capability that the text is written for, times ten
     * @throws UnsupportedPtxException if the table has no form for it
     */
    void emit(PtxInstruction instruction, SourceText source, int target, FunctionEmitter to) {
        Candidate candidate = choose(instruction, source);
        int needed = candidate.choice().syntax().target();
        if (needed > target) {
            throw new UnsupportedPtxException(
                    source.place(instruction.at()),
                    instruction.opcode() + " needs .target sm_" + needed + " or later; the text is for sm_" + target);
        }
        candidate.row().emission().emit(to, new Form(instruction, source, candidate.choice()));
    }

    /** The row of an instruction. @throws UnsupportedPtxException if the table has no form for it */
    FormRow row(PtxInstruction instruction, SourceText source) {
        return choose(instruction, source).row();
    }

    private Candidate choose(PtxInstruction instruction, SourceText source) {
        List<Candidate> known = candidates.get(instruction.opcode().text());
        if (known == null) {
            known = find(instruction, source);
            candidates.put(instruction.opcode().text(), known);
        }
        for (Candidate candidate : known) {
            if (candidate.choice().syntax().accepts(instruction.operands())) {
                return candidate;
            }
        }
        List<FormSyntax> forms =
                known.stream().map(each -> each.choice().syntax()).toList();
        String fault = "does not take these " + instruction.operands().size() + " operands";
        throw refuse(instruction, source, fault, forms);
    }

    private List<Candidate> find(PtxInstruction instruction, SourceText source) {
        List<Parsed> forms = parsed(instruction.opcode().base());
        if (forms.isEmpty()) {
            throw new UnsupportedPtxException(
                    source.place(instruction.at()),
                    instruction.opcode() + " is not supported"
                            + OPCODES_NOT_SIMULATED.getOrDefault(
                                    instruction.opcode().base(), "")
                            + "; docs/reference/ptx-forms.md lists the opcodes that are");
        }
        List<String> words = instruction.opcode().modifiers();
        List<Candidate> found = new ArrayList<>();
        for (Parsed each : forms) {
            FormSyntax.Match match = each.syntax().match(words);
            if (match.isComplete()) {
                FormChoice choice = FormChoice.of(
                        each.syntax(), match.chosen(), words, each.row().opcodes());
                found.add(new Candidate(choice, each.row()));
            }
        }
        if (found.isEmpty()) {
            throw refuse(instruction, source, forms.stream().map(Parsed::syntax).toList());
        }
        return List.copyOf(found);
    }

    /** Describes the wrong modifiers by the closest forms. */
    private static UnsupportedPtxException refuse(
            PtxInstruction instruction, SourceText source, List<FormSyntax> forms) {
        List<String> words = instruction.opcode().modifiers();
        int most =
                forms.stream().mapToInt(each -> each.match(words).taken()).max().orElse(0);
        List<FormSyntax> nearest =
                forms.stream().filter(each -> each.match(words).taken() == most).toList();
        FormSyntax.Match match = nearest.get(0).match(words);
        String fault = match.stray() == null
                ? "lacks one of "
                        + dotted(Objects.requireNonNull(match.missing()).words())
                : words.stream()
                        .filter(NOT_SIMULATED::containsKey)
                        .findFirst()
                        .map(NOT_SIMULATED::get)
                        .orElse("has the modifier ." + match.stray() + ", which does not belong there");
        return refuse(instruction, source, fault, nearest);
    }

    private static String dotted(List<String> words) {
        return words.stream().map(word -> "." + word).collect(Collectors.joining(" "));
    }

    private static UnsupportedPtxException refuse(
            PtxInstruction instruction, SourceText source, String fault, List<FormSyntax> allowed) {
        String listed =
                allowed.stream().limit(MOST_LISTED).map(FormSyntax::text).collect(Collectors.joining("; "));
        return new UnsupportedPtxException(
                source.place(instruction.at()),
                instruction.opcode() + " " + fault + "; allowed: " + listed
                        + (allowed.size() > MOST_LISTED ? "; ..." : ""));
    }
}
