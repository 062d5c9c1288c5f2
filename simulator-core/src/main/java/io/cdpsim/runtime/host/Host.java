package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.DeviceFault;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The host thread of a program: straight-line Java that calls what a CUDA program would call. Simulated time moves only inside these
 * calls.
 *
 * <p>Calls that the device cannot meet throw {@link CudaException}; waiting for something that can never happen throws
 * {@link StuckException}; the synchronisations return the sticky error of a device that has faulted (rule ERR-4).
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
            ProgressMonitor watch,
            @Nullable VisibilityChecker checker) {
        this.engine = engine;
        this.devices = devices;
        current = devices.get(0);
        costs = current.profile().hostApi();
        queues = new HostQueues(engine, current.profile().clock(), costs);
        thread = new HostThread(engine, devices, watch, current.profile().clock());
        visibility = checker == null ? null : new HostVisibility(checker);
        memory = new HostMemory(devices, hostMemory, unifiedAddresses, thread, visibility);
        output = new HostOutput(devices);
        launches = new HostLaunches(thread, queues, output, visibility);
        copies = new HostCopies(engine, devices, thread, queues, memory, output, peers, visibility);
        threads = new HostThreads(thread, costs);
        graphs =
                new HostGraphs(this::device, thread, queues, launches, copies, output, this::defaultStream, visibility);
        devices.forEach(device -> defaultStreams.add(queues.createStream(device, true, true)));
    }

    /** Chooses the device that later calls mean. */
    public void setDevice(int ordinal) {
        current = devices.get(ordinal);
    }

    /**
     * {@code cudaDeviceCanAccessPeer}: whether a device can reach the memory of another without the host.
     *
     * @param ordinal of the device
     * @param peer of the other
     */
    public boolean canAccessPeer(int ordinal, int peer) {
        return PeerAccess.isPossible(devices.get(ordinal), devices.get(peer));
    }

    /** {@code cudaDeviceEnablePeerAccess}: lets the current device reach the memory of another. */
    public CudaError enablePeerAccess(int peer) {
        return noted(peers.enable(current, devices.get(peer)));
    }

    /** {@code cudaDeviceDisablePeerAccess}. */
    public CudaError disablePeerAccess(int peer) {
        return noted(peers.disable(current, devices.get(peer)));
    }

    /**
     * Runs parts of the program in threads of the host of their own, beside each other, and waits for all of them. Each begins with
     * device 0 and no error, as a thread of CUDA does; the caller has afterwards what it had.
     *
     * @throws RuntimeException what one of them throws
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
            public void resumes() {
                current = device;
                errors = last;
            }

            @Override
            public void pauses() {
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

    /** Lets the host thread be busy for a time. */
    public void spend(double nanos) {
        thread.spend(nanos);
    }

    /**
     * Spins until a condition on memory holds.
     *
     * @param what what is waited for, for the report if it never happens
     */
    public void spinUntil(String what, BooleanSupplier condition) {
        if (!condition.getAsBoolean()) {
            thread.waitUntil(what, condition);
            // The store that the host saw took half a round trip over the link to get here.
            spend(thread.clock().nanosFromCycles(current.profile().hostLink().mappedLoadLatencyCycles()) / 2);
        }
    }

    /**
     * Runs the simulation for somebody outside who may act at any time, until a condition holds, a device has faulted or nothing is left to do.
     * That threads wait for what never comes is not found out meanwhile, since he may bring it about.
     *
     * @param condition asked whenever something has happened, and at least once in each such time
     * @param lookNanos how often it is asked at least, and threads that wait for shared memory are let look, simulated nanoseconds
     * @return whether the condition holds
     */
    public boolean runUntil(BooleanSupplier condition, double lookNanos) {
        return thread.runUntil(condition, lookNanos);
    }

    /**
     * Runs the simulation for somebody outside all of whose threads wait, until a condition holds or a device has faulted.
     *
     * @param what what is waited for, for the report if it never happens
     * @param condition asked whenever something has happened
     * @throws StuckException if it can never happen
     */
    public void waitUntil(String what, BooleanSupplier condition) {
        thread.outsideWaits();
        thread.waitUntil(what, condition);
    }

    /** Whether all work in a stream is done. Takes no time. */
    public boolean isIdle(HostStream stream) {
        return stream.isIdle();
    }

    /** Whether all work of the host on the current device is done. Takes no time. */
    public boolean isIdle() {
        return !isBusy();
    }

    /**
     * Lets an allocation, of a device or of pinned memory, lie in buffers that somebody outside the simulation uses too.
     *
     * @param address what {@link #malloc} or {@link #mallocHost} gave
     * @param pageAt as for {@link PagedMemory#share}
     */
    public void share(long address, LongFunction<ByteBuffer> pageAt) {
        memory.holding(address, current).share(address, pageAt);
    }

    /** Whether a range lies inside one allocation, of a device, of its constants or of pinned memory. */
    public boolean holds(long address, long bytes) {
        return memory.holding(address, current).containsRange(address, bytes);
    }

    @Override
    public CudaError stickyError() {
        return HostThread.stickyError(current);
    }

    /**
     * {@code cudaGetLastError}: the error of the host's last call that failed, since it was last asked for. A fault of the current device
     * stays (rule ERR-4), but for GPUs that were measured to tell of it here once.
     */
    public CudaError getLastError() {
        return errors.take(current);
    }

    /** {@code cudaPeekAtLastError}: the same, and it stays as it is. */
    public CudaError peekAtLastError() {
        return errors.peek(current);
    }

    @Override
    CudaError noted(CudaError error) {
        return errors.noted(error);
    }

    /** Whether an address is in the heap of some device's code (O-2). */
    public boolean isInDeviceHeap(long address) {
        return devices.stream().anyMatch(each -> each.runtime().isInHeap(address));
    }

    /**
     * {@code cudaDeviceReset} of the current device after a fault: its work, its streams, its heap and its settings are gone, and it runs
     * programs again. What the program has allocated stays until it is freed.
     */
    public void restartDevice() {
        Device device = current;
        output.flush();
        queues.abandon(device);
        if (!copies.isIdle(device)) {
            engine.runUntil(() -> copies.isIdle(device));
        }
        device.restart();
        errors.faultIsGone(device);
        defaultStreams.set(device.ordinal(), queues.createStream(device, true, true));
    }

    /** What a fault of the current device writes to standard error: the line of a failed assertion (O-8); else empty. */
    public String faultOutput() {
        DeviceFault fault = current.runtime().fault();
        return fault == null ? "" : fault.output();
    }

    /** What went wrong on the current device, or an empty text. */
    public String faultMessage() {
        DeviceFault fault = current.runtime().fault();
        return fault == null ? "" : fault.message();
    }

    /** Allocates device memory. @throws CudaException if there is not enough */
    public long malloc(long bytes) {
        return errors.noting(() -> HostMemory.allocate(current, bytes));
    }

    /** Allocates pinned host memory that the devices can reach. @throws CudaException if there is not enough */
    public long mallocHost(long bytes) {
        return mallocHost(bytes, true);
    }

    /**
     * {@code cudaHostAlloc}: the same with memory that is pinned for all devices or, without unified addresses, for the current one alone:
     * for the others it is then as any memory of the program.
     *
     * @throws CudaException if there is not enough
     */
    public long mallocHost(long bytes, boolean isPortable) {
        return errors.noting(() -> memory.allocatePinned(current, bytes, isPortable));
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
        return noted(memory.holding(address, current).free(address) ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
    }

    /** Declares a {@code __constant__} variable on the current device. @return its address @throws CudaException if 64 KiB are used up */
    public long constantSymbol(long bytes) {
        return errors.noting(() -> HostMemory.allocateConstant(current, bytes));
    }

    /**
     * {@code cudaMemcpyToSymbol}: copies ints to a constant variable of the current device, after the work before it in the default
     * stream. Changing constants while a grid runs is undefined and warned of (rule MEM-8).
     */
    public void memcpyToSymbol(long symbol, int... values) {
        errors.noting(() -> copies.toSymbol(current, symbol, values));
    }

    /**
     * What device code has printed as far as it was flushed: by a launch, a synchronisation, a blocking copy or a callback of the host, by
     * nothing else (rule PRNT-2). Gives each output once.
     */
    public String takeOutput() {
        return output.take();
    }

    /** Reads memory without taking time: what a debugger would see. */
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

    /** Makes a stream on the current device. */
    public HostStream createStream() {
        return queues.createStream(current, false, true);
    }

    /** Makes a stream on the current device that does not wait for its default stream, nor that for it ({@code cudaStreamNonBlocking}). */
    public HostStream createNonBlockingStream() {
        return queues.createStream(current, false, false);
    }

    /** {@code cudaStreamDestroy}: what is in the stream is still done; nothing may be put into it any more. */
    public void destroy(HostStream stream) {
        queues.destroy(stream);
    }

    /** Makes an event. */
    public HostEvent createEvent() {
        return new HostEvent();
    }

    /** Launches a kernel; arguments are Integer, Long, Float or Double. @throws CudaException if the launch cannot be met */
    public void launch(Kernel kernel, LaunchShape shape, HostStream stream, Number... arguments) {
        errors.noting(() -> launches.launch(kernel, shape, stream, arguments));
    }

    /**
     * The same with parameters that lie in a buffer as the kernel's layout says: for a kernel with arrays among them.
     *
     * @throws CudaException if the launch cannot be met
     * @throws IllegalArgumentException if the buffer has another size
     */
    public void launch(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters) {
        errors.noting(() -> launches.launchWithBuffer(kernel, shape, stream, false, parameters));
    }

    /**
     * {@code cudaLaunchCooperativeKernel}: a launch whose blocks may wait for each other.
     *
     * @throws CudaException if the launch cannot be met, or not all blocks can be resident at once (rules K-1, K-2)
     */
    public void launchCooperative(Kernel kernel, LaunchShape shape, HostStream stream, byte[] parameters) {
        errors.noting(() -> launches.launchWithBuffer(kernel, shape, stream, true, parameters));
    }

    /**
     * The address of a kernel in device code, as the initialiser of a variable has it. Loads the kernel on the current device.
     *
     * @throws io.cdpsim.runtime.load.KernelLoadException if the device cannot run it
     */
    public long kernelAddress(Kernel kernel) {
        current.runtime().load(kernel);
        return current.runtime().kernelAddress(kernel);
    }

    /** Copies between host and device, or within a device, in stream order. Either side may be pinned host memory. */
    public void memcpyAsync(long destination, long source, long bytes, HostStream stream) {
        memcpy2DAsync(CopyEndpoint.memory(destination), CopyEndpoint.memory(source), bytes, 1, stream);
    }

    /**
     * Copies rows, in stream order ({@code cudaMemcpy2DAsync}); memory of the program that is not pinned counts as if it were for the time.
     *
     * @throws CudaException if a side does not hold the rows
     */
    public void memcpy2DAsync(
            CopyEndpoint destination, CopyEndpoint source, long rowBytes, long rows, HostStream stream) {
        errors.noting(() -> copies.copy(current, destination, source, rowBytes, rows, stream));
    }

    /** Fills device memory, in stream order. */
    public void memsetAsync(long address, int value, long bytes, HostStream stream) {
        memset2DAsync(address, bytes, value, bytes, 1, stream);
    }

    /** Fills rows of device memory, in stream order ({@code cudaMemset2DAsync}). @throws CudaException if they lie beyond an allocation */
    public void memset2DAsync(long address, long pitchBytes, int value, long rowBytes, long rows, HostStream stream) {
        errors.noting(() -> copies.fill(current, address, pitchBytes, value, rowBytes, rows, stream));
    }

    /** Graphs, and captures of streams into them. */
    public HostGraphs graphs() {
        return graphs;
    }

    /** Records an event in a stream. */
    public void record(HostEvent event, HostStream stream) {
        if (queues.captures().isCapturing(stream)) {
            queues.captures().record(stream, event);
            return;
        }
        event.captured(null, List.of());
        event.recorded();
        if (visibility != null) {
            visibility.records(event, stream);
        }
        long begin = engine.now();
        spend(costs.eventRecordNanos());
        thread.called(stream.device(), "cudaEventRecord", begin);
        queues.add(stream, costs.backToBackNanos(), done -> {
            stream.device().runtime().events().eventReached(stream.index(), engine.now());
            event.reachedAt(engine.now());
            done.run();
        });
    }

    /** Later work in the stream waits for what the event has recorded so far. */
    public void waitEvent(HostStream stream, HostEvent event) {
        if (queues.captures().waitFor(stream, event)) {
            return;
        }
        long begin = engine.now();
        spend(costs.eventRecordNanos());
        thread.called(stream.device(), "cudaStreamWaitEvent", begin);
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
    public double elapsedMillis(HostEvent begin, HostEvent end) {
        if (begin.cycle() < 0 || end.cycle() < 0) {
            throw new IllegalStateException("an event has not been reached yet: synchronise first");
        }
        current.runtime().events().timeMeasured(begin.cycle(), end.cycle(), engine.now());
        return thread.clock().nanosFromCycles(end.cycle() - begin.cycle()) / 1e6;
    }

    /** Runs a function on the host when all before it in the stream is done; what follows in the stream waits for it. */
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
     * The same with a function that somebody outside the simulation runs.
     *
     * @param start begins it; runs what it is given, inside of a later call of this host, when the function has ended
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

    /** Waits for everything in a stream, the trees of its grids too (rule NEST-6). @return the sticky error, if any */
    public CudaError synchronize(HostStream stream) {
        CudaError refused = queues.captures().refusal(stream);
        if (refused != CudaError.SUCCESS) {
            return noted(refused);
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
            return noted(refused);
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
    boolean isBusy() {
        return !queues.isIdle(current);
    }

    private CudaError await(Device device, String call, String what, BooleanSupplier condition) {
        long begin = thread.waitsSince();
        thread.waitUntil(what, condition);
        long awaited = engine.now();
        output.flush();
        if (!thread.isFaulted()) {
            spend(costs.completionToHostNanos());
        }
        thread.called(device, call, begin, awaited);
        // Rule ERR-5: of what device threads got, nothing.
        CudaError error = HostThread.stickyError(device);
        // Rule ERR-6: only now that the launch trees are complete is the host told.
        return noted(
                error == CudaError.SUCCESS && device.runtime().clearEccError() ? CudaError.ECC_UNCORRECTABLE : error);
    }

    /** Lets memory of the current device lose bits that cannot be restored, as a broken one would; programs run on (rule ERR-6). */
    public void injectUncorrectableEccError() {
        current.runtime().injectEccError();
    }

    /** Bytes of the current device that can be allocated ({@code cudaMemGetInfo}). */
    public long freeMemory() {
        return current.memory().freeBytes();
    }
}
