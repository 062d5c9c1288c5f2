package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.settings.MachineSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {
    private static final ResultName.Count SQUARES = new ResultName.Count("squares", "squares");

    /** A workload that does nothing on a machine and reports one number. */
    private record Small(String name, List<WorkloadOption<?>> options, List<ResultName> results) implements Workload {
        @Override
        public String summary() {
            return "Does nothing.";
        }

        @Override
        public RunResult run(RunRequest request) {
            return RunResult.of(name, new Machine(request.machine()), "", 1, List.of(SQUARES.of(4)));
        }
    }

    private static Small small(String name) {
        return new Small(name, List.of(), List.of(SQUARES));
    }

    /** The provider of another project. */
    public static final class OtherProject implements WorkloadProvider {
        @Override
        public List<Workload> workloads() {
            return List.of(small("other-project"));
        }
    }

    /** A provider that the service loader cannot make. */
    public static final class Hidden implements WorkloadProvider {
        private Hidden() {}

        @Override
        public List<Workload> workloads() {
            return List.of();
        }
    }

    private static Workloads installedWith(Path folder, String provider) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(WorkloadProvider.class.getName()), provider + "\n");
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, WorkloadsTest.class.getClassLoader())) {
            return Workloads.installed(loader);
        }
    }

    @Test
    void whatComesWithTheProgramIsThere() {
        assertThat(Workloads.installed().all())
                .extracting(Workload::name)
                .startsWith("bfs", "irregular", "nbody", "persistent", "pending", "recursive")
                .contains("example:hello-world")
                .doesNotHaveDuplicates();
    }

    @Test
    void aWorkloadOfAnotherProjectIsFoundBehindThem(@TempDir Path folder) throws IOException {
        Workloads workloads = installedWith(folder, OtherProject.class.getName());

        assertThat(workloads.named("other-project").summary()).isEqualTo("Does nothing.");
        assertThat(workloads.all())
                .hasSize(Workloads.installed().all().size() + 1)
                .last()
                .isEqualTo(small("other-project"));
    }

    @Test
    void aProviderThatCannotBeMadeIsNamed(@TempDir Path folder) {
        for (String provider : List.of(Hidden.class.getName(), "org.example.Missing")) {
            assertThatThrownBy(() -> installedWith(folder, provider))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(provider)
                    .hasMessageContaining("public constructor without parameters");
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Workloads.installed().named("nbdoy"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown workload 'nbdoy'; did you mean 'nbody'?");
        assertThatThrownBy(() -> Workloads.of(List.of(small("a"), small("b"))).named("something"))
                .hasMessage("unknown workload 'something', expected one of a, b");
    }

    @Test
    void namesAreUniqueAndWellFormed() {
        assertThatThrownBy(() -> Workloads.of(List.of(small("twice"), small("twice"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("two workloads are called 'twice'");
        for (String name : List.of("", "Big", "two words", "-dash", "a:", "under_score")) {
            assertThatThrownBy(() -> Workloads.of(List.of(small(name))))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("'" + name + "' cannot be a workload's name");
        }
        assertThat(Workloads.of(List.of(small("good-name2"), small("family:member")))
                        .all())
                .hasSize(2);
    }

    @Test
    void optionsAndResultsOfAWorkloadHaveNamesOfTheirOwn() {
        WorkloadOption<Boolean> fast = WorkloadOption.flag("fast", "Be fast");
        assertThatThrownBy(() -> Workloads.of(List.of(new Small("x", List.of(fast, fast), List.of()))))
                .hasMessage("workload x has two options 'fast'; rename one");
        assertThatThrownBy(() -> Workloads.of(List.of(new Small("x", List.of(), List.of(SQUARES, SQUARES)))))
                .hasMessageContaining("declares a result 'squares', but that name is taken");
        ResultName time = new ResultName.Count("time_us", "my time");
        assertThatThrownBy(() -> Workloads.of(List.of(new Small("x", List.of(), List.of(time)))))
                .hasMessageContaining("declares a result 'time_us', but that name is taken");
    }

    @Test
    void aResultThatIsNotDeclaredIsRefused() {
        MachineSettings machine = MachineSettings.of(Profiles.load("h200"));
        Workload honest = small("honest");
        Workload other = new Small("other", List.of(), List.of());

        assertThat(Workloads.run(honest, RunRequest.of(honest, machine)).find(SQUARES))
                .hasValue(4);
        assertThatThrownBy(() -> Workloads.run(other, RunRequest.of(other, machine)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("workload other reports")
                .hasMessageContaining("squares");
    }
}
