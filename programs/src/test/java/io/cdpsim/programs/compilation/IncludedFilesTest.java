package io.cdpsim.programs.compilation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.programs.exec.ArgumentOptions;
import io.cdpsim.programs.exec.ExecWorkload;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludedFilesTest {
    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void whatASourceIncludesIsAnInputDirectlyOrThroughOthers() throws IOException {
        Path source = write("prog.cu", "#include <cstdio>\n#include \"near.h\"\n  #  include <far.h>\n");
        Path near = write("near.h", "#include \"deep/deeper.h\"\n");
        Path deeper = write("deep/deeper.h", "#include \"../near.h\"\n");
        Path far = write("include/far.h", "");
        OptionValues options = SourceWorkload.with(
                OptionValues.of(new SourceWorkload()),
                List.of(source),
                List.of("-I" + folder.resolve("include"), "-I", "absent"),
                Optional.empty(),
                List.of());

        assertThat(new SourceWorkload().furtherFiles(options)).containsExactly(near, far, deeper);
    }

    @Test
    void anArgumentHasAPosition() {
        OptionValues options = OptionValues.of(new ExecWorkload()).with("arguments", "a 'b c'");

        assertThat(ArgumentOptions.words(options.with("arg.3", "x y").with("arg.1", "")))
                .containsExactly("", "b c", "x y");
        assertThatThrownBy(() -> ArgumentOptions.words(options.with("arg.4", "x")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "found arg.4, but the program gets only 2 before it; give the missing ones, as arguments or as"
                                + " arg.3");
    }
}
