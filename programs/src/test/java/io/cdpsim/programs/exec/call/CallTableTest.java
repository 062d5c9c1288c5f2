package io.cdpsim.programs.exec.call;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.exec.library.CudartLibrary;
import io.cdpsim.programs.exec.memory.SharedMemoryFile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in C sends the calls that Java simulates, and no others but those that it declares as not simulated. */
class CallTableTest {
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /** A function that sends the call which its caller names. */
    private static final Pattern SENDER = Pattern.compile("\\b(\\w+)\\(const char \\*name, ");

    private static String library = "";

    @TempDir
    private Path folder;

    @BeforeAll
    static void readLibrary() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String each : List.of("cudart.c", "driver.c")) {
            try (InputStream in = Objects.requireNonNull(CudartLibrary.class.getResourceAsStream(each))) {
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        library = COMMENT.matcher(text).replaceAll(" ");
    }

    private static Set<String> found(String regex) {
        return Pattern.compile(regex)
                .matcher(library)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** First arguments of all uses of the functions that send a call, as C writes them. */
    private static Set<String> sentArguments() {
        String senders = SENDER.matcher(library)
                .results()
                .map((MatchResult each) -> each.group(1))
                .collect(Collectors.joining("|"));
        Set<String> arguments = found("\\b(?:" + senders + ")\\(\\s*([^,;{]+),");
        arguments.removeIf(each -> each.startsWith("const char *name") || each.startsWith("int "));
        return arguments;
    }

    /** Calls that the library sends for Java to simulate; a phrase with a space names what is not simulated. */
    private static Set<String> sent() {
        Set<String> names = found("\\b(?:LAUNCH_FORM|DESCRIPTION_OF)\\(((?!name\\b)\\w+)[,)]");
        for (String argument : sentArguments()) {
            if (argument.startsWith("\"") && !argument.contains(" ")) {
                names.add(argument.substring(1, argument.length() - 1));
            }
        }
        return names;
    }

    /** Calls that the library declares as not simulated. */
    private static Set<String> declaredNotSimulated() {
        return found("\\bN\\(((?!name\\b)\\w+)\\)");
    }

    private Set<String> simulated() throws IOException {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        Path shared = Files.createFile(folder.resolve("shared"));
        try (FileChannel file = FileChannel.open(shared, READ, WRITE)) {
            return new TreeSet<>(new SimulatedProgram(machine, new SharedMemoryFile(file), new InterprocessHandles())
                    .calls()
                    .names());
        }
    }

    private static Set<String> minus(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    @Test
    void theLibrarySendsWhatIsSimulatedAndNothingElse() throws IOException {
        Set<String> simulated = simulated();
        Set<String> sent = sent();
        assertThat(sent).hasSizeGreaterThan(90);
        assertThat(minus(sent, simulated))
                .as("calls that cudart.c sends and no class of exec.call simulates")
                .isEmpty();
        assertThat(minus(simulated, sent))
                .as("calls that a class of exec.call simulates and cudart.c never sends")
                .isEmpty();
    }

    @Test
    void aCallThatIsDeclaredAsNotSimulatedIsNotSimulated() throws IOException {
        Set<String> declared = declaredNotSimulated();
        assertThat(declared).hasSizeGreaterThan(200);
        Set<String> both = new TreeSet<>(declared);
        both.retainAll(simulated());
        assertThat(both)
                .as("calls that are simulated, but stand in cudart.c's list N(...)")
                .isEmpty();
    }

    @Test
    void eachCallIsNamedWhereItIsSent() {
        Set<String> other = sentArguments().stream()
                .filter(each -> !each.startsWith("\"") && !each.equals("#name") && !each.equals("name"))
                .filter(each -> !each.equals("connection - 1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(other).as("arguments in which this test finds no name").isEmpty();
    }
}
