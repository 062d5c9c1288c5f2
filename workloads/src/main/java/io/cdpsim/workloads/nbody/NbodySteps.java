package io.cdpsim.workloads.nbody;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.nbody.NbodySettings.HostThreading;
import io.cdpsim.workloads.nbody.NbodySettings.NbodyVariant;
import java.util.ArrayList;
import java.util.List;

/**
 * The host program. In each step every GPU receives the positions of all bodies, computes the forces on its share of them and sends these back; the
 * host moves the bodies (one Euler step, in no simulated time).
 */
final class NbodySteps {
    private static final float SOFTENING = 0.01f;
    private static final float TIME_STEP = 1e-3f;
    private static final double ALLOWED_ERROR = 1e-3;

    private final NbodySettings settings;
    private final BodyPartition shares;
    private final Kernel kernel;
    private final boolean kernelAlone;
    private final Host host;
    private final int threads;
    private final InputCache inputs;
    private final List<GpuPart> parts = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final float[] bodies;
    private final float[] velocities;
    private final long pinnedBodies;
    private final long pinnedForces;
    private double kernelMicros;
    private double wholeMicros;
    private double callMicros;
    private double error;
    private boolean checked;
    private int done;

    /** The arrays and the busy times of each GPU. */
    private record GpuPart(int gpu, HostStream stream, long bodies, long forces, HostEvent start, HostEvent end) {}

    /**
     * @param kernel the force kernel
     * @param kernelAlone whether the host waits before and after each kernel, so that it runs on an idle GPU
     * @param machine runs the steps; on as many threads as simulate it, the host checks the forces
     * @param inputs the cache of the reference of the first step
     */
    NbodySteps(
            NbodySettings settings,
            BodyPartition shares,
            Kernel kernel,
            boolean kernelAlone,
            Machine machine,
            InputCache inputs) {
        this.settings = settings;
        this.shares = shares;
        this.kernel = kernel;
        this.kernelAlone = kernelAlone;
        host = machine.host();
        threads = machine.settings().threads();
        this.inputs = inputs;
        bodies = InitialBodies.generate(settings.bodies());
        velocities = new float[3 * settings.bodies()];
        long forceBytes = (long) InitialBodies.FORCE_BYTES * settings.bodies();
        pinnedBodies = host.mallocHost((long) InitialBodies.BYTES * settings.bodies());
        pinnedForces = host.mallocHost(forceBytes * settings.gpus());
        for (int gpu = 0; gpu < settings.gpus(); gpu++) {
            host.setDevice(gpu);
            parts.add(new GpuPart(
                    gpu,
                    host.defaultStream(),
                    host.malloc((long) InitialBodies.BYTES * settings.bodies()),
                    host.malloc(forceBytes),
                    host.createEvent(),
                    host.createEvent()));
            faults.add("");
        }
    }

    /** Time of all force kernels, each step's on the slowest GPU, microseconds. */
    double kernelMicros() {
        return kernelMicros;
    }

    /** Time of all steps, from the first call to the end of the last wait, microseconds. */
    double wholeMicros() {
        return wholeMicros;
    }

    /** Time of all steps until their last call before the host waits, microseconds. */
    double callMicros() {
        return callMicros;
    }

    /** The largest relative error of the forces so far. */
    double error() {
        return error;
    }

    /** Whether forces were compared. */
    boolean checked() {
        return checked;
    }

    /** Number of steps. */
    int done() {
        return done;
    }

    /** Runs one step. @return the failure, or an empty text */
    String run(int step) {
        host.memory().write(pinnedBodies, bodies);
        double startedAt = host.nowNanos();
        try {
            String fault = kernelAlone ? oneAfterTheOther() : allAtOnce(startedAt);
            if (!fault.isEmpty()) {
                return fault;
            }
        } catch (StuckException e) {
            return String.valueOf(e.getMessage());
        }
        wholeMicros += (host.nowNanos() - startedAt) / 1e3;
        double slowest = 0;
        for (GpuPart part : parts) {
            slowest = Math.max(slowest, 1000 * host.elapsedMillis(part.start(), part.end()));
        }
        kernelMicros += slowest;
        done++;
        if (settings.bulk()) {
            return "";
        }
        float[] forces = forces();
        String failure = check(step, forces);
        move(forces);
        return failure;
    }

    /** All GPUs copy; then all compute; then all copy back. */
    private String oneAfterTheOther() {
        parts.forEach(this::send);
        String fault = synchronizeAll();
        if (fault.isEmpty()) {
            parts.forEach(this::compute);
            fault = synchronizeAll();
        }
        if (fault.isEmpty()) {
            parts.forEach(this::fetch);
            fault = synchronizeAll();
        }
        return fault;
    }

    /** Each GPU receives all its work at once. */
    private String allAtOnce(double startedAt) {
        if (settings.hostThreads() == HostThreading.ONE) {
            parts.forEach(this::ask);
            callMicros += (host.nowNanos() - startedAt) / 1e3;
            return synchronizeAll();
        }
        double[] requested = new double[parts.size()];
        List<Runnable> threads = new ArrayList<>();
        for (GpuPart part : parts) {
            threads.add(() -> {
                ask(part);
                requested[part.gpu()] = host.nowNanos();
                faults.set(part.gpu(), synchronize(part));
            });
        }
        host.inThreads(threads);
        double last = startedAt;
        for (double each : requested) {
            last = Math.max(last, each);
        }
        callMicros += (last - startedAt) / 1e3;
        return faults.stream().filter(each -> !each.isEmpty()).findFirst().orElse("");
    }

    private void ask(GpuPart part) {
        send(part);
        compute(part);
        fetch(part);
    }

    private void send(GpuPart part) {
        host.setDevice(part.gpu());
        host.memcpyAsync(part.bodies(), pinnedBodies, (long) Float.BYTES * bodies.length, part.stream());
        if (addsToAll()) {
            host.memsetAsync(part.forces(), 0, (long) InitialBodies.FORCE_BYTES * settings.bodies(), part.stream());
        }
    }

    /** Whether a GPU adds to forces on bodies outside its share. */
    private boolean addsToAll() {
        return settings.variant() == NbodyVariant.ATOMIC;
    }

    private void compute(GpuPart part) {
        host.setDevice(part.gpu());
        LaunchShape shape = LaunchShape.of(shares.blocks(part.gpu()), settings.blockThreads());
        if (settings.variant().hasTiles()) {
            shape = shape.withShared((long) InitialBodies.BYTES * settings.blockThreads());
        }
        host.record(part.start(), part.stream());
        host.launch(
                kernel,
                shape,
                part.stream(),
                part.forces(),
                part.bodies(),
                SOFTENING,
                settings.bodies(),
                shares.first(part.gpu()),
                shares.first(part.gpu() + 1));
        host.record(part.end(), part.stream());
    }

    private void fetch(GpuPart part) {
        host.setDevice(part.gpu());
        int first = addsToAll() ? 0 : shares.first(part.gpu());
        int end = addsToAll() ? settings.bodies() : shares.first(part.gpu() + 1);
        long at = (long) InitialBodies.FORCE_BYTES * first;
        long all = (long) InitialBodies.FORCE_BYTES * settings.bodies();
        host.memcpyAsync(
                pinnedForces + part.gpu() * all + at,
                part.forces() + at,
                (long) InitialBodies.FORCE_BYTES * (end - first),
                part.stream());
    }

    private String synchronizeAll() {
        for (GpuPart part : parts) {
            String fault = synchronize(part);
            if (!fault.isEmpty()) {
                return fault;
            }
        }
        return "";
    }

    private String synchronize(GpuPart part) {
        host.setDevice(part.gpu());
        CudaError status = host.synchronize(part.stream());
        return status == CudaError.SUCCESS ? "" : status + ": " + host.faultMessage();
    }

    /** The sum of the forces of all GPUs: each has zeros where it computed none. */
    private float[] forces() {
        float[] sum = new float[3 * settings.bodies()];
        for (int gpu = 0; gpu < parts.size(); gpu++) {
            float[] part = host.memory().readFloats(pinnedForces + (long) gpu * Float.BYTES * sum.length, sum.length);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += part[i];
            }
        }
        return sum;
    }

    private String check(int step, float[] forces) {
        double[] reference = reference(step);
        double relative = ForceReference.relativeError(forces, reference);
        checked = true;
        error = Math.max(error, Double.isFinite(relative) ? relative : Double.MAX_VALUE);
        if (relative <= ALLOWED_ERROR) {
            return "";
        }
        int worst = ForceReference.worst(forces, reference);
        return "step " + step + ": the forces differ from the reference by " + relative + " of their size; component "
                + "xyz".charAt(worst % 3) + " of body " + worst / 3 + " is " + forces[worst] + ", expected "
                + (float) reference[worst];
    }

    /** The reference of the first step is equal in all runs with as many bodies. */
    private double[] reference(int step) {
        NbodyVariant variant = settings.variant();
        if (step > 0) {
            return new ForceReference(bodies, SOFTENING).forces(variant, threads);
        }
        FirstForces first = new FirstForces(settings.bodies(), variant == NbodyVariant.ATOMIC);
        return inputs.get(first, double[].class, any -> new ForceReference(bodies, SOFTENING).forces(variant, threads));
    }

    /** The forces of the first step, which other runs may need too. */
    private record FirstForces(int bodies, boolean atomic) {}

    private void move(float[] forces) {
        for (int i = 0; i < forces.length; i++) {
            velocities[i] += TIME_STEP * forces[i];
            bodies[InitialBodies.FLOATS * (i / 3) + i % 3] += TIME_STEP * velocities[i];
        }
    }
}
