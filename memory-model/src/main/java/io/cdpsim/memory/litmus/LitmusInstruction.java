package io.cdpsim.memory.litmus;

import io.cdpsim.memory.MemoryOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An instruction of a thread. The scope of a weak access has no effect. */
public sealed interface LitmusInstruction {
    /** The register that it writes. */
    default OptionalInt destination() {
        return OptionalInt.empty();
    }

    /** The operands that it reads, addresses among them. */
    default List<LitmusOperand> sources() {
        return List.of();
    }

    /** {@code ld}: reads memory. */
    record Load(MemoryProxy proxy, MemoryOrder order, LitmusScope scope, int register, LitmusOperand address)
            implements LitmusInstruction {
        /** A load by the generic proxy. */
        public Load(MemoryOrder order, LitmusScope scope, int register, LitmusOperand address) {
            this(MemoryProxy.GENERIC, order, scope, register, address);
        }

        @Override
        public OptionalInt destination() {
            return OptionalInt.of(register);
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(address);
        }
    }

    /** {@code st}: writes memory. */
    record Store(MemoryProxy proxy, MemoryOrder order, LitmusScope scope, LitmusOperand address, LitmusOperand value)
            implements LitmusInstruction {
        /** A store by the generic proxy. */
        public Store(MemoryOrder order, LitmusScope scope, LitmusOperand address, LitmusOperand value) {
            this(MemoryProxy.GENERIC, order, scope, address, value);
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(address, value);
        }
    }

    /**
     * {@code atom} and {@code red}: an atomic read-modify-write.
     *
     * @param register destination of the old value; empty for {@code red}
     * @param operand the operand; the expected value of a compare-and-swap
     * @param replacement the new value of a compare-and-swap; the operand again for all others
     */
    record Atomic(
            MemoryProxy proxy,
            MemoryOrder order,
            LitmusScope scope,
            ReadModifyWrite operation,
            OptionalInt register,
            LitmusOperand address,
            LitmusOperand operand,
            LitmusOperand replacement)
            implements LitmusInstruction {
        /** An atomic by the generic proxy. */
        public Atomic(
                MemoryOrder order,
                LitmusScope scope,
                ReadModifyWrite operation,
                OptionalInt register,
                LitmusOperand address,
                LitmusOperand operand,
                LitmusOperand replacement) {
            this(MemoryProxy.GENERIC, order, scope, operation, register, address, operand, replacement);
        }

        /** Whether this is a {@code red}, whose read starts no acquire pattern. */
        public boolean isReduction() {
            return register.isEmpty();
        }

        @Override
        public OptionalInt destination() {
            return register;
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(address, operand, replacement);
        }
    }

    /**
     * {@code fence}: acquire, release, acquire-release, or sequentially consistent, which includes acquire-release.
     *
     * @param order acquire, release or both
     */
    record Fence(MemoryOrder order, boolean sequentiallyConsistent, LitmusScope scope) implements LitmusInstruction {
        /** An acquire-release or a sequentially consistent fence. */
        public Fence(boolean sequentiallyConsistent, LitmusScope scope) {
            this(MemoryOrder.ACQUIRE_RELEASE, sequentiallyConsistent, scope);
        }
    }

    /**
     * {@code fence.proxy}: orders accesses of different proxies, or of aliases, that base causality orders.
     *
     * @param proxy the proxy whose accesses it orders with generic ones; empty for {@code alias}
     */
    record ProxyFence(Optional<MemoryProxy> proxy) implements LitmusInstruction {}

    /**
     * {@code bar.cta}: arrives at a barrier of the block.
     *
     * @param waits whether it also waits ({@code sync}), or continues ({@code arrive})
     * @param id number of the barrier in the program
     * @param resource number of the hardware's barrier; the id by default
     * @param count arrivals that complete a phase; without one the barrier waits for threads of the block: see {@code --barriers}
     * @param reduction what {@code bar.red} computes
     */
    record Barrier(
            boolean waits,
            LitmusOperand id,
            LitmusOperand resource,
            Optional<LitmusOperand> count,
            Optional<Reduction> reduction)
            implements LitmusInstruction {
        /** A barrier without a reduction. */
        public Barrier(boolean waits, LitmusOperand id, LitmusOperand resource, Optional<LitmusOperand> count) {
            this(waits, id, resource, count, Optional.empty());
        }

        @Override
        public OptionalInt destination() {
            return reduction.map(each -> OptionalInt.of(each.register())).orElse(OptionalInt.empty());
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(
                    id,
                    resource,
                    count.orElse(id),
                    reduction.map(Reduction::predicate).orElse(id));
        }

        /**
         * A reduction over the threads of a barrier.
         *
         * @param register destination of the result
         * @param predicate the thread's value, true if it is not 0
         */
        public record Reduction(BarrierReduction function, int register, LitmusOperand predicate) {}
    }

    /**
     * {@code barrier.cluster.arrive}: arrives at the barrier of the thread block cluster.
     *
     * @param releases whether it orders what precedes it before what follows the waits
     */
    record ClusterArrival(boolean releases) implements LitmusInstruction {}

    /** {@code barrier.cluster.wait}: waits until all threads of the cluster that have not exited have arrived. */
    record ClusterWait() implements LitmusInstruction {}

    /** {@code grid.sync}: arrives at the barrier of a cooperative grid and waits for all of its threads. */
    record GridBarrier() implements LitmusInstruction {}

    /**
     * {@code mbarrier}: an atomic change of an mbarrier object.
     *
     * @param function the new value, from the old one and the operand
     * @param arrivals number of arrivals; empty for changes of the count of transactions alone
     * @param register destination of the number of the phase; empty without one
     * @param operand number of arrivals or of transactions
     */
    record MbarrierUpdate(
            MbarrierFunction function,
            MemoryOrder order,
            LitmusScope scope,
            Optional<LitmusOperand> arrivals,
            OptionalInt register,
            LitmusOperand address,
            LitmusOperand operand)
            implements LitmusInstruction {
        @Override
        public OptionalInt destination() {
            return register;
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(address, operand, arrivals.orElse(operand));
        }
    }

    /**
     * {@code mbarrier.test_wait} and {@code try_wait}: reads whether a phase of an mbarrier object is complete. The read acquires if it is.
     *
     * @param function the result, from the value and the phase
     * @param register destination of 1 or 0
     * @param phase the number of a phase, or its parity
     */
    record MbarrierTest(
            MbarrierFunction function,
            MemoryOrder order,
            LitmusScope scope,
            int register,
            LitmusOperand address,
            LitmusOperand phase)
            implements LitmusInstruction {
        @Override
        public OptionalInt destination() {
            return OptionalInt.of(register);
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(address, phase);
        }
    }

    /** Copies a value to a register. */
    record Move(int register, LitmusOperand value) implements LitmusInstruction {
        @Override
        public OptionalInt destination() {
            return OptionalInt.of(register);
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(value);
        }
    }

    /** Computes a value from two operands. */
    record Arithmetic(ArithmeticOperation operation, int register, LitmusOperand left, LitmusOperand right)
            implements LitmusInstruction {
        @Override
        public OptionalInt destination() {
            return OptionalInt.of(register);
        }

        @Override
        public List<LitmusOperand> sources() {
            return List.of(left, right);
        }
    }

    /** Jumps to a statement if a comparison holds. */
    record Branch(IntegerComparison comparison, LitmusOperand left, LitmusOperand right, int target)
            implements LitmusInstruction {
        @Override
        public List<LitmusOperand> sources() {
            return List.of(left, right);
        }
    }

    /** Jumps to a statement. */
    record Goto(int target) implements LitmusInstruction {}

    /**
     * Launches a grid.
     *
     * @param label the grid's name in conditions
     * @param kernel index in {@link LitmusTest#kernels()}
     * @param blocks number of blocks of the grid
     * @param threads number of threads of a block
     */
    record Launch(
            String label,
            int kernel,
            int blocks,
            int threads,
            List<LitmusOperand> arguments,
            LaunchAttributes attributes,
            StreamOperand stream)
            implements LitmusInstruction {
        @Override
        public List<LitmusOperand> sources() {
            List<LitmusOperand> sources = new ArrayList<>(arguments);
            sources.addAll(stream.sources());
            return sources;
        }
    }

    /**
     * Launches a graph.
     *
     * @param label the launch's name in conditions
     * @param graph index in {@link LitmusTest#graphs()}
     */
    record GraphLaunch(String label, int graph, StreamOperand stream) implements LitmusInstruction {
        @Override
        public List<LitmusOperand> sources() {
            return stream.sources();
        }
    }

    /** {@code griddepcontrol.launch_dependents}: the grids that depend on this one may start as far as its block is concerned. */
    record DependentLaunch() implements LitmusInstruction {}

    /** {@code griddepcontrol.wait}: waits until the grids that this one depends on are complete. */
    record DependencyWait() implements LitmusInstruction {}

    /** {@code sync}: {@code cudaDeviceSynchronize} on the device, a wait for all grids launched before on the host. */
    record Synchronize() implements LitmusInstruction {}

    /** {@code record E, S}: captures the stream's contents in an event. */
    record RecordEvent(String event, StreamOperand stream) implements LitmusInstruction {
        @Override
        public List<LitmusOperand> sources() {
            return stream.sources();
        }
    }

    /** {@code wait E, S}: later work of the stream waits for what the event captured. */
    record WaitEvent(String event, StreamOperand stream) implements LitmusInstruction {
        @Override
        public List<LitmusOperand> sources() {
            return stream.sources();
        }
    }

    /** The stream of a launch, a record or a wait. */
    sealed interface StreamOperand {
        /** The operands that it reads. */
        default List<LitmusOperand> sources() {
            return this instanceof Handle handle ? List.of(new LitmusOperand.Register(handle.register())) : List.of();
        }

        /** The streams that exist without creation. */
        enum Predefined implements StreamOperand {
            /** The default stream; on the device each block has its own. */
            NULL,
            /** No order with other work ({@code cudaStreamFireAndForget}, {@code cudaStreamGraphFireAndForget}). */
            FIRE_AND_FORGET,
            /** The tail stream of the grid ({@code cudaStreamTailLaunch}) or of the graph ({@code cudaStreamGraphTailLaunch}). */
            TAIL,
            /** The environment of the launching graph's launcher ({@code cudaStreamGraphFireAndForgetAsSibling}). */
            SIBLING,
            /** The thread's own stream ({@code cudaStreamPerThread}). */
            PER_THREAD
        }

        /** A stream of the thread's scope: its block in CDP1, its grid in CDP2. */
        record Named(String name) implements StreamOperand {}

        /** A stream whose handle is in a register, such as a parameter. */
        record Handle(int register) implements StreamOperand {}
    }
}
