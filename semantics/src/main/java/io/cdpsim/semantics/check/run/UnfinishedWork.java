package io.cdpsim.semantics.check.run;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds device work that a program does not wait for: its results and its output are lost when the program ends. */
final class UnfinishedWork {
    private UnfinishedWork() {}

    /**
     * The diagnostic of a program that ended while the device had work.
     *
     * @param grids the grids of the run; none if the host launched and ended at once
     */
    static Diagnostic diagnostic(List<ObservedGrid> grids, PreparedProgram program) {
        Optional<String> kernel = grids.stream()
                .filter(each -> each.parent() == 0 && !each.isComplete())
                .reduce((first, second) -> second)
                .map(ObservedGrid::kernel);
        boolean prints = program.kernels().stream().anyMatch(UnfinishedWork::prints);
        return new Diagnostic(
                Severity.WARNING,
                prints ? "PRNT-2" : "NEST-6",
                "the program ends without waiting for "
                        + kernel.map(name -> "kernel " + name).orElse("its kernels") + " and their children, so "
                        + (prints ? "output of the device is lost" : "results of the device are lost"),
                launches(kernel.orElse("\\w+"), program.sources()),
                List.of(),
                "call cudaDeviceSynchronize() on the host before the program ends, and check its result");
    }

    private static boolean prints(Kernel kernel) {
        for (var each : kernel.code()) {
            if (each.opcode() == Opcode.PRINT) {
                return true;
            }
        }
        return false;
    }

    /** The last line of the sources that launches a kernel outside of a comment. */
    private static List<SourceLocation> launches(String kernel, List<Path> sources) {
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
        return found.isEmpty() ? List.of() : List.of(found.get(found.size() - 1));
    }
}
