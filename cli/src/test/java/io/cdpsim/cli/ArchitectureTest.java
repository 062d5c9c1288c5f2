package io.cdpsim.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of docs/architecture.md: which package may use which. It lives here because only this module sees all. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.cdpsim");

    /**
     * The packages, from the ground up: each may use those before it, but for those that are left out below. A package that is not named
     * here fails {@link #everyPackageHasItsPlace()}.
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
            "cluster",
            "cli",
            "junit");

    /** Packages that lie above others and yet do not know them. */
    private static final Map<String, List<String>> DOES_NOT_KNOW = Map.of(
            "memory", List.of("spelling"),
            "engine", List.of("warp", "spelling", "memory"),
            "profile", List.of("memory", "engine"),
            "kernel", List.of("engine", "profile", "spelling"),
            "bytecode", List.of("engine", "profile", "spelling", "memory"),
            "ptx", List.of("engine", "profile", "bytecode"),
            "observe", List.of("warp", "spelling", "memory", "engine", "profile", "kernel", "bytecode", "ptx"),
            "gpu", List.of("ptx", "spelling"),
            "runtime", List.of("ptx", "spelling"),
            "junit", List.of("workloads", "cluster", "cli", "ptx"));

    /** The rooms of packages, from the ground up: each may use those before it. A dot is the package itself. */
    private static final Map<String, List<String>> ROOMS = Map.ofEntries(
            Map.entry("memory.litmus", List.of(".", "text", "generate", "rewrite")),
            Map.entry("memory.consistency", List.of("trace", "relations", "outcome", "search", "explain", ".")),
            Map.entry("memory.visibility", List.of("access", "report", "knowledge", "history", ".")),
            Map.entry("profile", List.of(".", "read", "occupancy")),
            Map.entry("observe", List.of(".", "times", "waits", "path")),
            Map.entry("workloads.sweep", List.of("row", "axis", "plan", "run")),
            Map.entry("workloads.cuda", List.of("source", ".")),
            Map.entry("workloads.lab", List.of("key", "sandbox", ".", "grade")),
            Map.entry(
                    "kernel",
                    List.of("call", "code", "semantics", "analysis", "execution", "verification", "builder", ".")),
            Map.entry("ptx", List.of("syntax", "read", "link", "form", "draft", "optimize", "allocate", "lower", ".")),
            Map.entry(
                    "gpu",
                    List.of(
                            "grid",
                            "queue",
                            "progress",
                            "visibility",
                            "memory",
                            "issue",
                            "bulk",
                            "sm",
                            "dispatch",
                            ".")),
            Map.entry(
                    "runtime",
                    List.of(
                            "version",
                            "settings",
                            "pool",
                            "column",
                            "launch",
                            "cost",
                            "limit",
                            "printf",
                            "call",
                            "load",
                            "device",
                            "host",
                            ".")),
            Map.entry(
                    "workloads.examples",
                    List.of("listing", "launch", "memory", "stream", "recursion", "application", ".")),
            Map.entry("workloads.check", List.of("finding", "trial", "code", "expectation", ".", "scenario")),
            Map.entry("workloads.plan", List.of("yaml", "expression", "script", ".")),
            Map.entry("workloads.exec", List.of("fatbinary", "wire", "library", "call", "process", ".")));

    /** Rooms in which neither knows the other, whatever their order. */
    private static final Map<String, List<String>> STRANGERS = Map.ofEntries(
            entry("memory.litmus.rewrite", List.of("memory.litmus.text", "memory.litmus.generate")),
            entry("profile.occupancy", List.of("profile.read")),
            entry("workloads.cuda", List.of("workloads.exec..")),
            entry("workloads.lab.sandbox", List.of("workloads.lab.key")),
            entry("workloads.lab", List.of("workloads.lab.sandbox")),
            entry("kernel.semantics", List.of("kernel.call")),
            entry("kernel.analysis", List.of("kernel.semantics")),
            entry("kernel.execution", List.of("kernel.analysis")),
            entry("kernel.verification", List.of("kernel.semantics", "kernel.analysis", "kernel.execution")),
            entry("kernel.builder", List.of("kernel.semantics", "kernel.execution")),
            entry("ptx.syntax", List.of("kernel..", "memory..", "warp..", "spelling..")),
            entry("ptx.read", List.of("kernel..", "memory..", "warp..", "spelling..")),
            entry("gpu.queue", List.of("gpu.grid")),
            entry("gpu.memory", List.of("gpu.grid")),
            entry("gpu.bulk", List.of("gpu.grid", "gpu.progress")),
            entry("runtime.cost", List.of("runtime.version")),
            entry("workloads.examples.listing", List.of("workloads.rules..")),
            entry("workloads.examples.launch", List.of("workloads.rules..")),
            entry("workloads.examples.memory", List.of("workloads.rules..", "workloads.examples.launch")),
            entry(
                    "workloads.examples.stream",
                    List.of("workloads.rules..", "workloads.examples.launch", "workloads.examples.memory")),
            entry(
                    "workloads.examples.recursion",
                    List.of(
                            "workloads.rules..",
                            "workloads.examples.launch",
                            "workloads.examples.memory",
                            "workloads.examples.stream")),
            entry(
                    "workloads.examples.application",
                    List.of(
                            "workloads.rules..",
                            "workloads.examples.launch",
                            "workloads.examples.memory",
                            "workloads.examples.stream",
                            "workloads.examples.recursion")),
            entry("workloads.examples", List.of("workloads.rules..")),
            entry("workloads.exec.wire", List.of("workloads.exec.fatbinary")),
            entry("workloads.exec.library", List.of("workloads.exec.fatbinary", "workloads.exec.wire")),
            entry("workloads.exec.call", List.of("workloads.exec.library")),
            entry("workloads.exec.process", List.of("workloads.exec.fatbinary", "workloads.exec.library")));

    private static final int MOST_FILES_OF_A_PACKAGE = 25;

    static List<String> packages() {
        return PACKAGES;
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyThePackagesBelowIt(String name) {
        List<String> forbidden = new ArrayList<>(PACKAGES.subList(PACKAGES.indexOf(name) + 1, PACKAGES.size()));
        forbidden.addAll(DOES_NOT_KNOW.getOrDefault(name, List.of()));
        mustNotUse("io.cdpsim." + name + "..", forbidden.stream().map(ArchitectureTest::pattern));
    }

    static List<String> rooms() {
        return ROOMS.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(room -> fullName(each.getKey(), room)))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsBelowIt(String name) {
        String owner = ROOMS.keySet().stream()
                .filter(each -> name.equals(each) || name.startsWith(each + "."))
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
        List<String> all = ROOMS.getOrDefault(owner, List.of()).stream()
                .map(room -> fullName(owner, room))
                .toList();
        List<String> forbidden = new ArrayList<>(all.subList(all.indexOf(name) + 1, all.size()));
        forbidden.addAll(STRANGERS.getOrDefault(name, List.of()));
        mustNotUse("io.cdpsim." + name, forbidden.stream().map(room -> "io.cdpsim." + room));
    }

    @Test
    void everyRoomHasItsPlace() {
        assertThat(CLASSES.stream()
                        .map(each -> each.getPackageName().replace("io.cdpsim.", ""))
                        .filter(each -> ROOMS.keySet().stream()
                                .anyMatch(owner -> each.equals(owner) || each.startsWith(owner + "."))))
                .isSubsetOf(rooms());
    }

    private static String fullName(String owner, String room) {
        return room.equals(".") ? owner : owner + "." + room;
    }

    @Test
    void noPackageIsTooLargeToBeKnown() {
        Map<String, Long> files = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        assertThat(files)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_FILES_OF_A_PACKAGE));
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
    void everyPackageHasItsPlace() {
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
