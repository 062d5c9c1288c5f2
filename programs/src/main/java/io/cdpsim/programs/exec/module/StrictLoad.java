package io.cdpsim.programs.exec.module;

import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** Checks that every kernel of a program can be simulated, whether or not the program launches it. */
public final class StrictLoad {
    private StrictLoad() {}

    /** Lowers all kernels. @throws InvalidInputException if one contains an unsupported instruction; names opcode, position and source line */
    public static void check(List<PtxUnit> units) {
        List<PtxModule> modules = new ArrayList<>();
        for (PtxUnit each : units) {
            modules.add(PtxReader.read(each.name(), each.ptx()));
        }
        try {
            lower(modules);
        } catch (UnsupportedPtxException | KernelVerificationException e) {
            String message = String.valueOf(e.getMessage());
            String line = PtxOrigin.sourceLine(units, message);
            throw new InvalidInputException(message + (line.isEmpty() ? "" : " (" + line + ")")
                    + "; leave out --strict-load to run the kernels that do not need it");
        }
    }

    private static void lower(List<PtxModule> modules) {
        PtxProgram program;
        try {
            program = PtxProgram.link(modules);
        } catch (PtxLinkException e) {
            // Separate modules, such as two with functions of the same name. A unit that needs another is left to the
            // run.
            if (modules.size() > 1) {
                modules.forEach(each -> lower(List.of(each)));
            }
            return;
        }
        PtxLowering.kernels(program, symbol -> 0);
    }
}
