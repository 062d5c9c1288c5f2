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
            Map.entry("warp", List.of()),
            Map.entry("memory", List.of("warp")),
            Map.entry("engine", List.of()),
            Map.entry("profile", List.of("warp")),
            Map.entry("kernel", List.of("warp", "memory")),
            Map.entry("ptx", List.of("warp", "memory", "kernel")),
            Map.entry("gpu", List.of("warp", "memory", "engine", "profile", "kernel", "observe")),
            Map.entry("runtime", List.of("warp", "memory", "engine", "profile", "kernel", "gpu", "observe")),
            Map.entry("observe", List.of()),
            Map.entry(
                    "workloads",
                    List.of("warp", "memory", "engine", "profile", "kernel", "ptx", "gpu", "runtime", "observe")),
            Map.entry(
                    "cli",
                    List.of(
                            "warp",
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
     * What each room of a package may use of the other rooms of its package. A room that is not named here fails
     * {@link #everyRoomHasItsPlace()}.
     */
    private static final Map<String, List<String>> ROOMS = Map.ofEntries(
            Map.entry("kernel.call", List.of()),
            Map.entry("kernel.code", List.of("kernel.call")),
            Map.entry("kernel.analysis", List.of("kernel.call", "kernel.code")),
            Map.entry("kernel.execution", List.of("kernel.code")),
            Map.entry("kernel.verification", List.of("kernel.call", "kernel.code")),
            Map.entry(
                    "kernel.builder", List.of("kernel.call", "kernel.code", "kernel.analysis", "kernel.verification")));

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
        return ROOMS.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsOfItsPackageThatItMay(String name) {
        List<String> forbidden = new ArrayList<>(rooms());
        forbidden.removeIf(other -> !packageOf(other).equals(packageOf(name)));
        forbidden.remove(name);
        forbidden.removeAll(ROOMS.get(name));
        String[] patterns = forbidden.stream().map(ArchitectureTest::pattern).toArray(String[]::new);
        check(noClasses()
                .that()
                .resideInAPackage(pattern(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(patterns));
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

    /** What joins the rooms of a package may stand in the package itself. */
    @Test
    void everyRoomHasItsPlace() {
        for (String name :
                rooms().stream().map(ArchitectureTest::packageOf).distinct().toList()) {
            List<String> places = new ArrayList<>(
                    rooms().stream().map(ArchitectureTest::pattern).toList());
            places.add("io.cdpsim." + name);
            check(classes()
                    .that()
                    .resideInAPackage(pattern(name))
                    .should()
                    .resideInAnyPackage(places.toArray(String[]::new)));
        }
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

    private static String packageOf(String room) {
        return room.substring(0, room.indexOf('.'));
    }

    private static String pattern(String name) {
        return "io.cdpsim." + name + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
