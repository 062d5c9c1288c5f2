package io.cdpsim.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.bfs.BfsResults;
import io.cdpsim.workloads.bfs.BfsSettings.BfsVariant;
import io.cdpsim.workloads.bfs.BfsWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputCacheTest {
    @Test
    void anInputIsReadOnceHoweverManyThreadsAsk() {
        InputCache inputs = new InputCache();
        AtomicInteger reads = new AtomicInteger();

        long sum = IntStream.range(0, 1000)
                .parallel()
                .mapToLong(i -> inputs.get("key " + i % 2, Integer.class, key -> reads.incrementAndGet()))
                .sum();

        assertThat(reads).hasValue(2);
        assertThat(sum).isEqualTo(500 * (1 + 2));
    }

    @Test
    void anInputThatCannotBeReadIsTriedAgain() {
        InputCache inputs = new InputCache();

        assertThatThrownBy(() -> inputs.get("key", String.class, key -> {
                    throw new InvalidInputException("not there yet");
                }))
                .isInstanceOf(InvalidInputException.class);
        assertThat(inputs.get("key", String.class, key -> "there")).isEqualTo("there");
    }

    @Test
    void searchesWithSharedInputsReadTheirGraphOnce(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("path.txt"), "0 1\n1 2\n2 3\n");
        Workload bfs = new BfsWorkload();
        RunRequest request = RunRequest.of(bfs, MachineSettings.of(Profiles.load("h200")))
                .with(BfsWorkload.GRAPH, file.toString())
                .with(BfsWorkload.VARIANT, BfsVariant.WARP)
                .withInputs(new InputCache());

        RunResult first = Workloads.run(bfs, request);
        Files.writeString(file, "0 1\n");
        RunResult second = Workloads.run(bfs, request.with(BfsWorkload.VARIANT, BfsVariant.SERIAL));

        assertThat(first.find(BfsResults.REACHED)).hasValue(4);
        assertThat(second.find(BfsResults.REACHED)).hasValue(4);
        RunResult apart = Workloads.run(bfs, request.withInputs(new InputCache()));
        assertThat(apart.find(BfsResults.REACHED)).hasValue(2);
    }
}
