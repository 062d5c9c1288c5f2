package io.cdpsim.runtime.settings;

import io.cdpsim.gpu.stepping.StepListener;
import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.version.CdpVersionTable;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Machine configuration: devices, CUDA version, seed and options of the simulation. Immutable; each {@code with} method returns a
 * changed copy.
 */
public final class MachineSettings implements Cloneable {
    /** The default of {@link #postedWork()}: 4,194,304, which takes 0.5 to 1 GiB of Java's heap. */
    public static final int POSTED_WORK = 1 << 22;

    /** Maximum number of devices of a machine. */
    public static final int MAX_DEVICES = 31;

    private static final CudaVersion NEWEST = new CudaVersion(13, 0);
    private static final CudaVersion NEWEST_FOR_CDP1 = new CudaVersion(11, 8);

    private GpuProfile profile;
    private CudaVersion cuda;
    private int devices = 1;
    private long seed = 1;
    private LaunchPolicy policy = LaunchPolicy.EAGER;
    private boolean strict;
    private boolean mps;
    private boolean unifiedAddresses = true;
    private boolean check;
    private OptionalLong pendingLaunches = OptionalLong.empty();
    private int postedWork = POSTED_WORK;
    private long eventLimit = Long.MAX_VALUE;
    private boolean interpret;
    private boolean timed = true;
    private boolean sampled;
    private int threads = 1;
    private List<RunListener> listeners = List.of();
    private Optional<StepListener> steps = Optional.empty();

    private MachineSettings(GpuProfile profile) {
        this.profile = profile;
        cuda = newestFor(profile);
    }

    /** One device, with the newest CUDA version that supports it. */
    public static MachineSettings of(GpuProfile profile) {
        return new MachineSettings(profile);
    }

    /** The newest CUDA version that supports a profile's kind of dynamic parallelism. */
    public static CudaVersion newestFor(GpuProfile profile) {
        return profile.cdp() == CdpSupport.CDP2 ? NEWEST : NEWEST_FOR_CDP1;
    }

    /** Returns a changed copy. This is the only method that changes fields. */
    private MachineSettings changed(Consumer<MachineSettings> change) {
        try {
            MachineSettings copy = (MachineSettings) clone();
            change.accept(copy);
            copy.validate();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    private void validate() {
        if (devices < 1 || devices > MAX_DEVICES) {
            throw new IllegalArgumentException("a machine has 1 to " + MAX_DEVICES + " devices, not " + devices);
        }
        if (postedWork < 1) {
            throw new IllegalArgumentException("the limit of posted grids must be at least 1, not " + postedWork);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("a run has at least 1 thread, not " + threads);
        }
        if (eventLimit < 1) {
            throw new IllegalArgumentException("the limit of events must be at least 1, not " + eventLimit);
        }
        if (steps.isPresent() && !timed) {
            throw new IllegalArgumentException("instructions can be stepped through only where they take time");
        }
        if (sampled && !timed) {
            throw new IllegalArgumentException(
                    "a run without time has nothing to sample; leave out --fast or --sample");
        }
        if (sampled && check) {
            throw new IllegalArgumentException(
                    "the checker needs the time of every access, so no block can run untimed; leave out --check or"
                            + " --sample");
        }
        if (sampled && steps.isPresent()) {
            throw new IllegalArgumentException("blocks that run untimed cannot be stepped through; leave out --sample");
        }
        // Rule VER-2.
        boolean newCuda = cuda.atLeast(CdpVersionTable.FIRST_WITH_CDP2);
        if (profile.cdp() == CdpSupport.CDP1
                && newCuda
                && !profile.computeCapability().isAtLeast(5, 0)) {
            throw new IllegalArgumentException("CUDA " + cuda + " does not support " + profile.name()
                    + ", whose dynamic parallelism is CDP1: use CUDA 5 to 11 (rule VER-2)");
        }
        if (profile.cdp() == CdpSupport.CDP2 && !newCuda) {
            throw new IllegalArgumentException("CUDA " + cuda + " has no CDP2, which " + profile.name()
                    + " needs: use CUDA 12 or later (rule VER-2)");
        }
    }

    /** The profile of all devices. */
    public GpuProfile profile() {
        return profile;
    }

    /** The CUDA version that programs are built with. */
    public CudaVersion cuda() {
        return cuda;
    }

    /** Number of devices, 1 to 31. */
    public int devices() {
        return devices;
    }

    /** The seed of all random choices. */
    public long seed() {
        return seed;
    }

    /** The choice among the behaviours that the rules allow. */
    public LaunchPolicy policy() {
        return policy;
    }

    /** Whether the machine follows the documents where measurements of an H200 differ from them (rulebook 24). */
    public boolean strict() {
        return strict;
    }

    /** Whether the devices are shared through the Multi-Process Service, which refuses dynamic parallelism (rule VER-6). */
    public boolean mps() {
        return mps;
    }

    /**
     * Whether all devices and pinned host memory share one address space, as on every 64-bit system since CUDA 4. Otherwise
     * memory that is pinned without the portable flag is pinned only for the device that is current at that time.
     */
    public boolean unifiedAddresses() {
        return unifiedAddresses;
    }

    /** Whether the visibility checker checks all accesses to global and mapped memory. */
    public boolean check() {
        return check;
    }

    /** Size of the pending-launch pool at the start of the program, slots, at least 1; empty for the profile's default. */
    public OptionalLong pendingLaunches() {
        return pendingLaunches;
    }

    /**
     * Maximum number of incomplete grids and device-side copies of a device, at least 1. A program that exceeds it counts as a
     * launch bomb, on every computer alike.
     */
    public int postedWork() {
        return postedWork;
    }

    /**
     * Maximum number of events of the simulation, at least 1; a program that needs more ends with
     * {@link io.cdpsim.engine.EventLimitException}, on every computer alike. Default: no limit.
     */
    public long eventLimit() {
        return eventLimit;
    }

    /**
     * Whether the simulator interprets each instruction instead of compiling hot code to bytecode. Results and times are the
     * same.
     */
    public boolean interpret() {
        return interpret;
    }

    /**
     * Whether instructions and memory accesses take their simulated time. Otherwise each takes one cycle, which simulates much
     * faster, and the program runs in one of the orders that the rules allow.
     */
    public boolean timed() {
        return timed;
    }

    /**
     * Whether blocks of grids with thousands of them run for their values alone once blocks like them were timed, and take as long as those did.
     */
    public boolean sampled() {
        return sampled;
    }

    /** How many threads may simulate SMs side by side. Results and times are the same for every number. */
    public int threads() {
        return threads;
    }

    /** Listeners of each machine with these settings, in addition to those of the program. */
    public List<RunListener> listeners() {
        return listeners;
    }

    /** The listener of each instruction of each warp, if there is one. */
    public Optional<StepListener> steps() {
        return steps;
    }

    /** A copy with another profile. */
    public MachineSettings withProfile(GpuProfile kind) {
        return changed(copy -> copy.profile = kind);
    }

    /** A copy with another number of threads. */
    public MachineSettings withThreads(int count) {
        return changed(copy -> copy.threads = count);
    }

    /** A copy with another CUDA version. */
    public MachineSettings withCuda(CudaVersion version) {
        return changed(copy -> copy.cuda = version);
    }

    /** A copy with another number of devices. */
    public MachineSettings withDevices(int count) {
        return changed(copy -> copy.devices = count);
    }

    /** A copy with another seed. */
    public MachineSettings withSeed(long value) {
        return changed(copy -> copy.seed = value);
    }

    /** A copy with another policy. */
    public MachineSettings withPolicy(LaunchPolicy value) {
        return changed(copy -> copy.policy = value);
    }

    /** A copy that follows the documents where an H200 differs from them, or the H200. */
    public MachineSettings withStrict(boolean documented) {
        return changed(copy -> copy.strict = documented);
    }

    /** A copy with devices shared through the Multi-Process Service, or not (rule VER-6). */
    public MachineSettings withMps(boolean shared) {
        return changed(copy -> copy.mps = shared);
    }

    /** A copy with one address space for all devices, or one for each. */
    public MachineSettings withUnifiedAddresses(boolean unified) {
        return changed(copy -> copy.unifiedAddresses = unified);
    }

    /** A copy with the visibility checker, or without. */
    public MachineSettings withCheck(boolean checked) {
        return changed(copy -> copy.check = checked);
    }

    /** A copy with another size of the pending-launch pool, or with the profile's default. */
    public MachineSettings withPendingLaunches(OptionalLong entries) {
        return changed(copy -> copy.pendingLaunches = entries);
    }

    /** A copy with another size of the pending-launch pool. */
    public MachineSettings withPendingLaunches(long entries) {
        return withPendingLaunches(OptionalLong.of(entries));
    }

    /** A copy with a different limit of posted grids and copies. */
    public MachineSettings withPostedWork(int max) {
        return changed(copy -> copy.postedWork = max);
    }

    /** A copy with a different limit of events. */
    public MachineSettings withEventLimit(long events) {
        return changed(copy -> copy.eventLimit = events);
    }

    /** A copy that interprets all kernels, or compiles hot ones. */
    public MachineSettings withInterpret(boolean interpreted) {
        return changed(copy -> copy.interpret = interpreted);
    }

    /** A copy with timing, or without. */
    public MachineSettings withTimed(boolean simulatesTime) {
        return changed(copy -> copy.timed = simulatesTime);
    }

    /** A copy that times some blocks of large grids, or all. */
    public MachineSettings withSampled(boolean samplesBlocks) {
        return changed(copy -> copy.sampled = samplesBlocks);
    }

    /** A copy with these listeners. */
    public MachineSettings withListeners(List<RunListener> added) {
        return changed(copy -> copy.listeners = List.copyOf(added));
    }

    /** A copy with a listener of each instruction of each warp, which needs timing. */
    public MachineSettings withSteps(StepListener listener) {
        return changed(copy -> copy.steps = Optional.of(listener));
    }

    /** The versions of dynamic parallelism that kernels run with. */
    public CdpVersionTable versions() {
        return new CdpVersionTable(cuda, profile.computeCapability());
    }

    private List<Object> values() {
        return List.of(
                profile,
                cuda,
                devices,
                seed,
                policy,
                strict,
                mps,
                unifiedAddresses,
                check,
                pendingLaunches,
                postedWork,
                eventLimit,
                interpret,
                timed,
                sampled,
                listeners,
                steps);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MachineSettings settings && values().equals(settings.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }
}
