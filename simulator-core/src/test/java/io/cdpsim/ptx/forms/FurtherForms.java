package io.cdpsim.ptx.forms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Spellings that ptxas takes for sm_90 beside those of {@link Forms}, with what an H200 gives in place of a definition. A line of
 * {@code measurements/forms/further-h200.txt} is a name, the hash of the results of {@link #BLOCKS} blocks, the body, the result's type and the operands'.
 */
final class FurtherForms {
    static final int BLOCKS = 8;

    private static final Path FILE = Path.of("..", "measurements", "forms", "further-h200.txt");
    private static final int TYPES_FROM = 3;

    private FurtherForms() {}

    private static List<String[]> rows() {
        try {
            return Files.readAllLines(FILE).stream()
                    .map(line -> line.split("\t", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<PtxForm> all() {
        List<PtxForm> forms = new ArrayList<>();
        for (String[] row : rows()) {
            List<FormType> inputs = Arrays.stream(row, TYPES_FROM + 1, row.length)
                    .map(FormType::valueOf)
                    .toList();
            forms.add(new PtxForm(
                    row[0],
                    row[2],
                    FormType.valueOf(row[TYPES_FROM]),
                    inputs,
                    (all, thread) -> {
                        throw new IllegalStateException(row[0] + " has no definition");
                    },
                    PtxForm.Tolerance.EXACT));
        }
        return forms;
    }

    static Map<String, String> hashes() {
        Map<String, String> hashes = new LinkedHashMap<>();
        rows().forEach(row -> hashes.put(row[0], row[1]));
        return hashes;
    }
}
