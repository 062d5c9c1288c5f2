package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/reference/cli.md names each command, and each option in a section of its command or in the table of shared options. */
class DocumentedOptionsTest {
    private static final String SHARED = "Options that several commands share";
    /** Commands that take what another one takes, as the page says. */
    private static final List<String> LIKE_RUN = List.of("sweep", "tune");

    /** Each command is made once: there are hundreds of options, and most are looked up several times. */
    private static final CommandLine COMMAND_LINE = CommandRun.commandLine();

    private static String page = "";

    /** The text below each heading, without the backquotes of the heading, up to the next of its level. */
    private static final Map<String, String> SECTIONS = new LinkedHashMap<>();

    @BeforeAll
    static void readPage() throws IOException {
        page = Files.readString(DocumentedCommandsTest.ROOT.resolve("docs/reference/cli.md"));
        for (String section : page.split("(?m)^## ", -1)) {
            add(section);
            String[] parts = section.split("(?m)^### ", -1);
            Stream.of(parts).skip(1).forEach(DocumentedOptionsTest::add);
        }
    }

    private static void add(String section) {
        SECTIONS.put(section.lines().findFirst().orElse("").replace("`", ""), section);
    }

    /** Each command by the words behind {@code cdpsim}. */
    static List<String> commands() {
        List<String> names = new ArrayList<>();
        add("", COMMAND_LINE, names);
        return names;
    }

    private static void add(String above, CommandLine command, List<String> names) {
        command.getSubcommands().forEach((name, sub) -> {
            String path = (above + " " + name).strip();
            names.add(path);
            add(path, sub, names);
        });
    }

    private static CommandLine find(String path) {
        CommandLine command = COMMAND_LINE;
        for (String each : path.split(" ", -1)) {
            command = Objects.requireNonNull(command.getSubcommands().get(each), path);
        }
        return command;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsNamed(String path) {
        boolean isNamed = Pattern.compile("`(cdpsim )?" + Pattern.quote(path) + "[` :]")
                .matcher(page)
                .find();
        assertThat(isNamed || isLikeRun(path)).as(path).isTrue();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void anOptionIsInASectionOfItsCommandOrAmongThoseThatAreShared(String path) {
        String sections = sections(path);
        assertThat(find(path).getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .filter(option -> Stream.of(option.names())
                                .noneMatch(name -> isNamed(name, sections) || isShared(name, path)))
                        .map(OptionSpec::longestName))
                .as("options of %s that the page does not name", path)
                .isEmpty();
    }

    /** The sections of a command and of those above it, and of the commands whose options it takes. */
    private static String sections(String path) {
        StringBuilder text = new StringBuilder();
        for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf(' ')))) {
            for (Map.Entry<String, String> each : SECTIONS.entrySet()) {
                if (each.getKey().equals(at)
                        || each.getKey().startsWith(at + " ")
                        || each.getKey().startsWith(at + ":")) {
                    text.append(each.getValue());
                }
            }
        }
        return text + (isLikeRun(path) ? sections("run" + path.substring(path.indexOf(' '))) : "");
    }

    private static boolean isLikeRun(String path) {
        return LIKE_RUN.stream().anyMatch(each -> path.startsWith(each + " "))
                && find("run").getSubcommands().containsKey(path.substring(path.indexOf(' ') + 1));
    }

    private static boolean isNamed(String option, String text) {
        return Pattern.compile("`" + Pattern.quote(option) + "[ =`]")
                .matcher(text)
                .find();
    }

    private static boolean isShared(String option, String path) {
        return SECTIONS.getOrDefault(SHARED, "")
                .lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.replace("\\|", "").split("\\|", -1))
                .anyMatch(cells -> isNamed(option, cells[1])
                        && Stream.of(cells[2].split(",", -1))
                                .map(each -> each.replace("`", "").strip())
                                .anyMatch(each -> each.equals("all")
                                        || path.equals(each)
                                        || path.startsWith(each + " ")
                                        || (each.equals("run") && isLikeRun(path))));
    }
}
