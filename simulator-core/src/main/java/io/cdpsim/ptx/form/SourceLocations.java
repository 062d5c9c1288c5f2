package io.cdpsim.ptx.form;

import io.cdpsim.kernel.code.SourcePlace;
import io.cdpsim.ptx.syntax.Location;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxModule;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The source location of an instruction: a line of the user's source if the module has line information, otherwise a line of the PTX text. */
public final class SourceLocations {
    /** Headers of the toolkit by their names alone, as PTX has them that was made to be passed on. */
    private static final Pattern TOOLKIT = Pattern.compile("(cuda_|device_|sm_\\d\\d_)\\w+\\.(h|hpp)");

    private final PtxModule module;
    private final Map<Integer, String> files = new HashMap<>();
    private final Map<Location, String> words = new HashMap<>();

    /** The source locations of a module. */
    public SourceLocations(PtxModule module) {
        this.module = module;
        for (PtxModule.SourceFile file : module.files()) {
            files.put(file.index(), file.name());
        }
    }

    /** The place of an instruction. */
    public SourcePlace of(PtxInstruction instruction) {
        String ptx = module.source().name();
        int line = module.source().line(instruction.at());
        Location location = instruction.location();
        String shown =
                location == null || location.line() == 0 ? ptx + ":" + line : words.computeIfAbsent(location, this::of);
        return new SourcePlace(shown, ptx, line);
    }

    /** For code inlined from a toolkit header, the line that it was inlined into: the user's code. */
    private String of(Location location) {
        Location.Inlining inlined = location.inlined();
        if (inlined == null || !isHeader(name(location.file()))) {
            return name(location.file()) + ":" + location.line();
        }
        while (inlined.outer() != null && isHeader(name(inlined.file()))) {
            inlined = inlined.outer();
        }
        return name(inlined.file()) + ":" + inlined.line();
    }

    private String name(int file) {
        return files.getOrDefault(file, "file " + file);
    }

    private static boolean isHeader(String file) {
        return file.contains("/include/") || TOOLKIT.matcher(file).matches();
    }
}
