package io.cdpsim.gpu;

import io.cdpsim.bytecode.CompiledKernels;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.stepping.StepListener;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import org.jspecify.annotations.Nullable;

/**
 * A device's connections to the machine.
 *
 * @param engine the clock, in cycles of the device
 * @param data the values in all memories that its threads access
 * @param events notifies listeners of what happens on the device
 * @param watch detects that the run can make no progress
 * @param visibility reports accesses and their ordering to the visibility checker, if there is one
 * @param steps the listener of each instruction, if there is one
 * @param kernels compiled straight-line regions of kernels
 */
public record GpuContext(
        Engine engine,
        DeviceData data,
        DeviceEvents events,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility,
        @Nullable StepListener steps,
        CompiledKernels kernels) {}
