package io.cdpsim.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.programs.ptx.LoadedPtx;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The program of docs/use/ptx.md. */
class PtxProgramTest {
    private static final Path CUDA = cuda();

    private static Path cuda() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("examples/cuda"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no folder above holds examples/cuda");
        }
        return folder.resolve("examples/cuda");
    }

    @Test
    void aKernelOfPtxAddsVectors() {
        float[] numbers = new float[1000];
        float[] doubled = new float[1000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i / 7f;
            doubled[i] = numbers[i] + numbers[i];
        }

        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        Host host = machine.host();
        LoadedPtx program = LoadedPtx.load(host, CUDA.resolve("vecadd.ptx"));
        long a = host.malloc(1000 * Float.BYTES);
        long sum = host.malloc(1000 * Float.BYTES);
        host.memory().write(a, numbers);

        program.launch("vecadd", LaunchShape.of(4, 256), host.defaultStream(), a, a, sum, 1000);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.memory().readFloats(sum, 1000)).containsExactly(doubled);
    }
}
