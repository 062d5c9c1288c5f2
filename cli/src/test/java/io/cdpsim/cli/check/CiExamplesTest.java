package io.cdpsim.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cdpsim.cli.CommandRun;
import io.cdpsim.workloads.CommandTokens;
import io.cdpsim.workloads.yaml.YamlNode;
import io.cdpsim.workloads.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workflow and the hooks of docs/use/ci, as far as they can be held without GitHub. */
class CiExamplesTest {
    private static final Path CI = Path.of("../docs/use/ci").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    /** The texts of a key, wherever in a file it stands. */
    private static List<String> texts(Path file, String key) throws IOException {
        List<String> found = new ArrayList<>();
        collect(YamlReader.read(file.toString(), Files.readString(file)), key, found);
        return found;
    }

    private static void collect(YamlNode node, String key, List<String> found) {
        if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry each : mapping.entries()) {
                if (each.key().equals(key) && each.value() instanceof YamlNode.Scalar text) {
                    found.add(text.text());
                }
                collect(each.value(), key, found);
            }
        } else if (node instanceof YamlNode.Sequence list) {
            list.items().forEach(each -> collect(each, key, found));
        }
    }

    @Test
    void theCommandOfTheGitlabJobIsOne() throws IOException {
        YamlNode job = YamlReader.read("gitlab-ci.yml", Files.readString(CI.resolve("gitlab-ci.yml")));
        List<String> words = new ArrayList<>();
        collectAll(job, words);

        assertThat(words)
                .filteredOn(each -> each.contains("/cdpsim check "))
                .singleElement()
                .satisfies(each -> {
                    List<String> tokens = CommandTokens.of(each);
                    CommandRun.commandLine()
                            .parseArgs(tokens.subList(1, tokens.size()).toArray(String[]::new));
                });
        assertThat(texts(CI.resolve("gitlab-ci.yml"), "junit")).containsExactly("cdpsim-junit.xml");
    }

    private static void collectAll(YamlNode node, List<String> found) {
        if (node instanceof YamlNode.Mapping mapping) {
            mapping.entries().forEach(each -> collectAll(each.value(), found));
        } else if (node instanceof YamlNode.Sequence list) {
            list.items().forEach(each -> collectAll(each, found));
        } else if (node instanceof YamlNode.Scalar scalar) {
            found.add(scalar.text());
        }
    }

    @Test
    void theCheckOfTheActionRunsInAShell() throws IOException, InterruptedException {
        Path action = CI.resolve("../../../action.yml").normalize();
        String check = texts(action, "run").stream()
                .filter(each -> each.contains(" check "))
                .findFirst()
                .orElseThrow();
        Path words = folder.resolve("words");
        Path program =
                Files.writeString(folder.resolve("cdpsim"), "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + words + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", check);
        shell.environment().put("CDPSIM", program.toString());
        shell.environment().put("TARGETS", "tests other/a.cu");
        shell.environment().put("OPTIONS", "--fail-on error");
        shell.environment().put("JUNIT", "j x.xml");
        shell.environment().put("SARIF", "s.sarif");

        assertThat(shell.start().waitFor()).isZero();

        List<String> given = Files.readAllLines(words);
        assertThat(given)
                .containsExactly(
                        "check",
                        "tests",
                        "other/a.cu",
                        "--junit",
                        "j x.xml",
                        "--sarif",
                        "s.sarif",
                        "--github",
                        "--fail-on",
                        "error");
        CommandRun.commandLine().parseArgs(given.toArray(String[]::new));
    }

    @Test
    void theCommandsOfWorkflowAndHookAreSuch() throws IOException {
        List<String> commands = new ArrayList<>(texts(CI.resolve("github-workflow.yml"), "run"));
        commands.addAll(texts(CI.resolve("pre-commit-config.yaml"), "entry"));
        List<String> ours =
                commands.stream().filter(each -> each.contains("cdpsim ")).toList();

        assertThat(ours).hasSize(3);
        for (String each : ours) {
            List<String> words = CommandTokens.of(each);
            CommandRun.commandLine().parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        }
    }

    @Test
    void theWorkflowUsesWhatAnybodyCanHave() throws IOException {
        assertThat(texts(CI.resolve("github-workflow.yml"), "uses"))
                .isNotEmpty()
                .allMatch(each -> each.matches("(actions|github)/[\\w/-]+@v\\d+"));
    }

    @Test
    void theHookChecksWhatIsAboutToBeCommittedAndNothingElse() throws IOException, InterruptedException {
        assumeTrue(run(Map.of(), "git", "--version") == 0, "there is no git here");
        Path log = folder.resolve("log");
        Path stub = Files.writeString(
                folder.resolve("cdpsim"), "#!/bin/sh\necho \"$@\" >> '" + log + "'\ngrep -q good \"$3\"\n");
        Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path repository = Files.createDirectory(folder.resolve("repository"));
        Files.writeString(repository.resolve("a program.cu"), "int main() {} // good\n");
        Files.writeString(repository.resolve("part.cu"), "__global__ void k() {}\n");
        Files.writeString(repository.resolve("bad.check.yaml"), "x\n");
        Files.writeString(repository.resolve("other.txt"), "x\n");
        Files.writeString(repository.resolve("unstaged.cu"), "int main() {}\n");
        Map<String, String> environment = Map.of("CDPSIM", stub.toString());
        String in = repository.toString();
        assertThat(run(environment, "git", "init", "-q", in)).isZero();

        assertThat(run(environment, "git", "-C", in, "add", "a program.cu", "part.cu", "other.txt"))
                .isZero();
        assertThat(runIn(repository, environment, "sh", CI.resolve("pre-commit").toString()))
                .isZero();
        assertThat(log).content().isEqualTo("check --quiet a program.cu\n");

        assertThat(run(environment, "git", "-C", in, "add", "bad.check.yaml")).isZero();
        assertThat(runIn(repository, environment, "sh", CI.resolve("pre-commit").toString()))
                .isEqualTo(1);
        assertThat(log).content().endsWith("check --quiet bad.check.yaml\n");
    }

    private int run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        return runIn(folder, environment, command);
    }

    private static int runIn(Path where, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            return builder.start().waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
