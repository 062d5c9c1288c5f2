package io.cdpsim.runtime.host;

import io.cdpsim.engine.Engine;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.memory.visibility.knowledge.WatchedGrid;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.MemoryEvent;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.CdpRuntime;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies and fills that the host asks for. */
final class HostCopies {
    private final List<Device> devices;
    private final List<CopyEngines> engines = new ArrayList<>();
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
            @Nullable HostVisibility visibility) {
        this.devices = devices;
        this.thread = thread;
        this.queues = queues;
        this.memory = memory;
        this.output = output;
        this.costs = queues.costs();
        this.visibility = visibility;
        for (Device device : devices) {
            engines.add(new CopyEngines(engine, device));
        }
    }

    /** Sets a constant variable of a device (rule MEM-8). */
    void toSymbol(Device device, long symbol, int... values) {
        PagedMemory constants = device.constants();
        if (!constants.containsRange(symbol, 4L * values.length)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + values.length + " ints beyond a symbol");
        }
        CdpRuntime runtime = device.runtime();
        if (runtime.grids().live() > 0) {
            runtime.constantsChangeUnderGrids();
        }
        long begin = thread.now();
        thread.spend(costs.memcpyCallNanos());
        thread.called(device, "cudaMemcpyToSymbol", begin);
        for (int i = 0; i < values.length; i++) {
            constants.storeInt(symbol + 4L * i, values[i]);
        }
        thread.progressed();
        output.flush();
    }

    /** Puts a copy into a stream; addresses that lie nowhere count as the current device's. */
    void copy(Device current, long destination, long source, long bytes, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemcpyAsync");
        PagedMemory from = memory.holding(source, current);
        PagedMemory to = memory.holding(destination, current);
        if (!from.containsRange(source, bytes) || !to.containsRange(destination, bytes)) {
            throw new CudaException(CudaError.INVALID_VALUE, "copy of " + bytes + " bytes beyond an allocation");
        }
        long begin = thread.now();
        thread.spend(costs.memcpyCallNanos());
        thread.called(stream.device(), "cudaMemcpyAsync", begin);
        WatchedGrid watched = visibility == null ? null : visibility.copies(stream);
        Told told = new Told(MemoryEvent.Operation.COPY, stream, bytes);
        double pollNanos = current.profile().hostLink().acquirePollNanos();
        queues.addPolling(
                stream,
                pollNanos,
                done -> enginesOf(stream).copy(memory.isPinned(to), memory.isPinned(from), bytes, told::begins, () -> {
                    told.ends();
                    if (visibility != null && watched != null) {
                        visibility.copied(watched, from, source, destination, bytes);
                    }
                    PagedMemory.copy(from, source, to, destination, bytes);
                    written(done);
                }));
    }

    /** Puts a fill into a stream. */
    void fill(Device current, long address, int value, long bytes, HostStream stream) {
        HostThread.checkContext(stream.device(), "cudaMemsetAsync");
        PagedMemory filled = memory.holding(address, current);
        if (!filled.containsRange(address, bytes)) {
            throw new CudaException(CudaError.INVALID_VALUE, "fill of " + bytes + " bytes beyond an allocation");
        }
        long begin = thread.now();
        thread.spend(costs.memsetCallNanos());
        thread.called(stream.device(), "cudaMemsetAsync", begin);
        WatchedGrid watched = visibility == null ? null : visibility.fills(stream);
        Told told = new Told(MemoryEvent.Operation.FILL, stream, bytes);
        queues.add(stream, costs.backToBackNanos(), done -> {
            told.begins();
            enginesOf(stream).fill(bytes, () -> {
                told.ends();
                if (visibility != null && watched != null) {
                    visibility.filled(watched, address, bytes, value);
                }
                filled.fill(address, (byte) value, bytes);
                written(done);
            });
        });
    }

    /** What is told of an operation when it begins and when it ends. */
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

    private CopyEngines enginesOf(HostStream stream) {
        return engines.get(stream.device().ordinal());
    }

    private void written(Runnable done) {
        devices.forEach(device -> device.gpu().memoryWritten());
        done.run();
    }
}
