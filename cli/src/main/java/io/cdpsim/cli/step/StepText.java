package io.cdpsim.cli.step;

import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.experiments.step.StepCursor;
import io.cdpsim.experiments.step.StepEvent;
import io.cdpsim.experiments.step.StepEvent.WordAccess;
import io.cdpsim.experiments.step.StepKind;
import io.cdpsim.experiments.step.StepRecording;
import io.cdpsim.experiments.step.StepRecording.BlockRow;
import io.cdpsim.experiments.step.StepRecording.GridRow;
import io.cdpsim.experiments.step.StepRecording.GridState;
import io.cdpsim.experiments.step.StepRecording.Knowledge;
import io.cdpsim.experiments.step.StepRecording.KnowledgeState;
import io.cdpsim.experiments.step.StepRecording.RunState;
import io.cdpsim.experiments.step.StepRecording.WarpRow;
import io.cdpsim.experiments.step.StepRecording.WordRow;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recorded run as text: what there is, and the state after a number of steps. */
final class StepText {
    private static final int MOST_ROWS = 40;
    private static final String NEW_LINE = "\n";

    private final StepRecording recording;
    private final ProgramText source;

    StepText(StepRecording recording, ProgramText source) {
        this.recording = recording;
        this.source = source;
    }

    /** The launches and the races, with their steps. */
    String summary() {
        StringBuilder text = new StringBuilder(NumberFormats.count(
                        recording.log().size()) + " steps of "
                + recording.grids().size() + " grids, " + recording.warps().size() + " warps" + cut() + NEW_LINE);
        TextTable table = new TextTable(Align.RIGHT, Align.RIGHT, Align.LEFT);
        table.row("step", "cycle", "what happens");
        StepCursor cursor = new StepCursor(recording);
        Map<Knowledge, Boolean> racing = new LinkedHashMap<>();
        int rows = 0;
        while (cursor.forward() && rows < MOST_ROWS) {
            StepEvent event = recording.log().event(cursor.position() - 1);
            boolean isGrid = event.kind() != StepKind.INSTRUCTION
                    && (event.grid() >= 0 || event.kind() == StepKind.HOST_CALL)
                    && event.kind() != StepKind.CALL_RETURN;
            if (isGrid) {
                table.row("" + cursor.position(), NumberFormats.count(event.cycle()), what(event));
                rows++;
            }
            for (Knowledge each : recording.knowledge()) {
                boolean races = cursor.state(each) == KnowledgeState.RACING;
                if (!Boolean.valueOf(races).equals(racing.put(each, races)) && races) {
                    table.row(
                            "" + cursor.position(),
                            NumberFormats.count(event.cycle()),
                            "race at " + name(recording.words().get(each.word())) + ": " + observer(each.block()));
                    rows++;
                }
            }
        }
        text.append(NEW_LINE).append(table);
        if (rows >= MOST_ROWS) {
            text.append("... and more: --page shows all.\n");
        }
        return text + "\nShow the state after a step with --at N, or step through a page with --page FILE.html.\n";
    }

    private String cut() {
        return recording.cut().isEmpty() ? "" : "; the recording is cut " + recording.cut();
    }

    /**
     * The state after a number of steps.
     *
     * @param warp the warp whose registers are shown, as {@code grid.block.warp}; null for the one that made the step
     */
    String at(int step, @Nullable String warp) {
        int all = recording.log().size();
        if (step > all) {
            throw new InvalidInputException(
                    "found --at " + step + ", expected 0 to " + all + ", the steps of this run" + cut());
        }
        StepCursor cursor = new StepCursor(recording);
        cursor.seek(step);
        StringBuilder text = new StringBuilder();
        StepEvent event = step == 0 ? null : recording.log().event(step - 1);
        text.append("step ").append(step).append(" of ").append(all).append(cut());
        if (event != null) {
            text.append(", cycle ")
                    .append(NumberFormats.count(event.cycle()))
                    .append(": ")
                    .append(what(event));
            lines(text, event);
            accesses(text, event, cursor);
        }
        text.append(NEW_LINE);
        warps(text, cursor);
        int shown = warp == null ? event == null ? -1 : event.warp() : index(warp);
        if (shown >= 0) {
            registers(text, cursor, recording.warps().get(shown), event == null ? 0 : step);
        }
        knowledge(text, cursor);
        return text.toString();
    }

    private int index(String name) {
        List<String> names = recording.warps().stream().map(StepText::name).toList();
        int found = names.indexOf(name);
        if (found < 0) {
            throw new InvalidInputException("found --warp " + name + ", expected grid.block.warp, one of "
                    + String.join(", ", names.subList(0, Math.min(8, names.size())))
                    + (names.size() > 8 ? ", ..." : ""));
        }
        return found;
    }

    private static String name(WarpRow warp) {
        return warp.grid() + "." + warp.block() + "." + warp.index();
    }

    private String what(StepEvent event) {
        GridRow grid = event.grid() < 0 ? null : recording.grids().get(event.grid());
        String gridName = grid == null ? "" : "grid " + grid.number() + " (" + PrintableText.line(grid.kernel()) + ")";
        String warp = event.warp() < 0
                ? ""
                : gridName + ", block " + recording.warps().get(event.warp()).block() + ", warp "
                        + recording.warps().get(event.warp()).index();
        return switch (event.kind()) {
            case INSTRUCTION -> warp;
            case CALL_RETURN -> warp + ": a call returns";
            case LAUNCH ->
                gridName + " is launched by "
                        + (grid == null || grid.parent() == 0 ? "the host" : "grid " + grid.parent());
            case LAUNCH_FAILURE -> "a launch fails: " + PrintableText.line(event.text());
            case GRID_START -> gridName + " starts";
            case GRID_END -> gridName + ": all threads have exited";
            case GRID_COMPLETION -> gridName + " is complete";
            case BLOCK_START, BLOCK_END -> {
                BlockRow block = recording.blocks().get(event.block());
                yield "grid " + block.grid() + ", block " + block.index()
                        + (event.kind() == StepKind.BLOCK_START ? " is placed on SM " + block.sm() : " has ended");
            }
            case HOST_CALL -> "the host returns from " + event.text();
            case MEMORY_CHANGE ->
                "memory changes, not by a store" + (event.text().isEmpty() ? "" : ": " + event.text());
        };
    }

    private void lines(StringBuilder text, StepEvent event) {
        if (event.instruction() < 0 || event.warp() < 0) {
            return;
        }
        Kernel kernel =
                recording.kernels().get(recording.warps().get(event.warp()).kernel());
        Instruction in = kernel.code()[event.instruction()];
        SourcePlace place = in.source();
        TextTable lines = new TextTable(Align.LEFT, Align.LEFT);
        String file = ProgramText.file(place);
        if (!file.isEmpty()) {
            lines.row(
                    "  " + shortName(file) + ":" + ProgramText.line(place),
                    PrintableText.line(ProgramText.line(source.sources(), file, ProgramText.line(place))));
        }
        if (place.ptxLine() > 0) {
            lines.row(
                    "  PTX " + place.ptxLine(),
                    PrintableText.line(ProgramText.line(source.ptx(), place.ptx(), place.ptxLine())));
        }
        lines.row("  instruction " + event.instruction(), InstructionText.of(kernel, in));
        lines.row("  lanes", Integer.bitCount(event.lanes()) + " of " + Integer.bitCount(event.active()) + " active");
        text.append(NEW_LINE).append(lines);
    }

    static String shortName(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    private void accesses(StringBuilder text, StepEvent event, StepCursor cursor) {
        if (event.accesses().isEmpty()) {
            return;
        }
        cursor.back();
        int[] before = cursor.cells();
        cursor.forward();
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        int rows = 0;
        for (WordAccess each : event.accesses()) {
            if (rows++ == MOST_ROWS) {
                break;
            }
            WordRow word = recording.words().get(each.word());
            int old = before[word.cell()];
            int now = cursor.value(word);
            table.row(
                    "  " + name(word),
                    value(word, old) + (old == now ? "" : " -> " + value(word, now)),
                    Integer.bitCount(each.lanes()) == 1
                            ? "lane " + Integer.numberOfTrailingZeros(each.lanes())
                            : Integer.bitCount(each.lanes()) + " lanes");
        }
        text.append(table);
    }

    private static String value(WordRow word, int bits) {
        return word.isFloat() ? Float.toString(Float.intBitsToFloat(bits)) : Integer.toString(bits);
    }

    private static String name(WordRow word) {
        return word.space().name().toLowerCase(Locale.ROOT) + " 0x" + Long.toHexString(word.address())
                + (word.owner().isEmpty() ? "" : " of " + word.owner());
    }

    private void warps(StringBuilder text, StepCursor cursor) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("warp", "kernel", "state", "lanes", "next");
        int rows = 0;
        for (WarpRow each : recording.warps()) {
            RunState state = cursor.state(each);
            if (state == RunState.NOT_STARTED || state == RunState.ENDED || rows++ >= MOST_ROWS) {
                continue;
            }
            Kernel kernel = recording.kernels().get(each.kernel());
            Instruction next = kernel.code()[Math.min(cursor.next(each), kernel.code().length - 1)];
            table.row(
                    name(each),
                    PrintableText.line(kernel.name()),
                    state == RunState.WAITING ? "waits" : "runs",
                    "" + Integer.bitCount(cursor.active(each)),
                    next.place().isEmpty() ? InstructionText.of(kernel, next) : shortName(next.place()));
        }
        text.append(rows == 0 ? "No warp runs.\n" : table.toString());
        List<String> grids = new ArrayList<>();
        for (GridRow each : recording.grids()) {
            GridState state = cursor.state(each);
            if (state != GridState.NOT_LAUNCHED && grids.size() < MOST_ROWS) {
                grids.add(each.number() + " " + state.name().toLowerCase(Locale.ROOT));
            }
        }
        text.append("grids: ")
                .append(grids.isEmpty() ? "none" : String.join(", ", grids))
                .append(NEW_LINE);
    }

    private void registers(StringBuilder text, StepCursor cursor, WarpRow warp, int step) {
        Kernel kernel = recording.kernels().get(warp.kernel());
        int lanes = cursor.active(warp) == 0 ? 1 : cursor.active(warp);
        int lane = Integer.numberOfTrailingZeros(lanes);
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("register", "type", "lane " + lane, "the lanes");
        StepCursor before = new StepCursor(recording);
        before.seek(Math.max(0, step - 1));
        for (int register : warp.registers().keySet()) {
            RegisterType type = register < kernel.types().registers().size()
                    ? kernel.types().registers().get(register)
                    : RegisterType.ANY;
            boolean isEqual = true;
            boolean hasChanged = false;
            for (int each = 0; each < Lanes.COUNT; each++) {
                long value = cursor.register(warp, register, each);
                isEqual &= (lanes & 1 << each) == 0 || value == cursor.register(warp, register, lane);
                hasChanged |= value != before.register(warp, register, each);
            }
            table.row(
                    (hasChanged ? "* r" : "  r") + register,
                    type.words(),
                    value(type, cursor.register(warp, register, lane)),
                    isEqual ? "all the same" : "differ");
        }
        text.append("\nregisters of warp ").append(name(warp)).append("; * changed in this step\n");
        text.append(table);
    }

    private static String value(RegisterType type, long bits) {
        return switch (type) {
            case FLOAT_32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case FLOAT_64 -> Double.toString(Double.longBitsToDouble(bits));
            default -> Long.toString(bits);
        };
    }

    private String observer(int block) {
        if (block == StepRecording.HOST) {
            return "host";
        }
        BlockRow row = recording.blocks().get(block);
        return "grid " + row.grid() + ", block " + row.index();
    }

    private void knowledge(StringBuilder text, StepCursor cursor) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("word", "value", "who sees the last write");
        Map<Integer, Map<KnowledgeState, List<String>>> byWord = new LinkedHashMap<>();
        for (Knowledge each : recording.knowledge()) {
            KnowledgeState state = cursor.state(each);
            if (state != KnowledgeState.UNWRITTEN) {
                byWord.computeIfAbsent(each.word(), key -> new LinkedHashMap<>())
                        .computeIfAbsent(state, key -> new ArrayList<>())
                        .add(observer(each.block()));
            }
        }
        int rows = 0;
        for (Map.Entry<Integer, Map<KnowledgeState, List<String>>> each : byWord.entrySet()) {
            if (rows++ == MOST_ROWS) {
                break;
            }
            List<String> parts = new ArrayList<>();
            each.getValue().forEach((state, those) -> parts.add(words(state) + ": " + String.join("; ", those)));
            WordRow word = recording.words().get(each.getKey());
            table.row(name(word), value(word, cursor.value(word)), String.join(" | ", parts));
        }
        if (rows > 0) {
            text.append(NEW_LINE).append(table);
        }
    }

    private static String words(KnowledgeState state) {
        return switch (state) {
            case UNWRITTEN -> "unwritten";
            case VISIBLE -> "visible";
            case PARTLY -> "visible to some threads";
            case PENDING -> "pending";
            case RACING -> "RACING";
        };
    }
}
