package io.cdpsim.semantics.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the model allows what an H200 showed: each shape was run 60,000 times. */
class HardwareShapesTest {
    private static final Path MEASURED =
            Path.of("../experiments/src/main/resources/io/cdpsim/experiments/validation/h200/litmus.csv");
    private static final Pattern OUTCOME = Pattern.compile("r0=(-?\\d+) r1=(-?\\d+):\\d+");
    /** Two threads of the test stand for this many of the shape. */
    private static final Set<String> SUMS = Set.of("block_stores_no_barrier", "block_stores_barrier");

    private static final int THREADS_MEASURED = 64;

    /** Shapes whose outcome follows from an edge, so that the model has to allow no other. */
    private static final Set<String> FIXED = Set.of(
            "launch_sees_earlier_store",
            "tail_sees_child",
            "same_stream",
            "tail_sees_grandchild",
            "tail_sees_childs_tail",
            "tail_sees_faf",
            "block_stores_barrier",
            "stream_order_covers_grandchild",
            "stream_order_covers_childs_tail",
            "tails_in_order",
            "event_between_streams",
            "null_stream_two_threads",
            "tail_sees_store_after_launch");

    static List<String> rows() throws IOException {
        return Files.readAllLines(MEASURED).stream()
                .filter(each -> each.startsWith("litmus,"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyOutcomeSeenIsAllowedAndNoneElseWhereAnEdgeDecides(String row) {
        List<String> fields = Arrays.asList(row.split(",", -1));
        String shape = fields.get(1);
        LitmusResult result = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND)
                .check(ShippedTests.read("builtin:h200-" + shape.replace('_', '-')));
        List<String> states = result.states().stream().map(FinalState::state).toList();
        for (String outcome : fields.subList(2, fields.size())) {
            Matcher matcher = OUTCOME.matcher(outcome);
            assertThat(matcher.matches()).isTrue();
            assertThat(states)
                    .anyMatch(state -> agrees(shape, state, "r0", matcher.group(1))
                            && agrees(shape, state, "r1", matcher.group(2)));
        }
        if (FIXED.contains(shape)) {
            assertThat(states).hasSize(1);
        } else {
            assertThat(states).hasSizeGreaterThan(1);
        }
    }

    /** Whether a state gives a register the value that was seen; -1 is what a register was never written. */
    private static boolean agrees(String shape, String state, String register, String seen) {
        String expected = SUMS.contains(shape) && !seen.equals("-1")
                ? Integer.toString(Integer.parseInt(seen) * 2 / THREADS_MEASURED)
                : seen;
        return expected.equals("-1")
                ? !state.contains(":" + register + "=")
                : state.contains(":" + register + "=" + expected + ";");
    }
}
