package io.cdpsim.workloads.irregular;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.warp.Lanes;
import io.cdpsim.workloads.BlockSizeCheck;
import io.cdpsim.workloads.ChildStream;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.irregular.IrregularSettings.Aggregation;
import io.cdpsim.workloads.irregular.IrregularSettings.IrregularVariant;
import java.util.Arrays;

/**
 * Parents with any number of items each. The sizes are in device memory when the clock starts. The measured time covers the launch of the grid of
 * parents until all items are complete. Each item stores a value, which plain Java checks.
 */
public final class IrregularProgram {
    /** The name of the workload. */
    static final String NAME = "irregular";

    private static final int WORD_BYTES = 4;
    private static final double NANOS_A_MILLI = 1e6;

    private final IrregularSettings settings;

    /** Creates the program. */
    public IrregularProgram(IrregularSettings settings) {
        this.settings = settings;
    }

    /** The cache key of the sizes: an unused seed is left out. */
    private record SizesKey(SizeSource source, long seed) {}

    /**
     * Runs all items on its own machine.
     *
     * @param machineSettings the machine, whose first device runs the program, and the seed that draws the sizes
     * @param progress receives the number of blocks
     * @param inputs the cache of the sizes
     * @throws InvalidInputException if a setting is out of range for the device, the sizes cannot be read, or the items do not fit
     * @throws KernelLoadException if the device has no dynamic parallelism, or not the stream, and the variant needs it
     */
    public RunResult run(MachineSettings machineSettings, Progress progress, InputCache inputs) {
        long startedAt = System.nanoTime();
        checkSettings(machineSettings.profile());
        SizesKey key = new SizesKey(settings.sizes(), settings.sizes().isDrawn() ? machineSettings.seed() : 0);
        ItemSizes sizes = inputs.get(key, ItemSizes.class, each -> each.source().load(each.seed()));
        int[] table = settings.cost().table(sizes.total());
        BlockProgress blocks = new BlockProgress(progress, settings, sizes);
        Machine machine = new Machine(machineSettings, blocks);
        Timed timed = simulate(machine, sizes, table);
        blocks.finish();
        double wallMillis = (System.nanoTime() - startedAt) / NANOS_A_MILLI;
        return RunResult.of(
                NAME,
                machine,
                timed.micros(),
                timed.failure(),
                wallMillis,
                IrregularResults.of(settings, stream(machineSettings.profile()), sizes, timed.micros()));
    }

    /**
     * The time of the run.
     *
     * @param failure the failure; empty if there is none
     */
    private record Timed(double micros, String failure) {}

    private void checkSettings(GpuProfile profile) {
        BlockSizeCheck.check("--block", settings.blockThreads(), profile);
        if (settings.variant().hasChildBlocks()) {
            BlockSizeCheck.check("--child-block", settings.childThreads(), profile);
        }
        boolean warps = settings.variant() == IrregularVariant.WARP
                || (settings.variant() == IrregularVariant.AGGREGATE && settings.aggregation() == Aggregation.WARP);
        if (warps && settings.blockThreads() % Lanes.COUNT != 0) {
            throw new InvalidInputException(
                    "--block " + settings.blockThreads() + " is not a whole number of warps, but "
                            + (settings.variant() == IrregularVariant.WARP
                                    ? "--variant warp has a warp for each parent"
                                    : "--aggregate warp joins the parents of a warp")
                            + "; give a multiple of " + Lanes.COUNT);
        }
    }

    private ChildStream stream(GpuProfile profile) {
        return settings.stream().orElseGet(() -> ChildStream.defaultFor(profile));
    }

    private Timed simulate(Machine machine, ItemSizes sizes, int[] table) {
        Host host = machine.host();
        ItemArrays arrays = ItemArrays.upload(host, sizes, table, settings.variant());
        HostStream stream = host.defaultStream();
        HostEvent start = host.createEvent();
        HostEvent end = host.createEvent();
        double startMicros = machine.nowMicros();
        String failure;
        try {
            host.record(start, stream);
            failure = launchAll(machine, stream, sizes, arrays);
            host.record(end, stream);
            CudaError error = host.synchronize(end);
            failure = failure.isEmpty() ? problem(host, error) : failure;
        } catch (StuckException e) {
            failure = String.valueOf(e.getMessage());
        }
        if (!failure.isEmpty()) {
            return new Timed(machine.nowMicros() - startMicros, failure);
        }
        int[] values = host.memory().readInts(arrays.values(), sizes.total());
        String wrong = new ItemCheck(sizes, settings.cost(), table).failure(values);
        return new Timed(host.elapsedMillis(start, end) * 1000, wrong);
    }

    private static String problem(Host host, CudaError error) {
        return error == CudaError.SUCCESS ? "" : error.cudaName() + ": " + host.faultMessage();
    }

    private String launchAll(Machine machine, HostStream stream, ItemSizes sizes, ItemArrays arrays) {
        Host host = machine.host();
        ItemCost cost = settings.cost();
        ChildStream children = stream(machine.settings().profile());
        int childThreads = settings.childThreads();
        switch (settings.variant()) {
            case SERIAL -> launchParents(host, stream, ParentKernels.serial(cost), 1, sizes, arrays);
            case WARP -> launchParents(host, stream, ParentKernels.warp(cost), Lanes.COUNT, sizes, arrays);
            case CDP, THRESHOLD -> {
                int threshold = settings.variant() == IrregularVariant.CDP ? 0 : settings.threshold();
                Kernel kernel = ParentKernels.launching(cost, children);
                launchParents(host, stream, kernel, 1, sizes, arrays, threshold, childThreads);
            }
            case AGGREGATE -> {
                Kernel kernel = AggregationKernels.of(settings.aggregation(), cost, children);
                Number[] more = {arrays.parentList(), arrays.otherList(), arrays.state(), childThreads};
                launchParents(host, stream, kernel, 1, sizes, arrays, more);
            }
            case CONSOLIDATE -> {
                return consolidate(host, stream, sizes, arrays);
            }
        }
        return "";
    }

    private String consolidate(Host host, HostStream stream, ItemSizes sizes, ItemArrays arrays) {
        long hostCount = host.mallocHost(WORD_BYTES);
        Kernel fill = QueueKernels.fill(settings.cost());
        Number[] queue = {arrays.parentList(), arrays.otherList(), arrays.state()};
        launchParents(host, stream, fill, 1, sizes, arrays, queue);
        host.memcpyAsync(hostCount, arrays.state(), WORD_BYTES, stream);
        String failure = problem(host, host.synchronize(stream));
        int count = failure.isEmpty() ? host.readInt(hostCount) : 0;
        if (failure.isEmpty() && count != sizes.total()) {
            return "the queue has " + Integer.toUnsignedString(count) + " items, expected " + sizes.total();
        }
        if (count > 0) {
            int threads = settings.childThreads();
            Number[] parameters = with(items(arrays), arrays.parentList(), arrays.otherList(), count);
            LaunchShape shape = LaunchShape.of(BlockProgress.blocks(count, threads), threads);
            host.launch(QueueKernels.drain(settings.cost()), shape, stream, parameters);
        }
        return failure;
    }

    private void launchParents(
            Host host,
            HostStream stream,
            Kernel kernel,
            int threadsOfAParent,
            ItemSizes sizes,
            ItemArrays arrays,
            Number... more) {
        int block = settings.blockThreads();
        long blocks = BlockProgress.blocks((long) sizes.parents() * threadsOfAParent, block);
        Number[] parameters = with(items(arrays), sizes.parents());
        host.launch(kernel, LaunchShape.of(blocks, block), stream, with(parameters, more));
    }

    private static Number[] items(ItemArrays arrays) {
        return new Number[] {arrays.firstItems(), arrays.values(), arrays.table(), Math.max(0, arrays.tableWords() - 1)
        };
    }

    private static Number[] with(Number[] parameters, Number... more) {
        Number[] all = Arrays.copyOf(parameters, parameters.length + more.length);
        System.arraycopy(more, 0, all, parameters.length, more.length);
        return all;
    }
}
