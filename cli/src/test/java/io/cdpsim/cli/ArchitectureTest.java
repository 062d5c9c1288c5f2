package io.cdpsim.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of docs/architecture.md: which package may use which. It lives here because only this module sees all. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.cdpsim");

    /** What each package may use besides itself. A package that is not named here fails {@link #everyPackageHasItsPlace()}. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("memory", List.of()),
            Map.entry("engine", List.of()),
            Map.entry("profile", List.of()),
            Map.entry("kernel", List.of("memory", "engine", "profile")),
            Map.entry("ptx", List.of("memory", "profile", "kernel")),
            Map.entry("gpu", List.of("memory", "engine", "profile", "kernel", "observe")),
            Map.entry("runtime", List.of("memory", "engine", "profile", "kernel", "gpu", "observe")),
            Map.entry("observe", List.of()),
            Map.entry(
                    "workloads", List.of("memory", "engine", "profile", "kernel", "ptx", "gpu", "runtime", "observe")),
            Map.entry(
                    "cli",
                    List.of("memory", "engine", "profile", "kernel", "ptx", "gpu", "runtime", "observe", "workloads")));

    /**
     * What each room inside a package may use besides itself, of the rooms of the same package; between packages the arrows above hold. A
     * room is one Java package without those below it. All rooms of a package stand here, or none.
     */
    private static final Map<String, List<String>> ROOM_MAY_USE = Map.ofEntries(
            Map.entry("memory", List.of()),
            Map.entry("memory.litmus", List.of("memory")),
            Map.entry("memory.litmus.text", List.of("memory", "memory.litmus")),
            Map.entry("memory.litmus.generate", List.of("memory", "memory.litmus", "memory.litmus.text")),
            Map.entry("memory.litmus.rewrite", List.of("memory", "memory.litmus")),
            Map.entry("memory.consistency.trace", List.of("memory", "memory.litmus")),
            Map.entry("memory.consistency.relations", List.of("memory", "memory.litmus", "memory.consistency.trace")),
            Map.entry(
                    "memory.consistency.outcome",
                    List.of("memory", "memory.litmus", "memory.consistency.trace", "memory.consistency.relations")),
            Map.entry(
                    "memory.consistency.search",
                    List.of(
                            "memory",
                            "memory.litmus",
                            "memory.consistency.trace",
                            "memory.consistency.relations",
                            "memory.consistency.outcome")),
            Map.entry(
                    "memory.consistency.explain",
                    List.of(
                            "memory",
                            "memory.litmus",
                            "memory.consistency.trace",
                            "memory.consistency.relations",
                            "memory.consistency.outcome",
                            "memory.consistency.search")),
            Map.entry(
                    "memory.consistency",
                    List.of(
                            "memory",
                            "memory.litmus",
                            "memory.litmus.text",
                            "memory.consistency.trace",
                            "memory.consistency.relations",
                            "memory.consistency.outcome",
                            "memory.consistency.search",
                            "memory.consistency.explain")),
            Map.entry("memory.visibility.access", List.of("memory")),
            Map.entry("memory.visibility.report", List.of()),
            Map.entry("memory.visibility.knowledge", List.of("memory", "memory.visibility.access")),
            Map.entry(
                    "memory.visibility.history",
                    List.of(
                            "memory",
                            "memory.visibility.access",
                            "memory.visibility.report",
                            "memory.visibility.knowledge")),
            Map.entry(
                    "memory.visibility",
                    List.of(
                            "memory",
                            "memory.visibility.access",
                            "memory.visibility.report",
                            "memory.visibility.knowledge",
                            "memory.visibility.history")));

    static List<String> rooms() {
        return ROOM_MAY_USE.keySet().stream().sorted().toList();
    }

    static List<String> packages() {
        return MAY_USE.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyThePackagesBelowIt(String name) {
        List<String> forbidden = new ArrayList<>(packages());
        forbidden.remove(name);
        forbidden.removeAll(MAY_USE.get(name));
        String[] patterns = forbidden.stream().map(ArchitectureTest::pattern).toArray(String[]::new);
        check(noClasses()
                .that()
                .resideInAPackage(pattern(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(patterns));
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsBelowIt(String name) {
        List<String> allowed = Objects.requireNonNull(ROOM_MAY_USE.get(name));
        assertThat(rooms()).containsAll(allowed);
        String[] forbidden = rooms().stream()
                .filter(other -> packageOf(other).equals(packageOf(name)))
                .filter(other -> !other.equals(name) && !allowed.contains(other))
                .map(other -> "io.cdpsim." + other)
                .toArray(String[]::new);
        check(noClasses()
                .that()
                .resideInAPackage("io.cdpsim." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden));
    }

    /** The package that a room is in, as {@link #MAY_USE} names it. */
    private static String packageOf(String room) {
        return room.replaceAll("\\..*", "");
    }

    @Test
    void everyRoomOfAPackageWithRoomsHasItsPlace() {
        List<String> withRooms =
                rooms().stream().map(ArchitectureTest::packageOf).distinct().toList();
        assertThat(CLASSES.stream()
                        .map(each -> each.getPackageName().replaceFirst("io\\.cdpsim\\.", ""))
                        .filter(each -> withRooms.contains(packageOf(each)))
                        .distinct())
                .isSubsetOf(rooms());
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

    private static String pattern(String name) {
        return "io.cdpsim." + name + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
