package io.cdpsim.programs.exec.call;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The program that runs on a machine: what its calls share. Used by one thread. */
public final class SimulatedProgram {
    private static final long LEGACY_STREAM = 1;
    private static final long PER_THREAD_STREAM = 2;

    /** Variables have first values, which are moved; no variable is longer. */
    private static final int KEPT_BYTES = 1 << 30;

    private final Machine machine;
    private final Host host;
    private final SharedFile sharedFile;
    private final CudaModules modules;
    private final CallTable calls = new CallTable();
    private final HandleTable<StreamHandle> streams = new HandleTable<>(0x5000_0000);
    private final HandleTable<EventCalls.EventHandle> events = new HandleTable<>(0x6000_0000);
    private final TreeMap<Long, SharedPart> sharedParts = new TreeMap<>();
    private final MemoryCalls memory;
    private final Deque<Callback> callbacks = new ArrayDeque<>();
    private @Nullable Callback running;

    /** A stream, and what the program asked for when it made it. */
    record StreamHandle(HostStream stream, int flags, int priority, int device) {}

    /** Memory that the program sees too, by the address that it begins at, and the device that was current when it was made. */
    record SharedPart(long offset, long bytes, boolean isManaged, int flags, int device) {}

    /** A function of the program that a stream has reached. */
    public record Callback(long function, long data, long stream, int kind, int status, Runnable done) {}

    /**
     * A program that has made no call.
     *
     * @param sharedFile where pinned and managed memory lies
     */
    public SimulatedProgram(Machine machine, SharedFile sharedFile) {
        this.machine = machine;
        this.host = machine.host();
        this.sharedFile = sharedFile;
        modules = new CudaModules(host);
        new ModuleCalls(this).addTo(calls);
        new LaunchCalls(this).addTo(calls);
        memory = new MemoryCalls(this);
        memory.addTo(calls);
        new CopyCalls(this).addTo(calls);
        new StreamCalls(this).addTo(calls);
        new EventCalls(this).addTo(calls);
        new DeviceCalls(this).addTo(calls);
        new FunctionCalls(this).addTo(calls);
        new ErrorCalls(this).addTo(calls);
    }

    /** The calls that it may make. */
    public CallTable calls() {
        return calls;
    }

    /** Lets the calls that follow be those of a thread. */
    public void enter(ProgramThread thread) {
        host.setDevice(thread.device());
    }

    /** Whether the program can act on a grid that runs while it makes no call: it sees memory of the grid. */
    public boolean sharesMemory() {
        return !sharedParts.isEmpty();
    }

    /** Whether a device has work to do. */
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

    /** Whether a device has faulted. */
    public boolean isFaulted() {
        for (Device device : machine.devices()) {
            if (device.runtime().fault() != null) {
                return true;
            }
        }
        return false;
    }

    /** The next function that the program has to run; null while one runs, or none is due. */
    public @Nullable Callback nextCallback() {
        if (running != null || callbacks.isEmpty()) {
            return null;
        }
        running = callbacks.remove();
        return running;
    }

    /** Whether a function of the program is due or runs: simulated time stands still meanwhile. */
    public boolean waitsForCallback() {
        return running != null || !callbacks.isEmpty();
    }

    /** The function that ran has ended. */
    public void callbackDone() {
        Callback done = running;
        running = null;
        if (done != null) {
            done.done().run();
        }
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

    SharedFile sharedFile() {
        return sharedFile;
    }

    CudaModules modules() {
        return modules;
    }

    HandleTable<StreamHandle> streams() {
        return streams;
    }

    Map<Long, SharedPart> sharedParts() {
        return sharedParts;
    }

    /** Undoes what the program has made on the current device, which is idle, but for memory that the program sees itself. */
    void resetDevice(ProgramThread thread) {
        int ordinal = host.device().ordinal();
        streams.removeIf(each -> each.device() == ordinal).forEach(each -> host.destroy(each.stream()));
        HostStream own = thread.defaultStreams().remove(ordinal);
        if (own != null) {
            host.destroy(own);
        }
        memory.freeAll();
        modules.unload(sharedParts::containsKey);
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
                    CudaError.INVALID_RESOURCE_HANDLE, "0x" + Long.toHexString(handle) + " is no stream");
        }
        return known.stream();
    }

    /** The device of the stream of a handle. */
    int deviceOfStream(long handle) {
        StreamHandle known = streams.get(handle);
        return known == null ? host.device().ordinal() : known.device();
    }

    /**
     * Lets an allocation be seen by the program too; what is in it stays.
     *
     * @param flags as the program gave them
     */
    SharedPart share(long address, long bytes, boolean isManaged, int flags) {
        SharedFile.Part part = sharedFile.part(bytes);
        byte[] before = new byte[(int) Math.min(bytes, KEPT_BYTES)];
        host.memory().read(address, before, 0, before.length);
        host.share(address, part.pageAt());
        host.memory().write(address, before, 0, before.length);
        SharedPart shared = new SharedPart(
                part.offset(), part.bytes(), isManaged, flags, host.device().ordinal());
        sharedParts.put(address, shared);
        return shared;
    }

    HandleTable<EventCalls.EventHandle> events() {
        return events;
    }

    /** The event of a handle. @throws CudaException if it is invalid */
    EventCalls.EventHandle event(long handle) {
        EventCalls.EventHandle known = events.get(handle);
        if (known == null) {
            throw new CudaException(
                    CudaError.INVALID_RESOURCE_HANDLE, "0x" + Long.toHexString(handle) + " is no event");
        }
        return known;
    }

    /** Whether an address lies in managed memory. */
    boolean isManaged(long address) {
        SharedPart part = sharedPart(address);
        return part != null && part.isManaged();
    }

    /** The memory that the program sees too in which an address lies; null where it lies in none. */
    @Nullable
    SharedPart sharedPart(long address) {
        Map.Entry<Long, SharedPart> before = sharedParts.floorEntry(address);
        return before != null && address - before.getKey() < before.getValue().bytes() ? before.getValue() : null;
    }

    /** Waits for everything in a stream. */
    CallReply.Waiting waitFor(HostStream stream) {
        return new CallReply.Waiting(
                "the work in its stream",
                () -> host.isIdle(stream) || isFaulted(),
                () -> CallReply.of(host.synchronize(stream)));
    }

    /** Waits for everything on the current device. */
    CallReply.Waiting waitForDevice(Supplier<CallReply.Done> then) {
        int device = host.device().ordinal();
        return new CallReply.Waiting(
                "everything on the device (cudaDeviceSynchronize)",
                () -> {
                    host.setDevice(device);
                    return host.isIdle() || isFaulted();
                },
                then);
    }

    /** Whether an address is the simulator's, and not one of the program alone. */
    static boolean isSimulated(long address) {
        return address >= AddressMap.globalBase(0) && address < AddressMap.HOST_BASE + AddressMap.globalBase(0);
    }

    /** Whether an address is one of pinned memory. */
    static boolean isPinned(long address) {
        return AddressMap.spaceOf(address) == AddressSpace.MAPPED;
    }
}
