package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.ArithmeticOperation;
import io.cdpsim.memory.litmus.BarrierReduction;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MemoryProxy;
import io.cdpsim.memory.litmus.ReadModifyWrite;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads one instruction. */
final class InstructionParser {
    private final LitmusTokens tokens;
    private final ThreadParser column;

    InstructionParser(LitmusTokens tokens, ThreadParser column) {
        this.tokens = tokens;
        this.column = column;
    }

    LitmusInstruction instruction() {
        LitmusToken first = tokens.peek();
        tokens.word("an instruction");
        Mnemonic mnemonic = new Mnemonic(tokens, first);
        return switch (mnemonic.stem()) {
            case "ld" -> load(mnemonic, loadProxy(mnemonic));
            case "tld" -> load(mnemonic, MemoryProxy.TEXTURE);
            case "suld" -> load(mnemonic, MemoryProxy.SURFACE);
            case "cold" -> load(mnemonic, MemoryProxy.CONSTANT);
            case "st" -> store(mnemonic, MemoryProxy.GENERIC);
            case "sust" -> store(mnemonic, MemoryProxy.SURFACE);
            case "atom" -> atomic(mnemonic, MemoryProxy.GENERIC, true);
            case "suatom" -> atomic(mnemonic, MemoryProxy.SURFACE, true);
            case "red" -> atomic(mnemonic, MemoryProxy.GENERIC, false);
            case "sured" -> atomic(mnemonic, MemoryProxy.SURFACE, false);
            case "fence", "membar" -> mnemonic.takes("proxy") ? proxyFence(mnemonic) : fence(mnemonic);
            case "grid" -> gridBarrier(mnemonic);
            case "griddepcontrol" -> dependencyControl(mnemonic);
            case "bar", "barrier" -> mnemonic.takes("cluster") ? clusterBarrier(mnemonic) : barrier(mnemonic);
            case "mbarrier" -> new MbarrierParser(tokens, column, mnemonic).instruction();
            case "mov" -> move(mnemonic, column.destination());
            case "goto", "bra" -> jump(mnemonic);
            case "launch" -> launch();
            case "sync" -> new LitmusInstruction.Synchronize();
            case "record" -> {
                String event = event();
                yield new LitmusInstruction.RecordEvent(event, column.stream());
            }
            case "wait" -> {
                String event = event();
                yield new LitmusInstruction.WaitEvent(event, column.stream());
            }
            default -> computation(mnemonic);
        };
    }

    private LitmusInstruction computation(Mnemonic mnemonic) {
        Optional<IntegerComparison> comparison = IntegerComparison.ofBranch(mnemonic.stem());
        if (comparison.isPresent()) {
            mnemonic.expectNothingLeft();
            LitmusOperand left = column.value();
            comma();
            LitmusOperand right = column.value();
            comma();
            column.jumpsTo(label());
            return new LitmusInstruction.Branch(comparison.get(), left, right, 0);
        }
        ArithmeticOperation operation = ArithmeticOperation.named(mnemonic.stem())
                .orElseThrow(() -> mnemonic.unsupported(
                        "this instruction is not supported; expected one of ld, tld, suld, cold, st, sust, atom, red,"
                                + " sured, fence, membar, bar, barrier.cluster, grid.sync, mbarrier, griddepcontrol, mov,"
                                + " add, sub, mul, div, rem, and, or, xor, min, max, beq, bne, blt, ble, bgt, bge, goto,"
                                + " launch, sync, record, wait"));
        // "lo" of mul.lo; the types are dropped with the others
        mnemonic.takes("lo");
        mnemonic.expectNothingLeft();
        int register = column.destination();
        comma();
        LitmusOperand left = column.value();
        comma();
        return new LitmusInstruction.Arithmetic(operation, register, left, column.value());
    }

    /** Order and scope of a load or a store. */
    private record AccessMode(MemoryOrder order, LitmusScope scope, boolean isNamed) {}

    /** Reads the modifiers of a load or a store: {@code .volatile} and {@code .mmio} are relaxed with the scope of the system. */
    private AccessMode accessMode(Mnemonic mnemonic, String stronger) {
        boolean isVolatile = mnemonic.takes("volatile");
        boolean isMapped = mnemonic.takes("mmio");
        Optional<MemoryOrder> order = mnemonic.order();
        Optional<LitmusScope> scope = mnemonic.scope();
        mnemonic.expectNothingLeft();
        if (isVolatile && (order.isPresent() || scope.isPresent())) {
            mnemonic.refuse("a volatile access has no order and no scope; write " + mnemonic.stem() + ".volatile");
        }
        if (isMapped
                && !(order.equals(Optional.of(MemoryOrder.RELAXED)) && scope.equals(Optional.of(LitmusScope.SYSTEM)))) {
            mnemonic.refuse("an access of memory-mapped input and output is relaxed at system scope; write "
                    + mnemonic.stem() + ".mmio.relaxed.sys");
        }
        if (isVolatile || isMapped) {
            return new AccessMode(MemoryOrder.RELAXED, LitmusScope.SYSTEM, true);
        }
        MemoryOrder known = order.orElse(MemoryOrder.WEAK);
        if (known == MemoryOrder.WEAK && scope.isPresent()) {
            mnemonic.refuse("a weak access has no scope; write " + mnemonic.stem() + ".weak, or " + mnemonic.stem()
                    + ".relaxed with the scope");
        }
        if (known != MemoryOrder.WEAK && scope.isEmpty()) {
            mnemonic.refuse("a " + stronger + " access needs a scope; add .cta, .cluster, .gpu or .sys");
        }
        return new AccessMode(known, scope.orElse(LitmusScope.DEVICE), order.isPresent());
    }

    private static MemoryProxy loadProxy(Mnemonic mnemonic) {
        if (mnemonic.takes("const")) {
            return MemoryProxy.CONSTANT;
        }
        return mnemonic.takes("nc") ? MemoryProxy.TEXTURE : MemoryProxy.GENERIC;
    }

    /** Rejects strong accesses by a proxy other than the generic one, unless the test is read leniently. */
    private static void checkOrder(Mnemonic mnemonic, MemoryProxy proxy, MemoryOrder order) {
        if (proxy != MemoryProxy.GENERIC && order != MemoryOrder.WEAK) {
            mnemonic.refuse("an access by the " + proxy.label() + " proxy is weak; write .weak");
        }
    }

    /** The address of an access, whose variable is no alias for another proxy. */
    private LitmusOperand address(Mnemonic mnemonic, MemoryProxy proxy) {
        LitmusOperand address = column.address();
        checkAlias(mnemonic, address, proxy);
        return address;
    }

    private void checkAlias(Mnemonic mnemonic, LitmusOperand address, MemoryProxy proxy) {
        column.aliasProxy(address)
                .filter(each -> each != proxy && each != MemoryProxy.GENERIC)
                .ifPresent(each -> mnemonic.refuse("the address is an alias for the " + each.label()
                        + " proxy; access it by that, or name the variable that it aliases"));
    }

    private LitmusInstruction load(Mnemonic mnemonic, MemoryProxy proxy) {
        AccessMode mode = accessMode(mnemonic, "relaxed or acquire");
        checkOrder(mnemonic, proxy, mode.order());
        int register = column.destination();
        comma();
        if (proxy == MemoryProxy.GENERIC && !mode.isNamed() && !tokens.peek().is("[")) {
            LitmusOperand value = column.value();
            checkAlias(mnemonic, value, proxy);
            return value instanceof LitmusOperand.Symbol
                    ? new LitmusInstruction.Load(MemoryOrder.WEAK, LitmusScope.SYSTEM, register, value)
                    : new LitmusInstruction.Move(register, value);
        }
        if (mode.order().releases()) {
            throw mnemonic.unsupported("a load is weak, relaxed or acquire");
        }
        return new LitmusInstruction.Load(proxy, mode.order(), mode.scope(), register, address(mnemonic, proxy));
    }

    private LitmusInstruction store(Mnemonic mnemonic, MemoryProxy proxy) {
        AccessMode mode = accessMode(mnemonic, "relaxed or release");
        if (mode.order().acquires()) {
            throw mnemonic.unsupported("a store is weak, relaxed or release");
        }
        checkOrder(mnemonic, proxy, mode.order());
        LitmusOperand address = address(mnemonic, proxy);
        comma();
        return new LitmusInstruction.Store(proxy, mode.order(), mode.scope(), address, column.storedValue());
    }

    private LitmusInstruction atomic(Mnemonic mnemonic, MemoryProxy proxy, boolean returnsOldValue) {
        MemoryOrder order = mnemonic.order().orElse(MemoryOrder.RELAXED);
        LitmusScope scope = mnemonic.scope().orElse(LitmusScope.DEVICE);
        ReadModifyWrite operation = mnemonic.taken(ReadModifyWrite::named)
                .orElseThrow(() -> mnemonic.unsupported(
                        "expected an operation: add, sub, inc, dec, and, or, xor, min, max, exch or cas"));
        mnemonic.expectNothingLeft();
        if (order == MemoryOrder.WEAK) {
            throw mnemonic.unsupported("an atomic is never weak; write .relaxed");
        }
        if (!returnsOldValue && order.acquires()) {
            mnemonic.refuse("a red is relaxed or release, as it returns nothing; write atom to acquire");
        }
        if (!returnsOldValue && operation.arithmetic().isEmpty()) {
            mnemonic.refuse("red has no exch and no cas; write atom");
        }
        if (returnsOldValue && proxy == MemoryProxy.SURFACE) {
            mnemonic.refuse("a surface has reductions only; write sured");
        }
        OptionalInt register = OptionalInt.empty();
        if (returnsOldValue) {
            register = OptionalInt.of(column.destination());
            comma();
        }
        LitmusOperand address = address(mnemonic, proxy);
        comma();
        LitmusOperand operand = column.storedValue();
        LitmusOperand replacement = operand;
        if (operation == ReadModifyWrite.COMPARE_AND_SWAP) {
            comma();
            replacement = column.storedValue();
        }
        return new LitmusInstruction.Atomic(proxy, order, scope, operation, register, address, operand, replacement);
    }

    private LitmusInstruction fence(Mnemonic mnemonic) {
        boolean membar = mnemonic.stem().equals("membar");
        boolean sequential = mnemonic.takes("sc") || membar;
        Optional<MemoryOrder> order = mnemonic.order();
        Optional<LitmusScope> scope = mnemonic.scope();
        mnemonic.expectNothingLeft();
        MemoryOrder known = order.orElse(MemoryOrder.ACQUIRE_RELEASE);
        if (order.isPresent() && (sequential || !(known.acquires() || known.releases()))) {
            throw mnemonic.unsupported("a fence is acquire, release, acq_rel or sc, one of these");
        }
        if (scope.isEmpty()) {
            mnemonic.refuse(
                    membar
                            ? "a membar needs a level; add .cta, .gl or .sys"
                            : "a fence needs a scope; add .cta, .cluster, .gpu or .sys");
        }
        return new LitmusInstruction.Fence(known, sequential, scope.orElse(LitmusScope.DEVICE));
    }

    private static LitmusInstruction proxyFence(Mnemonic mnemonic) {
        if (mnemonic.takes("alias")) {
            mnemonic.expectNothingLeft();
            return new LitmusInstruction.ProxyFence(Optional.empty());
        }
        MemoryProxy proxy = mnemonic.taken(MemoryProxy::named)
                .filter(each -> each != MemoryProxy.GENERIC)
                .orElseThrow(() -> mnemonic.unsupported(
                        "expected a proxy: alias, texture, surface or constant; asynchronous copies and tensor maps"
                                + " are not supported"));
        mnemonic.expectNothingLeft();
        return new LitmusInstruction.ProxyFence(Optional.of(proxy));
    }

    private LitmusInstruction barrier(Mnemonic mnemonic) {
        mnemonic.takes("cta");
        boolean arrives = mnemonic.takes("arrive");
        boolean waits = mnemonic.takes("sync");
        if (mnemonic.takes("red")) {
            return reduction(mnemonic);
        }
        mnemonic.expectNothingLeft();
        if (arrives && waits) {
            throw mnemonic.unsupported("a barrier is sync or arrive");
        }
        LitmusOperand id = column.countOrRegister("a barrier");
        LitmusOperand resource = tokens.take(",") ? column.countOrRegister("a resource") : id;
        Optional<LitmusOperand> count =
                tokens.take(",") ? Optional.of(column.countOrRegister("a number of threads")) : Optional.empty();
        return new LitmusInstruction.Barrier(!arrives, id, resource, count);
    }

    /** Reads a barrier with a reduction: the register, the operands of a barrier, and the predicate. */
    private LitmusInstruction reduction(Mnemonic mnemonic) {
        BarrierReduction function = mnemonic.taken(BarrierReduction::named)
                .orElseThrow(() -> mnemonic.unsupported("expected a reduction: popc, and or or"));
        mnemonic.expectNothingLeft();
        int register = column.destination();
        List<LitmusOperand> operands = new ArrayList<>();
        while (tokens.take(",")) {
            operands.add(column.value());
        }
        if (operands.size() < 2 || operands.size() > 4) {
            throw mnemonic.unsupported("expected a register, a barrier with its resource and count if wanted, and a"
                    + " predicate, as in bar.cta.red.popc r0, 0, r1");
        }
        LitmusOperand id = operands.get(0);
        LitmusOperand predicate = operands.remove(operands.size() - 1);
        return new LitmusInstruction.Barrier(
                true,
                id,
                operands.size() > 1 ? operands.get(1) : id,
                operands.size() > 2 ? Optional.of(operands.get(2)) : Optional.empty(),
                Optional.of(new LitmusInstruction.Barrier.Reduction(function, register, predicate)));
    }

    private static LitmusInstruction clusterBarrier(Mnemonic mnemonic) {
        boolean arrives = mnemonic.takes("arrive");
        boolean waits = mnemonic.takes("wait");
        if (arrives == waits) {
            throw mnemonic.unsupported("the barrier of a cluster is arrive or wait");
        }
        Optional<MemoryOrder> order = mnemonic.order();
        mnemonic.expectNothingLeft();
        MemoryOrder usual = arrives ? MemoryOrder.RELEASE : MemoryOrder.ACQUIRE;
        if (order.isPresent() && order.get() != usual && !(arrives && order.get() == MemoryOrder.RELAXED)) {
            throw mnemonic.unsupported("an arrival is release or relaxed, a wait acquire");
        }
        return arrives
                ? new LitmusInstruction.ClusterArrival(order.orElse(usual) == MemoryOrder.RELEASE)
                : new LitmusInstruction.ClusterWait();
    }

    private static LitmusInstruction gridBarrier(Mnemonic mnemonic) {
        boolean waits = mnemonic.takes("sync");
        mnemonic.expectNothingLeft();
        if (!waits) {
            throw mnemonic.unsupported("the barrier of a grid is grid.sync");
        }
        return new LitmusInstruction.GridBarrier();
    }

    private static LitmusInstruction dependencyControl(Mnemonic mnemonic) {
        boolean launches = mnemonic.takes("launch_dependents");
        boolean waits = mnemonic.takes("wait");
        mnemonic.expectNothingLeft();
        if (launches == waits) {
            throw mnemonic.unsupported("expected griddepcontrol.launch_dependents or griddepcontrol.wait");
        }
        return launches ? new LitmusInstruction.DependentLaunch() : new LitmusInstruction.DependencyWait();
    }

    private LitmusInstruction move(Mnemonic mnemonic, int register) {
        mnemonic.expectNothingLeft();
        comma();
        return new LitmusInstruction.Move(register, column.value());
    }

    private LitmusInstruction jump(Mnemonic mnemonic) {
        mnemonic.takes("uni");
        mnemonic.expectNothingLeft();
        column.jumpsTo(label());
        return new LitmusInstruction.Goto(0);
    }

    /** Reads the launch of a kernel, or of a graph, which has no shape. */
    private LitmusInstruction launch() {
        String label = column.launchLabel();
        if (!tokens.peekSecond().is("<<<")) {
            int graph = column.graph();
            return new LitmusInstruction.GraphLaunch(label, graph, streamOrNull());
        }
        return new LaunchParser(tokens, column).launch(label, true);
    }

    private StreamOperand streamOrNull() {
        return tokens.takeKeyword("stream") ? column.stream() : StreamOperand.Predefined.NULL;
    }

    private String event() {
        String event = tokens.word("the name of an event");
        comma();
        return event;
    }

    private LitmusToken label() {
        LitmusToken label = tokens.peek();
        tokens.word("a label");
        return label;
    }

    private void comma() {
        tokens.expect(",", "between operands");
    }
}
