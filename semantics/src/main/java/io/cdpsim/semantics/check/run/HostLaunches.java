package io.cdpsim.semantics.check.run;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of launches and calls by host code, which runs without line numbers. */
final class HostLaunches {
    private static final Pattern FAILED_LAUNCH = Pattern.compile("^the launch of kernel (\\S+) by the host failed");
    private static final Pattern FAILED_CALL = Pattern.compile("^the call of (\\w+) failed");

    private HostLaunches() {}

    /**
     * A diagnostic of a failed launch or call of the host with its line, if one line alone can be it; empty if the source uses the error code after all.
     */
    static Optional<Diagnostic> located(Diagnostic found, PreparedProgram program) {
        Matcher launch = FAILED_LAUNCH.matcher(found.message());
        if (launch.find()) {
            // An explicit call has a result, and the runtime does not tell it from kernel<<<>>>.
            return program.discarded().uses("cudaLaunchKernel")
                    ? Optional.empty()
                    : Optional.of(at(found, all(launch.group(1), program.sources())));
        }
        Matcher call = FAILED_CALL.matcher(found.message());
        return Optional.of(
                call.find()
                        ? at(
                                found,
                                program.discarded().calls(call.group(1)).stream()
                                        .map(each -> new SourceLocation(each.file(), each.line()))
                                        .toList())
                        : found);
    }

    private static Diagnostic at(Diagnostic found, List<SourceLocation> places) {
        return new Diagnostic(found.severity(), found.rule(), found.message(), places, found.details(), found.fix());
    }

    /** The last line of the sources that launches a kernel outside of a comment. */
    static List<SourceLocation> last(String kernel, List<Path> sources) {
        List<SourceLocation> found = all(kernel, sources);
        return found.isEmpty() ? List.of() : List.of(found.get(found.size() - 1));
    }

    private static List<SourceLocation> all(String kernel, List<Path> sources) {
        String name = kernel.replaceFirst("[<(].*", "").replaceFirst(".*::", "");
        Pattern launch = Pattern.compile("(?<!\\w)" + name + "\\s*(?:<[^<>;]*>)?\\s*<<<");
        List<SourceLocation> found = new ArrayList<>();
        for (Path source : sources) {
            try {
                List<String> lines = Files.readAllLines(source);
                for (int i = 0; i < lines.size(); i++) {
                    if (launch.matcher(lines.get(i).replaceFirst("//.*", "")).find()) {
                        found.add(new SourceLocation(source.toString(), i + 1));
                    }
                }
            } catch (MalformedInputException e) {
                // A source in another encoding has no location.
            } catch (IOException e) {
                // The compiler has read it, so another program has changed it since; the diagnostic has no location.
            }
        }
        return found;
    }
}
