package io.cdpsim.programs.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns the functions of a section into kernels, in LLVM's intermediate code and across PTX units. */
final class KernelConvention {
    /** The section that marks kernels. */
    static final String SECTION = "cdpsim.kernel";

    private static final String MARK = " section \"" + SECTION + "\"";
    private static final String DEFINE = "define ";
    private static final String RESULT = " void @";
    private static final String ENTRY = ".entry ";
    private static final String OTHER = ".extern .func ";

    private KernelConvention() {}

    /** The intermediate code in which they are kernels. */
    static String given(String code) {
        return code.lines()
                .map(line -> line.startsWith(DEFINE) && line.contains(MARK)
                        ? replaceFirst(replaceFirst(line, MARK, ""), RESULT, " ptx_kernel void @")
                        : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String replaceFirst(String line, String what, String with) {
        int at = line.indexOf(what);
        return at < 0 ? line : line.substring(0, at) + with + line.substring(at + what.length());
    }

    /** Declares as kernels the functions that other units define as kernels: a unit with only a declaration cannot know. */
    static void declareAcross(List<Path> units) throws IOException {
        Set<String> kernels = new HashSet<>();
        for (Path unit : units) {
            Files.readString(unit)
                    .lines()
                    .filter(each -> each.contains(ENTRY))
                    .forEach(each -> kernels.add(name(each, ENTRY)));
        }
        for (Path unit : units) {
            String text = Files.readString(unit)
                    .lines()
                    .map(line -> line.startsWith(OTHER) && kernels.contains(name(line, OTHER))
                            ? ".extern .entry " + line.substring(OTHER.length())
                            : line)
                    .collect(Collectors.joining("\n", "", "\n"));
            Files.writeString(unit, text);
        }
    }

    private static String name(String line, String behind) {
        int start = line.indexOf(behind) + behind.length();
        int end = start;
        while (end < line.length()
                && (Character.isLetterOrDigit(line.charAt(end)) || "_$%".indexOf(line.charAt(end)) >= 0)) {
            end++;
        }
        return line.substring(start, end);
    }
}
