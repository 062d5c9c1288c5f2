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
import java.util.Set;
import java.util.stream.Collectors;
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
            Map.entry("spelling", List.of()),
            Map.entry("profile", List.of("spelling")),
            Map.entry("kernel", List.of("memory", "engine", "profile")),
            Map.entry("ptx", List.of("memory", "profile", "kernel")),
            Map.entry("gpu", List.of("memory", "engine", "profile", "kernel", "observe")),
            Map.entry("runtime", List.of("memory", "engine", "profile", "kernel", "gpu", "observe")),
            Map.entry("observe", List.of()),
            Map.entry(
                    "workloads", List.of("memory", "engine", "profile", "kernel", "ptx", "gpu", "runtime", "observe")),
            Map.entry(
                    "cli",
                    List.of(
                            "spelling",
                            "memory",
                            "engine",
                            "profile",
                            "kernel",
                            "ptx",
                            "gpu",
                            "runtime",
                            "observe",
                            "workloads")));

    /**
     * What each room of a package may use of the package's other rooms, besides what the package may use. A package of which one room is
     * named here has all of its rooms here, itself included.
     */
    private static final Map<String, List<String>> ROOM_MAY_USE = Map.ofEntries(
            Map.entry("profile", List.of()),
            Map.entry("profile.read", List.of("profile")),
            Map.entry("profile.occupancy", List.of("profile")),
            Map.entry("gpu.grid", List.of()),
            Map.entry("gpu.queue", List.of()),
            Map.entry("gpu.progress", List.of()),
            Map.entry("gpu.visibility", List.of()),
            Map.entry("gpu.memory", List.of("gpu.queue")),
            Map.entry("gpu.issue", List.of("gpu.queue")),
            Map.entry("gpu.bulk", List.of("gpu.queue", "gpu.memory", "gpu.issue")),
            Map.entry(
                    "gpu.sm",
                    List.of("gpu.grid", "gpu.progress", "gpu.visibility", "gpu.memory", "gpu.issue", "gpu.bulk")),
            Map.entry(
                    "gpu.dispatch",
                    List.of("gpu.grid", "gpu.queue", "gpu.progress", "gpu.visibility", "gpu.issue", "gpu.sm")),
            Map.entry(
                    "gpu",
                    List.of(
                            "gpu.grid",
                            "gpu.progress",
                            "gpu.visibility",
                            "gpu.memory",
                            "gpu.issue",
                            "gpu.bulk",
                            "gpu.sm",
                            "gpu.dispatch")));

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

    static List<String> rooms() {
        return ROOM_MAY_USE.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsOfItsPackageThatItMayKnow(String room) {
        List<String> forbidden = new ArrayList<>(rooms());
        forbidden.removeIf(other -> !packageOf(other).equals(packageOf(room)));
        forbidden.remove(room);
        forbidden.removeAll(ROOM_MAY_USE.get(room));
        check(noClasses()
                .that()
                .resideInAPackage("io.cdpsim." + room)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        forbidden.stream().map(other -> "io.cdpsim." + other).toArray(String[]::new)));
    }

    @Test
    void everyRoomHasItsPlace() {
        Set<String> withRooms =
                rooms().stream().map(ArchitectureTest::packageOf).collect(Collectors.toSet());
        assertThat(CLASSES.stream()
                        .map(each -> each.getPackageName().replace("io.cdpsim.", ""))
                        .filter(each -> withRooms.contains(packageOf(each))))
                .isSubsetOf(rooms());
    }

    private static String packageOf(String room) {
        return room.split("\\.", 2)[0];
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
