package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void helpListsTheCommandsAndExitCodes() {
        CommandRun run = CommandRun.of("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Usage: cdpsim [-hV] [--debug] COMMAND\n")
                .contains("\n  run ", "\n  profiles ", "\n  occupancy ", "\n  rules ", "\n  completion ", "\n  man ")
                .contains("\n  0   ", "\n  1   ", "\n  2   ", "\n  3   ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run bfs",
                "run nbody",
                "run persistent",
                "run pending",
                "run recursive",
                "run example",
                "sweep",
                "sweep bfs",
                "sweep example",
                "sweep file",
                "sweep merge",
                "examples",
                "profiles",
                "profiles list",
                "profiles show",
                "occupancy",
                "rules",
                "rules show",
                "litmus",
                "check",
                "doctor",
                "serve",
                "completion",
                "man"
            })
    void everyCommandHasHelpThatFitsATerminal(String command) {
        CommandRun run = CommandRun.of((command + " --help").split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: cdpsim " + command);
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "--version --debug"})
    void versionNamesTheProgramAndTheJavaItRunsOn(String options) {
        CommandRun run = CommandRun.of(options.split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("cdpsim ").contains("Java " + System.getProperty("java.version"));
    }

    @Test
    void completionKnowsCommandsOptionsAndTheirValues() {
        CommandRun bash = CommandRun.of("completion");
        assertThat(bash.exitCode()).isZero();
        assertThat(bash.out()).startsWith("#!").contains("--child-threads", "per-thread", "h100-pcie", "complete -F");
        assertThat(CommandRun.of("completion", "zsh").out()).isEqualTo(bash.out());
    }

    // picocli names a list of values after the option's parameter, so two options of one command must not share that
    // name
    @Test
    void completionKeepsTheValuesOfTwoOptionsApart() {
        String script = CommandRun.of("completion").out();
        String bfs = script.substring(script.indexOf("function _picocli_cdpsim_run_bfs()"));
        assertThat(bfs.substring(0, bfs.indexOf("\n}\n")).lines().filter(line -> line.contains("_option_args=(")))
                .anyMatch(line -> line.contains("(\"serial\""))
                .anyMatch(line -> line.contains("(\"null\""))
                .map(line -> line.substring(0, line.indexOf('=')))
                .doesNotHaveDuplicates();
    }

    @Test
    void aManualPageSaysWhatHelpSays() {
        CommandRun run = CommandRun.of("man", "run", "bfs");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith(".TH \"cdpsim\\-run\\-bfs\" 1\n.SH NAME\n")
                .contains(".SH SYNOPSIS\n", ".SH OPTIONS\n", ".B \\-\\-child\\-threads=N\n", ".SH EXIT STATUS\n");
        assertThat(CommandRun.of("man").out()).contains(".SH COMMANDS\n.TP\n.B run\n");
        assertThat(CommandRun.of("man", "check").out()).contains(".SH EXAMPLES\n", "cdpsim check prog.cu\n");
    }

    @Test
    void theProgramAloneSaysWhatToTryFirst() {
        CommandRun run = CommandRun.of();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("  cdpsim run example:hello-world ", "  cdpsim check prog.cu ", "  cdpsim doctor ");
    }
}
