package io.cdpsim.runtime;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.GpuContext;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.PeerMemory;
import io.cdpsim.gpu.memory.RegisteredHostMemory;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.history.WordMemory;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.RunListeners;
import io.cdpsim.observe.WarningLog;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.call.KernelAddresses;
import io.cdpsim.runtime.device.CdpRuntime;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A simulated computer: a host and one or more devices of one kind, with one clock.
 *
 * <p>A machine is confined to one thread. It is deterministic: the same program and settings give the same run.
 */
public final class Machine {
    private static final long HOST_MEMORY_BYTES = 1L << 40;

    private final Engine engine = new Engine();
    private final PagedMemory hostMemory = new PagedMemory(AddressMap.HOST_BASE, HOST_MEMORY_BYTES);
    private final List<Device> devices = new ArrayList<>();
    private final List<Device> readOnlyDevices = Collections.unmodifiableList(devices);
    private final MachineSettings settings;
    private final @Nullable VisibilityChecker checker;
    private final Host host;
    private final WarningLog warnings = new WarningLog();

    /**
     * A machine at time 0.
     *
     * @param listeners listeners of the run, notified in this order and before those of the settings
     * @throws CudaException if the devices do not accept the size of the pending-launch pool in the settings
     */
    public Machine(MachineSettings settings, RunListener... listeners) {
        this.settings = settings;
        engine.limitEvents(settings.eventLimit());
        GpuProfile profile = settings.profile();
        boolean oldValues = NondeterministicChoices.showsOldValues(settings.policy(), settings.seed());
        checker = settings.check() || oldValues
                ? new VisibilityChecker(checkedMemory(), profile.cdp() == CdpSupport.CDP1, oldValues)
                : null;
        List<RunListener> allListeners = new ArrayList<>();
        allListeners.add(warnings);
        if (checker != null) {
            allListeners.add(new VisibilityMisuseListener(checker));
        }
        Collections.addAll(allListeners, listeners);
        allListeners.addAll(settings.listeners());
        RunListeners runListeners = new RunListeners(allListeners);
        ProgressMonitor progress = new ProgressMonitor(engine);
        GridNumbers numbers = new GridNumbers();
        KernelAddresses addresses = new KernelAddresses();
        CompiledKernels kernels = settings.interpret() ? CompiledKernels.none() : CompiledKernels.ofHotCode();
        List<PagedMemory> memories = new ArrayList<>();
        for (int ordinal = 0; ordinal < settings.devices(); ordinal++) {
            memories.add(new PagedMemory(
                    AddressMap.globalBase(ordinal), profile.dram().bytes()));
        }
        RegisteredHostMemory registered = new RegisteredHostMemory();
        for (int ordinal = 0; ordinal < settings.devices(); ordinal++) {
            PagedMemory constants = new PagedMemory(AddressMap.CONSTANT_BASE, AddressMap.CONSTANT_BYTES);
            DeviceEvents events = new DeviceEvents(runListeners, ordinal);
            DeviceData data = new DeviceData(
                    memories.get(ordinal),
                    hostMemory,
                    constants,
                    new PeerMemory(
                            ordinal,
                            memories,
                            written -> devices.get(written).gpu().memoryWritten()),
                    registered);
            int number = ordinal;
            devices.add(new Device(ordinal, data, metrics -> {
                VisibilityFeed feed = checker == null ? null : new VisibilityFeed(checker, number, oldValues);
                GpuContext context = new GpuContext(
                        engine, data, events, progress, feed, settings.steps().orElse(null), kernels);
                CdpRuntime runtime = new CdpRuntime(context, settings, number, numbers, addresses, metrics);
                settings.pendingLaunches().ifPresent(entries -> setPendingLaunches(runtime, entries));
                return runtime;
            }));
        }
        host = new Host(engine, devices, hostMemory, settings.unifiedAddresses(), progress, checker);
    }

    /** Rule POOL-2: sets the limit as the first call of a program would. */
    private static void setPendingLaunches(CdpRuntime runtime, long entries) {
        CudaError error = runtime.setPendingLaunchLimit(entries, false);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(error, runtime.limits().pendingLaunchesMessage(entries));
        }
    }

    private WordMemory checkedMemory() {
        return new WordMemory() {
            @Override
            public int word(long address) {
                return Machine.this.word(address);
            }

            @Override
            public void words(long address, int[] into, int at, int count) {
                for (Device device : devices) {
                    if (device.memory().contains(address, Integer.BYTES)) {
                        for (int i = 0; i < count; i++) {
                            into[at + i] = device.memory().loadInt(address + (long) i * Integer.BYTES);
                        }
                        return;
                    }
                }
                WordMemory.super.words(address, into, at, count);
            }
        };
    }

    private int word(long address) {
        if (AddressMap.spaceOf(address) == AddressSpace.MAPPED) {
            return hostMemory.loadInt(address);
        }
        for (Device device : devices) {
            if (device.memory().contains(address, 1)) {
                return device.memory().loadInt(address);
            }
        }
        return 0;
    }

    /** The warnings so far. */
    public List<CountedWarning> warnings() {
        return warnings.warnings();
    }

    /**
     * The findings of the visibility checker so far, and errors of calls that no thread has checked (rules LNCH-6, ERR-2). Empty
     * without a checker.
     */
    public VisibilityReport visibility() {
        if (!settings.check() || checker == null) {
            return checker == null ? VisibilityReport.CLEAN : checker.report();
        }
        VisibilityReport report = checker.report();
        List<UndefinedUse> misuses = new ArrayList<>(report.misuses());
        devices.forEach(each -> misuses.addAll(each.runtime().uncheckedErrors()));
        return new VisibilityReport(report.races(), misuses);
    }

    /** The settings of the machine. */
    public MachineSettings settings() {
        return settings;
    }

    /** The host, on which programs run. */
    public Host host() {
        return host;
    }

    /** The devices. */
    public List<Device> devices() {
        return readOnlyDevices;
    }

    /** Time since the start, in cycles of the devices' clock. */
    public long nowCycles() {
        return engine.now();
    }

    /** Time since the start, in microseconds. */
    public double nowMicros() {
        return settings.profile().clock().microsFromCycles(engine.now());
    }

    /** Events simulated so far. */
    public long events() {
        return engine.executed();
    }

    /** Reports warnings about memory, streams and events to the visibility checker. */
    static final class VisibilityMisuseListener implements RunListener {
        private static final Set<String> RULES = Set.of("MEM-1", "MEM-8", "HEAP-3", "STR-3", "STR-4", "EVT-3");

        private final VisibilityChecker checker;

        VisibilityMisuseListener(VisibilityChecker checker) {
            this.checker = checker;
        }

        @Override
        public Set<EventKind> kinds() {
            return EnumSet.of(EventKind.WARNING);
        }

        @Override
        public void happened(RunEvent event) {
            if (event instanceof WarningEvent warning && RULES.contains(warning.rule())) {
                checker.misuse(warning.rule(), warning.message());
            }
        }
    }
}
