package io.cdpsim.cli.serve;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.ptx.syntax.PtxModule.SourceFile;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Prevents programs from naming files of this machine. A plan may read files and name a profile's file, and PTX names sources, which
 * reports then quote. The texts are parsed by the readers that the run uses; the run rejects what these reject.
 */
final class FileNameCheck {
    private static final String FILE = "file";

    private FileNameCheck() {}

    /**
     * The files as they may be run: names of sources in PTX without folders.
     *
     * @throws RunSubmission.InvalidSubmissionException if a plan names a file outside the program; the message names the place
     */
    static List<SampleProgram.ProgramFile> within(List<SampleProgram.ProgramFile> files) {
        List<SampleProgram.ProgramFile> cache = new ArrayList<>();
        Set<String> own = files.stream()
                .map(SampleProgram.ProgramFile::name)
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
        for (SampleProgram.ProgramFile each : files) {
            if (each.name().endsWith(".yaml")) {
                checkPlan(each, own);
            }
            cache.add(
                    each.name().endsWith(".ptx")
                            ? new SampleProgram.ProgramFile(each.name(), withoutFolders(each))
                            : each);
        }
        return cache;
    }

    private static void checkPlan(SampleProgram.ProgramFile plan, Set<String> own) {
        YamlNode root;
        try {
            root = YamlReader.read(plan.name(), plan.text());
        } catch (InvalidInputException e) {
            return;
        }
        if (root instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry each : mapping.entries()) {
                if (each.key().equals("profile")
                        && each.value() instanceof YamlNode.Scalar profile
                        && !Profiles.names().contains(profile.text())) {
                    throw refused(profile, "expected a built-in profile: " + String.join(", ", Profiles.names()));
                }
            }
        }
        check(root, own);
    }

    private static void check(YamlNode node, Set<String> own) {
        if (node instanceof YamlNode.Sequence sequence) {
            sequence.items().forEach(each -> check(each, own));
        } else if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry each : mapping.entries()) {
                if (each.key().equals(FILE)
                        && each.value() instanceof YamlNode.Scalar name
                        && !own.contains(name.text())) {
                    throw refused(
                            name, "in the browser a plan reads no files of the machine; write values, fill or random");
                }
                check(each.value(), own);
            }
        }
    }

    private static RunSubmission.InvalidSubmissionException refused(YamlNode.Scalar at, String fix) {
        return new RunSubmission.InvalidSubmissionException(String.valueOf(
                at.place().problem("found '" + at.text() + "'; " + fix).getMessage()));
    }

    private static String withoutFolders(SampleProgram.ProgramFile ptx) {
        String text = ptx.text();
        for (int turn = 0; turn < 2; turn++) {
            PtxModule module;
            try {
                module = PtxReader.read(ptx.name(), text);
            } catch (PtxSyntaxException e) {
                return text;
            }
            boolean isPlain = true;
            for (SourceFile each : module.files()) {
                String name = each.name();
                int last = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
                if (last >= 0) {
                    text = text.replace('"' + name + '"', '"' + name.substring(last + 1) + '"');
                    isPlain = false;
                }
            }
            if (isPlain) {
                return text;
            }
        }
        throw new RunSubmission.InvalidSubmissionException(
                ptx.name() + ": a .file names a folder that cannot be left out; write the file's name alone");
    }
}
