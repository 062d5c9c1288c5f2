package io.cdpsim.cli.fuzz;

import java.util.List;
import java.util.Map;

/**
 * Files, and the command lines that are given them. A word of a command line that is the name of one of the files stands for its path,
 * and {@code @} for the folder of all.
 *
 * @param files contents by name
 * @param readings command lines that read the same: all of them take it, or all refuse it with exit code 2
 * @param uses command lines that read it and ask more: none may succeed where a reading refuses
 */
record FuzzedInput(Map<String, byte[]> files, List<List<String>> readings, List<List<String>> uses) {
    FuzzedInput {
        files = Map.copyOf(files);
        readings = List.copyOf(readings);
        uses = List.copyOf(uses);
    }
}
