package io.cdpsim.cli.serve;

import com.google.common.base.Splitter;
import io.cdpsim.cli.output.ResourceText;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A program in the list of the page.
 *
 * @param id its identifier in requests
 * @param group its heading in the list
 * @param title its name in the list
 * @param kind what it is written in
 * @param note a sentence about it; may be empty
 */
record SampleProgram(String id, String group, String title, ProgramKind kind, String note) {
    /** A source of programs: examples, litmus tests, labs. */
    interface Catalog {
        /** All of them, in the order in which they are shown. */
        List<SampleProgram> programs();

        /** The files of a program; the first is opened first. */
        List<ProgramFile> files(SampleProgram program);
    }

    /**
     * A file of a program.
     *
     * @param name a plain name, without folders
     * @param text its content
     */
    record ProgramFile(String name, String text) {}

    /** The language of a program. */
    enum ProgramKind {
        /** CUDA C++ with a {@code main}, which is native code once it is compiled. */
        CUDA,
        /** Kernels of PTX and a launch plan. */
        PTX,
        /** A litmus test. */
        LITMUS;

        /** The name that the page and the lists of programs use. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of a label. @throws RunSubmission.InvalidSubmissionException if there is none */
        static ProgramKind of(String label) {
            for (ProgramKind each : values()) {
                if (each.label().equals(label)) {
                    return each;
                }
            }
            throw new RunSubmission.InvalidSubmissionException(
                    "found the kind '" + label + "', expected cuda, ptx or litmus");
        }
    }

    /** The litmus tests that come with the program. */
    static final class LitmusCatalog implements SampleProgram.Catalog {
        /** Made once for a server. */
        LitmusCatalog() {}

        @Override
        public List<SampleProgram> programs() {
            return ShippedTests.names().stream().map(LitmusCatalog::program).toList();
        }

        private static SampleProgram program(String name) {
            String group = name.startsWith("ptx/") ? "Litmus tests: PTX" : "Litmus tests: launches";
            return new SampleProgram(
                    "builtin:" + name,
                    group,
                    name.substring(name.indexOf('/') + 1),
                    SampleProgram.ProgramKind.LITMUS,
                    "");
        }

        @Override
        public List<SampleProgram.ProgramFile> files(SampleProgram program) {
            return List.of(new SampleProgram.ProgramFile(
                    program.title() + ".litmus",
                    ShippedTests.text(program.id().substring(program.id().indexOf(':') + 1))));
        }
    }

    /**
     * Programs in a list among the resources, one a line: group, title, kind, files separated by spaces, note; separated by {@code |}. Files are
     * resources below the list's folder. Lines that start with {@code #} are comments.
     */
    static final class ResourceCatalog implements SampleProgram.Catalog {
        private final String folder;
        private final Map<SampleProgram, List<String>> files = new LinkedHashMap<>();

        /**
         * Reads a list.
         *
         * @param list the resource with the list
         * @param folder the resources' folder that holds the files
         */
        ResourceCatalog(String list, String folder) {
            this.folder = folder;
            for (String line :
                    ResourceText.of(ResourceCatalog.class, list).lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    add(Splitter.on('|').trimResults().splitToList(line), line);
                }
            }
        }

        private void add(List<String> parts, String line) {
            if (parts.size() != 5) {
                throw new IllegalStateException("found '" + line + "', expected group | title | kind | files | note");
            }
            List<String> names = Splitter.on(' ').omitEmptyStrings().splitToList(parts.get(3));
            String id = parts.get(2) + ":" + names.get(0) + ":" + names.get(names.size() - 1);
            files.put(
                    new SampleProgram(
                            id, parts.get(0), parts.get(1), SampleProgram.ProgramKind.of(parts.get(2)), parts.get(4)),
                    names);
        }

        @Override
        public List<SampleProgram> programs() {
            return List.copyOf(files.keySet());
        }

        @Override
        public List<SampleProgram.ProgramFile> files(SampleProgram program) {
            List<SampleProgram.ProgramFile> found = new ArrayList<>();
            for (String each : files.getOrDefault(program, List.of())) {
                found.add(new SampleProgram.ProgramFile(
                        each.substring(each.lastIndexOf('/') + 1),
                        ResourceText.of(ResourceCatalog.class, folder + "/" + each)));
            }
            return found;
        }
    }
}
