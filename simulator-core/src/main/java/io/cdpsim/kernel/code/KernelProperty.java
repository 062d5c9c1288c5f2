package io.cdpsim.kernel.code;

/** A declared property of a kernel on which loading or launching it depends. */
public enum KernelProperty {
    /** Built by CUDA 12 or later with {@code -DCUDA_FORCE_CDP1_IF_SUPPORTED} (rule VER-2). */
    FORCED_CDP1,
    /** PTX of a toolkit before CUDA 12, which the driver compiles when it loads it (rule VER-3). */
    EARLIER_PTX,
    /** Built without {@code -rdc=true}, so that the device runtime is not linked (rule VER-7). */
    NOT_RELOCATABLE,
    /** Built for 32-bit addresses (rule VER-3). */
    ADDRESSES_OF_32_BITS,
    /** Part of a graph that is instantiated to be launched from the device (rule VER-8). */
    IN_DEVICE_GRAPH,
    /** Uses a texture reference of its module (rule LNCH-10). */
    TEXTURE_REFERENCE,
    /** Uses a surface reference of its module (rule LNCH-10). */
    SURFACE_REFERENCE,
    /** Has recursive functions, or allocates on the stack, so that a thread's stack is as large as the limit. */
    RECURSIVE,
    /** Uses the shared memory that the system reserves for each block. */
    RESERVED_SHARED_MEMORY,
    /** Needs an instruction that is not simulated: it has no code, and no launch of it can be met. */
    UNSUPPORTED,
    /** Has a parameter that cannot be copied byte by byte, or has a destructor to run (rule LNCH-11). */
    NONTRIVIAL_PARAMETER
}
