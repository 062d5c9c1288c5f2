package io.cdpsim.programs.exec.call;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.occupancy.Occupancy;
import io.cdpsim.programs.exec.graph.LaunchAttributes;
import io.cdpsim.programs.exec.property.StructWriter;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;

/** Attributes of kernels, occupancy, and launch attributes. */
final class FunctionCalls {
    private static final int DYNAMIC_SHARED_BYTES = 8;
    private static final int CARVEOUT = 9;
    private static final int CLUSTER_WIDTH = 11;
    private static final int CLUSTER_HEIGHT = 12;
    private static final int CLUSTER_DEPTH = 13;
    private static final int NON_PORTABLE_CLUSTERS = 14;
    private static final int CLUSTER_SCHEDULING = 15;
    private static final int LAST_CLUSTER_SCHEDULING = 2;

    /** Carve-outs: percent of the SM's memory for shared memory, or no preference. */
    private static final int BY_DEFAULT = -1;

    private static final int ALL = 100;

    private final SimulatedProgram program;
    private final Host host;
    private final IdentityHashMap<Kernel, Integer> carveouts = new IdentityHashMap<>();

    FunctionCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("cudaFuncGetAttributes", (in, thread) -> attributes(in.quad()));
        calls.add(
                "cudaFuncGetName",
                (in, thread) -> CallReply.of(new CallResults()
                        .raw(program.modules().kernelName(in.quad()).getBytes(StandardCharsets.US_ASCII))));
        calls.add("cudaFuncSetAttribute", this::setAttribute);
        calls.add("cudaFuncSetCacheConfig", (in, thread) -> {
            Kernel kernel = program.modules().kernel(in.quad());
            int preference = in.word();
            if (preference < 0 || preference >= CachePreference.values().length) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            host.setCacheConfig(kernel, DeviceCalls.preference(preference));
            return CallReply.OK;
        });
        calls.add("cudaFuncSetSharedMemConfig", (in, thread) -> CallReply.OK);
        calls.add("cudaFuncGetParamInfo", this::parameter);
        calls.add("cudaOccupancyMaxActiveBlocksPerMultiprocessor", this::activeBlocks);
        calls.add("cudaOccupancyMaxActiveClusters", this::activeClusters);
        calls.add("cudaOccupancyMaxPotentialClusterSize", this::potentialClusterSize);
        calls.add("cudaOccupancyAvailableDynamicSMemPerBlock", this::availableShared);
    }

    private GpuProfile gpu() {
        return host.device().profile();
    }

    private CallReply attributes(long function) {
        Kernel kernel = program.modules().kernel(function);
        KernelAttributes attributes = kernel.attributes();
        int version = 10 * gpu().computeCapability().major()
                + gpu().computeCapability().minor();
        return CallReply.of(new CallResults()
                .raw(new StructWriter()
                        .longs(
                                attributes.staticSharedBytes(),
                                program.modules().constantBytes(function),
                                attributes.localBytes())
                        .ints(
                                mostThreads(attributes),
                                attributes.registersPerThread(),
                                version,
                                version,
                                0,
                                host.dynamicSharedLimit(kernel),
                                carveouts.getOrDefault(kernel, BY_DEFAULT))
                        .zeros(6)
                        .zeros(16)
                        .bytes()));
    }

    private int mostThreads(KernelAttributes attributes) {
        int threads = gpu().grid().maxThreadsPerBlock();
        while (threads > 32 && blocks(attributes, threads, 0) == 0) {
            threads -= 32;
        }
        return attributes.maxThreadsPerBlock() == 0 ? threads : Math.min(threads, attributes.maxThreadsPerBlock());
    }

    private int blocks(KernelAttributes attributes, int threads, long sharedBytes) {
        return Occupancy.of(
                        gpu(),
                        threads,
                        attributes.registersPerThread(),
                        (int) Math.min(Integer.MAX_VALUE, attributes.staticSharedBytes() + sharedBytes),
                        true)
                .blocksPerSm();
    }

    /**
     * Blocks whose shared memory fits in the part of the SM's memory that the kernel prefers: the smallest configuration of at least that share,
     * or the smallest that holds one block.
     */
    private int blocksInCarveout(Kernel kernel, long sharedBytes) {
        int share = carveouts.getOrDefault(kernel, BY_DEFAULT);
        if (share == BY_DEFAULT) {
            return Integer.MAX_VALUE;
        }
        SmSpec sm = gpu().sm();
        long block = sharedBytes + sm.sharedReservedBytesPerBlock();
        if (block == 0) {
            return Integer.MAX_VALUE;
        }
        long wanted = Math.max(block, sm.sharedBytes() * (long) share / ALL);
        return (int) (sm.sharedConfigurationBytes(wanted) / block);
    }

    private CallReply setAttribute(CallArguments in, ProgramThread thread) {
        Kernel kernel = program.modules().kernel(in.quad());
        int attribute = in.word();
        int value = in.word();
        return switch (attribute) {
            case DYNAMIC_SHARED_BYTES -> CallReply.of(host.setDynamicSharedLimit(kernel, value));
            case CARVEOUT -> {
                if (value < BY_DEFAULT || value > ALL) {
                    yield CallReply.of(CudaError.INVALID_VALUE);
                }
                carveouts.put(kernel, value);
                yield CallReply.OK;
            }
            case NON_PORTABLE_CLUSTERS -> {
                host.allowNonPortableClusters(kernel, value != 0);
                yield CallReply.OK;
            }
            case CLUSTER_WIDTH, CLUSTER_HEIGHT, CLUSTER_DEPTH ->
                value < 0 ? CallReply.of(CudaError.INVALID_VALUE) : CallReply.OK;
            case CLUSTER_SCHEDULING ->
                value < 0 || value > LAST_CLUSTER_SCHEDULING ? CallReply.of(CudaError.INVALID_VALUE) : CallReply.OK;
            default -> CallReply.of(CudaError.INVALID_VALUE);
        };
    }

    private CallReply parameter(CallArguments in, ProgramThread thread) {
        ParameterLayout layout = program.modules().kernel(in.quad()).parameters();
        long index = in.quad();
        if (index < 0 || index >= layout.count()) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        return CallReply.of(new CallResults()
                .quad(layout.offsetsBytes().get((int) index))
                .quad(layout.sizesBytes().get((int) index)));
    }

    private CallReply activeBlocks(CallArguments in, ProgramThread thread) {
        Kernel kernel = program.modules().kernel(in.quad());
        KernelAttributes attributes = kernel.attributes();
        int threads = in.word();
        long shared = in.quad();
        if (threads < 1 || shared < 0) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        // As on an H100 a block of more threads than the launch bounds counts; one of more shared memory than the
        // kernel may have does not.
        boolean isTooLarge = threads > gpu().grid().maxThreadsPerBlock() || shared > host.dynamicSharedLimit(kernel);
        int most = isTooLarge ? 0 : blocks(attributes, threads, shared);
        return CallReply.of(new CallResults()
                .word(Math.min(most, blocksInCarveout(kernel, attributes.staticSharedBytes() + shared))));
    }

    private int clusters(Kernel kernel, long blocks, int threads, long shared) {
        return blocks > host.mostClusterBlocks(kernel)
                ? 0
                : gpu().cluster().resident(blocks, blocks(kernel.attributes(), threads, shared));
    }

    private CallReply activeClusters(CallArguments in, ProgramThread thread) {
        Kernel kernel = program.modules().kernel(in.quad());
        int threads = in.word();
        long shared = in.quad();
        ClusterShape asked = new LaunchAttributes(in.bytes()).clusters();
        ClusterShape cluster = asked.isExplicit() ? asked : kernel.attributes().cluster();
        if (threads < 1 || shared < 0 || cluster.blocks() < 1) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        if (cluster.blocks() > host.mostClusterBlocks(kernel)) {
            return CallReply.of(CudaError.INVALID_CLUSTER_SIZE);
        }
        return CallReply.of(new CallResults().word(clusters(kernel, cluster.blocks(), threads, shared)));
    }

    private CallReply potentialClusterSize(CallArguments in, ProgramThread thread) {
        Kernel kernel = program.modules().kernel(in.quad());
        int threads = in.word();
        long shared = in.quad();
        if (threads < 1 || shared < 0) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        int size = host.mostClusterBlocks(kernel);
        while (size > 0 && clusters(kernel, size, threads, shared) == 0) {
            size--;
        }
        return CallReply.of(new CallResults().word(size));
    }

    /** The share of each of so many blocks in the SM's shared memory, as far as the kernel may have it; what the system reserves is not taken off. */
    private CallReply availableShared(CallArguments in, ProgramThread thread) {
        Kernel kernel = program.modules().kernel(in.quad());
        KernelAttributes attributes = kernel.attributes();
        int blocks = in.word();
        int threads = in.word();
        if (threads < 1 || blocks < 1 || blocks(attributes, threads, 0) < blocks) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        int unit = gpu().sm().sharedAllocationUnitBytes();
        int share = gpu().sm().sharedBytes() / blocks / unit * unit - attributes.staticSharedBytes();
        return CallReply.of(new CallResults().quad(Math.max(0, Math.min(share, host.dynamicSharedLimit(kernel)))));
    }
}
