package io.cdpsim.cli.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Java, the classes and the options of a process of this program that a command starts. */
public final class ProgramProcess {
    /** The main class of the command line. */
    public static final String MAIN = "io.cdpsim.cli.Main";

    private ProgramProcess() {}

    /**
     * The command line of a process, up to its main class.
     *
     * @param heapMegabytes limit of the heap
     * @param options further options of Java
     * @return a list that can grow
     */
    public static List<String> java(int heapMegabytes, List<String> options) {
        List<String> words = new ArrayList<>(List.of(javaProgram(), "-XX:+UseSerialGC", "-Xmx" + heapMegabytes + "m"));
        words.addAll(options);
        archive()
                .ifPresent(file -> words.addAll(
                        List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:cds+dynamic=off")));
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath())));
        return words;
    }

    /** The Java that runs this. */
    public static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The entries of the class path with absolute paths, as a process may be in another folder. */
    public static List<String> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath().normalize().toString())
                .toList();
    }

    /** The class archive, which makes Java start faster; empty without the launcher, which makes it and names it in a system property. */
    public static Optional<String> archive() {
        return Optional.of(System.getProperty("cdpsim.archive", "")).filter(file -> !file.isEmpty());
    }
}
