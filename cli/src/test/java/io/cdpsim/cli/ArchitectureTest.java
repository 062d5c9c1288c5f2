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
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of docs/develop/architecture.md: which package may use which. It lives here because only this module sees all. */
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
            "programs",
            "semantics",
            "experiments",
            "cli",
            "junit");

    /** Packages that lie above others and yet do not know them. */
    private static final Map<String, List<String>> DOES_NOT_KNOW = Map.ofEntries(
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

    /** The rooms of packages, from the ground up: each may use those before it. A dot is the package itself. */
    private static final Map<String, List<String>> ROOMS = Map.ofEntries(
            entry("memory.litmus", List.of(".", "text")),
            entry("memory.consistency", List.of("trace", "relations", "outcome", "search", "explain", ".")),
            entry("memory.visibility", List.of("access", "report", "knowledge", "history", ".")),
            entry("profile", List.of(".", "read", "occupancy")),
            entry("observe", List.of(".", "times", "waits", "path")),
            entry("experiments.sweep", List.of("row", "plan", "run")),
            entry("programs.cuda", List.of("source", ".")),
            entry("semantics.lab", List.of("key", "sandbox", ".", "grade")),
            entry(
                    "kernel",
                    List.of("call", "code", "semantics", "analysis", "execution", "verification", "builder", ".")),
            entry("ptx", List.of("syntax", "read", "link", "form", "draft", "optimize", "allocate", "lower", ".")),
            entry(
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
            entry(
                    "runtime",
                    List.of(
                            "version",
                            "settings",
                            "column",
                            "launch",
                            "cost",
                            "limit",
                            "call",
                            "load",
                            "device",
                            "host",
                            ".")),
            entry("semantics.check", List.of("diagnostic", "run", "analysis", "expectation", ".", "scenario")),
            entry("programs.plan", List.of("expression", "script", ".")),
            entry("programs.exec", List.of("fatbinary", "protocol", "library", "call", "process", ".")));

    /** Rooms in which neither knows the other, whatever their order. */
    private static final Map<String, List<String>> STRANGERS = Map.ofEntries(
            entry("profile.occupancy", List.of("profile.read")),
            entry("programs.cuda", List.of("programs.exec..")),
            entry("semantics.lab.sandbox", List.of("semantics.lab.key")),
            entry("semantics.lab", List.of("semantics.lab.sandbox")),
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
            entry("programs.exec.protocol", List.of("programs.exec.fatbinary")),
            entry("programs.exec.library", List.of("programs.exec.fatbinary", "programs.exec.protocol")),
            entry("programs.exec.call", List.of("programs.exec.library")),
            entry("programs.exec.process", List.of("programs.exec.fatbinary", "programs.exec.library")));

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
