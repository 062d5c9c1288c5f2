package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.profile.MultiGpuSpec;
import io.cdpsim.runtime.copy.CopyEndpoint;
import io.cdpsim.runtime.copy.CopyEngines;
import io.cdpsim.runtime.copy.CopyLinkSharing;
import io.cdpsim.runtime.copy.CopyRoute;
import io.cdpsim.runtime.copy.StagedCopy;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.HostOutput;
import io.cdpsim.runtime.device.PeerAccess;
import io.cdpsim.runtime.graph.GraphNodeType;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.launch.ActionTimer;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies and fills by the host. */
final class HostCopies {
    /** The stream that listeners see of a node of a graph. */
    private static final int NO_STREAM = -1;

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

    HostCopies(Engine engine, HostContext context, HostMemory memory, PeerAccess peers) {
        devices = context.devices();
        this.peers = peers;
        thread = context.thread();
        queues = context.queues();
        this.memory = memory;
        output = context.output();
        costs = queues.costs();
        visibility = context.visibility();
        delays = new ActionTimer(engine);
        CopyLinkSharing links = new CopyLinkSharing(devices.get(0).profile(), devices.size());
        for (Device device : devices) {
            engines.add(new CopyEngines(engine, device, links, delays));
        }
    }

    /** Whether no copy of a device is in flight. */
    boolean isIdle(Device device) {
        return engines.get(device.ordinal()).isIdle();
    }

    /** Sets a constant variable of a device (rule MEM-8). */
    void toSymbol(Device device, long symbol, int... values) {
        PagedMemory constants = device.constants();
        if (!constants.containsRange(symbol, 4L * values.length)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + values.length + " ints beyond a symbol");
        }
        checkConstants(device);
        long start = thread.now();
        thread.spend(costs.memcpyCallNanos());
        thread.called(device, "cudaMemcpyToSymbol", start);
        for (int i = 0; i < values.length; i++) {
            constants.storeInt(symbol + 4L * i, values[i]);
        }
        thread.progressed();
        output.flush();
    }

    /** Adds a copy of rows to a stream. Unallocated addresses count as addresses of the current device. */
    void copy(Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemcpyAsync");
        if (queues.captures().isCapturing(stream)) {
            queues.captures().add(stream, copyNode(current, to, from, rowBytes, rows, stream));
            return;
        }
        RowCopy copy = checked(current, to, from, rowBytes, rows);
        CopyPath path = path(stream.device(), copy);
        if (isPageable(copy.to(), stream.device())) {
            thread.reads(copy.bytes());
        }
        long start = thread.now();
        thread.spend(callNanos(path, copy.bytes()));
        thread.called(stream.device(), "cudaMemcpyAsync", start);
        GridCausality watched = visibility == null ? null : visibility.copies(stream);
        if (visibility != null && from instanceof CopyEndpoint.InMemory source) {
            visibility.pinned().queued(source.address(), rowBytes);
        }
        OperationReporter reporter =
                new OperationReporter(MemoryEvent.Operation.COPY, stream.device(), stream.index(), copy.bytes());
        double pollNanos = current.profile().hostLink().acquirePollNanos();
        if (isWithinDevice(path)) {
            queues.add(
                    stream, costs.deviceCopyGapNanos(), done -> execute(current, copy, path, reporter, watched, done));
        } else {
            queues.addPolling(stream, pollNanos, done -> execute(current, copy, path, reporter, watched, done));
        }
        if (path instanceof CopyPath.Staged) {
            // The thread queues further parts while the first are already in flight.
            thread.spend(costs(current).stagedCallNanos() * StagedCopy.parts(current.profile(), copy.bytes()));
        }
    }

    /**
     * A copy as a node of a graph.
     *
     * @param stream a stream of the device that executes it
     */
    GraphWork.Operation copyNode(
            Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows, HostStream stream) {
        RowCopy copy = checked(current, to, from, rowBytes, rows);
        CopyPath path = path(stream.device(), copy);
        // Rule G-8.
        boolean fitsDevice = !isPageable(to, stream.device()) && !isPageable(from, stream.device());
        return new GraphWork.Operation(
                GraphNodeType.MEMCPY,
                fitsDevice,
                GraphWork.Operation.Operands.of(isOfHost(memoryOf(to, current)), isOfHost(memoryOf(from, current))),
                (watched, done) -> execute(
                        current,
                        copy,
                        path,
                        new OperationReporter(MemoryEvent.Operation.COPY, stream.device(), NO_STREAM, copy.bytes()),
                        watched,
                        done));
    }

    private boolean isPageable(CopyEndpoint endpoint, Device carrier) {
        return isOfHost(memoryOf(endpoint, carrier)) && !isPinned(endpoint, carrier);
    }

    private RowCopy checked(Device current, CopyEndpoint to, CopyEndpoint from, long rowBytes, long rows) {
        PagedMemory toMemory = memoryOf(to, current);
        PagedMemory fromMemory = memoryOf(from, current);
        if (!RowCopy.contains(from, fromMemory, rowBytes, rows) || !RowCopy.contains(to, toMemory, rowBytes, rows)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "copy of " + rowBytes * rows + " bytes beyond an allocation");
        }
        return new RowCopy(to, toMemory, from, fromMemory, rowBytes, rows);
    }

    private void execute(
            Device current,
            RowCopy copy,
            CopyPath path,
            OperationReporter reporter,
            @Nullable GridCausality watched,
            Runnable done) {
        start(path, copy.bytes(), reporter::started, () -> {
            reporter.ended();
            if (visibility != null && watched != null) {
                copy.report(visibility, watched);
            }
            if (copy.toMemory() == current.constants()) {
                checkConstants(current);
            }
            copy.move();
            copy.notifyWritten(memory);
            written(done);
        });
    }

    /** The path of a copy. */
    private sealed interface CopyPath {
        /** By the copy engines of one device. */
        record Direct(Device device, CopyRoute route) implements CopyPath {}

        /** From one device to another through host memory. */
        record Staged(Device from, Device to) implements CopyPath {}
    }

    private static MultiGpuSpec costs(Device device) {
        return device.profile().multiGpu();
    }

    private CopyPath path(Device carrier, RowCopy copy) {
        PagedMemory to = copy.toMemory();
        PagedMemory from = copy.fromMemory();
        if (isOfHost(to)) {
            boolean pinned = isPinned(copy.to(), carrier) && (!isOfHost(from) || isPinned(copy.from(), carrier));
            return new CopyPath.Direct(carrier, pinned ? CopyRoute.TO_HOST : CopyRoute.PAGEABLE_TO_HOST);
        }
        if (isOfHost(from)) {
            boolean inline = copy.bytes() <= costs.inlineCopyBytes();
            CopyRoute fetched = isPinned(copy.from(), carrier) ? CopyRoute.TO_DEVICE : CopyRoute.PAGEABLE_TO_DEVICE;
            return new CopyPath.Direct(carrier, inline ? CopyRoute.INLINE_TO_DEVICE : fetched);
        }
        Device source = memory.deviceOf(from, carrier);
        Device target = memory.deviceOf(to, carrier);
        if (source == target) {
            return new CopyPath.Direct(source, CopyRoute.WITHIN);
        }
        return peers.areConnected(source, target)
                ? new CopyPath.Direct(carrier, CopyRoute.TO_PEER)
                : new CopyPath.Staged(source, target);
    }

    private boolean isPinned(CopyEndpoint endpoint, Device carrier) {
        return endpoint instanceof CopyEndpoint.InMemory in && memory.isPinnedFor(in.address(), carrier);
    }

    /** Whether a kernel executes the copy, and no copy engine. */
    private static boolean isWithinDevice(CopyPath path) {
        return path instanceof CopyPath.Direct direct && direct.route() == CopyRoute.WITHIN;
    }

    private double callNanos(CopyPath path, long bytes) {
        if (isWithinDevice(path)) {
            return costs.deviceCopyCallNanos();
        }
        boolean inline = path instanceof CopyPath.Direct direct && direct.route() == CopyRoute.INLINE_TO_DEVICE;
        return costs.memcpyCallNanos()
                + (inline ? bytes * 1e9 / costs.inlineCopyBandwidth().bytesPerSecond() : 0);
    }

    private void start(CopyPath path, long bytes, Runnable whenStarted, Runnable whenDone) {
        if (path instanceof CopyPath.Direct direct) {
            enginesOf(direct.device()).copy(direct.route(), bytes, whenStarted, whenDone);
        } else if (path instanceof CopyPath.Staged staged) {
            new StagedCopy(
                            enginesOf(staged.from()),
                            enginesOf(staged.to()),
                            delays,
                            staged.from().profile(),
                            bytes,
                            whenDone)
                    .start(whenStarted);
        }
    }

    private @Nullable PagedMemory memoryOf(CopyEndpoint endpoint, Device current) {
        return endpoint instanceof CopyEndpoint.InMemory in ? memory.memoryAt(in.address(), current) : null;
    }

    private boolean isOfHost(@Nullable PagedMemory of) {
        return of == null || memory.isPinned(of);
    }

    /** Rule MEM-8. */
    private static void checkConstants(Device device) {
        if (device.runtime().grids().live() > 0) {
            device.runtime().warnOfConstantChange();
        }
    }

    /** Adds a fill of rows to a stream. */
    void fill(Device current, long address, long pitchBytes, int value, long rowBytes, long rows, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemsetAsync");
        if (queues.captures().isCapturing(stream)) {
            queues.captures()
                    .add(stream, fillNode(current, address, pitchBytes, everyByte(value), rowBytes, rows, stream));
            return;
        }
        GraphWork.Operation node = fillWork(
                current, address, pitchBytes, everyByte(value), rowBytes, rows, stream.device(), stream.index());
        long start = thread.now();
        boolean isInline = rowBytes * rows <= costs.inlineFillBytes() || costs.inlineFillBytes() == 0;
        thread.spend(isInline ? costs.memsetCallNanos() : costs.kernelFillCallNanos());
        thread.called(stream.device(), "cudaMemsetAsync", start);
        GridCausality watched = visibility == null ? null : visibility.fills(stream);
        double inlineNanos = costs.inlineFillBytes() == 0
                ? 0
                : rowBytes * rows * 1e9 / costs.inlineFillBandwidth().bytesPerSecond();
        double gapNanos = isInline ? costs.memsetGapNanos() + inlineNanos : costs.deviceCopyGapNanos();
        queues.add(stream, gapNanos, done -> node.start().run(watched, done));
    }

    /**
     * A fill as a node of a graph.
     *
     * @param word what it writes into each four bytes of a row, from the first one on
     * @param stream a stream of the device that executes it
     */
    GraphWork.Operation fillNode(
            Device current, long address, long pitchBytes, int word, long rowBytes, long rows, HostStream stream) {
        return fillWork(current, address, pitchBytes, word, rowBytes, rows, stream.device(), NO_STREAM);
    }

    private GraphWork.Operation fillWork(
            Device current,
            long address,
            long pitchBytes,
            int word,
            long rowBytes,
            long rows,
            Device carrier,
            int streamIndex) {
        PagedMemory filled = memory.memoryAt(address, current);
        long bytes = rowBytes * rows;
        if (!RowCopy.contains(new CopyEndpoint.InMemory(address, pitchBytes), filled, rowBytes, rows)) {
            throw new CudaException(CudaError.INVALID_VALUE, "fill of " + bytes + " bytes beyond an allocation");
        }
        return new GraphWork.Operation(GraphNodeType.MEMSET, true, (watched, done) -> {
            OperationReporter reporter = new OperationReporter(MemoryEvent.Operation.FILL, carrier, streamIndex, bytes);
            reporter.started();
            enginesOf(carrier).fill(bytes, () -> {
                reporter.ended();
                if (visibility != null && watched != null) {
                    visibility.filled(watched, address, pitchBytes, rowBytes, rows, word);
                }
                for (long row = 0; row < rows; row++) {
                    fill(filled, address + row * pitchBytes, word, rowBytes);
                    memory.written(filled, address + row * pitchBytes, rowBytes);
                }
                written(done);
            });
        });
    }

    /** The word of four equal bytes. */
    static int everyByte(int value) {
        return (value & 0xFF) * 0x01010101;
    }

    private static void fill(PagedMemory memory, long address, int word, long bytes) {
        if (word == everyByte(word)) {
            memory.fill(address, (byte) word, bytes);
            return;
        }
        byte[] row = new byte[Math.toIntExact(bytes)];
        for (int i = 0; i < row.length; i++) {
            row[i] = (byte) (word >> (Byte.SIZE * (i % Integer.BYTES)));
        }
        memory.write(address, row, 0, row.length);
    }

    /** Reports the start and the end of an operation to listeners. */
    private final class OperationReporter {
        private final MemoryEvent.Operation operation;
        private final Device device;
        private final int stream;
        private final long bytes;

        OperationReporter(MemoryEvent.Operation operation, Device device, int stream, long bytes) {
            this.operation = operation;
            this.device = device;
            this.stream = stream;
            this.bytes = bytes;
        }

        private DeviceEvents events() {
            return device.runtime().events();
        }

        void started() {
            events().memoryStarted(operation, 0, stream, bytes, thread.now());
        }

        void ended() {
            events().memoryEnded(operation, 0, stream, bytes, thread.now());
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
