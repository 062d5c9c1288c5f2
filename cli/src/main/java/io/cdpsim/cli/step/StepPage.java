package io.cdpsim.cli.step;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.ResourceText;
import io.cdpsim.experiments.step.StepKind;
import io.cdpsim.experiments.step.StepRecording;
import io.cdpsim.experiments.step.StepRecording.WarpRow;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SourcePlace;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** A recorded run as a page in one file, which steps forward and back. */
final class StepPage {
    private static final int NUMBERS = 4;

    private final String title;
    private final StepRecording recording;
    private final ProgramText source;

    private StepPage(String title, StepRecording recording, ProgramText source) {
        this.title = title;
        this.recording = recording;
        this.source = source;
    }

    /** The page as text. */
    static String of(String title, StepRecording recording, ProgramText source) {
        StepPage page = new StepPage(title, recording, source);
        return own("page.html")
                .replace(
                        "@TITLE@",
                        title.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;"))
                .replace("@STYLE@", own("page.css"))
                .replace("@SCRIPT@", own("page.js"))
                .replace(
                        "@LOG@",
                        Base64.getEncoder().encodeToString(recording.log().bytes()))
                // Last, and escaped so that no text can close the enclosing element.
                .replace("@FACTS@", JsonWriter.text(page::write).replace("<", "\\u003c"));
    }

    private static String own(String name) {
        return ResourceText.of(StepPage.class, name);
    }

    private void write(JsonWriter json) {
        json.put("title", title);
        json.put("cut", recording.cut());
        json.put("steps", recording.log().size());
        json.put("cells", recording.log().cells());
        json.strings("texts", recording.log().texts());
        json.strings("kinds", Stream.of(StepKind.values()).map(Enum::name).toList());
        List<String> sources = texts(json, "sources", source.sources());
        List<String> ptx = texts(json, "ptx", source.ptx());
        json.objects("kernels", recording.kernels(), each -> kernel(json, each, sources, ptx));
        json.objects("grids", recording.grids(), each -> {
            json.put("number", each.number());
            json.put("parent", each.parent());
            json.put("kernel", each.kernel());
            json.put("launch", each.launch().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.put("depth", each.depth());
            json.put("blocks", each.blocks());
            json.put("threads", each.threadsPerBlock());
            json.put("launcher", each.launcher());
            json.put("cell", each.cell());
        });
        json.objects("blocks", recording.blocks(), each -> {
            json.put("grid", each.grid());
            json.put("index", each.index());
            json.put("sm", each.sm());
            json.put("cell", each.cell());
        });
        json.objects("warps", recording.warps(), each -> warp(json, each));
        json.objects("words", recording.words(), each -> {
            json.put("space", each.space().name().toLowerCase(Locale.ROOT));
            json.put("owner", each.owner());
            json.put("address", "0x" + Long.toHexString(each.address()));
            json.put("float", each.isFloat());
            json.put("cell", each.cell());
        });
        List<Integer> knowledge = new ArrayList<>();
        recording.knowledge().forEach(each -> knowledge.addAll(List.of(each.block(), each.word(), each.cell())));
        json.numbers("knowledge", knowledge);
    }

    private static List<String> texts(JsonWriter json, String name, Map<String, List<String>> texts) {
        json.objects(name, texts.entrySet(), each -> {
            json.put("name", StepText.shortName(each.getKey()));
            json.strings("lines", each.getValue());
        });
        return List.copyOf(texts.keySet());
    }

    private static void kernel(JsonWriter json, Kernel kernel, List<String> sources, List<String> ptx) {
        List<Integer> places = new ArrayList<>(NUMBERS * kernel.code().length);
        List<String> code = new ArrayList<>();
        for (Instruction each : kernel.code()) {
            SourcePlace place = each.source();
            places.add(sources.indexOf(ProgramText.file(place)));
            places.add(ProgramText.line(place));
            places.add(ptx.indexOf(place.ptx()));
            places.add(place.ptxLine());
            code.add(InstructionText.of(kernel, each));
        }
        json.put("name", kernel.name());
        // Of each instruction: index and line of the source file, index and line of the PTX text.
        json.numbers("places", places);
        json.strings("code", code);
        json.strings(
                "types", kernel.types().registers().stream().map(StepPage::type).toList());
    }

    private static String type(RegisterType type) {
        return switch (type) {
            case FLOAT_32 -> "f32";
            case FLOAT_64 -> "f64";
            default -> "";
        };
    }

    private static void warp(JsonWriter json, WarpRow warp) {
        json.put("grid", warp.grid());
        json.put("block", warp.block());
        json.put("index", warp.index());
        json.put("kernel", warp.kernel());
        json.put("cell", warp.cell());
        json.numbers("registers", pairs(warp.registers()));
        json.numbers("predicates", pairs(warp.predicates()));
    }

    private static List<Integer> pairs(SortedMap<Integer, Integer> cells) {
        List<Integer> pairs = new ArrayList<>();
        cells.forEach((name, cell) -> pairs.addAll(List.of(name, cell)));
        return pairs;
    }
}
