package io.cdpsim.gpu;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import org.jspecify.annotations.Nullable;

/**
 * What a device is connected to.
 *
 * @param engine the clock, in cycles of the device
 * @param data the values in all memories that its threads reach
 * @param events notifies listeners of what happens on the device
 * @param watch finds out that nothing can make progress
 * @param visibility reports accesses and what orders them to the visibility checker, if there is one
 * @param kernels straight-line regions of kernels as bytecode
 */
public record GpuContext(
        Engine engine,
        DeviceData data,
        DeviceEvents events,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility,
        CompiledKernels kernels) {}
