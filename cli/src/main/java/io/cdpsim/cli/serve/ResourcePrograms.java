package io.cdpsim.cli.serve;

import com.google.common.base.Splitter;
import io.cdpsim.cli.output.ResourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Programs that a list among the resources names, a line each: group, title, kind, files parted by spaces, note; parted by {@code |}. Files are
 * resources below the list's folder. Lines that begin with {@code #} are notes.
 */
final class ResourcePrograms implements SampleProgram.Shelf {
    private final String folder;
    private final Map<SampleProgram, List<String>> files = new LinkedHashMap<>();

    /**
     * Reads a list.
     *
     * @param list the resource with the list
     * @param folder the resources' folder that holds the files
     */
    ResourcePrograms(String list, String folder) {
        this.folder = folder;
        for (String line : ResourceText.of(ResourcePrograms.class, list).lines().toList()) {
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
        files.put(new SampleProgram(id, parts.get(0), parts.get(1), ProgramKind.of(parts.get(2)), parts.get(4)), names);
    }

    @Override
    public List<SampleProgram> programs() {
        return List.copyOf(files.keySet());
    }

    @Override
    public List<ProgramFile> files(SampleProgram program) {
        List<ProgramFile> found = new ArrayList<>();
        for (String each : files.getOrDefault(program, List.of())) {
            found.add(new ProgramFile(
                    each.substring(each.lastIndexOf('/') + 1),
                    ResourceText.of(ResourcePrograms.class, folder + "/" + each)));
        }
        return found;
    }
}
