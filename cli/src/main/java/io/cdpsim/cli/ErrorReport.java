package io.cdpsim.cli;

import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.read.PtxSyntaxException;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.spelling.SimilarName;
import io.cdpsim.workloads.HeapSize;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.graph.GraphFormatException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reports an error in one line on standard error, followed by its stack trace if {@code --debug} is given. The report of a stuck
 * program takes more lines: which part waits for which.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    static final String DEBUG_OPTION = "--debug";

    /** Options whose values determine how much memory a run needs. */
    private static final Set<String> SIZES = Set.of(
            "--bodies",
            "--blocks",
            "--bound",
            "--data",
            "--depth",
            "--gpus",
            "--graph",
            "--ints",
            "--iterations",
            "--pool",
            "--profile",
            "--set",
            "--simulate",
            "--sizes",
            "--steps",
            "--threads",
            "--work");

    /** Options whose values determine how many grids a run launches. */
    private static final Set<String> LAUNCHES =
            Set.of("--blocks", "--bodies", "--depth", "--graph", "--sizes", "--threads");

    private final Supplier<CommandLine> all;

    /** @param all makes the command line with all commands, among which it looks for the one that the user may mean */
    ErrorReport(Supplier<CommandLine> all) {
        this.all = all;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine commandLine = e.getCommandLine();
        List<String> unmatched = commandLine.getUnmatchedArguments();
        String message = unmatched.isEmpty() ? lowerFirst(message(e)) : unmatched(commandLine, unmatched.get(0));
        String help = commandLine.getCommandSpec().qualifiedName() + " --help";
        String joint = message.endsWith("?") ? " See '" : "; see '";
        return report(message + joint + help + "'", e, args, commandLine.getErr(), ExitCode.WRONG_USE);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        String[] args = parsed.originalArgs().toArray(String[]::new);
        PrintWriter err = commandLine.getErr();
        if (e instanceof ProfileException
                || e instanceof GraphFormatException
                || e instanceof InvalidInputException
                || e instanceof KernelLoadException
                || e instanceof PtxSyntaxException
                || e instanceof PtxLinkException
                || e instanceof UnsupportedPtxException) {
            return report(message(e), e, args, err, ExitCode.WRONG_USE);
        }
        if (e instanceof CudaException cuda) {
            // The program causes a sticky error; the others mean that it requests more than the GPU has.
            int exitCode = cuda.error().isSticky() ? ExitCode.FAILED_CHECK : ExitCode.WRONG_USE;
            return report(message(e), e, args, err, exitCode);
        }
        if (e instanceof StuckException) {
            return report(message(e), e, args, err, ExitCode.FAILED_CHECK);
        }
        if (e instanceof LaunchBombException) {
            return report(message(e) + "; " + smaller(args, LAUNCHES), e, args, err, ExitCode.UNFINISHED);
        }
        return fault(e, args, err);
    }

    /** Reports wrong input before the command is known. */
    static int wrongUse(InvalidInputException e, String[] args, PrintWriter err) {
        return report(message(e), e, args, err, ExitCode.WRONG_USE);
    }

    static int outOfMemory(OutOfMemoryError e, String[] args, PrintWriter err) {
        String message = String.valueOf(e.getMessage()).contains("VM limit")
                ? "no Java virtual machine supports arrays of the needed length; " + smaller(args)
                : "out of memory with a heap of "
                        + NumberFormats.bytes(HeapSize.bytes())
                        + "; " + smaller(args) + ", or enlarge the heap, for example CDPSIM_JAVA_OPTS="
                        + HeapSize.larger();
        return report(message, e, args, err, ExitCode.UNFINISHED);
    }

    /** Advice to reduce those given options that determine how much memory a run needs. */
    private static String smaller(String[] args) {
        return smaller(args, SIZES);
    }

    private static String smaller(String[] args, Set<String> sizes) {
        String given = Stream.of(args)
                .map(each -> each.contains("=") ? each.substring(0, each.indexOf('=')) : each)
                .filter(sizes::contains)
                .distinct()
                .collect(Collectors.joining(" or "));
        return given.isEmpty() ? "reduce the input" : "reduce the values of " + given;
    }

    static int fault(Throwable e, String[] args, PrintWriter err) {
        String message = "a bug of cdpsim, not an error of its input: " + e + "; please report it with what "
                + DEBUG_OPTION + " adds";
        return report(message, e, args, err, ExitCode.UNFINISHED);
    }

    private static int report(String message, Throwable e, String[] args, PrintWriter err, int exitCode) {
        err.println("cdpsim: "
                + (e instanceof StuckException ? PrintableText.lines(message) : PrintableText.line(message)));
        if (Arrays.asList(args).contains(DEBUG_OPTION)) {
            e.printStackTrace(err);
        }
        err.flush();
        return exitCode;
    }

    /** The error of an argument that the command does not take, with a suggestion. */
    private String unmatched(CommandLine commandLine, String found) {
        if (found.startsWith("-")) {
            String name = found.contains("=") ? found.substring(0, found.indexOf('=')) : found;
            return "unknown option '" + name + "'"
                    + suggestion(name, commandLine.getCommandSpec().optionsMap().keySet());
        }
        Set<String> commands = commandLine.getSubcommands().keySet();
        String what = commands.isEmpty() ? "unexpected argument" : "unknown command";
        return what + " '" + found + "'"
                + CommandSuggestion.of(commandLine, found, all)
                        .orElseGet(() -> commands.isEmpty() ? "" : suggestion(found, commands));
    }

    private static String suggestion(String found, Set<String> known) {
        return SimilarName.of(found, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElseGet(() -> found.startsWith("-") ? "" : ", expected one of " + String.join(", ", known));
    }

    private static String message(Exception e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }

    private static String lowerFirst(String message) {
        return message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
