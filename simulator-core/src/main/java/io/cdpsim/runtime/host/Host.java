package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.copy.MemoryView;
import io.cdpsim.runtime.copy.PinnedSources;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.HostOutput;
import io.cdpsim.runtime.device.PeerAccess;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.graph.DependencyPort;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The host thread of a program: Java code that makes the calls of a CUDA program. Simulated time advances only inside these
 * calls.
 *
 * <p>Failed calls throw {@link CudaException}. Waiting for something that can never happen throws {@link StuckException}.
 * Synchronisations return the sticky error of a faulted device (rule ERR-4).
 */
public final class Host extends HostSettings {
    private final Engine engine;
    private final List<Device> devices;
    private final HostThread thread;
    private final HostQueues queues;
    private final HostMemory memory;
    private final HostLaunches launches;
    private final HostCopies copies;
    private final HostOutput output;
    private final HostGraphs graphs;
    private final PeerAccess peers = new PeerAccess();
    private final HostThreads threads;
    private HostErrors errors = new HostErrors();
    private final List<HostStream> defaultStreams = new ArrayList<>();
    private final HostApiSpec costs;
    private final @Nullable HostVisibility visibility;
    private Device current;

    public Host(
            Engine engine,
            List<Device> devices,
            PagedMemory hostMemory,
            boolean unifiedAddresses,
            ProgressMonitor progress,
            @Nullable VisibilityChecker checker) {
        this.engine = engine;
        this.devices = devices;
        current = devices.get(0);
        costs = current.profile().hostApi();
        queues = new HostQueues(engine, current.profile().clock(), costs);
        thread = new HostThread(engine, devices, progress, current.profile().clock());
        visibility = checker == null ? null : new HostVisibility(checker, hostMemory);
        memory = new HostMemory(devices, hostMemory, unifiedAddresses, thread, visibility);
        output = new HostOutput(devices);
        HostContext context = new HostContext(devices, thread, queues, output, visibility);
        launches = new HostLaunches(context);
        copies = new HostCopies(engine, context, memory, peers);
        threads = new HostThreads(thread, costs);
        graphs = new HostGraphs(context, this::device, this::defaultStream, launches, copies);
        devices.forEach(device -> defaultStreams.add(queues.createStream(device, true, true)));
    }

    /** Sets the current device. */
    public void setDevice(int ordinal) {
        current = devices.get(ordinal);
    }

    /**
     * {@code cudaDeviceCanAccessPeer}: whether a device can access the memory of another without the host.
     *
     * @param ordinal number of the device
     * @param peer number of the other device
     */
    public boolean canAccessPeer(int ordinal, int peer) {
        return PeerAccess.isPossible(devices.get(ordinal), devices.get(peer));
    }

    /** {@code cudaDeviceEnablePeerAccess}: gives the current device access to the memory of another. */
    public CudaError enablePeerAccess(int peer) {
        return remember(peers.enable(current, devices.get(peer)));
    }

    /** {@code cudaDeviceDisablePeerAccess}. */
    public CudaError disablePeerAccess(int peer) {
        return remember(peers.disable(current, devices.get(peer)));
    }

    /**
     * Runs parts of the program in concurrent host threads and joins all of them. Each starts with device 0 and no error, like
     * any CUDA host thread. The current device and the errors of the caller do not change.
     *
     * @throws RuntimeException the exception of the first failed thread
     */
    public void inThreads(List<Runnable> bodies) {
        Device own = current;
        HostErrors ownErrors = errors;
        threads.run(bodies.stream().map(this::withStateOfItsOwn).toList());
        current = own;
        errors = ownErrors;
    }

    private HostThreads.Body withStateOfItsOwn(Runnable work) {
        return new HostThreads.Body() {
            private Device device = devices.get(0);
            private HostErrors last = new HostErrors();

            @Override
            public void run() {
                work.run();
            }

            @Override
            public void resumed() {
                current = device;
                errors = last;
            }

            @Override
            public void paused() {
                device = current;
                last = errors;
            }
        };
    }

    @Override
    public Device device() {
        return current;
    }

    /** Time since the start in nanoseconds, as a clock on the host reads it. */
    public double nowNanos() {
        return thread.clock().nanosFromCycles(engine.now());
    }

    /** Keeps the host thread busy for a time. */
    public void spend(double nanos) {
        thread.spend(nanos);
    }

    /**
     * Spins until a condition on memory holds.
     *
     * @param what description of the condition, for the report if it can never hold
     */
    public void spinUntil(String what, BooleanSupplier condition) {
        if (!condition.getAsBoolean()) {
            thread.waitUntil(what, condition);
            // The observed store took half a round trip over the link to reach the host.
            spend(thread.clock().nanosFromCycles(current.profile().hostLink().mappedLoadLatencyCycles()) / 2);
        }
    }

    /**
     * Runs the simulation for a process outside it that may act at any time, until a condition holds, a device has faulted or no
     * work is left. Stuck threads are not detected meanwhile, because that process may unblock them.
     *
     * @param condition evaluated after each event, and at least once in each interval
     * @param pollNanos maximum interval between evaluations, at which threads that poll shared memory also read it again,
     *     simulated nanoseconds
     * @return whether the condition holds
     */
    public boolean runUntil(BooleanSupplier condition, double pollNanos) {
        return thread.runUntil(condition, pollNanos);
    }

    /** The pinned memory of a process outside of the simulation, as the visibility checker watches it; null without a checker. */
    public @Nullable PinnedSources watchedMemory() {
        return visibility == null ? null : visibility.pinned();
    }

    /**
     * Runs the simulation for a process outside it whose threads all wait, until a condition holds or a device has faulted.
     *
     * @param what description of the condition, for the report if it can never hold
     * @param condition evaluated after each event
     * @throws StuckException if it can never hold
     */
    public void waitUntil(String what, BooleanSupplier condition) {
        thread.outsideWaits();
        thread.waitUntil(what, condition);
    }

    /** Whether all work in a stream is complete. Takes no time. */
    public boolean isIdle(HostStream stream) {
        return stream.isIdle();
    }

    /** Whether all work of the host on the current device is complete. Takes no time. */
    public boolean isIdle() {
        return queues.isIdle(current);
    }

    /**
     * Backs an allocation of device or pinned memory by buffers that are shared with a process outside the simulation.
     *
     * @param address address from {@link #malloc} or {@link #mallocHost}
     * @param pageAt as for {@link PagedMemory#share}
     */
    public void share(long address, LongFunction<ByteBuffer> pageAt) {
        memory.memoryAt(address, current).share(address, pageAt);
    }

    /** Whether a range is inside one allocation of global, constant or pinned memory. */
    public boolean holds(long address, long bytes) {
        return memory.memoryAt(address, current).containsRange(address, bytes);
    }

    @Override
    public CudaError stickyError() {
        return HostThread.stickyError(current);
    }

    /**
     * {@code cudaGetLastError}: returns and clears the error of the host's last failed call. A fault of the current device is
     * sticky (rule ERR-4), except on GPUs that were measured to report it here once.
     */
    public CudaError getLastError() {
        return errors.take(current);
    }

    /** {@code cudaPeekAtLastError}: returns the error of the host's last failed call. */
    public CudaError peekAtLastError() {
        return errors.peek(current);
    }

    @Override
    CudaError remember(CudaError error) {
        return errors.remember(error);
    }

    /** Whether an address is in the heap of some device's code (O-2). */
    public boolean isInDeviceHeap(long address) {
        return devices.stream().anyMatch(each -> each.runtime().isInHeap(address));
    }

    /** The current device loses all peer access, its own and that of others to it, as {@code cudaDeviceReset} does. */
    public void resetPeerAccess() {
        peers.reset(current, devices);
    }

    /**
     * Threads of all devices reach a part of the program's own memory by the program's addresses.
     *
     * @param start its first address in the program
     * @param pinned the address of the pinned memory that holds it
     */
    public void register(long start, long bytes, long pinned) {
        current.data().registered().add(start, bytes, pinned);
    }

    /** Ends {@link #register} of the part that starts at an address. */
    public void unregister(long start) {
        current.data().registered().remove(start);
    }

    /**
     * {@code cudaDeviceReset} of the current device after a fault: discards its work, streams, heap and settings; the device can
     * run programs again. Allocations of the program remain until they are freed.
     */
    public void restartDevice() {
        Device device = current;
        output.flush();
        queues.abandon(device);
        if (!copies.isIdle(device)) {
            engine.runUntil(() -> copies.isIdle(device));
        }
        device.restart();
        errors.clearFault(device);
        defaultStreams.set(device.ordinal(), queues.createStream(device, true, true));
    }

    /** Flushes the printf buffers of all devices, as each call does that ends a context or loads a module (rule PRNT-2). */
    public void flushPrinted() {
        output.flush();
    }

    /** The message of the fault of the current device, or an empty text. */
    public String faultMessage() {
        DeviceFault fault = current.runtime().fault();
        return fault == null ? "" : fault.message();
    }

    /** Reports a use that is wrong, but not an error of CUDA. */
    public void warn(String rule, String message) {
        current.runtime().events().warning(rule, message, engine.now());
    }

    /** Allocates device memory. @throws CudaException if there is not enough */
    public long malloc(long bytes) {
        return errors.call(() -> HostMemory.allocate(current, bytes));
    }

    /**
     * Declares that device memory holds no value, as after {@code cudaMalloc} (rule MEM-14): the visibility checker reports kernels that read
     * it before something writes it.
     */
    public void hasNoValue(long address, long bytes) {
        if (visibility != null) {
            visibility.allocated(address, bytes);
        }
    }

    /** Allocates pinned host memory, which the devices can access. @throws CudaException if there is not enough */
    public long mallocHost(long bytes) {
        return mallocHost(bytes, true);
    }

    /**
     * {@code cudaHostAlloc}: allocates memory that is pinned for all devices. Without unified addresses, memory that is not
     * portable is pinned only for the current device and pageable for the others.
     *
     * @throws CudaException if there is not enough
     */
    public long mallocHost(long bytes, boolean isPortable) {
        return errors.call(() -> memory.allocatePinned(current, bytes, isPortable));
    }

    /** Whether memory of the host is pinned for the current device. */
    public boolean isPinned(long address) {
        return memory.isPinnedFor(address, current);
    }

    /**
     * Frees device or pinned host memory.
     *
     * @return {@code cudaErrorInvalidValue} if nothing was allocated by the host at the address, such as memory of the device heap (rule
     *     HEAP-3)
     */
    public CudaError free(long address) {
        return remember(memory.memoryAt(address, current).free(address) ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
    }

    /** Declares a {@code __constant__} variable on the current device. @return its address @throws CudaException if 64 KiB are used up */
    public long constantSymbol(long bytes) {
        return errors.call(() -> HostMemory.allocateConstant(current, bytes));
    }

    /**
     * {@code cudaMemcpyToSymbol}: copies ints to a constant variable of the current device, after the work before it in the
     * default stream. A change of constants while a grid runs is undefined and causes a warning (rule MEM-8).
     */
    public void memcpyToSymbol(long symbol, int... values) {
        errors.call(() -> copies.toSymbol(current, symbol, values));
    }

    /**
     * Removes and returns the flushed output of device code. Only a launch, a synchronisation, a blocking copy or a callback of
     * the host flushes it (rule PRNT-2).
     */
    public String takeOutput() {
        return output.take();
    }

    /** A view of memory that takes no simulated time, like that of a debugger. */
    public MemoryView memory() {
        return memory.view(current);
    }

    /** Reads a word of pinned host memory. */
    public int readInt(long address) {
        return memory.read(address);
    }

    /** Writes a word of pinned host memory. */
    public void writeInt(long address, int value) {
        memory.write(address, value);
    }

    /** The default stream of the current device. */
    public HostStream defaultStream() {
        return defaultStreams.get(current.ordinal());
    }

    /** Creates a stream on the current device. */
    public HostStream createStream() {
        return queues.createStream(current, false, true);
    }

    /** Creates a stream on the current device that is not ordered with its default stream ({@code cudaStreamNonBlocking}). */
    public HostStream createNonBlockingStream() {
        return queues.createStream(current, false, false);
    }

    /** {@code cudaStreamDestroy}: the work in the stream still completes, but the stream accepts no more work. */
    public void destroy(HostStream stream) {
        queues.destroy(stream);
    }

    /** Creates an event. */
    public HostEvent createEvent() {
        return new HostEvent();
    }

    /** Launches a kernel. The arguments are Integer, Long, Float or Double. @throws CudaException if the launch is invalid */
    public void launch(Kernel kernel, LaunchShape shape, HostStream stream, Number... arguments) {
        errors.call(() -> launches.launch(kernel, shape, stream, arguments));
    }

    /**
     * Launches a kernel with a buffer of parameters in the kernel's layout, as array parameters require.
     *
     * @throws CudaException if the launch is invalid
     * @throws IllegalArgumentException if the buffer has another size
     */
    public void launch(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters) {
        errors.call(
                () -> launches.launchWithBuffer(kernel, shape, stream, HostLaunches.LaunchKind.ORDINARY, parameters));
    }

    /**
     * {@code cudaLaunchCooperativeKernel}: a launch whose blocks may wait for each other.
     *
     * @throws CudaException if the launch is invalid, or not all blocks can be resident at once (rules K-1, K-2)
     */
    public void launchCooperative(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters) {
        errors.call(() ->
                launches.launchWithBuffer(kernel, shape, stream, HostLaunches.LaunchKind.COOPERATIVE, parameters));
    }

    /**
     * A launch with {@code cudaLaunchAttributeProgrammaticStreamSerialization}: the grid may start before the launch ahead of it in the stream
     * is complete, once all blocks of that have allowed it or ended (rules D-1, D-2).
     *
     * @throws CudaException if the launch is invalid
     */
    public void launchDependent(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters) {
        errors.call(
                () -> launches.launchWithBuffer(kernel, shape, stream, HostLaunches.LaunchKind.DEPENDENT, parameters));
    }

    /**
     * The address of a kernel in device code, as in the initialiser of a variable. Loads the kernel on the current device.
     *
     * @throws io.cdpsim.runtime.load.KernelLoadException if the device cannot run it
     */
    public long kernelAddress(Kernel kernel) {
        current.runtime().load(kernel);
        return current.runtime().kernelAddress(kernel);
    }

    /** Copies between host and device, or within a device, in stream order. Source and destination may be pinned host memory. */
    public void memcpyAsync(long destination, long source, long bytes, HostStream stream) {
        memcpy2DAsync(CopyEndpoint.memory(destination), CopyEndpoint.memory(source), bytes, 1, stream);
    }

    /**
     * Copies rows in stream order ({@code cudaMemcpy2DAsync}).
     *
     * @throws CudaException if an endpoint does not contain the rows
     */
    public void memcpy2DAsync(
            CopyEndpoint destination, CopyEndpoint source, long rowBytes, long rows, HostStream stream) {
        errors.call(() -> copies.copy(current, destination, source, rowBytes, rows, stream));
    }

    /** Fills device memory, in stream order. */
    public void memsetAsync(long address, int value, long bytes, HostStream stream) {
        memset2DAsync(address, bytes, value, bytes, 1, stream);
    }

    /**
     * Fills rows of device memory, in stream order ({@code cudaMemset2DAsync}). @throws CudaException if they are not inside an
     * allocation
     */
    public void memset2DAsync(long address, long pitchBytes, int value, long rowBytes, long rows, HostStream stream) {
        errors.call(() -> copies.fill(current, address, pitchBytes, value, rowBytes, rows, stream));
    }

    /** Graphs, and captures of streams into them. */
    public HostGraphs graphs() {
        return graphs;
    }

    /** Records an event in a stream. */
    public void record(HostEvent event, HostStream stream) {
        if (queues.captures().isCapturing(stream)) {
            queues.captures().record(stream, event, DependencyPort.COMPLETION);
            return;
        }
        event.captured(null, Map.of());
        event.recorded();
        if (visibility != null) {
            visibility.records(event, stream);
        }
        long start = engine.now();
        spend(costs.eventRecordNanos());
        thread.called(stream.device(), "cudaEventRecord", start);
        queues.add(stream, costs.eventGapNanos(), done -> {
            stream.device().runtime().events().eventReached(stream.index(), engine.now());
            event.reachedAt(engine.now());
            done.run();
        });
    }

    /** Makes later work in a stream wait for the work that an event has recorded so far. */
    public void waitEvent(HostStream stream, HostEvent event) {
        if (queues.captures().waitFor(stream, event)) {
            return;
        }
        long start = engine.now();
        spend(costs.eventRecordNanos());
        thread.called(stream.device(), "cudaStreamWaitEvent", start);
        long recording = event.recordings();
        if (visibility != null) {
            visibility.waits(stream, event);
        }
        DeviceEvents events = stream.device().runtime().events();
        queues.add(stream, 0, done -> {
            events.eventWait(0, stream.index(), false, engine.now());
            event.whenReached(recording, () -> {
                events.eventWait(0, stream.index(), true, engine.now());
                done.run();
            });
        });
    }

    /** Time between two events in milliseconds. @throws IllegalStateException if one has not been reached */
    public double elapsedMillis(HostEvent start, HostEvent end) {
        if (start.cycle() < 0 || end.cycle() < 0) {
            throw new IllegalStateException("an event has not been reached yet: synchronise first");
        }
        current.runtime().events().timeMeasured(start.cycle(), end.cycle(), engine.now());
        return thread.clock().nanosFromCycles(end.cycle() - start.cycle()) / 1e6;
    }

    /** Runs a function on the host when all earlier work in a stream is complete. Later work in the stream waits for it. */
    public void addCallback(HostStream stream, Runnable callback) {
        if (graphs.record(
                stream,
                () -> graphs.hostFunction(done -> {
                    callback.run();
                    done.run();
                }))) {
            return;
        }
        queues.add(stream, costs.callbackNanos(), done -> {
            output.flush();
            callback.run();
            done.run();
        });
    }

    /**
     * Runs a function outside the simulation when all earlier work in a stream is complete. Later work in the stream waits for
     * it.
     *
     * @param start starts the function and runs its argument, inside a later call of this host, when the function has ended
     */
    public void addCallback(HostStream stream, Consumer<Runnable> start) {
        if (graphs.record(stream, () -> graphs.hostFunction(start))) {
            return;
        }
        queues.add(stream, costs.callbackNanos(), done -> {
            output.flush();
            start.accept(done);
        });
    }

    /** Waits for all work in a stream, including the descendants of its grids (rule NEST-6). @return the sticky error, if any */
    public CudaError synchronize(HostStream stream) {
        CudaError refused = queues.captures().refusal(stream);
        if (refused != CudaError.SUCCESS) {
            return remember(refused);
        }
        CudaError error = await(stream.device(), "cudaStreamSynchronize", "the work in its stream", stream::isIdle);
        if (visibility != null) {
            visibility.awaited(stream);
        }
        return error;
    }

    @Override
    public CudaError synchronize() {
        Device device = current;
        CudaError refused = queues.captures().refusalOfDeviceWait();
        if (refused != CudaError.SUCCESS) {
            return remember(refused);
        }
        CudaError error = await(
                device,
                "cudaDeviceSynchronize",
                "everything on the device (cudaDeviceSynchronize)",
                () -> queues.isIdle(device));
        if (visibility != null) {
            visibility.awaited(device);
        }
        return error;
    }

    /** Waits for an event. @return the sticky error, if any */
    public CudaError synchronize(HostEvent event) {
        CudaError error = await(current, "cudaEventSynchronize", "an event", event::isComplete);
        if (visibility != null) {
            visibility.awaited(event);
        }
        return error;
    }

    @Override
    boolean runsKernels() {
        return queues.runsKernels(current);
    }

    private CudaError await(Device device, String call, String what, BooleanSupplier condition) {
        long start = thread.waitsSince();
        thread.waitUntil(what, condition);
        long awaited = engine.now();
        output.flush();
        if (!thread.isFaulted()) {
            spend(costs.completionToHostNanos());
        }
        thread.called(device, call, start, awaited);
        // Rule ERR-5: errors of device threads are not reported.
        CudaError error = HostThread.stickyError(device);
        // Rule ERR-6: the host gets the error only when the launch trees are complete.
        return remember(
                error == CudaError.SUCCESS && device.runtime().clearEccError() ? CudaError.ECC_UNCORRECTABLE : error);
    }

    /** Injects an uncorrectable ECC error into the current device. Programs continue (rule ERR-6). */
    public void injectUncorrectableEccError() {
        current.runtime().injectEccError();
    }

    /** Bytes of the current device that can be allocated ({@code cudaMemGetInfo}). */
    public long freeMemory() {
        return current.memory().freeBytes();
    }
}
