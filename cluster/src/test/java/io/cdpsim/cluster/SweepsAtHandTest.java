package io.cdpsim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.axis.Axis;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepQuestion;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker takes, and what it refuses. Here and there are one machine, whose files change between asking and answering. */
class SweepsAtHandTest {
    @TempDir
    private Path folder;

    private Path graph;
    private Path profile;
    private final SweepsAtHand there = new SweepsAtHand(Workloads.installed(), notice -> {});

    @BeforeEach
    void writeInputs() throws Exception {
        graph = Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n");
        profile = Files.writeString(folder.resolve("p.yaml"), "extends: k40c\n");
    }

    private Introduction introduction() {
        SweepQuestion question = new SweepQuestion(
                "bfs",
                Map.of("graph", graph.toString(), "profile", profile.toString()),
                List.of(Axis.parse("threshold=1,2")),
                2,
                OptionalInt.of(1));
        return Introduction.of(Sweep.of(question, Workloads.installed()));
    }

    @Test
    void theSameSweepIsTakenHoweverItTravelled() throws Exception {
        Introduction asked = introduction();

        Introduction heard = Introduction.parse(asked.text());

        assertThat(heard).isEqualTo(asked);
        there.introduce(heard);
        assertThat(there.find(asked.id()).orElseThrow().sweep().points()).hasSize(2);
    }

    @Test
    void anotherGraphOfTheSameNameIsRefused() throws Exception {
        Introduction asked = introduction();
        Files.writeString(graph, "0 1\n1 3\n");

        assertThatThrownBy(() -> there.introduce(asked))
                .isInstanceOf(RefusedException.class)
                .hasMessage("has other content in the file " + graph + "; copy it from here");
    }

    @Test
    void anotherProfileOfTheSameNameIsRefused() throws Exception {
        Introduction asked = introduction();
        Files.writeString(profile, "extends: k40c\nsm:\n  count: 4\n");

        assertThatThrownBy(() -> there.introduce(asked))
                .isInstanceOf(RefusedException.class)
                .hasMessage("has other content in the profile " + profile + "; copy it from here");
    }

    @Test
    void aFileThatIsNotThereIsRefusedByItsName() throws Exception {
        Introduction asked = introduction();
        Files.delete(graph);

        assertThatThrownBy(() -> there.introduce(asked))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("cannot run these points: graph: there is no file '" + graph + "'");
    }

    @Test
    void anotherVersionOfTheProgramIsRefusedBeforeItsQuestionIsRead() {
        Introduction asked = introduction();
        SweepQuestion later = new SweepQuestion(
                "bfs", Map.of("an-option-to-come", "1"), asked.question().axes(), 1, OptionalInt.empty());

        assertThatThrownBy(() -> there.introduce(new Introduction(later, "0123", asked.inputs(), asked.id())))
                .isInstanceOf(RefusedException.class)
                .hasMessage("has another version of cdpsim, or of the workload bfs; start it from a copy of this one");
    }

    @Test
    void whatIsNoIntroductionIsRefused() {
        for (String each : List.of(
                "", "{", "[]", "{\"protocol\": 2}", introduction().text().substring(0, 40))) {
            assertThatThrownBy(() -> Introduction.parse(each)).as(each).isInstanceOf(InvalidInputException.class);
        }
    }
}
