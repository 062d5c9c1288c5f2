package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.ArithmeticOperation;
import io.cdpsim.memory.litmus.IntegerComparison;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.StreamOperand;
import io.cdpsim.memory.litmus.LitmusOperand;
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

    private LitmusInstruction load(Mnemonic mnemonic) {
        boolean isVolatile = mnemonic.takes("volatile");
        Optional<MemoryOrder> order = mnemonic.order();
        Optional<Scope> scope = mnemonic.scope();
        mnemonic.expectNothingLeft();
        int register = column.destination();
        comma();
        if (order.isEmpty() && !isVolatile && !tokens.peek().is("[")) {
            LitmusOperand value = column.value();
            return value instanceof LitmusOperand.Symbol
                    ? new LitmusInstruction.Load(MemoryOrder.WEAK, Scope.SYSTEM, register, value)
                    : new LitmusInstruction.Move(register, value);
        }
        if (order.isPresent() && order.get().releases()) {
            throw mnemonic.unsupported("a load is weak, relaxed or acquire");
        }
        return isVolatile
                ? new LitmusInstruction.Load(MemoryOrder.RELAXED, Scope.SYSTEM, register, column.address())
                : new LitmusInstruction.Load(
                        order.orElse(MemoryOrder.WEAK), scope.orElse(Scope.DEVICE), register, column.address());
    }

    private LitmusInstruction store(Mnemonic mnemonic) {
        boolean isVolatile = mnemonic.takes("volatile");
        MemoryOrder order = mnemonic.order().orElse(isVolatile ? MemoryOrder.RELAXED : MemoryOrder.WEAK);
        Scope scope = mnemonic.scope().orElse(isVolatile ? Scope.SYSTEM : Scope.DEVICE);
        mnemonic.expectNothingLeft();
        if (order.acquires()) {
            throw mnemonic.unsupported("a store is weak, relaxed or release");
        }
        LitmusOperand address = column.address();
        comma();
        return new LitmusInstruction.Store(order, scope, address, column.value());
    }

    private LitmusInstruction atomic(Mnemonic mnemonic, boolean returnsOldValue) {
        MemoryOrder order = mnemonic.order().orElse(MemoryOrder.RELAXED);
        Scope scope = mnemonic.scope().orElse(Scope.DEVICE);
        ReadModifyWrite operation = mnemonic.taken(ReadModifyWrite::named)
                .orElseThrow(() ->
                        mnemonic.unsupported("expected an operation: add, sub, and, or, xor, min, max, exch or cas"));
        mnemonic.expectNothingLeft();
        if (order == MemoryOrder.WEAK) {
            throw mnemonic.unsupported("an atomic is never weak");
        }
        OptionalInt register = OptionalInt.empty();
        if (returnsOldValue) {
            register = OptionalInt.of(column.destination());
            comma();
        }
        LitmusOperand address = column.address();
        comma();
        LitmusOperand operand = column.value();
        LitmusOperand replacement = operand;
        if (operation == ReadModifyWrite.COMPARE_AND_SWAP) {
            comma();
            replacement = column.value();
        }
        return new LitmusInstruction.Atomic(order, scope, operation, register, address, operand, replacement);
    }

    private LitmusInstruction fence(Mnemonic mnemonic) {
        boolean membar = mnemonic.stem().equals("membar");
        boolean sequential = mnemonic.takes("sc") || membar;
        Optional<MemoryOrder> order = mnemonic.order();
        Scope scope = mnemonic.scope().orElse(Scope.DEVICE);
        mnemonic.expectNothingLeft();
        if (order.isPresent() && (sequential || order.get() != MemoryOrder.ACQUIRE_RELEASE)) {
            throw mnemonic.unsupported("a fence is acq_rel or sc");
        }
        return new LitmusInstruction.Fence(sequential, scope);
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
