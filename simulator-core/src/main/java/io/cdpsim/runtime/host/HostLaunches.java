package io.cdpsim.runtime.host;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.profile.HostApiSpec;
import io.cdpsim.runtime.device.CdpRuntime;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.HostOutput;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.ParameterBuffer;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Launches by the host. The call checks them; they are posted when their predecessors in the stream are complete (rule LNCH-5).
 */
final class HostLaunches {
    private final HostThread thread;
    private final HostQueues queues;
    private final HostOutput output;
    private final HostApiSpec costs;
    private final @Nullable HostVisibility visibility;

    /** How the grid of a launch relates to others. */
    enum LaunchKind {
        ORDINARY,
        /** Its blocks may wait for each other. */
        COOPERATIVE,
        /** It may start before the launch ahead of it is complete. */
        DEPENDENT
    }

    HostLaunches(HostContext context) {
        thread = context.thread();
        queues = context.queues();
        output = context.output();
        costs = queues.costs();
        visibility = context.visibility();
    }

    /** Adds a launch to a stream. @throws CudaException if it is invalid */
    void launch(Kernel kernel, LaunchShape shape, HostStream stream, Number... arguments) {
        launch(kernel, shape, stream, LaunchKind.ORDINARY, () -> ParameterBuffer.of(kernel, arguments));
    }

    /** Adds a launch with a buffer of parameters to a stream. @throws CudaException if it is invalid */
    void launchWithBuffer(Kernel kernel, LaunchShape shape, HostStream stream, LaunchKind kind, byte[] buffer) {
        launch(kernel, shape, stream, kind, () -> {
            int bytes = kernel.parameters().totalBytes();
            if (buffer.length != bytes) {
                throw new IllegalArgumentException("kernel " + kernel.name() + " takes " + bytes
                        + " bytes of parameters, but the launch has " + buffer.length);
            }
            return buffer.clone();
        });
    }

    /** A launch as a node of a graph. @throws CudaException if it is invalid */
    GraphWork.Launch node(Device device, Kernel kernel, LaunchShape shape, byte[] buffer) {
        check(device, kernel, shape, false);
        return new GraphWork.Launch(kernel, shape, buffer.clone(), false);
    }

    /** A launch with arguments as a node of a graph. */
    GraphWork.Launch node(Device device, Kernel kernel, LaunchShape shape, Number... arguments) {
        check(device, kernel, shape, false);
        return new GraphWork.Launch(kernel, shape, ParameterBuffer.of(kernel, arguments), false);
    }

    /** Checks a launch of a node with its attributes. @throws CudaException if it is invalid */
    static void check(Device device, GraphWork.Launch launch) {
        check(device, launch.kernel(), launch.shape(), launch.cooperative());
    }

    private static void check(Device device, Kernel kernel, LaunchShape shape, boolean cooperative) {
        CdpRuntime runtime = device.runtime();
        runtime.load(kernel);
        // Rule LNCH-5: the launch does not report later errors.
        CudaError error = runtime.checkHostLaunch(kernel, shape);
        if (error != CudaError.SUCCESS) {
            throw new CudaException(
                    error,
                    "launch of " + kernel.name() + " with " + describe(shape, kernel) + " on "
                            + device.profile().name() + " cannot be met: "
                            + runtime.launchFailureReason(kernel, shape));
        }
        CudaError refused = cooperative ? runtime.checkCooperativeLaunch(kernel, shape) : CudaError.SUCCESS;
        if (refused != CudaError.SUCCESS) {
            throw new CudaException(
                    refused,
                    "cooperative launch of " + kernel.name() + " cannot be met: "
                            + (refused == CudaError.NOT_PERMITTED
                                    ? "the kernel uses dynamic parallelism (rule K-2)"
                                    : "its " + shape.blocks()
                                            + " blocks cannot all be resident; launch fewer (rule K-1)"));
        }
    }

    private void launch(
            Kernel kernel, LaunchShape shape, HostStream stream, LaunchKind kind, Supplier<byte[]> arguments) {
        boolean cooperative = kind == LaunchKind.COOPERATIVE;
        boolean dependent = kind == LaunchKind.DEPENDENT;
        HostThread.checkContext(stream.device(), "launch of " + kernel.name());
        long start = thread.now();
        check(stream.device(), kernel, shape, cooperative);
        CdpRuntime runtime = stream.device().runtime();
        byte[] parameters = arguments.get();
        if (queues.captures().isCapturing(stream)) {
            queues.captures().add(stream, new GraphWork.Launch(kernel, shape, parameters, cooperative), dependent);
            return;
        }
        output.flush();
        thread.spend(costs.launchNanos(kernel.usesDynamicParallelism(), thread.takeBytesRead()));
        thread.called(stream.device(), "cudaLaunchKernel", start);
        VisibilityFeed feed = stream.device().gpu().visibility();
        GridCausality watched = visibility == null || feed == null
                ? null
                : dependent
                        ? visibility.launchesDependent(stream, feed, kernel)
                        : visibility.launches(stream, feed, kernel);
        queues.addLaunch(stream, dependent, (done, released, ahead) -> {
            GridTable grids = runtime.grids();
            int entry = grids.add(GridKind.HOST_GRID, 0, 0);
            if (cooperative) {
                runtime.markCooperative(entry);
            }
            grids.describe(entry, kernel, shape, parameters);
            if (feed != null && watched != null) {
                watched.number(grids.number(entry));
                feed.bind(entry, watched);
            }
            runtime.dependents().add(entry, released, ahead);
            runtime.post(entry, kernel, shape, stream.index(), done);
        });
    }

    private static String describe(LaunchShape shape, Kernel kernel) {
        return shape.blocks() + " blocks of " + shape.blockX() * shape.blockY() * shape.blockZ() + " threads, "
                + (shape.dynamicSharedBytes() + kernel.attributes().staticSharedBytes())
                + " bytes of shared memory and "
                + kernel.attributes().registersPerThread() + " registers a thread";
    }
}
