package io.cdpsim.kernel.call;

/** What an argument or a result is to a call of the device runtime. A call has each role at most once. */
public enum CallRole {
    /** Blocks of the grid along x. */
    GRID_X,
    /** Blocks along y. */
    GRID_Y,
    /** Blocks along z. */
    GRID_Z,
    /** Threads of a block along x. */
    BLOCK_X,
    /** Threads along y. */
    BLOCK_Y,
    /** Threads along z. */
    BLOCK_Z,
    /** Threads of a block, the product of its dimensions. */
    BLOCK_THREADS,
    /** Dynamic shared memory of a block, bytes. */
    SHARED_BYTES,
    /** A stream: the handle of one, or one of the special streams. */
    STREAM,
    /** An executable graph, by its handle. */
    GRAPH,
    /** One of the special streams that graphs are launched into. */
    GRAPH_STREAM,
    /** The condition of a conditional node, by its handle. */
    GRAPH_CONDITION,
    /** The new value of a condition. */
    CONDITION_VALUE,
    /** A node of a graph that device code updates, by its handle. */
    GRAPH_NODE,
    /** First byte of a node's parameter buffer that an update writes. */
    PARAMETER_OFFSET,
    /** Whether a node is enabled; 0 if it does nothing. */
    ENABLED,
    /** Updates in an array. */
    UPDATE_COUNT,
    /** An event. */
    EVENT,
    /** Flags, which mean something else in each call. */
    FLAGS,
    /** Buffer that holds the parameters of a launch. */
    PARAMETER_BUFFER,
    /** First byte that a copy or a fill writes. */
    DESTINATION,
    /** Bytes from a row of the destination to the next. */
    DESTINATION_PITCH,
    /** Rows from a slice of the destination to the next. */
    DESTINATION_ROWS,
    /** First byte that a copy reads. */
    SOURCE,
    /** Bytes from a row of the source to the next. */
    SOURCE_PITCH,
    /** Rows from a slice of the source to the next. */
    SOURCE_ROWS,
    /** The byte that a fill writes. */
    BYTE_VALUE,
    /** Bytes: of an allocation, of a buffer, of a copy or fill; of one row if there are more. */
    BYTES,
    /** Rows of a slice. */
    HEIGHT,
    /** Slices. */
    DEPTH,
    /** Direction of a copy. */
    COPY_KIND,
    /** Alignment of a buffer's address, bytes. */
    ALIGNMENT,
    /** Allocated memory. */
    ADDRESS,
    /** A device, by its ordinal. */
    DEVICE,
    /** Which limit of the device is queried. */
    LIMIT,
    /** Which {@link DeviceAttribute} is queried, by its number. */
    DEVICE_ATTRIBUTE,
    /** Which {@link FunctionAttribute} is queried, by its number. */
    FUNCTION_ATTRIBUTE,
    /** Constant memory of a kernel, bytes. */
    CONSTANT_BYTES,
    /** Local memory of a thread, bytes. */
    LOCAL_BYTES,
    /** Registers of a thread. */
    REGISTERS,
    /** Version of the virtual architecture that a kernel was compiled for: ten times the major plus the minor number. */
    PTX_VERSION,
    /** Compute capability of a kernel's code, likewise. */
    BINARY_VERSION,
    /** Whether a kernel was compiled to cache global loads in L1. */
    CACHES_GLOBAL,
    /** Most dynamic shared memory that a launch of a kernel may request, bytes. */
    DYNAMIC_SHARED_BYTES,
    /** Share of L1 that a kernel prefers as shared memory, percent; -1 for the default. */
    CARVEOUT,
    /** An error code that is tested. */
    ASKED_ERROR,
    /** The call's error code. */
    ERROR_CODE,
    /** The queried value. */
    VALUE,
    /** Address of a text that ends with a zero byte. */
    TEXT
}
