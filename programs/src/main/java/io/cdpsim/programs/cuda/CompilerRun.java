package io.cdpsim.programs.cuda;

import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A completed run of a tool.
 *
 * @param exitCode 0 for success
 * @param said its standard output and standard error
 */
record CompilerRun(int exitCode, String said) {
    /**
     * Runs a tool in the user's working directory, so that it names files as the user does.
     *
     * @throws InvalidInputException if it cannot be started
     */
    static CompilerRun of(List<String> command) {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            // Messages are parsed here, and must be in the language of all others.
            builder.environment().put("LC_MESSAGES", "C");
            process = builder.start();
        } catch (IOException e) {
            throw new InvalidInputException("cannot start the compiler " + command.get(0) + ": " + e.getMessage());
        }
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            return new CompilerRun(process.waitFor(), said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InvalidInputException("compiling was interrupted");
        } finally {
            process.destroy();
        }
    }

    /**
     * Runs a tool that must succeed.
     *
     * @return its output: warnings
     * @throws CompileException if it fails
     */
    static String successful(List<String> command) {
        CompilerRun run = of(command);
        if (run.exitCode != 0) {
            String said = run.said.strip();
            throw new CompileException(
                    said.isEmpty()
                            ? command.get(0) + " ended with exit code " + run.exitCode + " and said nothing"
                            : said.lines().collect(Collectors.joining("\n")));
        }
        return run.said;
    }
}
