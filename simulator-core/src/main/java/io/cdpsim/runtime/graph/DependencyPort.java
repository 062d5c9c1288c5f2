package io.cdpsim.runtime.graph;

/** The state of a kernel node that releases a dependent node, with CUDA's number of the outgoing port ({@code cudaGraphEdgeData}). */
public enum DependencyPort {
    /** The node is complete ({@code cudaGraphKernelNodePortDefault}). */
    COMPLETION(0),
    /** Each block has triggered the launch of dependents, or has ended ({@code cudaGraphKernelNodePortProgrammatic}, rule D-1). */
    PROGRAMMATIC(1),
    /** Each block has started ({@code cudaGraphKernelNodePortLaunchCompletion}). */
    LAUNCH_COMPLETION(2);

    private final int number;

    DependencyPort(int number) {
        this.number = number;
    }

    /** CUDA's number. */
    public int number() {
        return number;
    }

    /** Whether the dependent node may start before the node is complete. */
    public boolean isProgrammatic() {
        return this != COMPLETION;
    }
}
