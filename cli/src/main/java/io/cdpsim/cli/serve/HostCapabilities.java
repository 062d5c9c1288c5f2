package io.cdpsim.cli.serve;

import io.cdpsim.programs.cuda.CompilerSearch;
import io.cdpsim.programs.cuda.CudaCompiler;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Capabilities of this machine.
 *
 * @param sandbox the sandbox of every run; empty if there is none
 * @param cuda the reason why CUDA programs are not run, and the fix; empty if they are
 */
record HostCapabilities(Optional<Sandbox> sandbox, String cuda) {
    /**
     * Examines this machine.
     *
     * @param isTrusted whether programs may run as native code without a sandbox
     */
    static HostCapabilities find(boolean isTrusted) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        Optional<Path> compiler = Optional.empty();
        String problem = "";
        try {
            compiler = Optional.of(CudaCompiler.find(new CompilerSearch(path), System.getenv(CudaCompiler.VARIABLE))
                    .tool());
        } catch (InvalidInputException e) {
            problem = String.valueOf(e.getMessage());
        }
        Optional<Sandbox> sandbox = Sandbox.find(path, compiler);
        if (problem.isEmpty() && sandbox.isEmpty() && !isTrusted) {
            problem = "a CUDA program's main is native code, and there is no bubblewrap that works to keep it in its"
                    + " folder: install bubblewrap (Debian, Ubuntu: apt install bubblewrap), or start 'cdpsim"
                    + " serve --trust' if you trust every program that you run here";
        }
        return new HostCapabilities(sandbox, problem);
    }
}
