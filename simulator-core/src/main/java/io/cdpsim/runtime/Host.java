package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.CachePreference;
import io.cdpsim.gpu.DeviceFault;
import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.gpu.ProgressWatch;
import io.cdpsim.gpu.VisibilityFeed;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.ParameterLayout;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.WatchedGrid;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.profile.HostApiSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The host thread of a program: straight-line Java that calls what a CUDA program would call. Simulated time moves only inside these
 * calls.
 *
 * <p>Calls that the device cannot meet throw {@link CudaException}; waiting for something that can never happen throws
 * {@link StuckException}; the synchronisations return the sticky error of a device that has faulted (rule ERR-4).
 *
 * <p>Rules ERR-5, LNCH-5 and NEST-6.
 */
public final class Host {
    private final Engine engine;
    private final List<Device> devices;
    private final PagedMemory hostMemory;
    private final ProgressWatch watch;
    private final HostQueues queues;
    private final List<HostStream> defaultStreams = new ArrayList<>();
    private final List<CopyEngines> copyEngines = new ArrayList<>();
    private final Map<Long, Runnable> whenGridCompletes = new HashMap<>();
    private final ClockSpec clock;
    private final HostApiSpec costs;
    private final int wakeEvent;
    private boolean awake = true;
    private final StringBuilder output = new StringBuilder();
    private final @Nullable HostVisibility visibility;
    private Device current;

    Host(
            Engine engine,
            List<Device> devices,
            PagedMemory hostMemory,
            ProgressWatch watch,
            @Nullable VisibilityChecker checker) {
        this.engine = engine;
        this.devices = devices;
        this.hostMemory = hostMemory;
        this.watch = watch;
        this.queues = new HostQueues(engine);
        this.visibility = checker == null ? null : new HostVisibility(checker, queues.streams());
        this.current = devices.get(0);
        this.clock = current.profile().clock();
        this.costs = current.profile().hostApi();
        this.wakeEvent = engine.register((now, argument) -> awake = true);
        for (Device device : devices) {
            defaultStreams.add(queues.createStream(device, true));
            copyEngines.add(new CopyEngines(engine, device));
            device.runtime().tree().onHostGridCompleted(entry -> gridCompleted(device, entry));
        }
    }

    private void gridCompleted(Device device, int entry) {
        Runnable done = whenGridCompletes.remove(key(device, entry));
        if (done != null) {
            done.run();
        }
    }

    private static long key(Device device, int entry) {
        return (long) device.ordinal() << 32 | entry;
    }

    /** Chooses the device that later calls mean. */
    public void setDevice(int ordinal) {
        current = devices.get(ordinal);
    }

    /** The device that calls mean now. */
    public Device device() {
        return current;
    }

    /** Time since the begin in nanoseconds, as a clock on the host reads it. */
    public double nowNanos() {
        return clock.nanosFromCycles(engine.now());
    }

    /** Lets the host thread be busy for a time. */
    public void spend(double nanos) {
        long cycles = clock.cyclesFromNanos(nanos);
        if (cycles > 0) {
            awake = false;
            engine.schedule(engine.now() + cycles, wakeEvent, 0);
            waitUntil("its own work", () -> awake);
        }
    }

    /**
     * Spins until a condition on memory holds.
     *
     * @param what what is waited for, for the report if it never happens
     */
    public void spinUntil(String what, BooleanSupplier condition) {
        if (!condition.getAsBoolean()) {
            waitUntil(what, condition);
            // The store that the host saw took half a round trip over the link to get here.
            spend(clock.nanosFromCycles(current.profile().hostLink().mappedLoadLatencyCycles()) / 2);
        }
    }

    private void waitUntil(String what, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return;
        }
        boolean reached = engine.runUntil(() -> condition.getAsBoolean() || watch.stuck() || isFaulted());
        if (condition.getAsBoolean() || isFaulted()) {
            return;
        }
        if (watch.stuck() || !reached) {
            throw new StuckException(StuckReport.explain(devices, what, clock.microsFromCycles(watch.lastProgress())));
        }
    }

    private boolean isFaulted() {
        for (int i = 0; i < devices.size(); i++) {
            if (devices.get(i).runtime().fault() != null) {
                return true;
            }
        }
        return false;
    }

    /** Rule ERR-4: every call after a fault gives the fault's error. */
    private void checkContext(Device device, String call) {
        CudaError error = stickyError(device);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(error, call + " after a fault of an earlier kernel");
        }
    }

    /** The sticky error of the current device. */
    public CudaError stickyError() {
        return stickyError(current);
    }

    private static CudaError stickyError(Device device) {
        DeviceFault fault = device.runtime().fault();
        if (fault == null) {
            return CudaError.SUCCESS;
        }
        return switch (fault.kind()) {
            case ILLEGAL_ADDRESS -> CudaError.ILLEGAL_ADDRESS;
            case MISALIGNED_ADDRESS -> CudaError.MISALIGNED_ADDRESS;
            case ASSERT -> CudaError.ASSERT;
            case TRAP -> CudaError.LAUNCH_FAILURE;
            case ILLEGAL_INSTRUCTION -> CudaError.ILLEGAL_INSTRUCTION;
        };
    }

    /** What went wrong on the current device, or an empty text. */
    public String faultMessage() {
        DeviceFault fault = current.runtime().fault();
        return fault == null ? "" : fault.message();
    }

    /** Allocates device memory. @throws CudaException if there is not enough */
    public long malloc(long bytes) {
        checkContext(current, "cudaMalloc");
        long address = current.memory().allocate(bytes);
        if (address == 0) {
            throw new CudaException(
                    CudaError.MEMORY_ALLOCATION,
                    "cudaMalloc of " + bytes + " bytes on " + current.profile().name());
        }
        return address;
    }

    /** Allocates pinned host memory that the devices can reach. */
    public long mallocHost(long bytes) {
        checkContext(current, "cudaHostAlloc");
        long address = hostMemory.allocate(bytes);
        if (address == 0) {
            throw new CudaException(CudaError.MEMORY_ALLOCATION, "cudaHostAlloc of " + bytes + " bytes");
        }
        return address;
    }

    /**
     * Frees device or pinned host memory.
     *
     * @return {@code cudaErrorInvalidValue} if nothing was allocated by the host at the address, such as memory of the device heap (rule
     *     HEAP-3)
     */
    public CudaError free(long address) {
        return memoryOf(address).free(address) ? CudaError.SUCCESS : CudaError.INVALID_VALUE;
    }

    /** Declares a {@code __constant__} variable on the current device. @return its address @throws CudaException if 64 KiB are used up */
    public long constantSymbol(long bytes) {
        long address = current.constants().allocate(bytes);
        if (address == 0) {
            throw new CudaException(CudaError.MEMORY_ALLOCATION, "__constant__ variable of " + bytes + " bytes");
        }
        return address;
    }

    /**
     * {@code cudaMemcpyToSymbol}: copies ints to a constant variable of the current device, after the work before it in the default
     * stream. Changing constants while a grid runs is undefined and warned of (rule MEM-8).
     */
    public void memcpyToSymbol(long symbol, int... values) {
        PagedMemory constants = current.constants();
        if (!constants.containsRange(symbol, 4L * values.length)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + values.length + " ints beyond a symbol");
        }
        CdpRuntime runtime = current.runtime();
        if (runtime.grids().live() > 0) {
            runtime.constantsChangeUnderGrids();
        }
        spend(costs.memcpyCallNanos());
        for (int i = 0; i < values.length; i++) {
            constants.storeInt(symbol + 4L * i, values[i]);
        }
        watch.progressed();
        flushOutput();
    }

    private void flushOutput() {
        for (Device device : devices) {
            output.append(device.runtime().flushPrinted());
        }
    }

    /**
     * What device code has printed as far as it was flushed: by a launch, a synchronisation, a blocking copy or a callback of the host, by
     * nothing else (rule PRNT-2). Gives each output once.
     */
    public String takeOutput() {
        String text = output.toString();
        output.setLength(0);
        return text;
    }

    private PagedMemory memoryOf(long address) {
        if (AddressMap.spaceOf(address) == AddressSpace.MAPPED) {
            return hostMemory;
        }
        for (Device device : devices) {
            if (device.memory().containsRange(address, 0)) {
                return device.memory();
            }
        }
        return current.memory();
    }

    /** Reads memory without taking time: what a debugger would see. */
    public MemoryView memory() {
        HostVisibility watching = visibility;
        return new MemoryView(this::memoryOf, (address, bytes) -> {
            if (watching != null) {
                watching.reset(address, bytes);
            }
        });
    }

    /** Reads a word of pinned host memory. */
    public int readInt(long address) {
        if (visibility != null) {
            visibility.reads(address);
        }
        return hostMemory.loadInt(address);
    }

    /** Writes a word of pinned host memory. */
    public void writeInt(long address, int value) {
        if (visibility != null) {
            visibility.writes(address, value);
        }
        hostMemory.storeInt(address, value);
        watch.progressed();
    }

    /** The default stream of the current device. */
    public HostStream defaultStream() {
        return defaultStreams.get(current.ordinal());
    }

    /** Makes a stream on the current device. */
    public HostStream createStream() {
        return queues.createStream(current, false);
    }

    /** Makes an event. */
    public HostEvent createEvent() {
        return new HostEvent();
    }

    private long cycles(double nanos) {
        return clock.cyclesFromNanos(nanos);
    }

    private long submissionReaches() {
        return engine.now() + cycles(costs.launchToStartNanos());
    }

    /** Launches a kernel; arguments are Integer, Long, Float or Double. @throws CudaException if the launch cannot be met */
    public void launch(Kernel kernel, LaunchShape shape, HostStream stream, Number... arguments) {
        checkContext(stream.device(), "launch of " + kernel.name());
        CdpRuntime runtime = stream.device().runtime();
        runtime.load(kernel);
        CudaError error = runtime.checkHostLaunch(kernel, shape);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(
                    error,
                    "launch of " + kernel.name() + " with " + describe(shape, kernel) + " on "
                            + stream.device().profile().name() + " cannot be met: "
                            + runtime.reasonAgainstHostLaunch(kernel, shape));
        }
        byte[] parameters = parameters(kernel, arguments);
        flushOutput();
        spend(costs.launchNanos());
        VisibilityFeed feed = stream.device().gpu().visibility();
        WatchedGrid watched = visibility == null || feed == null ? null : visibility.launches(stream, feed, kernel);
        queues.add(stream, submissionReaches(), cycles(costs.backToBackNanos()), 0, done -> {
            GridTable grids = runtime.grids();
            int entry = grids.add(GridKind.HOST_GRID, 0, 0);
            grids.describe(entry, kernel, shape, parameters);
            whenGridCompletes.put(key(stream.device(), entry), done);
            if (feed != null && watched != null) {
                watched.number(grids.number(entry));
                feed.bind(entry, watched);
            }
            runtime.posted(entry, kernel, shape);
        });
    }

    private static String describe(LaunchShape shape, Kernel kernel) {
        return shape.blocks() + " blocks of " + shape.blockX() * shape.blockY() * shape.blockZ() + " threads, "
                + (shape.dynamicSharedBytes() + kernel.attributes().staticSharedBytes())
                + " bytes of shared memory and "
                + kernel.attributes().registersPerThread() + " registers a thread";
    }

    private static byte[] parameters(Kernel kernel, Number... arguments) {
        ParameterLayout layout = kernel.parameters();
        if (arguments.length != layout.count()) {
            throw new IllegalArgumentException("kernel " + kernel.name() + " takes " + layout.count()
                    + " parameters, but the launch gives " + arguments.length);
        }
        byte[] bytes = new byte[layout.totalBytes()];
        for (int i = 0; i < arguments.length; i++) {
            ValueType type = layout.types().get(i);
            long bits = switch (type) {
                case F32 -> Float.floatToRawIntBits(arguments[i].floatValue());
                case F64 -> Double.doubleToRawLongBits(arguments[i].doubleValue());
                default -> arguments[i].longValue();
            };
            DeviceLaunches.put(bytes, layout.offsetsBytes().get(i), type, bits);
        }
        return bytes;
    }

    /** Copies between host and device, or within a device, in stream order. Either side may be pinned host memory. */
    public void memcpyAsync(long destination, long source, long bytes, HostStream stream) {
        checkContext(stream.device(), "cudaMemcpyAsync");
        PagedMemory from = memoryOf(source);
        PagedMemory to = memoryOf(destination);
        if (!from.containsRange(source, bytes) || !to.containsRange(destination, bytes)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + bytes + " bytes beyond an allocation");
        }
        spend(costs.memcpyCallNanos());
        CopyEngines engines = copyEngines.get(stream.device().ordinal());
        WatchedGrid watched = visibility == null ? null : visibility.copies(stream);
        queues.add(
                stream,
                submissionReaches(),
                0,
                cycles(current.profile().hostLink().acquirePollNanos()),
                done -> engines.copy(to == hostMemory, from == hostMemory, bytes, () -> {
                    if (visibility != null && watched != null) {
                        visibility.copied(watched, from, source, destination, bytes);
                    }
                    PagedMemory.copy(from, source, to, destination, bytes);
                    memoryWritten();
                    done.run();
                }));
    }

    /** Fills device memory, in stream order. */
    public void memsetAsync(long address, int value, long bytes, HostStream stream) {
        checkContext(stream.device(), "cudaMemsetAsync");
        PagedMemory memory = memoryOf(address);
        if (!memory.containsRange(address, bytes)) {
            throw new CudaException(CudaError.INVALID_VALUE, "fill of " + bytes + " bytes beyond an allocation");
        }
        spend(costs.memsetCallNanos());
        CopyEngines engines = copyEngines.get(stream.device().ordinal());
        WatchedGrid watched = visibility == null ? null : visibility.fills(stream);
        queues.add(
                stream,
                submissionReaches(),
                cycles(costs.backToBackNanos()),
                0,
                done -> engines.fill(bytes, () -> {
                    if (visibility != null && watched != null) {
                        visibility.filled(watched, address, bytes, value);
                    }
                    memory.fill(address, (byte) value, bytes);
                    memoryWritten();
                    done.run();
                }));
    }

    private void memoryWritten() {
        devices.forEach(device -> device.gpu().memoryWritten());
    }

    /** Records an event in a stream. */
    public void record(HostEvent event, HostStream stream) {
        event.recorded();
        if (visibility != null) {
            visibility.records(event, stream);
        }
        spend(costs.eventRecordNanos());
        queues.add(stream, submissionReaches(), cycles(costs.backToBackNanos()), 0, done -> {
            event.reachedAt(engine.now());
            done.run();
        });
    }

    /** Later work in the stream waits for what the event has recorded so far. */
    public void waitEvent(HostStream stream, HostEvent event) {
        spend(costs.eventRecordNanos());
        long recording = event.recordings();
        if (visibility != null) {
            visibility.waits(stream, event);
        }
        queues.add(stream, submissionReaches(), 0, 0, done -> event.whenReached(recording, done));
    }

    /** Time between two events in milliseconds. @throws IllegalStateException if one has not been reached */
    public double elapsedMillis(HostEvent begin, HostEvent end) {
        if (begin.cycle() < 0 || end.cycle() < 0) {
            throw new IllegalStateException("an event has not been reached yet: synchronise first");
        }
        return clock.nanosFromCycles(end.cycle() - begin.cycle()) / 1e6;
    }

    /** Runs a function on the host when all before it in the stream is done; what follows in the stream waits for it. */
    public void addCallback(HostStream stream, Runnable callback) {
        queues.add(stream, submissionReaches(), cycles(costs.callbackNanos()), 0, done -> {
            flushOutput();
            callback.run();
            done.run();
        });
    }

    /** Waits for everything in a stream. @return the sticky error, if any */
    public CudaError synchronize(HostStream stream) {
        CudaError error = await(stream.device(), "the work in its stream", stream::isIdle);
        if (visibility != null) {
            visibility.awaited(stream);
        }
        return error;
    }

    /** Waits for everything on the current device. @return the sticky error, if any */
    public CudaError synchronize() {
        Device device = current;
        CudaError error =
                await(device, "everything on the device (cudaDeviceSynchronize)", () -> queues.isIdle(device));
        if (visibility != null) {
            visibility.awaited(device);
        }
        return error;
    }

    /** Waits for an event. @return the sticky error, if any */
    public CudaError synchronize(HostEvent event) {
        CudaError error = await(current, "an event", event::isComplete);
        if (visibility != null) {
            visibility.awaited(event);
        }
        return error;
    }

    private CudaError await(Device device, String what, BooleanSupplier condition) {
        waitUntil(what, condition);
        flushOutput();
        if (!isFaulted()) {
            spend(costs.completionToHostNanos());
        }
        CudaError error = stickyError(device);
        // Rule ERR-6: only now that the launch trees are complete is the host told.
        return error == CudaError.SUCCESS && device.runtime().takeEccError() ? CudaError.ECC_UNCORRECTABLE : error;
    }

    /** Lets memory of the current device lose bits that cannot be restored, as a broken one would; programs run on (rule ERR-6). */
    public void injectUncorrectableEccError() {
        current.runtime().loseBits();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count)} (rule POOL-2). */
    public CudaError setPendingLaunchLimit(long count) {
        if (stickyError() != CudaError.SUCCESS) {
            return stickyError();
        }
        return current.runtime().setPendingLaunchLimit(count, !queues.isIdle(current));
    }

    /** {@code cudaDeviceGetLimit(cudaLimitDevRuntimePendingLaunchCount)}. */
    public long pendingLaunchLimit() {
        return current.runtime().limits().pendingLaunches();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)}, before any kernel that allocates is launched (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes) {
        return current.runtime().setHeapBytes(bytes);
    }

    /** {@code cudaDeviceGetLimit(cudaLimitMallocHeapSize)}. */
    public long heapBytes() {
        return current.runtime().limits().heapBytes();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)}, before any kernel that prints is launched (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes) {
        return current.runtime().setPrintfFifoBytes(bytes);
    }

    /** {@code cudaDeviceGetLimit(cudaLimitPrintfFifoSize)}. */
    public long printfFifoBytes() {
        return current.runtime().limits().printfFifoBytes();
    }

    /** {@code cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, levels)} (rules DEPTH-1, DEPTH-5, DEPTH-8). */
    public CudaError setSyncDepth(int levels) {
        if (stickyError() != CudaError.SUCCESS) {
            return stickyError();
        }
        return current.runtime().setSyncDepth(levels, !queues.isIdle(current));
    }

    /** {@code cudaDeviceSetLimit(cudaLimitStackSize, bytes)}: takes effect once all that was launched before has ended (rule ENV-3). */
    public CudaError setStackLimit(long bytes) {
        CudaError error = synchronize();
        return error == CudaError.SUCCESS ? current.runtime().limits().setStack(bytes) : error;
    }

    /** {@code cudaDeviceGetLimit}. @throws CudaException if the device does not have the limit (rule DEPTH-8) */
    public long limit(DeviceLimit limit) {
        long value = current.runtime().limits().get(limit.number());
        if (value < 0) {
            throw new CudaException(
                    CudaError.UNSUPPORTED_LIMIT,
                    "cudaDeviceGetLimit of " + limit + " on "
                            + current.profile().name());
        }
        return value;
    }

    /** {@code cudaDeviceSetCacheConfig}: for kernels that have no preference of their own (rule ENV-1). */
    public void setCacheConfig(CachePreference preference) {
        current.runtime().tree().cachePreferences().set(preference);
    }

    /** {@code cudaFuncSetCacheConfig}: also where the kernel is launched by device code (rule ENV-2). */
    public void setCacheConfig(Kernel kernel, CachePreference preference) {
        current.runtime().tree().cachePreferences().set(kernel, preference);
    }

    /** Bytes of the current device that can be allocated ({@code cudaMemGetInfo}). */
    public long freeMemory() {
        return current.memory().freeBytes();
    }
}
