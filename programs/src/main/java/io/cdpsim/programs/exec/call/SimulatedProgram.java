package io.cdpsim.programs.exec.call;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.programs.exec.graph.EventHandle;
import io.cdpsim.programs.exec.interprocess.InterprocessCalls;
import io.cdpsim.programs.exec.interprocess.InterprocessHandles;
import io.cdpsim.programs.exec.memory.GraphMemory;
import io.cdpsim.programs.exec.memory.RegisteredMemory;
import io.cdpsim.programs.exec.memory.SharedAllocation;
import io.cdpsim.programs.exec.memory.SharedMemoryFile;
import io.cdpsim.programs.exec.module.CudaModules;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.protocol.HandleTable;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.programs.exec.texture.ArrayCalls;
import io.cdpsim.programs.exec.texture.TextureCalls;
import io.cdpsim.programs.exec.virtualmemory.VirtualMemoryCalls;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The program on a machine: the state that its calls share. Used by one thread. */
public final class SimulatedProgram {
    private static final long LEGACY_STREAM = 1;
    private static final long PER_THREAD_STREAM = 2;

    /** {@code cudaStreamNonBlocking}. */
    private static final int NON_BLOCKING = 1;

    /** Kinds of callbacks in which the library sends or takes memory of the program. */
    private static final int READ_MEMORY = 2;

    private static final int STORE_MEMORY = 3;

    /** Initial values of variables are copied at once; no variable is longer. */
    private static final int KEPT_BYTES = 1 << 30;

    private final Machine machine;
    private final Host host;
    private final SharedMemoryFile sharedFile;
    private final CudaModules modules;
    private final CallTable calls;
    private final HandleTable<StreamHandle> streams = new HandleTable<>(0x5000_0000);
    private final EventCalls eventCalls;
    private final HandleTable<EventHandle> events = new HandleTable<>(0x6000_0000);
    private final TreeMap<Long, SharedAllocation> sharedParts = new TreeMap<>();
    private final RegisteredMemory registered = new RegisteredMemory();
    private final MemoryCalls memory;
    private final GraphMemory graphMemory;
    private final Deque<Callback> callbacks = new ArrayDeque<>();
    private @Nullable Callback running;

    /** A stream, and its creation flags. */
    record StreamHandle(HostStream stream, int flags, int priority, int device) {}

    /** A host function that a stream has reached. */
    // The array is memory that two sides of a transfer share.
    @SuppressWarnings("ArrayRecordComponent")
    public record Callback(long function, long data, long stream, int kind, int status, byte[] memory, Runnable done) {}

    /**
     * A program without calls.
     *
     * @param sharedFile holds pinned and managed memory
     * @param handles what the program's processes open of each other
     */
    public SimulatedProgram(Machine machine, SharedMemoryFile sharedFile, InterprocessHandles handles) {
        this.machine = machine;
        this.host = machine.host();
        this.sharedFile = sharedFile;
        calls = new CallTable(host);
        modules = new CudaModules(host);
        new ModuleCalls(this).addTo(calls);
        new LaunchCalls(this).addTo(calls);
        graphMemory = new GraphMemory(host);
        memory = new MemoryCalls(this);
        memory.addTo(calls);
        new CopyCalls(this).addTo(calls);
        new StreamCalls(this).addTo(calls);
        eventCalls = new EventCalls(this);
        eventCalls.addTo(calls);
        new InterprocessCalls(machine, handles, events, this::isManaged).addTo(calls);
        new VirtualMemoryCalls(machine, this::waitForDevice).addTo(calls);
        new GraphCalls(this).addTo(calls);
        calls.add("@supply", (in, thread) -> {
            byte[] bytes = in.bytes();
            byte[] memory = transferred();
            System.arraycopy(bytes, 0, memory, 0, Math.min(bytes.length, memory.length));
            return CallReply.OK;
        });
        calls.add("@fetch", (in, thread) -> CallReply.of(new CallResults().raw(transferred())));
        new DeviceCalls(this).addTo(calls);
        new FunctionCalls(this).addTo(calls);
        ArrayCalls arrays = new ArrayCalls(host, this::waitForDevice);
        arrays.addTo(calls);
        new TextureCalls(host, arrays).addTo(calls);
        new ErrorCalls(this).addTo(calls);
    }

    /** Its calls. */
    public CallTable calls() {
        return calls;
    }

    /** The kernels that the program needed and that contain unsupported instructions, each with opcode and position. */
    public List<String> unsupportedKernels() {
        return modules.unsupported();
    }

    /** The times between events that the program asked for, milliseconds, in the order of its calls. */
    public List<Double> elapsedMillis() {
        return eventCalls.elapsedMillis();
    }

    /** Sets the thread of the following calls. */
    public void enter(ProgramThread thread) {
        host.setDevice(thread.device());
    }

    /** Whether the program can affect a running grid without a call: it shares memory with the grid. */
    public boolean sharesMemory() {
        return !sharedParts.isEmpty();
    }

    /** Whether a device is busy. */
    public boolean isBusy() {
        int before = host.device().ordinal();
        boolean busy = false;
        for (Device device : machine.devices()) {
            host.setDevice(device.ordinal());
            busy |= !host.isIdle();
        }
        host.setDevice(before);
        return busy;
    }

    /** Whether a device has a sticky error. */
    public boolean isFaulted() {
        // Asked after each event: without an iterator.
        List<Device> devices = machine.devices();
        for (int i = 0; i < devices.size(); i++) {
            if (devices.get(i).runtime().fault() != null) {
                return true;
            }
        }
        return false;
    }

    /** The next host function for the program to run; null while one runs, or if none is due. */
    public @Nullable Callback nextCallback() {
        if (running != null || callbacks.isEmpty()) {
            return null;
        }
        running = callbacks.remove();
        return running;
    }

    /** Whether a host function is due or runs: simulated time does not advance meanwhile. */
    public boolean waitsForCallback() {
        return running != null || !callbacks.isEmpty();
    }

    /** The running host function has returned. */
    public void callbackDone() {
        Callback done = running;
        running = null;
        if (done != null) {
            done.done().run();
        }
    }

    private byte[] transferred() {
        return running == null ? new byte[0] : running.memory();
    }

    /**
     * A copy as a node of a graph. Memory private to the program is read and written by the program itself, when the copy's turn comes.
     *
     * @throws CudaException if a side does not hold the rows, or rows of private memory are not contiguous
     */
    GraphWork programCopy(long to, long toPitch, long from, long fromPitch, long width, long height) {
        boolean toProgram = !isSimulated(to);
        boolean fromProgram = !isSimulated(from);
        if (!toProgram && !fromProgram) {
            return host.graphs()
                    .copy(
                            new CopyEndpoint.InMemory(to, toPitch),
                            new CopyEndpoint.InMemory(from, fromPitch),
                            width,
                            height);
        }
        if (toProgram && fromProgram) {
            throw new CudaException(
                    CudaError.NOT_SUPPORTED, "a copy within the program's memory in a graph; use a host function");
        }
        if (height > 1 && (toProgram ? toPitch : fromPitch) != width) {
            throw new CudaException(
                    CudaError.NOT_SUPPORTED, "a copy of rows of pageable memory in a graph; use pinned memory");
        }
        byte[] memory = new byte[Math.toIntExact(width * height)];
        CopyEndpoint pageable = new CopyEndpoint.Pageable(memory, 0, Math.toIntExact(width));
        GraphWork.Operation copy = toProgram
                ? host.graphs().copy(pageable, new CopyEndpoint.InMemory(from, fromPitch), width, height)
                : host.graphs().copy(new CopyEndpoint.InMemory(to, toPitch), pageable, width, height);
        return new GraphWork.Operation(copy.type(), false, copy.operands(), (watched, done) -> {
            if (toProgram) {
                copy.start().run(watched, () -> due(new Callback(to, memory.length, 0, STORE_MEMORY, 0, memory, done)));
            } else {
                due(new Callback(
                        from,
                        memory.length,
                        0,
                        READ_MEMORY,
                        0,
                        memory,
                        () -> copy.start().run(watched, done)));
            }
        });
    }

    /** The program's own memory that it has registered. */
    RegisteredMemory registered() {
        return registered;
    }

    GraphMemory graphMemory() {
        return graphMemory;
    }

    void due(Callback callback) {
        callbacks.add(callback);
    }

    Machine machine() {
        return machine;
    }

    Host host() {
        return host;
    }

    SharedMemoryFile sharedFile() {
        return sharedFile;
    }

    CudaModules modules() {
        return modules;
    }

    HandleTable<StreamHandle> streams() {
        return streams;
    }

    @SuppressWarnings("NonApiType") // callers look up the nearest part below an address
    TreeMap<Long, SharedAllocation> sharedParts() {
        return sharedParts;
    }

    /** Destroys all objects of the program on the current device, which is idle, except memory that the program shares. */
    void resetDevice(ProgramThread thread) {
        int ordinal = host.device().ordinal();
        streams.removeIf(each -> each.device() == ordinal).forEach(each -> host.destroy(each.stream()));
        events.removeIf(each -> each.device() == ordinal);
        HostStream own = thread.defaultStreams().remove(ordinal);
        if (own != null) {
            host.destroy(own);
        }
        memory.freeAll();
        modules.unload();
    }

    /** The stream of a handle. @throws CudaException if it is invalid */
    HostStream stream(long handle, ProgramThread thread) {
        if (handle == 0 || handle == LEGACY_STREAM) {
            return host.defaultStream();
        }
        if (handle == PER_THREAD_STREAM) {
            return thread.defaultStreams().computeIfAbsent(thread.device(), device -> host.createStream());
        }
        StreamHandle known = streams.get(handle);
        if (known == null) {
            throw new CudaException(
                    CudaError.INVALID_RESOURCE_HANDLE, "0x" + Long.toHexString(handle) + " is not a stream");
        }
        return known.stream();
    }

    /** The device of the stream of a handle. */
    int deviceOfStream(long handle) {
        StreamHandle known = streams.get(handle);
        return known == null ? host.device().ordinal() : known.device();
    }

    /** Shares a managed variable with the program; its contents stay. */
    SharedAllocation shareVariable(long address, long bytes) {
        byte[] before = new byte[(int) Math.min(bytes, KEPT_BYTES)];
        host.memory().read(address, before, 0, before.length);
        SharedAllocation shared = share(address, bytes, true, 0);
        host.memory().write(address, before, 0, before.length);
        return shared;
    }

    /**
     * Shares an allocation in which nothing was stored yet with the program. Pages of the file take memory once one of both stores there.
     *
     * @param flags the flags of the program's call
     */
    SharedAllocation share(long address, long bytes, boolean isManaged, int flags) {
        SharedMemoryFile.Part part = sharedFile.part(bytes);
        host.share(address, part.pageAt());
        SharedAllocation shared = new SharedAllocation(
                part.offset(),
                part.bytes(),
                bytes,
                isManaged,
                flags,
                host.device().ordinal());
        sharedParts.put(address, shared);
        return shared;
    }

    HandleTable<EventHandle> events() {
        return events;
    }

    /** The event of a handle. @throws CudaException if it is invalid */
    EventHandle event(long handle) {
        EventHandle known = events.get(handle);
        if (known == null) {
            throw new CudaException(
                    CudaError.INVALID_RESOURCE_HANDLE, "0x" + Long.toHexString(handle) + " is not an event");
        }
        return known;
    }

    /** Whether an address is in managed memory. */
    boolean isManaged(long address) {
        SharedAllocation part = sharedPart(address);
        return part != null && part.isManaged();
    }

    /** The shared memory that contains an address; null if there is none. */
    @Nullable
    SharedAllocation sharedPart(long address) {
        Map.Entry<Long, SharedAllocation> before = sharedParts.floorEntry(address);
        return before != null && address - before.getKey() < before.getValue().requestedBytes()
                ? before.getValue()
                : null;
    }

    /** Whether all work in a stream is complete; in the legacy default stream, also that in the streams that wait for it. */
    boolean isIdle(HostStream stream) {
        int device = host.device().ordinal();
        return host.isIdle(stream)
                && (stream != host.defaultStream()
                        || streams.all().stream()
                                .filter(each -> each.device() == device && (each.flags() & NON_BLOCKING) == 0)
                                .allMatch(each -> host.isIdle(each.stream())));
    }

    /** Waits for all work in a stream. */
    CallReply.Waiting waitFor(HostStream stream) {
        host.graphs().refuseForCaptured(stream);
        return new CallReply.Waiting(
                "the work in its stream",
                () -> isIdle(stream) || isFaulted(),
                () -> CallReply.of(host.synchronize(stream)));
    }

    /** Waits for all work on the current device. */
    CallReply.Waiting waitForDevice(Supplier<CallReply.Done> then) {
        host.graphs().refuseDeviceWait();
        int device = host.device().ordinal();
        return new CallReply.Waiting(
                "everything on the device (cudaDeviceSynchronize)",
                () -> {
                    host.setDevice(device);
                    return host.isIdle() || isFaulted();
                },
                then);
    }

    /** Whether an address is the simulator's, instead of private memory of the program. */
    static boolean isSimulated(long address) {
        return (address >= AddressMap.globalBase(0) && address < AddressMap.HOST_BASE + AddressMap.globalBase(0))
                || AddressMap.spaceOf(address) == AddressSpace.CONSTANT;
    }

    /** Whether an address is in pinned memory. */
    static boolean isPinned(long address) {
        return AddressMap.spaceOf(address) == AddressSpace.MAPPED;
    }
}
