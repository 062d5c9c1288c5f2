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

    /** The lines of the job as GitLab's runner gives them to a shell, with stand-ins for what fetches and for the program. */
    @Test
    void theGitlabJobClonesBuildsAndChecksAndKeepsTheReportsThatItWrites() throws IOException, InterruptedException {
        YamlNode.Mapping file =
                (YamlNode.Mapping) YamlReader.read("gitlab-ci.yml", Files.readString(CI.resolve("gitlab-ci.yml")));
        List<String> lines = new ArrayList<>(List.of("set -e"));
        collectAll(only(file.entries().get(0).value(), "before_script"), lines);
        collectAll(only(file.entries().get(0).value(), "script"), lines);
        Path stubs = Files.createDirectory(folder.resolve("stubs"));
        Path log = folder.resolve("log");
        stub(stubs.resolve("apt-get"), "echo apt-get \"$@\" >> '" + log + "'");
        stub(
                stubs.resolve("program"),
                "echo cdpsim \"$@\" >> '" + log
                        + "'\nshift 2\nfor i; do case $i in -*) ;; *) : > \"$i\" ;; esac; done");
        stub(
                stubs.resolve("git"),
                "echo git \"$@\" >> '" + log + "'\nfor to; do :; done\nmkdir \"$to\" && cp '" + stubs
                        + "/program' \"$to/cdpsim\"");
        Path project = Files.createDirectory(folder.resolve("project"));
        Map<String, String> environment = Map.of(
                "CI_PROJECT_DIR",
                project.toString(),
                "CDPSIM_REPOSITORY",
                "https://example.org/with space/cdpsim.git",
                "PATH",
                stubs + ":" + System.getenv("PATH"));

        assertThat(runIn(project, environment, "sh", "-c", String.join("\n", lines)))
                .isZero();

        List<String> ran = Files.readAllLines(log);
        assertThat(ran.subList(0, 3))
                .containsExactly(
                        "apt-get -qq update",
                        "apt-get -qq install -y git clang",
                        "git clone --depth 1 https://example.org/with space/cdpsim.git .cdpsim");
        List<String> words = CommandTokens.of(ran.get(3));
        CommandRun.commandLine().parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        List<String> kept = new ArrayList<>();
        collectAll(only(file.entries().get(0).value(), "artifacts"), kept);
        assertThat(kept).containsExactly("always", "cdpsim-junit.xml", "cdpsim.sarif", "cdpsim-junit.xml");
        assertThat(project.resolve("cdpsim-junit.xml")).exists();
        assertThat(project.resolve("cdpsim.sarif")).exists();
        // GitLab caches what is below the project's folder alone
        assertThat(texts(CI.resolve("gitlab-ci.yml"), "MAVEN_USER_HOME")).containsExactly("$CI_PROJECT_DIR/.m2");
        assertThat(texts(CI.resolve("gitlab-ci.yml"), "MAVEN_OPTS"))
                .containsExactly("-Dmaven.repo.local=$CI_PROJECT_DIR/.m2/repository");
    }

    private static YamlNode only(YamlNode mapping, String key) {
        return ((YamlNode.Mapping) mapping)
                .entries().stream()
                        .filter(each -> each.key().equals(key))
                        .findFirst()
                        .orElseThrow()
                        .value();
    }

    private static void stub(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
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
        Files.writeString(repository.resolve("größe a.cu"), "int main() {} // good\n");
        Files.writeString(repository.resolve("part.cu"), "__global__ void k() {}\n");
        Files.writeString(repository.resolve("bad.check.yaml"), "x\n");
        Files.writeString(repository.resolve("other.txt"), "x\n");
        Files.writeString(repository.resolve("unstaged.cu"), "int main() {}\n");
        Map<String, String> environment = Map.of("CDPSIM", stub.toString());
        String in = repository.toString();
        assertThat(run(environment, "git", "init", "-q", in)).isZero();

        assertThat(run(environment, "git", "-C", in, "add", "größe a.cu", "part.cu", "other.txt"))
                .isZero();
        assertThat(runIn(repository, environment, "sh", CI.resolve("pre-commit").toString()))
                .isZero();
        assertThat(log).content().isEqualTo("check --quiet größe a.cu\n");

        Files.writeString(repository.resolve("größe a.cu"), "int main() {} // staged no more\n");
        assertThat(runIn(repository, environment, "sh", CI.resolve("pre-commit").toString()))
                .isZero();

        assertThat(run(environment, "git", "-C", in, "add", "bad.check.yaml")).isZero();
        assertThat(runIn(repository, environment, "sh", CI.resolve("pre-commit").toString()))
                .isEqualTo(1);
        assertThat(log).content().contains("check --quiet bad.check.yaml\n");
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
