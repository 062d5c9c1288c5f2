package io.cdpsim.runtime.settings;

import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.version.CdpVersionTable;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Machine configuration: devices, CUDA version, seed and what is simulated. Immutable; each {@code with} method returns a changed copy. */
public final class MachineSettings implements Cloneable {
    /** The default of {@link #postedWork()}: 4,194,304, which takes 0.5 to 1 GiB of Java's heap. */
    public static final int POSTED_WORK = 1 << 22;

    /** The most devices that a machine has. */
    public static final int MOST_DEVICES = 31;

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
    private boolean interpret;
    private boolean timed = true;
    private List<RunListener> watchers = List.of();

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

    /** The one place where fields change: those of a copy that nobody else has yet. */
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
        if (devices < 1 || devices > MOST_DEVICES) {
            throw new IllegalArgumentException("a machine has 1 to " + MOST_DEVICES + " devices, not " + devices);
        }
        if (postedWork < 1) {
            throw new IllegalArgumentException("at least 1 grid must be allowed to wait, not " + postedWork);
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

    /** The kind of the devices. */
    public GpuProfile profile() {
        return profile;
    }

    /** The CUDA version that programs were built with. */
    public CudaVersion cuda() {
        return cuda;
    }

    /** Number of devices, 1 to 31. */
    public int devices() {
        return devices;
    }

    /** Decides what hardware leaves open. */
    public long seed() {
        return seed;
    }

    /** How the machine uses the freedom that the rules leave. */
    public LaunchPolicy policy() {
        return policy;
    }

    /** Whether the documented behaviour holds where measurements of an H200 differ from it (rulebook 24). */
    public boolean strict() {
        return strict;
    }

    /** Whether the devices are shared through the Multi-Process Service, which refuses dynamic parallelism (rule VER-6). */
    public boolean mps() {
        return mps;
    }

    /**
     * Whether all devices and the host's pinned memory share one range of addresses, as on every 64-bit system since CUDA 4; otherwise memory that
     * is pinned without the portable flag is pinned for the device that was current then.
     */
    public boolean unifiedAddresses() {
        return unifiedAddresses;
    }

    /** Whether the visibility checker watches all accesses to global and mapped memory. */
    public boolean check() {
        return check;
    }

    /** Entries of the pending-launch pool that are set before the program starts, at least 1; empty for the profile's default. */
    public OptionalLong pendingLaunches() {
        return pendingLaunches;
    }

    /**
     * The most grids and device-side copies that may be posted and not complete on a device at once, at least 1: the limit beyond which a program is
     * a launch bomb, the same on every computer.
     */
    public int postedWork() {
        return postedWork;
    }

    /** Whether each instruction is interpreted and hot code is not compiled to bytecode; results and times are the same. */
    public boolean interpret() {
        return interpret;
    }

    /**
     * Whether instructions and memory accesses take their time; otherwise each takes a cycle, which is much faster, and the program runs in one of
     * the orders that the rules allow.
     */
    public boolean timed() {
        return timed;
    }

    /** Listeners of each machine with these settings, after those of the program. */
    public List<RunListener> watchers() {
        return watchers;
    }

    /** A copy with devices of another kind. */
    public MachineSettings withProfile(GpuProfile kind) {
        return changed(copy -> copy.profile = kind);
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

    /** A copy with the documented behaviour where an H200 differs from it, or with the H200's. */
    public MachineSettings withStrict(boolean documented) {
        return changed(copy -> copy.strict = documented);
    }

    /** A copy with devices shared through the Multi-Process Service, or not (rule VER-6). */
    public MachineSettings withMps(boolean shared) {
        return changed(copy -> copy.mps = shared);
    }

    /** A copy with one range of addresses for all devices, or one for each. */
    public MachineSettings withUnifiedAddresses(boolean unified) {
        return changed(copy -> copy.unifiedAddresses = unified);
    }

    /** A copy with the visibility checker, or without. */
    public MachineSettings withCheck(boolean watched) {
        return changed(copy -> copy.check = watched);
    }

    /** A copy with a pending-launch pool of a number of entries, or of the profile's default. */
    public MachineSettings withPendingLaunches(OptionalLong entries) {
        return changed(copy -> copy.pendingLaunches = entries);
    }

    /** A copy with a pending-launch pool of a number of entries. */
    public MachineSettings withPendingLaunches(long entries) {
        return withPendingLaunches(OptionalLong.of(entries));
    }

    /** A copy with a different limit of posted grids and copies. */
    public MachineSettings withPostedWork(int most) {
        return changed(copy -> copy.postedWork = most);
    }

    /** A copy with kernels interpreted, or compiled where they are hot. */
    public MachineSettings withInterpret(boolean interpreted) {
        return changed(copy -> copy.interpret = interpreted);
    }

    /** A copy with timing, or without. */
    public MachineSettings withTimed(boolean simulatesTime) {
        return changed(copy -> copy.timed = simulatesTime);
    }

    /** A copy with these listeners. */
    public MachineSettings withWatchers(List<RunListener> listeners) {
        return changed(copy -> copy.watchers = List.copyOf(listeners));
    }

    /** Which version of dynamic parallelism kernels run with. */
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
                interpret,
                timed,
                watchers);
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
