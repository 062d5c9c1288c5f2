package io.cdpsim.semantics.lab.sandbox;

import io.cdpsim.programs.exec.process.ProgramWrapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * No sandbox, since the whole program is in one, or since the user trusts what is run. Time, memory and output are bounded all the same.
 *
 * @param name why there is none
 */
record Contained(String name) implements Sandbox {
    @Override
    public ProgramWrapper programs(Path scratch) {
        return needed -> List.of("sh", "-c", ResourceLimits.PROGRAM.shell() + "exec \"$@\"", "sh");
    }

    @Override
    public Optional<Path> compiler(Path compiler, Path folder) {
        return Optional.empty();
    }
}
