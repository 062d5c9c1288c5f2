package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.cli.run.ScriptedWorkload;
import io.cdpsim.runtime.Machine;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workloads;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ErrorReportTest {
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '"', textBlock = """
        --verbose                    => unknown option '--verbose'; see 'cdpsim --help'
        --versoin                    => unknown option '--versoin'; did you mean '--version'? See 'cdpsim --help'
        ocupancy                     => unknown command 'ocupancy'; did you mean 'occupancy'? See 'cdpsim --help'
        run bsf                      => unknown command 'bsf'; did you mean 'bfs'? See 'cdpsim run --help'
        simulate                     => unknown command 'simulate', expected one of run, exec, sweep, compare, why, step, tune, check, profiles, plot, occupancy, errors, rules, examples, validate, fit, litmus, lab, doctor, serve, completion, man; see 'cdpsim --help'
        bfs                          => unknown command 'bfs'; did you mean 'cdpsim run bfs'? See 'cdpsim --help'
        show                         => unknown command 'show'; did you mean 'cdpsim profiles show' or 'cdpsim rules show'? See 'cdpsim --help'
        my.ptx                       => unknown command 'my.ptx'; did you mean 'cdpsim run my.ptx --plan FILE'? See 'cdpsim --help'
        run my.cu                    => my.cu: there is no such file
        my.cu                        => unknown command 'my.cu'; 'cdpsim run my.cu' compiles and runs it, see docs/use/cuda.md; see 'cdpsim --help'
        run mp.litmus                => unknown command 'mp.litmus'; did you mean 'cdpsim litmus mp.litmus'? See 'cdpsim run --help'
        run road.mtx.gz              => unknown command 'road.mtx.gz'; did you mean 'cdpsim run bfs --graph road.mtx.gz'? See 'cdpsim run --help'
        run permute                  => unknown command 'permute'; did you mean 'cdpsim run example:permute'? See 'cdpsim run --help'
        example:permute              => unknown command 'example:permute'; did you mean 'cdpsim run example:permute'? See 'cdpsim --help'
        h200                         => unknown command 'h200'; did you mean 'cdpsim profiles show h200'? See 'cdpsim --help'
        run mine.yaml                => unknown command 'mine.yaml'; did you mean 'cdpsim run WORKLOAD --profile mine.yaml'? See 'cdpsim run --help'
        mine.check.yaml              => unknown command 'mine.check.yaml'; did you mean 'cdpsim check mine.check.yaml'? See 'cdpsim --help'
        tail-1                       => unknown command 'tail-1'; did you mean 'cdpsim rules show TAIL-1'? See 'cdpsim --help'
        MP-weak                      => unknown command 'MP-weak'; did you mean 'cdpsim litmus builtin:MP-weak'? See 'cdpsim --help'
        run bfs grid:8               => unexpected argument 'grid:8'; did you mean '--graph grid:8'? See 'cdpsim run bfs --help'
        run nbody h200               => unexpected argument 'h200'; did you mean '--profile h200'? See 'cdpsim run nbody --help'
        run nbody --bodies 536870912 => invalid value for option '--bodies': found '536870912', expected a whole number from 1 to 536870909; see 'cdpsim run nbody --help'
        run nbody --bodies 536870909 => --bodies 536870909 does not fill blocks of 256 threads, which the variants shared, paired, rolled and shuffle need: take 536870656 bodies, or variant aos
        run nbody --block 2048       => --block 2048 is too many: a block of h200 has at most 1024 threads
        run persistent --threads 5000 => --threads 5000 is too many: a block of h200 has at most 1024 threads
        run nbody --gpus 31          => --gpus 31 is more than the 16 blocks that 4096 bodies need: take fewer GPUs, or smaller blocks
        validate rows.csv            => unexpected argument 'rows.csv'; did you mean '--data FOLDER'? See 'cdpsim validate --help'
        run nbody --gpus 99          => invalid value for option '--gpus': found '99', expected a whole number from 1 to 31; see 'cdpsim run nbody --help'
        run recursive --depth 2000000 => --depth 2000000 is out of range: give 0 to 1000000
        run                          => missing workload, expected one of bfs, irregular, nbody, persistent, pending, recursive, graph, ptx, exec, cuda, example; see 'cdpsim run --help'
        profiles                     => missing command, expected list, show or diff; see 'cdpsim profiles --help'
        profiles show                => missing required parameter: 'NAME|FILE'; see 'cdpsim profiles show --help'
        occupancy                    => missing required options: '--threads=N', '--registers=N'; see 'cdpsim occupancy --help'
        occupancy --thread 5         => unknown option '--thread'; did you mean '--threads'? See 'cdpsim occupancy --help'
        profiles list all            => unexpected argument 'all'; see 'cdpsim profiles list --help'
        serve --port 65536           => found --port 65536, expected a port from 0 to 65535; see 'cdpsim serve --help'
        serve --time 0               => invalid value for option '--time': found '0', expected a whole number from 1 to 2147483647; see 'cdpsim serve --help'
        litmus                       => missing required parameter: 'FILE'; see 'cdpsim litmus --help'
        litmus a b --explain x=1     => --explain takes one test, found 2; give one test; see 'cdpsim litmus --help'
        litmus a --picture b.svg     => --picture needs --explain, which names the state to draw; see 'cdpsim litmus --help'
        litmus a --explain x=1 --picture b.png => found 'b.png', expected a picture whose name ends in .svg or .dot; see 'cdpsim litmus --help'
        litmus a --bound -1          => invalid value for option '--bound': found '-1', expected a whole number from 0 to 2147483647; see 'cdpsim litmus --help'
        completion fish              => invalid value for positional parameter at index 0 (SHELL): found 'fish', expected one of bash, zsh; see 'cdpsim completion --help'
        man run me                   => 'cdpsim run' has no command 'me', expected one of bfs, irregular, nbody, persistent, pending, recursive, graph, ptx, exec, cuda, example; see 'cdpsim man --help'
        run bfs --variant dcp        => invalid value for option '--variant': found 'dcp', expected one of serial, warp, cdp, threshold, aggregate, aggregate-warp, aggregate-grid, driver; see 'cdpsim run bfs --help'
        run bfs --stream tail        => invalid value for option '--stream': found 'tail', expected one of null, named, per-thread, faf; see 'cdpsim run bfs --help'
        run pending --stream null    => invalid value for option '--stream': found 'null', expected one of named, faf; see 'cdpsim run pending --help'
        run nbody --bodies -1        => invalid value for option '--bodies': found '-1', expected a whole number from 1 to 536870909; see 'cdpsim run nbody --help'
        run nbody --bodies 1e6       => invalid value for option '--bodies': found '1e6', expected a whole number from 1 to 536870909; see 'cdpsim run nbody --help'
        run recursive --depth -1     => invalid value for option '--depth': found '-1', expected a whole number from 0 to 2147483647; see 'cdpsim run recursive --help'
        run bfs --seed one           => invalid value for option '--seed': found 'one', expected a whole number from -9223372036854775808 to 9223372036854775807; see 'cdpsim run bfs --help'
        run bfs --set                => missing required parameter for option '--set' (FIELD=VALUE); see 'cdpsim run bfs --help'
        run bfs --set sm.cuont=3     => override 'sm.cuont=3': unknown field 'sm.cuont'; did you mean 'sm.count'?
        run bfs --graph grid:0       => grid:0: the side is '0', expected a whole number from 1 to 2147483647: grid:SIDE
        run bfs --variant warp --threshold 5 => --threshold has no effect with --variant warp; leave it out, or give --variant threshold or driver
        run bfs --variant warp --stream faf  => --stream has no effect with --variant warp, which launches no grids; leave it out, or give another variant
        """)
    void wrongUseIsOneLineThatNamesTheFix(String arguments, String message) {
        CommandRun run = CommandRun.of(arguments.split(" "));
        assertThat(run.err()).isEqualTo("cdpsim: " + message + System.lineSeparator());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "profiles show no.yaml",
                "profiles show h201",
                "occupancy --threads 1 --registers 1 --profile h201",
                "run bfs --graph no-such-file.mtx",
                "run bfs --profile no.yaml",
                "run pending --profile k20x --cuda 12",
                "run nbody --gpus 99",
                "litmus no.litmus",
                "litmus builtin:no"
            })
    void aMissingFileOrUnfitChoiceIsOneLineToo(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1).allMatch(line -> line.startsWith("cdpsim: "));
    }

    @Test
    void aNameWithControlCharactersCannotSplitTheLine() {
        CommandRun run = CommandRun.of("profiles", "show", "a\nb\u001b[2J.yaml");
        assertThat(run.err()).startsWith("cdpsim: a\\u000ab\\u001b[2J.yaml: no such file");
        assertThat(run.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--debug run bfs --variant x", "run bfs --variant x --debug", "run bfs --graph x --debug"})
    void debugAddsTheStackTrace(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("cdpsim: ").contains("\n\tat io.cdpsim.");
    }

    @Test
    void askingForMoreMemoryThanTheGpuHasIsWrongUse() {
        assertThat(outcome(request -> {
                    new Machine(request.machine()).host().malloc(1L << 50);
                    throw new AssertionError("not reached");
                }))
                .isEqualTo("2 cdpsim: cudaMalloc of 1125899906842624 bytes on h200: cudaErrorMemoryAllocation\n");
    }

    @Test
    void aSettingThatTheWorkloadRefusesIsWrongUse() {
        assertThat(outcome(request -> {
                    throw new InvalidInputException("too many; ask for fewer");
                }))
                .isEqualTo("2 cdpsim: too many; ask for fewer\n");
    }

    @Test
    void aStuckProgramIsAFailedCheckExplainedLineByLine() {
        String outcome = outcome(request -> {
            new Machine(request.machine()).host().spinUntil("a word that nobody writes", () -> false);
            throw new AssertionError("not reached");
        });
        assertThat(outcome)
                .startsWith("1 cdpsim: stuck since ")
                .contains("\n  the host waits for a word that nobody writes");
    }

    @Test
    void aFaultOfTheProgramItselfIsDistinguishedFromWrongInput() {
        assertThat(outcome(request -> {
                    throw new IllegalStateException("broken");
                }))
                .isEqualTo(
                        "3 cdpsim: a bug of cdpsim, not an error of its input: java.lang.IllegalStateException: broken;"
                                + " please report it with what --debug adds\n");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anUnexpectedErrorOfAnyKindIsReportedToo(Error error) {
        StringWriter err = new StringWriter();
        Workloads workloads = Workloads.of(List.of(new ScriptedWorkload(request -> {
            throw error;
        })));
        String[] arguments = {"run", "scripted"};
        int exitCode =
                Main.execute(arguments, () -> workloads, new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertThat(exitCode).isEqualTo(3);
        assertThat(err.toString())
                .startsWith("cdpsim: a bug of cdpsim, not an error of its input: " + error)
                .hasLineCount(1);
    }

    static Stream<Error> errors() {
        return Stream.of(
                new StackOverflowError(),
                new NoClassDefFoundError("x"),
                new ServiceConfigurationError("a library is missing"),
                new AssertionError("no"));
    }

    private static String outcome(Function<RunRequest, RunResult> script) {
        StringWriter err = new StringWriter();
        CommandLine commandLine = Main.commandLine(Workloads.of(List.of(new ScriptedWorkload(script))), List.of());
        commandLine.setErr(new PrintWriter(err, true));
        int exitCode = commandLine.execute("run", "scripted");
        return exitCode + " " + err.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void outOfMemoryTheFixIsALargerHeapAndItsOption() {
        StringWriter err = new StringWriter();
        String[] arguments = {"run", "persistent", "--ints=9999999", "--json"};
        int exitCode =
                ErrorReport.outOfMemory(new OutOfMemoryError("Java heap space"), arguments, new PrintWriter(err));
        assertThat(exitCode).isEqualTo(3);
        Matcher fix = Pattern.compile("; reduce the values of --ints, or enlarge the heap, for example"
                        + " CDPSIM_JAVA_OPTS=-Xmx(\\d+)g\\R")
                .matcher(err.toString());
        assertThat(fix.find()).isTrue();
        assertThat(Long.parseLong(fix.group(1)) << 30)
                .isGreaterThan(Runtime.getRuntime().maxMemory());
    }

    @Test
    void noHeapIsOfferedForAnArrayThatNoneHolds() {
        StringWriter err = new StringWriter();
        OutOfMemoryError error = new OutOfMemoryError("Requested array size exceeds VM limit");
        ErrorReport.outOfMemory(error, new String[] {"run", "bfs"}, new PrintWriter(err));
        assertThat(err.toString())
                .isEqualTo("cdpsim: no Java virtual machine supports arrays of the needed length; reduce the input"
                        + System.lineSeparator());
    }
}
