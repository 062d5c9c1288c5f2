package io.cdpsim.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources the script in bash and asks it as bash does when a key is pressed. */
class CompletionTableTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeScript() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the script is for bash");
        Files.writeString(folder.resolve("script"), CommandRun.of("completion").out());
        Files.createFile(folder.resolve("road.mtx"));
        Files.createFile(folder.resolve("mine.yaml"));
        Files.createFile(folder.resolve("mp.litmus"));
    }

    /** What is offered at the end of a line, which bash parts into words at blanks, colons and equals signs. */
    private static List<String> offered(String line) throws Exception {
        Files.writeString(folder.resolve("ask"), """
            source ./script
            COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
            COMP_LINE=$1
            COMP_POINT=${#COMP_LINE}
            read -ra COMP_WORDS <<<"${COMP_LINE//:/ : }"
            [[ $COMP_LINE != *' ' ]] || COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            function=$(complete -p cdpsim)
            function=${function#*-F }
            ${function%% *} cdpsim "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """);
        Process bash = new ProcessBuilder("/bin/bash", "ask", line)
                .directory(folder.toFile())
                // Outside of a completion bash complains of compopt.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).isZero();
        return out.lines().toList();
    }

    @Test
    void graphsAreGeneratorsOrFiles() throws Exception {
        assertThat(offered("cdpsim run bfs --graph ")).contains("rmat:", "grid:", "road.mtx");
        assertThat(offered("cdpsim run bfs --graph r")).containsExactly("rmat:", "road.mtx");
        assertThat(offered("cdpsim run bfs --graph=roa")).containsExactly("road.mtx");
    }

    @Test
    void profilesAreNamesOrFiles() throws Exception {
        assertThat(offered("cdpsim run nbody --bodies 64 --profile k20")).containsExactly("k20x", "k20c");
        assertThat(offered("cdpsim run nbody --profile m"))
                .containsExactlyInAnyOrder("m2050", "mine.yaml", "mp.litmus");
        assertThat(offered("cdpsim profiles show mi")).containsExactly("mine.yaml");
    }

    @Test
    void litmusTakesFilesAndTestsThatComeWithTheProgram() throws Exception {
        assertThat(offered("cdpsim litmus mp")).containsExactly("mp.litmus");
        // Bash replaces what follows the colon alone.
        assertThat(offered("cdpsim litmus builtin:MP-we"))
                .contains("MP-weak")
                .allMatch(name -> name.startsWith("MP-we"));
        assertThat(offered("cdpsim litmus --json b")).contains("builtin:all");
    }

    @Test
    void fieldsOfTheProfileAreOfferedForSet() throws Exception {
        assertThat(offered("cdpsim run bfs --set l2.lat")).containsExactly("l2.latency=");
        assertThat(offered("cdpsim occupancy --set sm.max_th")).containsExactly("sm.max_threads=");
    }

    @Test
    void examplesAndRulesAreOffered() throws Exception {
        assertThat(offered("cdpsim run example:perm")).containsExactly("permute", "permute-overrun");
        assertThat(offered("cdpsim run b")).containsExactly("bfs");
        assertThat(offered("cdpsim rules show TAIL-1")).contains("TAIL-1");
    }

    @Test
    void optionsAndTheirValuesAreOfferedAsBefore() throws Exception {
        assertThat(offered("cdpsim run bfs --var")).containsExactly("--variant");
        assertThat(offered("cdpsim run bfs --variant thr")).containsExactly("threshold");
        assertThat(offered("cdpsim litmus --expl")).containsExactly("--explain");
        assertThat(offered("cdpsim compl")).containsExactly("completion");
    }
}
