package io.cdpsim.memory.litmus;

/** The stream that a launch, a record or a wait names. */
public sealed interface StreamOperand {
    /** The streams that need not be created. */
    enum Predefined implements StreamOperand {
        /** The default stream; on the device each block has its own. */
        NULL,
        /** No order with anything ({@code cudaStreamFireAndForget}). */
        FIRE_AND_FORGET,
        /** The grid's tail stream ({@code cudaStreamTailLaunch}). */
        TAIL,
        /** The thread's own stream ({@code cudaStreamPerThread}). */
        PER_THREAD
    }

    /** A stream of the thread's scope: its block in CDP1, its grid in CDP2. */
    record Named(String name) implements StreamOperand {}

    /** A stream whose handle is in a register: a parameter, most likely. */
    record Handle(int register) implements StreamOperand {}
}
