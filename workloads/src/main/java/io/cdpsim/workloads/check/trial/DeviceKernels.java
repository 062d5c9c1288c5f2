package io.cdpsim.workloads.check.trial;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.PtxLinkException;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.lower.PtxLowering;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.exec.fatbinary.CudaExecutable;
import io.cdpsim.workloads.exec.fatbinary.FatBinaryException;
import io.cdpsim.workloads.exec.fatbinary.PtxUnit;
import io.cdpsim.workloads.ptx.PtxFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The kernels of a program as code to look at: lowered like those that run, with variables nowhere. */
final class DeviceKernels {
    private DeviceKernels() {}

    /** Those of files of PTX. */
    static List<Kernel> of(List<Path> files) {
        return lowered(PtxFiles.read(files));
    }

    /**
     * Those of an executable.
     *
     * @throws InvalidInputException if it is no such file, or cannot be run on the GPU
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
            return apart(units);
        }
    }

    /** Modules that were not linked may have functions of one name. */
    private static List<Kernel> apart(List<PtxModule> units) {
        List<Kernel> kernels = new ArrayList<>();
        for (PtxModule each : units) {
            try {
                kernels.addAll(lowered(PtxProgram.link(List.of(each))));
            } catch (PtxLinkException e) {
                // A part of a module of several units and another module: what cannot be told apart is not looked at.
            }
        }
        return kernels;
    }

    private static List<Kernel> lowered(PtxProgram program) {
        try {
            return List.copyOf(PtxLowering.kernels(program, symbol -> 0).values());
        } catch (UnsupportedPtxException | KernelVerificationException e) {
            // The run says so, if the program comes to it.
            return List.of();
        }
    }
}
