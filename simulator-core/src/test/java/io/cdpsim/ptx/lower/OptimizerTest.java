package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.texture.Sampler;
import io.cdpsim.gpu.texture.Sampler.Addressing;
import io.cdpsim.gpu.texture.Sampler.MipmapSelection;
import io.cdpsim.gpu.texture.Surface;
import io.cdpsim.gpu.texture.TexelArray;
import io.cdpsim.gpu.texture.TexelFormat;
import io.cdpsim.gpu.texture.Texture;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.optimize.Optimizer;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.ptx.syntax.PtxModule;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What shortens code changes no result: random kernels leave the same in memory with all passes, with each alone, and with none. */
class OptimizerTest {
    private static final int KERNELS = 25;
    private static final int MANY_BLOCKS = 256;
    private static final int COMPILED_KERNELS = 4;

    private final Subject subject = new Subject(MachineSettings.of(Profiles.load("h200")), 1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noPassChangesWhatAKernelLeavesInMemory(int part) {
        for (int i = 0; i < KERNELS; i++) {
            long seed = 1000L * part + i;
            PtxModule module = read(seed);
            int[] plain = run(module, Set.of());
            assertThat(run(module, Optimizer.allPasses()))
                    .as("seed %d, all passes", seed)
                    .isEqualTo(plain);
            for (Optimizer.Pass pass : Optimizer.Pass.values()) {
                assertThat(run(module, EnumSet.of(pass)))
                        .as("seed %d, %s", seed, pass)
                        .isEqualTo(plain);
            }
        }
    }

    /** Straight-line regions compile after 400 executions, so that only the last blocks run compiled code. */
    @Test
    void interpretedCompiledUntimedAndParallelRunsLeaveTheSame() {
        MachineSettings settings = MachineSettings.of(Profiles.load("h200"));
        Subject interpreted = new Subject(settings.withInterpret(true), MANY_BLOCKS);
        Subject compiled = new Subject(settings, MANY_BLOCKS);
        Subject untimed = new Subject(settings.withTimed(false), MANY_BLOCKS);
        Subject sideBySide = new Subject(settings.withThreads(3), MANY_BLOCKS);
        for (long seed = 5000; seed < 5000 + COMPILED_KERNELS; seed++) {
            PtxModule module = read(seed);
            int[] expected = interpreted.run(module, Optimizer.allPasses());
            assertThat(compiled.run(module, Optimizer.allPasses()))
                    .as("seed %d, compiled", seed)
                    .isEqualTo(expected);
            assertThat(sideBySide.run(module, Optimizer.allPasses()))
                    .as("seed %d, on several threads", seed)
                    .isEqualTo(expected);
            assertThat(sideBySide.host.nowNanos())
                    .as("seed %d, time on several threads", seed)
                    .isEqualTo(compiled.host.nowNanos());
            assertThat(untimed.run(module, Optimizer.allPasses()))
                    .as("seed %d, untimed", seed)
                    .isEqualTo(expected);
        }
    }

    private static PtxModule read(long seed) {
        return PtxReader.read("random.ptx", RandomPtx.write(seed).getBytes(StandardCharsets.UTF_8));
    }

    private int[] run(PtxModule module, Set<Optimizer.Pass> passes) {
        return subject.run(module, passes);
    }

    /** A machine with memory, a texture and a surface for random kernels. */
    private static final class Subject {
        private static final TexelFormat WORDS = new TexelFormat(1, 32, TexelFormat.Kind.UNSIGNED);

        private final Host host;
        private final int blocks;
        private final long to;
        private final long texture;
        private final long surface;
        private final long texelsOfSurface;

        Subject(MachineSettings settings, int blocks) {
            host = new Machine(settings).host();
            this.blocks = blocks;
            to = host.malloc((long) blocks * RandomPtx.THREADS * RandomPtx.RESULT_BYTES);
            int side = RandomPtx.SIDE;
            long texels = host.malloc(4L * side * side);
            host.memory()
                    .write(
                            texels,
                            IntStream.range(0, side * side)
                                    .map(i -> i * 0x9E3779B9)
                                    .toArray());
            texelsOfSurface = host.malloc(4L * side * blocks * RandomPtx.THREADS);
            Addressing clamp = Addressing.CLAMP;
            Sampler sampler = new Sampler(
                    List.of(clamp, clamp, clamp),
                    false,
                    false,
                    false,
                    false,
                    List.of(0f, 0f, 0f, 0f),
                    new MipmapSelection(false, 0, 0, 0),
                    false);
            var objects = host.device().runtime().textures();
            texture = objects.create(new Texture(List.of(rows(texels, side)), sampler, false));
            surface = objects.create(new Surface(rows(texelsOfSurface, blocks * RandomPtx.THREADS)));
        }

        private static TexelArray rows(long address, int rows) {
            return new TexelArray(address, WORDS, RandomPtx.SIDE, rows, 0, 0, 4L * RandomPtx.SIDE, false);
        }

        int[] run(PtxModule module, Set<Optimizer.Pass> passes) {
            Kernel kernel =
                    Objects.requireNonNull(PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0, passes)
                            .get("k"));
            int words = blocks * RandomPtx.THREADS * RandomPtx.RESULT_BYTES / Integer.BYTES;
            host.memory().write(to, new int[words]);
            host.memory().write(texelsOfSurface, new int[RandomPtx.SIDE * blocks * RandomPtx.THREADS]);
            host.launch(kernel, LaunchShape.of(blocks, RandomPtx.THREADS), host.defaultStream(), to, texture, surface);
            assertThat(host.synchronize()).as(host.faultMessage()).hasToString("SUCCESS");
            return host.memory().readInts(to, words);
        }
    }
}
