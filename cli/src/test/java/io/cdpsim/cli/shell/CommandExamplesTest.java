package io.cdpsim.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.CommandRun;
import io.cdpsim.workloads.CommandTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandExamplesTest {
    private static final CommandLine ROOT = CommandRun.commandLine();
    private static final CommandExamples EXAMPLES = CommandExamples.load();

    private static void collect(CommandLine command, String name, List<String> into) {
        command.getSubcommands().forEach((word, sub) -> {
            String full = (name + " " + word).strip();
            // The workloads of these have the examples of the command.
            if (!full.matches("(sweep|tune) (?!file|merge|submit).*")) {
                into.add(full);
            }
            collect(sub, full, into);
        });
    }

    @Test
    void everyCommandHasAnExampleOfItsOwnAndNoExampleIsOfNone() {
        List<String> commands = new ArrayList<>(List.of("cdpsim"));
        collect(ROOT, "", commands);

        assertThat(EXAMPLES.all().keySet()).containsExactlyInAnyOrderElementsOf(commands);
        assertThat(EXAMPLES.all().values())
                .allSatisfy(each -> assertThat(each)
                        .isNotEmpty()
                        .allMatch(one -> !one.meaning().isEmpty()));
    }

    @Test
    void everyExampleIsACommandLineThatIsTaken() {
        for (Map.Entry<String, List<CommandExamples.Example>> each :
                EXAMPLES.all().entrySet()) {
            for (CommandExamples.Example example : each.getValue()) {
                String line = example.line()
                        .replaceFirst("^source <\\((.*)\\)$", "$1")
                        .replaceFirst(" \\| .*", "");
                List<String> words = CommandTokens.of(line);
                assertThat(words.get(0)).as(line).isEqualTo("cdpsim");

                ROOT.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            }
        }
    }

    @Test
    void aWorkloadOfAnotherProjectHasTheExamplesOfItsCommand() {
        assertThat(EXAMPLES.of("cdpsim run squares")).isEqualTo(EXAMPLES.all().get("run"));
    }
}
