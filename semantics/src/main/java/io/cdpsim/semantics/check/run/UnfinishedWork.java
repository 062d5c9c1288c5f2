package io.cdpsim.semantics.check.run;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import java.util.List;
import java.util.Optional;

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
                HostLaunches.last(kernel.orElse("\\w+"), program.sources()),
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
}
