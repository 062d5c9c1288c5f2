package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What shortens code changes no result: random kernels leave the same in memory with all passes, with each alone, and with none. */
class OptimizerTest {
    private static final int THREADS = 64;
    private static final int KERNELS = 25;

    private final Host host = new Machine(MachineSettings.of(Profiles.load("h200"))).host();
    private final long to = host.malloc((long) THREADS * RandomPtx.RESULT_BYTES);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noPassChangesWhatAKernelLeavesInMemory(int part) {
        for (int i = 0; i < KERNELS; i++) {
            long seed = 1000L * part + i;
            String text = RandomPtx.write(seed);
            int[] plain = run(text, Set.of());
            assertThat(run(text, Optimizer.allPasses()))
                    .as("seed %d, all passes", seed)
                    .isEqualTo(plain);
            for (Optimizer.Pass pass : Optimizer.Pass.values()) {
                assertThat(run(text, EnumSet.of(pass)))
                        .as("seed %d, %s", seed, pass)
                        .isEqualTo(plain);
            }
        }
    }

    private int[] run(String text, Set<Optimizer.Pass> passes) {
        var module = PtxReader.read("random.ptx", text.getBytes(StandardCharsets.UTF_8));
        Kernel kernel =
                Objects.requireNonNull(PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0, passes)
                        .get("k"));
        host.memory().write(to, new int[THREADS * RandomPtx.RESULT_BYTES / Integer.BYTES]);
        host.launch(kernel, LaunchShape.of(1, THREADS), host.defaultStream(), to);
        assertThat(host.synchronize()).hasToString("SUCCESS");
        return host.memory().readInts(to, THREADS * RandomPtx.RESULT_BYTES / Integer.BYTES);
    }
}
