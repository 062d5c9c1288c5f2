package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.MultiGpuSpec;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.graph.GraphNodeType;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.launch.ActionTimer;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies and fills that the host asks for. */
final class HostCopies {
    private final List<Device> devices;
    private final List<CopyEngines> engines = new ArrayList<>();
    private final ActionTimer delays;
    private final PeerAccess peers;
    private final HostThread thread;
    private final HostQueues queues;
    private final HostMemory memory;
    private final HostOutput output;
    private final HostApiSpec costs;
    private final @Nullable HostVisibility visibility;

    HostCopies(
            Engine engine,
            List<Device> devices,
            HostThread thread,
            HostQueues queues,
            HostMemory memory,
            HostOutput output,
            PeerAccess peers,
            @Nullable HostVisibility visibility) {
        this.devices = devices;
        this.peers = peers;
        this.thread = thread;
        this.queues = queues;
        this.memory = memory;
        this.output = output;
        this.costs = queues.costs();
        this.visibility = visibility;
        delays = new ActionTimer(engine);
        CopyLinkSharing ways = new CopyLinkSharing(devices.get(0).profile(), devices.size());
        for (Device device : devices) {
            engines.add(new CopyEngines(engine, device, ways, delays));
        }
    }

    /** Whether no copy of a device is under way. */
    boolean isIdle(Device device) {
        return engines.get(device.ordinal()).isIdle();
    }

    /** Sets a constant variable of a device (rule MEM-8). */
    void toSymbol(Device device, long symbol, int... values) {
        PagedMemory constants = device.constants();
        if (!constants.containsRange(symbol, 4L * values.length)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + values.length + " ints beyond a symbol");
        }
        constantsChange(device);
        long begin = thread.now();
        thread.spend(costs.memcpyCallNanos());
        thread.called(device, "cudaMemcpyToSymbol", begin);
        for (int i = 0; i < values.length; i++) {
            constants.storeInt(symbol + 4L * i, values[i]);
        }
        thread.progressed();
        output.flush();
    }

    /** Puts a copy of rows into a stream; addresses that lie nowhere count as the current device's. */
    void copy(Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemcpyAsync");
        if (queues.captures().isCapturing(stream)) {
            queues.captures().add(stream, copyNode(current, to, from, rowBytes, rows, stream));
            return;
        }
        RowCopy copied = checked(current, to, from, rowBytes, rows);
        Way way = way(stream.device(), copied);
        long begin = thread.now();
        thread.spend(callNanos(way, copied.bytes()));
        thread.called(stream.device(), "cudaMemcpyAsync", begin);
        GridCausality watched = visibility == null ? null : visibility.copies(stream);
        Told told = new Told(MemoryEvent.Operation.COPY, stream, copied.bytes());
        double pollNanos = current.profile().hostLink().acquirePollNanos();
        queues.addPolling(stream, pollNanos, done -> carry(current, copied, way, told, watched, done));
        if (way instanceof Way.Staged) {
            // The thread goes on to queue parts while the first already move.
            thread.spend(costs(current).stagedCallNanos() * StagedCopy.parts(current.profile(), copied.bytes()));
        }
    }

    /**
     * A copy as a node of a graph.
     *
     * @param stream the stream that listeners see it in
     */
    GraphWork.Operation copyNode(
            Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows, HostStream stream) {
        RowCopy copied = checked(current, to, from, rowBytes, rows);
        Way way = way(stream.device(), copied);
        // Rule G-8.
        boolean fitsDevice = !isPageable(to, stream.device()) && !isPageable(from, stream.device());
        return new GraphWork.Operation(
                GraphNodeType.MEMCPY,
                fitsDevice,
                (watched, done) -> carry(
                        current,
                        copied,
                        way,
                        new Told(MemoryEvent.Operation.COPY, stream, copied.bytes()),
                        watched,
                        done));
    }

    private boolean isPageable(CopyEndpoint side, Device carrier) {
        return isOfHost(memoryOf(side, carrier)) && !isPinned(side, carrier);
    }

    private RowCopy checked(Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows) {
        PagedMemory toMemory = memoryOf(to, current);
        PagedMemory fromMemory = memoryOf(from, current);
        if (!RowCopy.holds(from, fromMemory, rowBytes, rows) || !RowCopy.holds(to, toMemory, rowBytes, rows)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "copy of " + rowBytes * rows + " bytes beyond an allocation");
        }
        return new RowCopy(to, toMemory, from, fromMemory, rowBytes, rows);
    }

    private void carry(
            Device current, RowCopy copied, Way way, Told told, @Nullable GridCausality watched, Runnable done) {
        begin(way, copied.bytes(), told::begins, () -> {
            told.ends();
            if (visibility != null && watched != null) {
                copied.tell(visibility, watched);
            }
            if (copied.toMemory() == current.constants()) {
                constantsChange(current);
            }
            copied.move();
            copied.arrive(memory);
            written(done);
        });
    }

    /** Which way a copy goes. */
    private sealed interface Way {
        /** Carried by one device's engines. */
        record Direct(Device device, CopyRoute route) implements Way {}

        /** From one device to another, through memory of the host. */
        record Staged(Device from, Device to) implements Way {}
    }

    private static MultiGpuSpec costs(Device device) {
        return device.profile().multiGpu();
    }

    private Way way(Device carrier, RowCopy copied) {
        PagedMemory to = copied.toMemory();
        PagedMemory from = copied.fromMemory();
        if (isOfHost(to)) {
            boolean pinned = isPinned(copied.to(), carrier) && (!isOfHost(from) || isPinned(copied.from(), carrier));
            return new Way.Direct(carrier, pinned ? CopyRoute.TO_HOST : CopyRoute.PAGEABLE_TO_HOST);
        }
        if (isOfHost(from)) {
            boolean inline = copied.bytes() <= costs.inlineCopyBytes();
            CopyRoute fetched = isPinned(copied.from(), carrier) ? CopyRoute.TO_DEVICE : CopyRoute.PAGEABLE_TO_DEVICE;
            return new Way.Direct(carrier, inline ? CopyRoute.INLINE_TO_DEVICE : fetched);
        }
        Device source = memory.deviceOf(from, carrier);
        Device target = memory.deviceOf(to, carrier);
        if (source == target) {
            return new Way.Direct(source, CopyRoute.WITHIN);
        }
        return peers.areConnected(source, target)
                ? new Way.Direct(carrier, CopyRoute.TO_PEER)
                : new Way.Staged(source, target);
    }

    private boolean isPinned(CopyEndpoint side, Device carrier) {
        return side instanceof CopyEndpoint.InMemory in && memory.isPinnedFor(in.address(), carrier);
    }

    private double callNanos(Way way, long bytes) {
        boolean inline = way instanceof Way.Direct direct && direct.route() == CopyRoute.INLINE_TO_DEVICE;
        return costs.memcpyCallNanos()
                + (inline ? bytes * 1e9 / costs.inlineCopyBandwidth().bytesPerSecond() : 0);
    }

    private void begin(Way way, long bytes, Runnable whenTaken, Runnable whenDone) {
        if (way instanceof Way.Direct direct) {
            enginesOf(direct.device()).copy(direct.route(), bytes, whenTaken, whenDone);
        } else if (way instanceof Way.Staged staged) {
            new StagedCopy(
                            enginesOf(staged.from()),
                            enginesOf(staged.to()),
                            delays,
                            staged.from().profile(),
                            bytes,
                            whenDone)
                    .begin(whenTaken);
        }
    }

    private @Nullable PagedMemory memoryOf(CopyEndpoint side, Device current) {
        return side instanceof CopyEndpoint.InMemory in ? memory.holding(in.address(), current) : null;
    }

    private boolean isOfHost(@Nullable PagedMemory of) {
        return of == null || memory.isPinned(of);
    }

    /** Rule MEM-8. */
    private static void constantsChange(Device device) {
        if (device.runtime().grids().live() > 0) {
            device.runtime().warnOfConstantChange();
        }
    }

    /** Puts a fill of rows into a stream. */
    void fill(Device current, long address, long pitchBytes, int value, long rowBytes, long rows, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemsetAsync");
        GraphWork.Operation node = fillNode(current, address, pitchBytes, value, rowBytes, rows, stream);
        if (queues.captures().isCapturing(stream)) {
            queues.captures().add(stream, node);
            return;
        }
        long begin = thread.now();
        thread.spend(costs.memsetCallNanos());
        thread.called(stream.device(), "cudaMemsetAsync", begin);
        GridCausality watched = visibility == null ? null : visibility.fills(stream);
        queues.add(stream, costs.backToBackNanos(), done -> node.start().run(watched, done));
    }

    /**
     * A fill as a node of a graph.
     *
     * @param stream the stream that listeners see it in
     */
    GraphWork.Operation fillNode(
            Device current, long address, long pitchBytes, int value, long rowBytes, long rows, HostStream stream) {
        PagedMemory filled = memory.holding(address, current);
        long bytes = rowBytes * rows;
        if (!RowCopy.holds(new CopyEndpoint.InMemory(address, pitchBytes), filled, rowBytes, rows)) {
            throw new CudaException(CudaError.INVALID_VALUE, "fill of " + bytes + " bytes beyond an allocation");
        }
        return new GraphWork.Operation(GraphNodeType.MEMSET, true, (watched, done) -> {
            Told told = new Told(MemoryEvent.Operation.FILL, stream, bytes);
            told.begins();
            enginesOf(stream.device()).fill(bytes, () -> {
                told.ends();
                if (visibility != null && watched != null) {
                    visibility.filled(watched, address, pitchBytes, rowBytes, rows, value);
                }
                for (long row = 0; row < rows; row++) {
                    filled.fill(address + row * pitchBytes, (byte) value, rowBytes);
                    memory.arrived(filled, address + row * pitchBytes, rowBytes);
                }
                written(done);
            });
        });
    }

    /** Reports the start and the end of an operation to listeners. */
    private final class Told {
        private final MemoryEvent.Operation operation;
        private final HostStream stream;
        private final long bytes;

        Told(MemoryEvent.Operation operation, HostStream stream, long bytes) {
            this.operation = operation;
            this.stream = stream;
            this.bytes = bytes;
        }

        private DeviceEvents events() {
            return stream.device().runtime().events();
        }

        void begins() {
            events().memoryStarted(operation, 0, stream.index(), bytes, thread.now());
        }

        void ends() {
            events().memoryEnded(operation, 0, stream.index(), bytes, thread.now());
        }
    }

    private CopyEngines enginesOf(Device device) {
        return engines.get(device.ordinal());
    }

    private void written(Runnable done) {
        devices.forEach(device -> device.gpu().memoryWritten());
        done.run();
    }
}
