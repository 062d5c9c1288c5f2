package io.cdpsim.memory;

/**
 * A memory space that a device pointer can point into (rulebook 15.1).
 */
public enum AddressSpace {
    /** Device memory: {@code __device__} variables, {@code cudaMalloc} and the device heap. */
    GLOBAL(true),
    /** Pinned host memory that the device reaches over the host link. */
    MAPPED(true),
    /** Read-only memory that all grids share. */
    CONSTANT(true),
    /** Memory of one block. */
    SHARED(false),
    /** Memory of one thread. */
    LOCAL(false),
    /** The parameters of the running grid. */
    PARAMETER(false);

    private final boolean passableToChild;

    AddressSpace(boolean passableToChild) {
        this.passableToChild = passableToChild;
    }

    /** Whether a child grid may dereference a pointer into this space (rule MEM-1). */
    public boolean passableToChild() {
        return passableToChild;
    }
}
