package io.cdpsim.cli.litmus;

import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.option.WholeNumber;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonObject;
import io.cdpsim.cli.output.Printable;
import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.ShippedTests;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim litmus}. */
@Command(
        name = "litmus",
        description =
                "Tells every outcome that the memory model allows a litmus test, and whether it is as the test claims.")
public final class LitmusCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Tests in the PTX litmus format, plain or with launches. builtin:NAME is one that comes with"
                    + " cdpsim, builtin:all is all of them.")
    private List<String> files = List.of();

    @Mixin
    private JsonOption json;

    @Option(
            names = "--bound",
            paramLabel = "N",
            converter = WholeNumber.NotNegative.class,
            defaultValue = "" + LitmusChecker.DEFAULT_LOOP_BOUND,
            description = "How often a thread may jump back at one place; executions that need more are left out."
                    + " Default: ${DEFAULT-VALUE}.")
    private int bound;

    @Spec
    private CommandSpec spec;

    /** Made by picocli. */
    public LitmusCommand() {}

    /** What became of a file: a result, or what is wrong with it. */
    private sealed interface Outcome {
        record Checked(LitmusResult result) implements Outcome {}

        record Refused(String file, String problem) implements Outcome {}
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<Outcome> outcomes = new ArrayList<>();
        for (String file : ShippedTests.expand(files)) {
            Outcome outcome = check(file);
            outcomes.add(outcome);
            if (!json.wanted() && outcome instanceof Outcome.Checked checked) {
                out.print(LitmusReport.text(checked.result()));
                out.flush();
            }
            if (outcome instanceof Outcome.Refused refused) {
                err.println("cdpsim: " + Printable.line(refused.problem()));
                err.flush();
            }
        }
        if (json.wanted()) {
            out.print(JsonObject.list(generator -> {
                for (Outcome outcome : outcomes) {
                    if (outcome instanceof Outcome.Checked checked) {
                        LitmusJson.write(checked.result(), generator);
                    } else if (outcome instanceof Outcome.Refused refused) {
                        LitmusJson.writeError(refused.file(), refused.problem(), generator);
                    }
                }
            }));
        }
        boolean anyRefused = outcomes.stream().anyMatch(each -> each instanceof Outcome.Refused);
        return anyRefused ? ExitCode.WRONG_USE : ExitCode.DONE;
    }

    private Outcome check(String file) {
        try {
            LitmusTest test = ShippedTests.read(file);
            return new Outcome.Checked(new LitmusChecker(bound).check(test));
        } catch (LitmusException e) {
            return new Outcome.Refused(file, Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
    }
}
