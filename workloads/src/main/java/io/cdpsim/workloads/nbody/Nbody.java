package io.cdpsim.workloads.nbody;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.WorkloadException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps of an N-body simulation. In each step the GPUs add up the forces, each for its share of the bodies, and the host fetches them,
 * moves the bodies (one Euler step, taking no simulated time) and sends the positions to all GPUs for the next step.
 *
 * <p>The time of a step is that between events around the kernel, on the slowest GPU.
 */
public final class Nbody {
    /** The name of the workload. */
    static final String NAME = "nbody";

    private static final float SOFTENING = 0.01f;
    private static final float TIME_STEP = 1e-3f;
    private static final double ALLOWED_ERROR = 1e-3;

    private final NbodySettings settings;
    private final NbodyShares shares;
    private final Kernel kernel;

    /** What each GPU holds, and when it worked. */
    private record GpuPart(long bodies, long forces, HostEvent begin, HostEvent end) {}

    /**
     * Prepares a run.
     *
     * @param settings what to run
     * @throws WorkloadException if the variant cannot run with these sizes
     */
    public Nbody(NbodySettings settings) {
        if (settings.bodies() > Bodies.MOST) {
            throw new WorkloadException(
                    "--bodies " + settings.bodies() + " is more than an array holds: give at most " + Bodies.MOST);
        }
        this.settings = settings;
        shares = new NbodyShares(settings);
        kernel = NbodyKernels.kernel(settings);
    }

    /**
     * Runs the steps.
     *
     * @param machineSettings the machine; the number of GPUs is taken from this workload's settings
     * @param progress counts steps
     */
    public RunResult run(MachineSettings machineSettings, Progress progress) {
        return run(new Machine(machineSettings.withDevices(settings.gpus())), progress);
    }

    /**
     * Runs the steps on a machine that has at least as many devices as this workload's settings say.
     *
     * @param machine the machine, on which nothing has run yet
     * @param progress counts steps
     */
    public RunResult run(Machine machine, Progress progress) {
        long began = System.nanoTime();
        progress.begin("steps", settings.steps());
        Steps steps = new Steps(machine);
        String failure = "";
        for (int step = 0; step < settings.steps() && failure.isEmpty(); step++) {
            failure = steps.run(step);
            progress.done(step + 1L);
        }
        double wallMillis = (System.nanoTime() - began) / 1e6;
        return RunResult.of(
                NAME,
                machine,
                steps.micros,
                failure,
                wallMillis,
                NbodyResults.of(settings, steps.done, steps.micros, steps.checked, steps.error));
    }

    /** The program on the host. */
    private final class Steps {
        private final Host host;
        private final List<GpuPart> parts = new ArrayList<>();
        private final float[] bodies = Bodies.generate(settings.bodies());
        private final float[] velocities = new float[3 * settings.bodies()];
        private final long pinnedBodies;
        private final long pinnedForces;
        private double micros;
        private double error;
        private boolean checked;
        private int done;

        Steps(Machine machine) {
            host = machine.host();
            long forceBytes = (long) Bodies.FORCE_BYTES * settings.bodies();
            pinnedBodies = host.mallocHost((long) Bodies.BYTES * settings.bodies());
            pinnedForces = host.mallocHost(forceBytes * settings.gpus());
            for (int gpu = 0; gpu < settings.gpus(); gpu++) {
                host.setDevice(gpu);
                parts.add(new GpuPart(
                        host.malloc((long) Bodies.BYTES * settings.bodies()),
                        host.malloc(forceBytes),
                        host.createEvent(),
                        host.createEvent()));
            }
        }

        /** Runs one step. @return what went wrong, or an empty text */
        String run(int step) {
            try {
                String fault = compute();
                if (!fault.isEmpty()) {
                    return fault;
                }
            } catch (StuckException e) {
                return String.valueOf(e.getMessage());
            }
            double slowest = 0;
            for (GpuPart part : parts) {
                slowest = Math.max(slowest, 1000 * host.elapsedMillis(part.begin(), part.end()));
            }
            micros += slowest;
            done++;
            if (settings.bulk()) {
                return "";
            }
            float[] forces = forces();
            String failure = check(step, forces);
            move(forces);
            return failure;
        }

        private String compute() {
            host.memory().write(pinnedBodies, bodies);
            for (int gpu = 0; gpu < parts.size(); gpu++) {
                GpuPart part = parts.get(gpu);
                host.setDevice(gpu);
                host.memcpyAsync(part.bodies(), pinnedBodies, (long) Float.BYTES * bodies.length, host.defaultStream());
                host.memsetAsync(part.forces(), 0, (long) Bodies.FORCE_BYTES * settings.bodies(), host.defaultStream());
            }
            String fault = synchronizeAll();
            for (int gpu = 0; gpu < parts.size() && fault.isEmpty(); gpu++) {
                launch(gpu, parts.get(gpu));
            }
            fault = fault.isEmpty() ? synchronizeAll() : fault;
            for (int gpu = 0; gpu < parts.size() && fault.isEmpty(); gpu++) {
                fetch(gpu, parts.get(gpu));
            }
            return fault.isEmpty() ? synchronizeAll() : fault;
        }

        private void launch(int gpu, GpuPart part) {
            host.setDevice(gpu);
            LaunchShape shape = LaunchShape.of(shares.blocks(gpu), settings.blockThreads());
            if (settings.variant() == NbodyVariant.SHARED) {
                shape = shape.withShared((long) Bodies.BYTES * settings.blockThreads());
            }
            host.record(part.begin(), host.defaultStream());
            host.launch(
                    kernel,
                    shape,
                    host.defaultStream(),
                    part.forces(),
                    part.bodies(),
                    SOFTENING,
                    settings.bodies(),
                    shares.first(gpu),
                    shares.first(gpu + 1));
            host.record(part.end(), host.defaultStream());
        }

        private void fetch(int gpu, GpuPart part) {
            host.setDevice(gpu);
            long bytes = (long) Bodies.FORCE_BYTES * settings.bodies();
            host.memcpyAsync(pinnedForces + gpu * bytes, part.forces(), bytes, host.defaultStream());
        }

        private String synchronizeAll() {
            for (int gpu = 0; gpu < parts.size(); gpu++) {
                host.setDevice(gpu);
                CudaError status = host.synchronize();
                if (status != CudaError.SUCCESS) {
                    return status + ": " + host.faultMessage();
                }
            }
            return "";
        }

        /** The forces of all GPUs added up: each has zeros where it computed none. */
        private float[] forces() {
            float[] sum = new float[3 * settings.bodies()];
            for (int gpu = 0; gpu < parts.size(); gpu++) {
                float[] part =
                        host.memory().readFloats(pinnedForces + (long) gpu * Float.BYTES * sum.length, sum.length);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += part[i];
                }
            }
            return sum;
        }

        private String check(int step, float[] forces) {
            double[] reference = new ForceReference(bodies, SOFTENING).forces(settings.variant());
            double relative = ForceReference.relativeError(forces, reference);
            checked = true;
            error = Math.max(error, Double.isFinite(relative) ? relative : Double.MAX_VALUE);
            if (relative <= ALLOWED_ERROR) {
                return "";
            }
            int worst = ForceReference.worst(forces, reference);
            return "step " + step + ": the forces differ from the reference by " + relative
                    + " of their size; component "
                    + "xyz".charAt(worst % 3) + " of body " + worst / 3 + " is " + forces[worst] + ", expected "
                    + (float) reference[worst];
        }

        private void move(float[] forces) {
            for (int i = 0; i < forces.length; i++) {
                velocities[i] += TIME_STEP * forces[i];
                bodies[Bodies.FLOATS * (i / 3) + i % 3] += TIME_STEP * velocities[i];
            }
        }
    }
}
