package io.cdpsim.semantics.litmus;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import io.cdpsim.memory.litmus.LitmusTest.TestThread;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The prologue and epilogue of a thread of the test: its own variables and handles first, its record last. */
final class ThreadFrame {
    private static final int FIRST_BARRIER = 14;
    private static final int LAST_BARRIER = 15;

    private final LitmusTest test;
    private final RecordLayout layout;
    private final VariableAddresses variables;
    private final boolean showsShared;

    /**
     * Prepares for a test.
     *
     * @param showsShared whether the final value of a shared variable is observed, so that a block's threads end together
     */
    ThreadFrame(LitmusTest test, RecordLayout layout, VariableAddresses variables, boolean showsShared) {
        this.test = test;
        this.layout = layout;
        this.variables = variables;
        this.showsShared = showsShared;
    }

    private Register recordAddress(KernelBuilder k, Operand record) {
        return k.multiplyAdd(record, Operand.s64(layout.bytes()), Operand.s64(variables.records()));
    }

    /** The address of a word of a record. */
    Register wordAddress(KernelBuilder k, Operand record, int word) {
        return k.add(recordAddress(k, record), Operand.s64((long) word * RecordLayout.WORD_BYTES));
    }

    /** A word of a record. */
    Register load(KernelBuilder k, Operand record, int word) {
        return k.memory().load(ValueType.S64, wordAddress(k, record, word), weak());
    }

    /** Stores a word of a record. */
    void store(KernelBuilder k, Operand record, int word, Operand value) {
        k.memory().store(wordAddress(k, record, word), value, weak());
    }

    /** The address of the count of arrivals at a grid's barrier. */
    Register barrierAddress(KernelBuilder k, Operand gridRecord) {
        return wordAddress(k, gridRecord, layout.barrierWord());
    }

    /** The words of a launch of a graph: notes the launcher for each node. @return the handle of the executable graph */
    Register launchGraph(KernelBuilder k, LaunchSites sites, LaunchSites.GraphSite graph, Operand launcher) {
        for (int i = 0; i < graph.graph().nodes().size(); i++) {
            store(k, Operand.s64(sites.recordOf(graph.first() + i)), layout.launcherWord(), launcher);
        }
        return load(k, Operand.s64(sites.recordOf(graph.first())), layout.graphWord());
    }

    /** Initializes the shared variables of a block and the local ones of a thread. */
    void initialiseOwn(KernelBuilder k, int threadsOfBlock) {
        boolean shares = false;
        for (int variable : layout.ownVariables()) {
            k.memory().store(Operand.s64(variables.of(variable)), Operand.s64(variables.initial(variable)), weak());
            shares |= test.variables().get(variable).space() == AddressSpace.SHARED;
        }
        if (shares && threadsOfBlock > 1) {
            k.barrier(FIRST_BARRIER, TestKernels.WARP_THREADS * threadsOfBlock, false);
        }
    }

    /** The handles of the streams and events that a thread names, made by whichever thread of their scope is first. */
    Map<String, Operand> handles(KernelBuilder k, GridIdentity identity, BlockThread role) {
        Map<String, Operand> handles = new HashMap<>();
        for (String key : RecordLayout.handlesOf(role.program())) {
            Register owner = k.add(identity.first(), scopeRecord(identity, role));
            Register cell = k.add(
                    recordAddress(k, owner), Operand.s64((long) layout.handleWord(key) * RecordLayout.WORD_BYTES));
            Register made = key.startsWith("event ")
                    ? k.device().eventCreateWithFlags()
                    : k.device().streamCreateWithFlags();
            // The first thread to finish publishes its handle; the handles of the others stay unused.
            Register before = k.memory().compareAndSwap(ValueType.U64, cell, Operand.u64(0), made);
            handles.put(key, k.select(k.equal(before, Operand.u64(0)), made, before));
        }
        return handles;
    }

    /** Streams belong to a block in CDP1 and to a grid in CDP2 (STR-1, STR-2). */
    private Operand scopeRecord(GridIdentity identity, BlockThread role) {
        if (role.from().isEmpty()) {
            return identity.scopeRecord();
        }
        TestThread thread = role.from().get(0);
        for (int i = 0; i < test.threads().size(); i++) {
            TestThread each = test.threads().get(i);
            boolean sameBlock = each.block() == thread.block() || test.dialect() != Dialect.CDP1;
            if (each.gpu() == thread.gpu() && sameBlock) {
                return Operand.s64(i);
            }
        }
        throw new IllegalStateException("the thread belongs to another test");
    }

    /** Stores the thread's record: its identity and its final values. */
    void leaveRecord(
            KernelBuilder k, GridIdentity identity, BlockThread role, List<Register> registers, Register record) {
        Register address = recordAddress(k, record);
        if (showsShared && role.threadsOfBlock() > 1) {
            k.barrier(LAST_BARRIER, TestKernels.WARP_THREADS * role.threadsOfBlock(), false);
        }
        for (int variable : layout.ownVariables()) {
            Register value = k.memory().load(ValueType.S64, Operand.s64(variables.of(variable)), weak());
            leave(k, address, layout.variableWord(variable), value);
        }
        for (int i = 0; i < registers.size(); i++) {
            leave(k, address, layout.registerWord(i), registers.get(i));
        }
        leave(k, address, RecordLayout.SITE_WORD, identity.site());
        leave(k, address, RecordLayout.REPETITION_WORD, identity.repetition());
        leave(k, address, RecordLayout.INDEX_WORD, role.index());
        leave(k, address, RecordLayout.PARENT_WORD, k.add(identity.parent(), Operand.s64(2)));
    }

    private static void leave(KernelBuilder k, Register address, int word, Operand value) {
        k.memory().store(StateSpace.GENERIC, ValueType.S64, address, (long) word * RecordLayout.WORD_BYTES, value);
    }

    private static Modifiers.Access weak() {
        return new Modifiers.Access(
                StateSpace.GENERIC, ValueType.S64, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.DEVICE, 0);
    }
}
