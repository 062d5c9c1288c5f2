package io.cdpsim.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inputs of all kinds, as many as {@code -Dcdpsim.fuzz.count} says of each, drawn from {@code -Dcdpsim.fuzz.seed}. The input of a failure is
 * given again by {@code -Dcdpsim.fuzz.replay=KIND:NUMBER}. CONTRIBUTING.md tells how to add a kind.
 */
class FuzzTest {
    private static final int COUNT = Integer.getInteger("cdpsim.fuzz.count", 8);
    private static final long SEED = Long.getLong("cdpsim.fuzz.seed", 1);
    private static final String REPLAY = System.getProperty("cdpsim.fuzz.replay", "");

    private static final List<InputKind> KINDS = List.of(
            new CommandLines(),
            new Options(),
            new Overrides(),
            new ProfileFiles(),
            new GraphFiles(),
            new SizesFiles(),
            new RowFiles(),
            new SweepFiles(),
            new ResultFiles(),
            new VariedValues(),
            new LitmusFiles(),
            new PlanFiles(),
            new PtxModules());

    @TempDir
    private Path folder;

    static Stream<String> kinds() {
        return KINDS.stream().map(InputKind::name);
    }

    private static InputKind kind(String name) {
        return KINDS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An input of its own for each number, so that one can be given again without those before it. */
    private static FuzzedInput input(InputKind kind, int number) {
        return kind.draw(new Draw(SEED * 1_000_003 + kind.name().hashCode() * 31L + number));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whateverIsGivenIsDoneOrRefused(String name) {
        InputKind kind = kind(name);
        int first = REPLAY.startsWith(name + ":") ? Integer.parseInt(REPLAY.substring(name.length() + 1)) : 0;
        int count = REPLAY.isEmpty() ? COUNT : REPLAY.startsWith(name + ":") ? 1 : 0;
        for (int number = first; number < first + count; number++) {
            Optional<String> problem = new FuzzRun(folder, input(kind, number)).problem();
            if (problem.isPresent()) {
                fail("-Dcdpsim.fuzz.seed=%d -Dcdpsim.fuzz.replay=%s:%d %s", SEED, name, number, problem.get());
            }
        }
    }

    @Test
    void everyOptionOfEveryCommandIsGivenInTheEnd() {
        Options options = new Options();
        Set<String> given = new TreeSet<>();
        for (int number = 0; number < 12_000; number++) {
            options.draw(new Draw(number)).readings().forEach(line -> given.addAll(Options.given(line)));
        }
        Set<String> missing = new TreeSet<>(Options.all());
        missing.removeAll(given);
        assertThat(missing).isEmpty();
    }

    @Test
    void theSameNumberGivesTheSameInput() {
        for (InputKind kind : KINDS) {
            FuzzedInput once = input(kind, 7);
            FuzzedInput again = input(kind, 7);
            assertThat(again.readings()).isEqualTo(once.readings());
            assertThat(again.uses()).isEqualTo(once.uses());
            assertThat(again.files().keySet()).isEqualTo(once.files().keySet());
            once.files()
                    .forEach(
                            (file, bytes) -> assertThat(again.files().get(file)).isEqualTo(bytes));
        }
    }
}
