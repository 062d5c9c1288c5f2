package io.cdpsim.programs.exec.memory;

import io.cdpsim.runtime.graph.Graph;
import io.cdpsim.runtime.graph.GraphNode;
import io.cdpsim.runtime.graph.GraphNodeType;
import io.cdpsim.runtime.graph.GraphWork;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory that nodes of graphs allocate and free. A node has its address from its creation on; the device's memory behind it stays reserved
 * until the end of the program, as in the pool of a device's graphs.
 */
public final class GraphMemory {
    private final Host host;
    private final Map<Long, Allocation> byAddress = new HashMap<>();
    private final IdentityHashMap<GraphWork, Allocation> ofWork = new IdentityHashMap<>();
    private long reserved;
    private long used;
    private long usedHigh;
    private long reservedHigh;

    /** Memory of one allocation node. */
    public static final class Allocation {
        private final long address;
        private final long bytes;
        private boolean allocated;

        public Allocation(long address, long bytes) {
            this.address = address;
            this.bytes = bytes;
        }

        public long address() {
            return address;
        }

        public long bytes() {
            return bytes;
        }
    }

    public GraphMemory(Host host) {
        this.host = host;
    }

    /** A node that allocates. @throws CudaException if the device has no room */
    public GraphWork allocation(long bytes) {
        if (bytes <= 0) {
            throw new CudaException(CudaError.INVALID_VALUE, "a node allocates 0 bytes; request at least one");
        }
        Allocation allocation = new Allocation(host.malloc(bytes), bytes);
        byAddress.put(allocation.address, allocation);
        return work(GraphNodeType.MEMORY_ALLOCATION, allocation);
    }

    /** A node of a graph that frees. @throws CudaException if no node allocates the address, or the graph frees it already */
    public GraphWork free(Graph graph, long address) {
        Allocation allocation = byAddress.get(address);
        if (allocation == null) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "a node frees 0x" + Long.toHexString(address) + ", which no node of a graph allocates");
        }
        if (graph.contains(each -> each.type() == GraphNodeType.MEMORY_FREE && of(each) == allocation)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE, "a graph frees 0x" + Long.toHexString(address) + " twice; free it once");
        }
        return work(GraphNodeType.MEMORY_FREE, allocation);
    }

    private GraphWork work(GraphNodeType type, Allocation allocation) {
        GraphWork work = new GraphWork.Operation(type, false, (watched, done) -> done.run());
        ofWork.put(work, allocation);
        return work;
    }

    /** What an allocation or free node is about; null for other work. */
    @Nullable
    public Allocation of(GraphWork work) {
        return ofWork.get(work);
    }

    /**
     * A graph is launched: its allocations are there, and what it frees is not.
     *
     * @param freesFirst whether the launch frees what earlier launches have left
     * @throws CudaException if memory of an earlier launch was not freed
     */
    public void launched(Graph graph, boolean freesFirst) {
        List<Allocation> allocated = new ArrayList<>();
        List<Allocation> freed = new ArrayList<>();
        collect(graph, allocated, freed);
        if (!freesFirst && allocated.stream().anyMatch(each -> each.allocated)) {
            throw new CudaException(
                    CudaError.INVALID_VALUE,
                    "the memory of an earlier launch of the graph is not freed; free it, or instantiate with"
                            + " cudaGraphInstantiateFlagAutoFreeOnLaunch");
        }
        allocated.forEach(each -> set(each, true));
        freed.forEach(each -> set(each, false));
    }

    private void collect(Graph graph, List<Allocation> allocated, List<Allocation> freed) {
        for (GraphNode each : graph.nodes()) {
            Allocation allocation = of(each.work());
            if (allocation != null) {
                (each.work().type() == GraphNodeType.MEMORY_FREE ? freed : allocated).add(allocation);
            } else if (each.work() instanceof GraphWork.Nested nested) {
                collect(nested.graph(), allocated, freed);
            }
        }
    }

    /** Whether an address is that of a node's memory. */
    public boolean holds(long address) {
        return byAddress.containsKey(address);
    }

    /** The host frees the memory of a node. @return success, or an invalid value if it is not allocated */
    public CudaError freedByHost(long address) {
        Allocation allocation = byAddress.get(address);
        if (allocation == null || !allocation.allocated) {
            return CudaError.INVALID_VALUE;
        }
        set(allocation, false);
        return CudaError.SUCCESS;
    }

    private void set(Allocation allocation, boolean allocated) {
        if (allocation.allocated != allocated) {
            allocation.allocated = allocated;
            used += allocated ? allocation.bytes : -allocation.bytes;
            usedHigh = Math.max(usedHigh, used);
            reserved = Math.max(reserved, used);
            reservedHigh = Math.max(reservedHigh, reserved);
        }
    }

    /** By the numbers of {@code cudaGraphMemAttributeType}; null for others. */
    @Nullable
    public Long attribute(int number) {
        return switch (number) {
            case 0 -> used;
            case 1 -> usedHigh;
            case 2 -> reserved;
            case 3 -> reservedHigh;
            default -> null;
        };
    }

    /** Memory that nothing uses goes back to the device ({@code cudaDeviceGraphMemTrim}). */
    public void trim() {
        reserved = used;
    }

    /** Resets the high-water mark with a number of {@code cudaGraphMemAttributeType}. @return whether it is one */
    public boolean resetHigh(int number) {
        switch (number) {
            case 1 -> usedHigh = used;
            case 3 -> reservedHigh = reserved;
            default -> {
                return false;
            }
        }
        return true;
    }
}
