package io.cdpsim.programs.exec.module;

import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the line of the CUDA source that an instruction of PTX was compiled from. */
public final class PtxOrigin {
    private static final Pattern LOCATION = Pattern.compile("\\s*\\.loc\\s+(\\d+)\\s+(\\d+).*");
    private static final Pattern FILE = Pattern.compile("\\s*\\.file\\s+(\\d+)\\s+\"([^\"]*)\".*");
    private static final Pattern FUNCTION_END = Pattern.compile("\\s*\\}\\s*");

    private PtxOrigin() {}

    /**
     * The line of the source, which compilers record with {@code -lineinfo} or {@code -g}.
     *
     * @param units the PTX of the program
     * @param message an error that starts with the name of a unit and the line of its PTX
     * @return file and line; empty if the PTX does not contain them
     */
    public static String sourceLine(List<PtxUnit> units, String message) {
        for (PtxUnit each : units) {
            if (message.startsWith(each.name() + ":")) {
                Matcher line = Pattern.compile("(\\d{1,9}):.*", Pattern.DOTALL)
                        .matcher(message.substring(each.name().length() + 1));
                if (line.matches()) {
                    return sourceLine(each, Integer.parseInt(line.group(1)));
                }
            }
        }
        return "";
    }

    private static String sourceLine(PtxUnit unit, int line) {
        List<String> lines =
                new String(unit.ptx(), StandardCharsets.UTF_8).lines().toList();
        for (int i = Math.min(line, lines.size()) - 1; i >= 0; i--) {
            Matcher location = LOCATION.matcher(lines.get(i));
            if (location.matches()) {
                return file(lines, location.group(1)) + location.group(2);
            }
            if (i < line - 1 && FUNCTION_END.matcher(lines.get(i)).matches()) {
                return "";
            }
        }
        return "";
    }

    private static String file(List<String> lines, String number) {
        return lines.stream()
                .map(FILE::matcher)
                .filter(each -> each.matches() && each.group(1).equals(number))
                .map(each -> each.group(2) + ":")
                .findFirst()
                .orElse("line ");
    }
}
