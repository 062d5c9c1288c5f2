package io.cdpsim.cli.serve;

import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.List;

/** The litmus tests that come with the program. */
final class ShippedLitmus implements Program.Shelf {
    /** Made once for a server. */
    ShippedLitmus() {}

    @Override
    public List<Program> programs() {
        return ShippedTests.names().stream().map(ShippedLitmus::program).toList();
    }

    private static Program program(String name) {
        String group = name.startsWith("ptx/") ? "Litmus tests: PTX" : "Litmus tests: launches";
        return new Program("builtin:" + name, group, name.substring(name.indexOf('/') + 1), ProgramKind.LITMUS, "");
    }

    @Override
    public List<ProgramFile> files(Program program) {
        return List.of(new ProgramFile(
                program.title() + ".litmus",
                ShippedTests.text(program.id().substring(program.id().indexOf(':') + 1))));
    }
}
