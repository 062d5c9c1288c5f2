package io.cdpsim.semantics.check.scenario;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.plan.PtxWorkload;
import io.cdpsim.runtime.settings.LaunchPolicy;
import io.cdpsim.runtime.version.CudaVersion;
import io.cdpsim.semantics.check.RunMatrix;
import io.cdpsim.semantics.check.run.CheckedProgram;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the conditions of the runs of a scenario. */
final class RunMatrixReader {
    private static final List<String> KEYS = List.of("policies", "seeds", "profiles", "cuda", "limit");
    private static final long DEFAULT_SECONDS = 60;
    private static final long MAX_SECONDS = 24 * 3600;

    private final CheckedProgram program;

    RunMatrixReader(CheckedProgram program) {
        this.program = program;
    }

    RunMatrix matrix(Optional<YamlNode> node, Path folder) {
        RunMatrix matrix = RunMatrix.on(defaultGpu());
        if (node.isEmpty()) {
            return matrix;
        }
        YamlFields fields = YamlFields.of(node.get(), "the runs of a scenario", KEYS);
        if (fields.has("profiles")) {
            matrix = matrix.withGpus(each(fields.get("profiles"), RunMatrixReader::gpu, folder));
        }
        if (fields.has("policies")) {
            matrix = matrix.withPolicies(
                    each(fields.get("policies"), (text, place, unused) -> policy(text, place), folder));
        }
        if (fields.has("seeds")) {
            List<Long> seeds = new ArrayList<>();
            each(fields.get("seeds"), (text, place, unused) -> seeds(text, place), folder)
                    .forEach(seeds::addAll);
            matrix = matrix.withSeeds(seeds);
        }
        if (fields.has("cuda")) {
            matrix = matrix.withCuda(each(fields.get("cuda"), (text, place, unused) -> cuda(text, place), folder));
        }
        return matrix;
    }

    static Duration limit(Optional<YamlNode> node) {
        Optional<YamlNode> given = node.flatMap(
                each -> YamlFields.of(each, "the runs of a scenario", KEYS).find("limit"));
        if (given.isEmpty()) {
            return Duration.ofSeconds(DEFAULT_SECONDS);
        }
        YamlNode.Scalar text = YamlFields.text(given.get(), "a time such as '10 s'");
        String number = text.text().replaceFirst(" ?s$", "");
        if (number.equals(text.text())) {
            throw text.place().problem("found '" + text.text() + "', expected a time such as '10 s'");
        }
        return Duration.ofSeconds(YamlFields.whole(new YamlNode.Scalar(text.place(), number), 1, MAX_SECONDS));
    }

    /** The GPU that the launch plan names, or the H200. */
    private GpuProfile defaultGpu() {
        if (program instanceof CheckedProgram.PtxWithPlan ptx) {
            return PtxWorkload.profile(OptionValues.of(new PtxWorkload())
                            .with(PtxWorkload.PLAN, ptx.plan().toString()))
                    .map(Profiles::load)
                    .orElseGet(() -> Profiles.load("h200"));
        }
        return Profiles.load("h200");
    }

    private interface Reader<T> {
        T read(String text, FilePosition place, Path folder);
    }

    /** One value, or a list of them. */
    private static <T> List<T> each(YamlNode node, Reader<T> reader, Path folder) {
        List<YamlNode> items = node instanceof YamlNode.Sequence list ? list.items() : List.of(node);
        if (items.isEmpty()) {
            throw node.place().problem("found nothing, expected one value at least");
        }
        return items.stream()
                .map(each -> reader.read(
                        YamlFields.text(each, "a value or a list of them").text(), each.place(), folder))
                .toList();
    }

    private static GpuProfile gpu(String name, FilePosition place, Path folder) {
        Path file = folder.resolve(name);
        try {
            return Profiles.load(name.endsWith(".yaml") && Files.exists(file) ? file.toString() : name);
        } catch (ProfileException e) {
            throw place.problem(String.valueOf(e.getMessage()));
        }
    }

    private static LaunchPolicy policy(String word, FilePosition place) {
        List<String> words = new ArrayList<>();
        for (LaunchPolicy each : LaunchPolicy.values()) {
            words.add(OptionValueType.word(each));
            if (OptionValueType.word(each).equals(word)) {
                return each;
            }
        }
        throw place.problem("found '" + word + "'" + YamlFields.didYouMean(word, words));
    }

    private static List<Long> seeds(String text, FilePosition place) {
        try {
            return RunMatrix.seeds(text);
        } catch (IllegalArgumentException e) {
            throw place.problem(String.valueOf(e.getMessage()));
        }
    }

    private static CudaVersion cuda(String text, FilePosition place) {
        try {
            return CudaVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw place.problem(String.valueOf(e.getMessage()));
        }
    }
}
