package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.ArithmeticOperation;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusScope;
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
        if (mnemonic.takes("proxy")) {
            throw mnemonic.unsupported("proxies are not supported");
        }
        return switch (mnemonic.stem()) {
            case "ld" -> load(mnemonic);
            case "st" -> store(mnemonic);
            case "atom" -> atomic(mnemonic, true);
            case "red" -> atomic(mnemonic, false);
            case "fence", "membar" -> fence(mnemonic);
            case "bar", "barrier" -> barrier(mnemonic);
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
                .orElseThrow(() ->
                        mnemonic.unsupported("this instruction is not supported; expected one of ld, st, atom, red,"
                                + " fence, membar, bar, mov, add, sub, mul, div, rem, and, or, xor, min, max, beq, bne,"
                                + " blt, ble, bgt, bge, goto, launch, sync, record, wait"));
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

    private LitmusInstruction load(Mnemonic mnemonic) {
        AccessMode mode = accessMode(mnemonic, "relaxed or acquire");
        int register = column.destination();
        comma();
        if (!mode.isNamed() && !tokens.peek().is("[")) {
            LitmusOperand value = column.value();
            return value instanceof LitmusOperand.Symbol
                    ? new LitmusInstruction.Load(MemoryOrder.WEAK, LitmusScope.SYSTEM, register, value)
                    : new LitmusInstruction.Move(register, value);
        }
        if (mode.order().releases()) {
            throw mnemonic.unsupported("a load is weak, relaxed or acquire");
        }
        return new LitmusInstruction.Load(mode.order(), mode.scope(), register, column.address());
    }

    private LitmusInstruction store(Mnemonic mnemonic) {
        AccessMode mode = accessMode(mnemonic, "relaxed or release");
        if (mode.order().acquires()) {
            throw mnemonic.unsupported("a store is weak, relaxed or release");
        }
        LitmusOperand address = column.address();
        comma();
        return new LitmusInstruction.Store(mode.order(), mode.scope(), address, column.storedValue());
    }

    private LitmusInstruction atomic(Mnemonic mnemonic, boolean returnsOldValue) {
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
        OptionalInt register = OptionalInt.empty();
        if (returnsOldValue) {
            register = OptionalInt.of(column.destination());
            comma();
        }
        LitmusOperand address = column.address();
        comma();
        LitmusOperand operand = column.storedValue();
        LitmusOperand replacement = operand;
        if (operation == ReadModifyWrite.COMPARE_AND_SWAP) {
            comma();
            replacement = column.storedValue();
        }
        return new LitmusInstruction.Atomic(order, scope, operation, register, address, operand, replacement);
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

    private LitmusInstruction barrier(Mnemonic mnemonic) {
        mnemonic.takes("cta");
        boolean arrives = mnemonic.takes("arrive");
        boolean waits = mnemonic.takes("sync");
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

    private LitmusInstruction launch() {
        String label = column.launchLabel();
        int kernel = column.kernel();
        tokens.expect("<<<", "before the numbers of blocks and threads");
        int blocks = tokens.count("a number of blocks");
        comma();
        int threads = tokens.count("a number of threads");
        tokens.expect(">>>", "after the numbers of blocks and threads");
        List<LitmusOperand> arguments = new ArrayList<>();
        if (tokens.take("(") && !tokens.take(")")) {
            do {
                arguments.add(column.value());
            } while (tokens.take(","));
            tokens.expect(")", "after the arguments");
        }
        StreamOperand stream = tokens.takeKeyword("stream") ? column.stream() : StreamOperand.Predefined.NULL;
        return new LitmusInstruction.Launch(label, kernel, blocks, threads, arguments, stream);
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
