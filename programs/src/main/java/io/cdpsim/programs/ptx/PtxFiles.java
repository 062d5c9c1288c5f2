package io.cdpsim.programs.ptx;

import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.workloads.FileErrors;
import io.cdpsim.workloads.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads PTX files and links them. */
public final class PtxFiles {
    private PtxFiles() {}

    /**
     * The program in some files.
     *
     * @param files one module each
     * @throws InvalidInputException if a file cannot be read
     * @throws io.cdpsim.ptx.read.PtxSyntaxException if one is not PTX
     * @throws io.cdpsim.ptx.link.PtxLinkException if they cannot be linked
     */
    public static PtxProgram read(List<Path> files) {
        List<PtxModule> modules = new ArrayList<>();
        for (Path file : files) {
            try {
                modules.add(PtxReader.read(file.toString(), Files.readAllBytes(file)));
            } catch (IOException e) {
                throw new InvalidInputException("cannot read " + file + ": " + FileErrors.reason(e));
            }
        }
        return PtxProgram.link(modules);
    }
}
