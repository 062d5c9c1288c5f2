package io.cdpsim.semantics.check.analysis;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the errors of nvcc and clang into diagnostics. Errors that a rule of dynamic parallelism explains have its id and its fix. */
public final class CompilerDiagnostics {
    private static final int MAX_DIAGNOSTICS = 20;

    /** {@code prog.cu(6): error: ...} of nvcc, {@code prog.cu:6:3: error: ...} of clang and gcc. */
    private static final Pattern ERROR = Pattern.compile(
            "^(?<file>\\S.*?)(?:\\((?<nvcc>\\d{1,9})\\)|:(?<clang>\\d{1,9})(?::\\d+)?): (?:fatal |catastrophic"
                    + " )?error(?: #[\\w-]+)?: (?<text>.*)$");

    /** A host function in device code, in the words of nvcc, then those of clang. */
    private static final List<Pattern> HOST_FUNCTION = List.of(
            Pattern.compile(
                    "calling a __host__ function\\(\"(?:::)?(?<call>cuda\\w+).*\"\\) from a __(?<kind>global|device)__"
                            + " function\\(\"(?<from>[^\"]*)\"\\)"),
            Pattern.compile("identifier \"(?<call>cuda\\w+)\" is undefined in device code"),
            Pattern.compile("reference to __host__ function '(?<call>cuda\\w+)"));

    /** Clang reports a host function that device functions call as a failed overload resolution; a note gives the reason. */
    private static final Pattern NO_MATCH = Pattern.compile("no matching function for call to '(?<call>cuda\\w+)'");

    private static final String HOST_NOTE = "call to __host__ function from __";
    private static final Pattern SPECIAL_STREAM = Pattern.compile(
            "(?:identifier \"|undeclared identifier ')(?<stream>cudaStreamTailLaunch|cudaStreamFireAndForget)[\"']");

    /** A store to constant memory, which nvcc replaces by a trap, often with the whole kernel. */
    private static final Pattern CONSTANT_STORE = Pattern.compile(
            "^(?:warning: )?(?<file>\\S.*?)\\((?<line>\\d{1,9})\\): [Ww]arning:.* [Cc]annot store to pointer that"
                    + " points to constant memory space.*$");

    private CompilerDiagnostics() {}

    /** The warnings of a compilation that rules of dynamic parallelism explain. */
    public static List<Diagnostic> ofWarnings(String output) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (String line : output.lines().distinct().toList()) {
            Matcher store = CONSTANT_STORE.matcher(line);
            if (store.matches()) {
                diagnostics.add(new Diagnostic(
                        Severity.ERROR,
                        "MEM-8",
                        "device code stores to constant memory, which it must not write; the compiler compiles a trap",
                        List.of(new SourceLocation(store.group("file"), Integer.parseInt(store.group("line")))),
                        List.of(),
                        "store to a __device__ variable, or have the host call cudaMemcpyToSymbol before the launch"));
            }
        }
        return diagnostics;
    }

    /**
     * The diagnostics of a failed compilation, at least one, each location and rule once.
     *
     * @param output the output of the compiler
     * @param gpu the GPU of the compilation
     */
    public static List<Diagnostic> of(String output, GpuProfile gpu) {
        List<String> lines = output.lines().toList();
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (int i = 0; i < lines.size() && diagnostics.size() < MAX_DIAGNOSTICS; i++) {
            Matcher error = ERROR.matcher(lines.get(i));
            if (error.matches()) {
                add(diagnostics, diagnostic(error, notes(lines, i + 1), gpu));
            }
        }
        if (diagnostics.isEmpty()) {
            diagnostics.add(new Diagnostic(
                    Severity.ERROR,
                    CheckerRules.COMPILE,
                    "the source does not compile for " + target(gpu),
                    List.of(),
                    lines.stream().limit(MAX_DIAGNOSTICS).toList(),
                    "fix what the compiler reports"));
        }
        return diagnostics;
    }

    private static void add(List<Diagnostic> diagnostics, Diagnostic added) {
        boolean isKnown = diagnostics.stream()
                .anyMatch(each -> each.locations().equals(added.locations())
                        && each.rule().equals(added.rule())
                        && !added.rule().equals(CheckerRules.COMPILE));
        if (!isKnown) {
            diagnostics.add(added);
        }
    }

    /** The text of the lines that belong to an error. */
    private static String notes(List<String> lines, int from) {
        int to = from;
        while (to < lines.size() && !ERROR.matcher(lines.get(to)).matches()) {
            to++;
        }
        return String.join("\n", lines.subList(from, to));
    }

    private static Diagnostic diagnostic(Matcher error, String notes, GpuProfile gpu) {
        String text = error.group("text");
        int line = Integer.parseInt(error.group("nvcc") == null ? error.group("clang") : error.group("nvcc"));
        List<SourceLocation> locations = List.of(new SourceLocation(error.group("file"), line));
        List<String> details = List.of("compiling for " + target(gpu));
        Matcher stream = SPECIAL_STREAM.matcher(text);
        if (gpu.cdp() == CdpSupport.CDP1 && stream.find()) {
            VersionRule rule = VersionRule.ofStream(stream.group("stream").endsWith("TailLaunch"));
            return rule.diagnostic("the program", locations, details);
        }
        Optional<String> call = hostCall(text, notes);
        if (call.isPresent()) {
            String from = caller(text);
            if (call.get().equals("cudaDeviceSynchronize")) {
                return VersionRule.SYNCHRONIZATION.diagnostic(from, locations, details);
            }
            return new Diagnostic(
                    Severity.ERROR,
                    "API-3",
                    from + " calls " + call.get() + ", which the device runtime does not have",
                    locations,
                    details,
                    "call it on the host, or use streams, events and tail launches to order grids");
        }
        return new Diagnostic(
                Severity.ERROR, CheckerRules.COMPILE, text, locations, details, "fix what the compiler reports");
    }

    private static Optional<String> hostCall(String text, String notes) {
        for (Pattern each : HOST_FUNCTION) {
            Matcher call = each.matcher(text);
            if (call.find()) {
                return Optional.of(call.group("call"));
            }
        }
        Matcher unmatched = NO_MATCH.matcher(text);
        return unmatched.find() && notes.contains(HOST_NOTE) ? Optional.of(unmatched.group("call")) : Optional.empty();
    }

    private static String caller(String text) {
        Matcher call = HOST_FUNCTION.get(0).matcher(text);
        if (!call.find()) {
            return "device code";
        }
        String name = call.group("from").replaceFirst("\\(.*", "");
        return (call.group("kind").equals("global") ? "kernel " : "device function ") + name;
    }

    private static String target(GpuProfile gpu) {
        return gpu.name() + " (" + gpu.cdp() + ")";
    }
}
