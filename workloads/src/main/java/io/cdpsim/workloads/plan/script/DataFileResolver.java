package io.cdpsim.workloads.plan.script;

import io.cdpsim.workloads.plan.yaml.YamlFields;
import io.cdpsim.workloads.plan.yaml.YamlNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the files are that a plan names. Keeps their names. */
final class DataFileResolver {
    private final Path folder;
    private final List<String> named = new ArrayList<>();

    DataFileResolver(Path folder) {
        this.folder = folder;
    }

    /** The file of a name. */
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

    /** The names that were asked for, as the plan writes them. */
    List<String> named() {
        return List.copyOf(named);
    }
}
