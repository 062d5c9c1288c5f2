package io.cdpsim.semantics.check.run;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import io.cdpsim.programs.exec.fatbinary.FatBinaryException;
import io.cdpsim.programs.ptx.PtxFiles;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.workloads.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads the kernels of a program for static analysis. They are lowered as for a run, with all variables at address 0. */
final class DeviceKernels {
    private DeviceKernels() {}

    /** The kernels of PTX files. */
    static List<Kernel> of(List<Path> files) {
        return lowered(PtxFiles.read(files));
    }

    /**
     * The kernels of an executable.
     *
     * @throws InvalidInputException if it is not an executable with device code, or has no code for the GPU
     */
    static List<Kernel> of(Path program, GpuProfile gpu) {
        List<PtxModule> units = new ArrayList<>();
        try {
            CudaExecutable executable = CudaExecutable.open(program);
            executable.check(gpu.computeCapability());
            for (PtxUnit each : executable.ptx(gpu.computeCapability())) {
                units.add(PtxReader.read(each.name(), each.ptx()));
            }
        } catch (FatBinaryException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
        try {
            return lowered(PtxProgram.link(units));
        } catch (PtxLinkException e) {
            return unlinked(units);
        }
    }

    /** The kernels of modules that do not link together, such as modules with functions of the same name. */
    private static List<Kernel> unlinked(List<PtxModule> units) {
        List<Kernel> kernels = new ArrayList<>();
        for (PtxModule each : units) {
            try {
                kernels.addAll(lowered(PtxProgram.link(List.of(each))));
            } catch (PtxLinkException e) {
                // A unit that needs another one, which cannot be identified, is not analysed.
            }
        }
        return kernels;
    }

    private static List<Kernel> lowered(PtxProgram program) {
        try {
            return List.copyOf(PtxLowering.kernels(program, symbol -> 0).values());
        } catch (UnsupportedPtxException | KernelVerificationException e) {
            // The run reports it if the program launches the kernel.
            return List.of();
        }
    }
}
