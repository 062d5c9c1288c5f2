package io.cdpsim.cli.serve;

import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.List;

/** The litmus tests that come with the program. */
final class ShippedLitmusPrograms implements SampleProgram.Shelf {
    /** Made once for a server. */
    ShippedLitmusPrograms() {}

    @Override
    public List<SampleProgram> programs() {
        return ShippedTests.names().stream().map(ShippedLitmusPrograms::program).toList();
    }

    private static SampleProgram program(String name) {
        String group = name.startsWith("ptx/") ? "Litmus tests: PTX" : "Litmus tests: launches";
        return new SampleProgram(
                "builtin:" + name, group, name.substring(name.indexOf('/') + 1), ProgramKind.LITMUS, "");
    }

    @Override
    public List<ProgramFile> files(SampleProgram program) {
        return List.of(new ProgramFile(
                program.title() + ".litmus",
                ShippedTests.text(program.id().substring(program.id().indexOf(':') + 1))));
    }
}
