package io.cdpsim.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.cdpsim.workloads.Workload;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the dependencies of docs/develop/architecture.md: which package may use which. It is in this module because no other sees all. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = ProductClasses.all();

    /**
     * Top-level packages in the order of their dependencies: each may use those before it, except as {@link #MUST_NOT_USE} says. A package
     * that is not named here fails {@link #everyPackageIsNamed()}.
     */
    private static final List<String> PACKAGES = List.of(
            "warp",
            "spelling",
            "memory",
            "engine",
            "profile",
            "kernel",
            "bytecode",
            "ptx",
            "observe",
            "gpu",
            "runtime",
            "workloads",
            "programs",
            "semantics",
            "experiments",
            "cli",
            "junit");

    /** Top-level packages that must not use some of those before them. */
    private static final Map<String, List<String>> MUST_NOT_USE = Map.ofEntries(
            entry("memory", List.of("spelling")),
            entry("engine", List.of("warp", "spelling", "memory")),
            entry("profile", List.of("memory", "engine")),
            entry("kernel", List.of("engine", "profile", "spelling")),
            entry("bytecode", List.of("engine", "profile", "spelling", "memory")),
            entry("ptx", List.of("engine", "profile", "bytecode")),
            entry("observe", List.of("warp", "spelling", "memory", "engine", "profile", "kernel", "bytecode", "ptx")),
            entry("gpu", List.of("ptx", "spelling")),
            entry("runtime", List.of("ptx", "spelling")),
            entry("experiments", List.of("programs", "semantics")),
            entry("junit", List.of("workloads", "programs", "semantics", "experiments", "cli", "ptx")));

    /** Subpackages in the order of their dependencies: each may use those before it. A dot is the package itself. */
    private static final Map<String, List<String>> SUBPACKAGES = Map.ofEntries(
            entry("memory.litmus", List.of(".", "text")),
            entry(
                    "memory.consistency",
                    List.of("trace", "relations", "outcome", "search", "model", "progress", "explain", ".")),
            entry("memory.visibility", List.of("access", "report", "causality", "history", ".")),
            entry("profile", List.of(".", "read", "occupancy")),
            entry("observe", List.of(".", "times", "waits", "path", "graphs", "counters")),
            entry("experiments.sweep", List.of("row", "condition", "plan", "run")),
            entry("programs.cuda", List.of("source", ".")),
            entry("semantics.lab", List.of("key", "sandbox", ".", "grade")),
            entry(
                    "kernel",
                    List.of(
                            "call",
                            "code",
                            "function",
                            "semantics",
                            "analysis",
                            "execution",
                            "verification",
                            "builder",
                            ".")),
            entry(
                    "ptx",
                    List.of(
                            "syntax",
                            "read",
                            "link",
                            "form",
                            "draft",
                            "optimize",
                            "emit",
                            "call",
                            "row",
                            "video",
                            "lower",
                            "validity",
                            ".")),
            entry(
                    "gpu",
                    List.of(
                            "grid",
                            "queue",
                            "progress",
                            "visibility",
                            "texture",
                            "bank",
                            "link",
                            "memory",
                            "issue",
                            "bulk",
                            "spin",
                            "parallel",
                            "posted",
                            "region",
                            "times",
                            "stepping",
                            "block",
                            "call",
                            "loadstore",
                            "sm",
                            "async",
                            "sampling",
                            "dispatch",
                            ".")),
            entry(
                    "runtime",
                    List.of(
                            "version",
                            "attribute",
                            "settings",
                            "launch",
                            "cost",
                            "limit",
                            "graph",
                            "printf",
                            "call",
                            "load",
                            "device",
                            "copy",
                            "host",
                            ".")),
            entry("semantics.check", List.of("diagnostic", "analysis", "run", "expectation", ".", "scenario")),
            entry("programs.plan", List.of("expression", "script", ".")),
            entry(
                    "programs.exec",
                    List.of(
                            "fatbinary",
                            "protocol",
                            "library",
                            "property",
                            "memory",
                            "module",
                            "table",
                            "graph",
                            "texture",
                            "interprocess",
                            "virtualmemory",
                            "call",
                            "process",
                            ".")));

    /** Subpackages that must not use some of those before them. */
    private static final Map<String, List<String>> INDEPENDENT = Map.ofEntries(
            entry("profile.occupancy", List.of("profile.read")),
            entry("programs.cuda", List.of("programs.exec..")),
            entry("semantics.lab.sandbox", List.of("semantics.lab.key")),
            entry("semantics.lab", List.of("semantics.lab.sandbox")),
            entry("kernel.function", List.of("kernel.call", "kernel.code")),
            entry("kernel.semantics", List.of("kernel.call")),
            entry("kernel.analysis", List.of("kernel.semantics")),
            entry("kernel.execution", List.of("kernel.analysis")),
            entry("kernel.verification", List.of("kernel.semantics", "kernel.analysis", "kernel.execution")),
            entry("kernel.builder", List.of("kernel.semantics", "kernel.execution")),
            entry("ptx.syntax", List.of("kernel..", "memory..", "warp..", "spelling..")),
            entry("ptx.read", List.of("kernel..", "memory..", "warp..", "spelling..")),
            entry("gpu.queue", List.of("gpu.grid")),
            entry("gpu.bank", List.of("gpu.grid")),
            entry("gpu.link", List.of("gpu.grid")),
            entry("gpu.memory", List.of("gpu.grid")),
            entry("gpu.bulk", List.of("gpu.grid", "gpu.progress")),
            entry(
                    "gpu.spin",
                    List.of("gpu.grid", "gpu.queue", "gpu.progress", "gpu.visibility", "gpu.issue", "gpu.bulk")),
            entry(
                    "gpu.times",
                    List.of(
                            "gpu.grid",
                            "gpu.queue",
                            "gpu.progress",
                            "gpu.visibility",
                            "gpu.memory",
                            "gpu.bulk",
                            "gpu.spin")),
            entry("runtime.cost", List.of("runtime.version")),
            entry("runtime.printf", List.of("runtime.launch", "runtime.graph")),
            entry("programs.exec.protocol", List.of("programs.exec.fatbinary")),
            entry("programs.exec.library", List.of("programs.exec.fatbinary", "programs.exec.protocol")),
            entry("programs.exec.call", List.of("programs.exec.library")),
            entry("programs.exec.process", List.of("programs.exec.fatbinary", "programs.exec.library")));

    /**
     * The most lines of a package's main code. At 50 lines a page this is a book of 60 pages, which a developer can read in a day and keep
     * in mind while changing it; a package that needs more is two packages.
     */
    private static final long MOST_LINES = 3_000;

    /** Packages in which every class is read alone: one class for each group of PTX opcodes. */
    private static final Map<String, Long> LARGER_PACKAGES = Map.of("ptx.lower", 4_000L);

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    static List<String> packages() {
        return PACKAGES;
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyThoseBeforeIt(String name) {
        List<String> forbidden = new ArrayList<>(PACKAGES.subList(PACKAGES.indexOf(name) + 1, PACKAGES.size()));
        forbidden.addAll(MUST_NOT_USE.getOrDefault(name, List.of()));
        mustNotUse("io.cdpsim." + name + "..", forbidden.stream().map(ArchitectureTest::pattern));
    }

    static List<String> subpackages() {
        return SUBPACKAGES.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(subpackage -> fullName(each.getKey(), subpackage)))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("subpackages")
    void aSubpackageUsesOnlyThoseBeforeIt(String name) {
        String owner = SUBPACKAGES.keySet().stream()
                .filter(each -> name.equals(each) || name.startsWith(each + "."))
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
        List<String> all = SUBPACKAGES.getOrDefault(owner, List.of()).stream()
                .map(subpackage -> fullName(owner, subpackage))
                .toList();
        List<String> forbidden = new ArrayList<>(all.subList(all.indexOf(name) + 1, all.size()));
        forbidden.addAll(INDEPENDENT.getOrDefault(name, List.of()));
        mustNotUse("io.cdpsim." + name, forbidden.stream().map(subpackage -> "io.cdpsim." + subpackage));
    }

    @Test
    void everySubpackageIsNamed() {
        assertThat(CLASSES.stream()
                        .map(each -> each.getPackageName().replace("io.cdpsim.", ""))
                        .filter(each -> SUBPACKAGES.keySet().stream()
                                .anyMatch(owner -> each.equals(owner) || each.startsWith(owner + "."))))
                .isSubsetOf(subpackages());
    }

    private static String fullName(String owner, String subpackage) {
        return subpackage.equals(".") ? owner : owner + "." + subpackage;
    }

    @Test
    void theEngineKnowsNothingButJava() {
        check(classes()
                .that()
                .resideInAPackage(pattern("engine"))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(pattern("engine"), "java..", "org.jspecify.."));
    }

    @Test
    void onlyTheCommandLineKnowsItsLibrary() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(pattern("cli"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli.."));
    }

    @Test
    void nothingIsKnownToAWholeProcessThatCanChange() {
        // Runs beside each other in one process, as in a sweep, share nothing that one of them could write.
        check(fields().that().areStatic().should().beFinal());
        check(fields().that()
                .areDeclaredInClassesThat()
                .areAssignableTo(Workload.class)
                .should()
                .beFinal());
    }

    @Test
    void packagesDependOnEachOtherWithoutCycles() {
        check(slices().matching("io.cdpsim.(**)").should().beFreeOfCycles());
    }

    @Test
    void everyPackageIsNamed() {
        String[] patterns = packages().stream().map(ArchitectureTest::pattern).toArray(String[]::new);
        check(classes().should().resideInAnyPackage(patterns));
    }

    @Test
    void packagesAreNamedForAConcept() {
        check(noClasses()
                .should()
                .resideInAnyPackage(
                        "..util..",
                        "..utils..",
                        "..impl..",
                        "..helper..",
                        "..helpers..",
                        "..manager..",
                        "..managers..",
                        "..common..",
                        "..misc.."));
    }

    static List<Path> packageFolders() throws IOException {
        List<Path> modules;
        try (Stream<Path> folders = Files.list(DocumentedCommandsTest.ROOT)) {
            modules = folders.map(each -> each.resolve("src/main/java/io/cdpsim"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        Set<Path> found = new TreeSet<>();
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module)) {
                files.filter(each -> each.toString().endsWith(".java")).forEach(each -> found.add(each.getParent()));
            }
        }
        return List.copyOf(found);
    }

    private static String packageName(Path folder) {
        String path = folder.toString().replace(File.separatorChar, '.');
        return path.substring(path.lastIndexOf(".io.cdpsim.") + ".io.cdpsim.".length());
    }

    /** Imports and empty lines do not count: moving a type to another package changes them in packages that did not grow. */
    @ParameterizedTest
    @MethodSource("packageFolders")
    void aPackageIsSmallEnoughForAReader(Path folder) throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                lines += Files.readAllLines(file).stream()
                        .filter(each -> !each.isBlank() && !each.startsWith("import ") && !each.startsWith("package "))
                        .count();
            }
        }
        String name = packageName(folder);
        assertThat(lines).as(name).isLessThanOrEqualTo(LARGER_PACKAGES.getOrDefault(name, MOST_LINES));
    }

    @ParameterizedTest
    @MethodSource("packageFolders")
    void aPackageSaysWhatItIsFor(Path folder) throws IOException {
        Path file = folder.resolve("package-info.java");
        assertThat(file).exists();
        Matcher javadoc = JAVADOC.matcher(Files.readString(file));
        assertThat(javadoc.find()).as("Javadoc of %s", packageName(folder)).isTrue();
        String text = javadoc.group(1).replaceAll("\\s*\\R\\s*\\*?\\s*", " ").strip();
        String first = text.split("(?<=\\.)(?= |$)", 2)[0];
        String plain = first.replaceAll("\\{@\\w+ ([^}]*)}", "$1");
        assertThat(first).as("first sentence of %s", packageName(folder)).endsWith(".");
        assertThat(plain.split(" ", -1)).as(plain).hasSizeGreaterThanOrEqualTo(3);
        assertThat(plain.toLowerCase(Locale.ROOT))
                .doesNotStartWith("this package")
                .doesNotStartWith("package ")
                .doesNotStartWith("io.cdpsim.")
                .doesNotStartWith(folder.getFileName() + ":")
                .doesNotStartWith(folder.getFileName() + " is");
        assertThat(javadoc.find()).as("a second Javadoc comment in %s", file).isFalse();
    }

    @Test
    void everyPackageIsNullMarkedSoThatNullAwayChecksIt() {
        assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
                .isNotEmpty()
                .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
    }

    private static void mustNotUse(String user, Stream<String> used) {
        check(noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used.toArray(String[]::new)));
    }

    private static String pattern(String name) {
        return "io.cdpsim." + name + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
