package io.cdpsim.runtime.settings;

import io.cdpsim.observe.RunListener;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.version.CdpVersionTable;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a machine is made of.
 *
 * @param profile the kind of its devices
 * @param cuda the CUDA version its programs were built with
 * @param devices number of devices, 1 to 31
 * @param seed decides what hardware leaves open
 * @param policy how the freedom that the rules leave is used
 * @param strict whether the documented behaviour holds where the H200 was seen to do something else (rulebook 24)
 * @param mps whether the devices are shared through the Multi-Process Service, which refuses dynamic parallelism (rule VER-6)
 * @param unifiedAddresses whether all devices and the host's pinned memory share one range of addresses, as on every 64-bit system since
 *     CUDA 4; otherwise memory that is pinned without the portable flag is so for the device that was current then
 * @param check whether the visibility checker watches all accesses to global and mapped memory
 * @param pendingLaunches entries of the pending-launch pool that the program asks for before anything runs, at least 1; empty for the
 *     profile's default
 * @param postedWork most grids and device-side copies that may be posted and not complete on a device at once, at least 1: what tells a
 *     launch bomb from a program, the same on every computer
 * @param interpret whether each instruction is interpreted, and hot code not compiled to bytecode; results and times are the same
 * @param timed whether it is simulated how long instructions and memory accesses take; otherwise each takes a cycle, which is much faster, and
 *     the program does all that it does, in one of the orders that the rules allow
 * @param watchers told what happens on each machine that is made so, after those that the program itself brings
 */
public record MachineSettings(
        GpuProfile profile,
        CudaVersion cuda,
        int devices,
        long seed,
        LaunchPolicy policy,
        boolean strict,
        boolean mps,
        boolean unifiedAddresses,
        boolean check,
        OptionalLong pendingLaunches,
        int postedWork,
        boolean interpret,
        boolean timed,
        List<RunListener> watchers) {
    /** The default of {@link #postedWork()}: 4,194,304, which takes 0.5 to 1 GiB of Java's heap. */
    public static final int POSTED_WORK = 1 << 22;

    /** The most devices that a machine has. */
    public static final int MOST_DEVICES = 31;

    private static final CudaVersion NEWEST = new CudaVersion(13, 0);
    private static final CudaVersion NEWEST_FOR_CDP1 = new CudaVersion(11, 8);

    public MachineSettings {
        watchers = List.copyOf(watchers);
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

    /** One device, with the newest CUDA version that supports it. */
    public static MachineSettings of(GpuProfile profile) {
        return new MachineSettings(
                profile,
                newestFor(profile),
                1,
                1,
                LaunchPolicy.EAGER,
                false,
                false,
                true,
                false,
                OptionalLong.empty(),
                POSTED_WORK,
                false,
                true,
                List.of());
    }

    /** The newest CUDA version that supports a profile's kind of dynamic parallelism. */
    public static CudaVersion newestFor(GpuProfile profile) {
        return profile.cdp() == CdpSupport.CDP2 ? NEWEST : NEWEST_FOR_CDP1;
    }

    /** The same with devices of another kind. */
    public MachineSettings withProfile(GpuProfile other) {
        Copy copy = new Copy(this);
        copy.profile = other;
        return copy.made();
    }

    /** The same with another CUDA version. */
    public MachineSettings withCuda(CudaVersion version) {
        Copy copy = new Copy(this);
        copy.cuda = version;
        return copy.made();
    }

    /** The same with another number of devices. */
    public MachineSettings withDevices(int count) {
        Copy copy = new Copy(this);
        copy.devices = count;
        return copy.made();
    }

    /** The same with another seed. */
    public MachineSettings withSeed(long newSeed) {
        Copy copy = new Copy(this);
        copy.seed = newSeed;
        return copy.made();
    }

    /** The same with another policy. */
    public MachineSettings withPolicy(LaunchPolicy newPolicy) {
        Copy copy = new Copy(this);
        copy.policy = newPolicy;
        return copy.made();
    }

    /** The same, with the documented behaviour where the H200 differs, or as the H200 behaves. */
    public MachineSettings withStrict(boolean documented) {
        Copy copy = new Copy(this);
        copy.strict = documented;
        return copy.made();
    }

    /** The same with devices shared through the Multi-Process Service, or not (rule VER-6). */
    public MachineSettings withMps(boolean shared) {
        Copy copy = new Copy(this);
        copy.mps = shared;
        return copy.made();
    }

    /** The same with one range of addresses for all devices, or one for each. */
    public MachineSettings withUnifiedAddresses(boolean unified) {
        Copy copy = new Copy(this);
        copy.unifiedAddresses = unified;
        return copy.made();
    }

    /** The same with the visibility checker watching, or not. */
    public MachineSettings withCheck(boolean watched) {
        Copy copy = new Copy(this);
        copy.check = watched;
        return copy.made();
    }

    /** The same with a pending-launch pool of so many entries, or of the profile's default. */
    public MachineSettings withPendingLaunches(OptionalLong entries) {
        Copy copy = new Copy(this);
        copy.pendingLaunches = entries;
        return copy.made();
    }

    /** The same with a pending-launch pool of so many entries. */
    public MachineSettings withPendingLaunches(long entries) {
        return withPendingLaunches(OptionalLong.of(entries));
    }

    /** The same with room for other numbers of posted grids and copies. */
    public MachineSettings withPostedWork(int most) {
        Copy copy = new Copy(this);
        copy.postedWork = most;
        return copy.made();
    }

    /** The same with kernels interpreted, or compiled where that is worth it. */
    public MachineSettings withInterpret(boolean interpreted) {
        Copy copy = new Copy(this);
        copy.interpret = interpreted;
        return copy.made();
    }

    /** The same with timing, or without. */
    public MachineSettings withTimed(boolean isTimed) {
        Copy copy = new Copy(this);
        copy.timed = isTimed;
        return copy.made();
    }

    /** The same with these who watch. */
    public MachineSettings withWatchers(List<RunListener> listeners) {
        Copy copy = new Copy(this);
        copy.watchers = listeners;
        return copy.made();
    }

    /** Which version of dynamic parallelism kernels run with. */
    public CdpVersionTable versions() {
        return new CdpVersionTable(cuda, profile.computeCapability());
    }

    /** The same settings, of which some are changed before they are settings again. */
    private static final class Copy {
        private GpuProfile profile;
        private CudaVersion cuda;
        private int devices;
        private long seed;
        private LaunchPolicy policy;
        private boolean strict;
        private boolean mps;
        private boolean unifiedAddresses;
        private boolean check;
        private OptionalLong pendingLaunches;
        private int postedWork;
        private boolean interpret;
        private boolean timed;
        private List<RunListener> watchers;

        Copy(MachineSettings settings) {
            profile = settings.profile;
            cuda = settings.cuda;
            devices = settings.devices;
            seed = settings.seed;
            policy = settings.policy;
            strict = settings.strict;
            mps = settings.mps;
            unifiedAddresses = settings.unifiedAddresses;
            check = settings.check;
            pendingLaunches = settings.pendingLaunches;
            postedWork = settings.postedWork;
            interpret = settings.interpret;
            timed = settings.timed;
            watchers = settings.watchers;
        }

        MachineSettings made() {
            return new MachineSettings(
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
    }
}
