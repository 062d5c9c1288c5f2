package io.cdpsim.programs.plan.script;

import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.yaml.NumberParser;
import io.cdpsim.workloads.yaml.YamlFields;
import io.cdpsim.workloads.yaml.YamlNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Resolves the files that a plan names, and records their names. */
final class DataFileResolver {
    private final Path folder;
    private final List<String> named = new ArrayList<>();

    DataFileResolver(Path folder) {
        this.folder = folder;
    }

    /** The file with a name. */
    DataFile file(YamlNode node) {
        String name = YamlFields.text(node, "the name of a file").text();
        try {
            DataFile file = new DataFile(node, folder.resolve(name));
            named.add(name);
            return file;
        } catch (InvalidPathException e) {
            throw node.place().problem("no file can be called '" + name + "'");
        }
    }

    /** The names resolved so far, as the plan writes them. */
    List<String> named() {
        return List.copyOf(named);
    }

    /**
     * A file that a plan names: the numbers of a {@code .csv} or {@code .txt} file, separated by commas, spaces and line ends, with {@code #} before
     * comments; the bytes of any other file.
     */
    static final class DataFile {
        private static final long MOST_BYTES = 1L << 28;

        private final YamlNode at;
        private final Path path;

        /**
         * Creates a reference to a file.
         *
         * @param at its position in the plan
         */
        DataFile(YamlNode at, Path path) {
            this.at = at;
            this.path = path;
        }

        boolean isText() {
            String name = path.toString().toLowerCase(Locale.ROOT);
            return name.endsWith(".csv") || name.endsWith(".txt");
        }

        byte[] bytes() {
            try {
                if (Files.isRegularFile(path) && Files.size(path) > MOST_BYTES) {
                    throw at.place().problem(path + " has more than " + MOST_BYTES + " bytes");
                }
                return Files.readAllBytes(path);
            } catch (IOException e) {
                throw at.place().problem("cannot read " + path + ": " + FileErrors.reason(e));
            }
        }

        List<Number> numbers() {
            List<Number> numbers = new ArrayList<>();
            int line = 0;
            for (String each : new String(bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                line++;
                String row = each.contains("#") ? each.substring(0, each.indexOf('#')) : each;
                for (String word : row.strip().split("[,;\\s]+", -1)) {
                    Optional<Number> number = NumberParser.parse(word);
                    if (number.isPresent()) {
                        numbers.add(number.get());
                    } else if (!word.isEmpty()) {
                        throw at.place()
                                .problem("line " + line + " of " + path + " holds '" + word + "', expected a number");
                    }
                }
            }
            return numbers;
        }
    }
}
