package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.programs.exec.library.CacheDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python package in the folder notebook: its own tests, and its notebook as Jupyter runs it. Skipped where Python lacks a module. */
class NotebookTest {
    private static final Path NOTEBOOK = DocumentedCommandsTest.ROOT.resolve("notebook");
    private static final int MINUTES = 5;

    @TempDir
    private Path folder;

    /** The compiler for cells; without one they show what is missing. */
    private Optional<Path> clang = Optional.empty();

    @BeforeEach
    void isLinux() {
        assumeTrue(
                System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "programs are executed on Linux on x86-64");
        clang = new CompilerSearch(System.getenv().getOrDefault("PATH", "")).clang();
    }

    private record Ended(int exitCode, String output, String errors) {}

    /** The first Python that has some modules; Debian's is tried too, where another one is first on the path. */
    private String python(String modules) throws IOException, InterruptedException {
        for (String each : List.of("python3", "/usr/bin/python3")) {
            try {
                if (run(List.of(each, "-c", "import " + modules)).exitCode() == 0) {
                    return each;
                }
            } catch (IOException e) {
                continue;
            }
        }
        assumeTrue(false, "no python3 here has " + modules);
        throw new IllegalStateException();
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(NOTEBOOK.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("CDPSIM", launcher().toString());
        environment.put("PYTHONPATH", NOTEBOOK.toString());
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        environment.put("IPYTHONDIR", folder.resolve("ipython").toString());
        environment.put("JUPYTER_RUNTIME_DIR", folder.resolve("jupyter").toString());
        clang.ifPresent(each -> environment.put(CudaCompiler.VARIABLE, each.toString()));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Stands for the launcher of a checkout, which would build first. */
    private Path launcher() throws IOException {
        List<String> words = ChildJava.program("-Dcdpsim.cache=" + CacheDirectory.path());
        words.replaceAll(each -> "'" + each.replace("'", "'\\''") + "'");
        Path launcher =
                Files.writeString(folder.resolve("cdpsim"), "#!/bin/sh\nexec " + String.join(" ", words) + " \"$@\"\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return launcher;
    }

    @Test
    void theTestsOfThePackageHold() throws IOException, InterruptedException {
        String python = python("IPython");

        Ended tests = run(List.of(python, "-m", "unittest", "discover", "-s", "tests"));

        assertThat(tests.exitCode()).as(tests.errors()).isZero();
        assertThat(tests.errors()).containsPattern("Ran [1-9]\\d* tests");
    }

    @Test
    void jupyterRunsTheNotebook() throws IOException, InterruptedException {
        assumeTrue(clang.isPresent(), "there is no clang++ 14 or newer here");
        String python = python("IPython, ipykernel, nbconvert");

        Ended notebook = run(
                List.of(python, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", "first-steps.ipynb"));

        assertThat(notebook.exitCode()).as(notebook.errors()).isZero();
        List<JsonNode> outputs = new ArrayList<>();
        new ObjectMapper().readTree(notebook.output()).path("cells").forEach(cell -> outputs.add(cell.path("outputs")));
        List<String> shown = outputs.stream()
                .map(JsonNode::toString)
                .filter(each -> each.length() > 2)
                .toList();
        assertThat(shown).hasSize(5);
        assertThat(shown.get(0)).contains("blocks per SM");
        assertThat(shown.get(1)).contains("text/html", "MEM-12", "at lines 5, 10", "data:image/svg+xml;base64,");
        assertThat(shown.get(2)).contains("the sum is 690880", "no findings", "data:image/svg+xml;base64,");
        assertThat(shown.get(3)).contains("MEM-12", "1 case, 6 runs: 1 failed");
        assertThat(shown.get(4)).contains("('MEM-12', (5, 10))");
    }
}
