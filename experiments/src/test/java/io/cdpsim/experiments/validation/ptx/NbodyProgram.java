package io.cdpsim.experiments.validation.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.runtime.settings.MachineSettings;

/** {@code nbody.cu}. */
final class NbodyProgram implements PtxExperiment {
    private static final float SOFTENING = 0.01f;
    private static final double ALLOWED_ERROR = 1e-3;

    private final PtxProgram program;

    /** @param name the PTX, which stands for one architecture or another */
    NbodyProgram(String name) {
        program = MeasuringProgram.read(name);
    }

    @Override
    public Outcome run(MeasuredRow row, GpuProfile profile) {
        int n = row.intValue();
        String[] words = row.variant().split("_block", -1);
        int threads = Integer.parseInt(words[1]);
        MeasuringProgram on = MeasuringProgram.on(MachineSettings.of(profile), program);
        float[] bodies = bodies(n);
        long positions = on.host().malloc(16L * n);
        long forces = on.host().malloc(12L * n);
        on.host().memory().write(positions, bodies);
        on.host().memsetAsync(forces, 0, 12L * n, on.host().defaultStream());
        on.synchronize();
        String kernel = switch (words[0]) {
            case "shared" -> "tiled";
            case "shuffle" -> "shuffled";
            case "atomic" -> "atomics";
            default -> "aos";
        };
        LaunchShape plain = LaunchShape.of(n / threads, threads);
        LaunchShape shape = kernel.equals("tiled") ? plain.withShared(16L * threads) : plain;
        double micros = on.micros(() -> on.launch(kernel, shape, forces, positions, SOFTENING, n));
        float[] got = on.host().memory().readFloats(forces, 3 * n);
        assertThat(relativeError(got, reference(bodies, kernel.equals("atomics"))))
                .isLessThan(ALLOWED_ERROR);
        return on.outcome(micros / 1e3);
    }

    /** Four numbers of splitmix64 a body. */
    private static float[] bodies(int count) {
        float[] bodies = new float[4 * count];
        long state = 7;
        for (int i = 0; i < bodies.length; i++) {
            state += 0x9E3779B97F4A7C15L;
            long z = state;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            z ^= z >>> 31;
            bodies[i] = (float) ((z >>> 40) * (1.0 / 16777216.0));
        }
        return bodies;
    }

    /** Where each thread also pushes back, it does so with the other body's mass: what the kernel computes, whatever physics says. */
    private static double[] reference(float[] bodies, boolean pushesBack) {
        int n = bodies.length / 4;
        double[] forces = new double[3 * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < (pushesBack ? i : n); j++) {
                double[] pull = new double[3];
                double squared = SOFTENING;
                for (int axis = 0; axis < 3; axis++) {
                    pull[axis] = bodies[4 * j + axis] - bodies[4 * i + axis];
                    squared += pull[axis] * pull[axis];
                }
                double scale = bodies[4 * j + 3] / (squared * Math.sqrt(squared));
                for (int axis = 0; axis < 3; axis++) {
                    forces[3 * i + axis] += pull[axis] * scale;
                    forces[3 * j + axis] -= pushesBack ? pull[axis] * scale : 0;
                }
            }
        }
        return forces;
    }

    private static double relativeError(float[] got, double[] wanted) {
        double error = 0;
        double size = 0;
        for (int i = 0; i < got.length; i++) {
            error += (got[i] - wanted[i]) * (got[i] - wanted[i]);
            size += wanted[i] * wanted[i];
        }
        return Math.sqrt(error / size);
    }
}
