package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.memory.litmus.ArithmeticOperation;
import io.cdpsim.memory.litmus.AtomicOperation;
import io.cdpsim.memory.litmus.Comparison;
import io.cdpsim.memory.litmus.Instruction;
import io.cdpsim.memory.litmus.Operand;
import io.cdpsim.memory.litmus.StreamOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads one instruction. */
final class InstructionParser {
    private final TokenReader tokens;
    private final ColumnParser column;

    InstructionParser(TokenReader tokens, ColumnParser column) {
        this.tokens = tokens;
        this.column = column;
    }

    Instruction instruction() {
        Token first = tokens.peek();
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
            case "sync" -> new Instruction.Synchronize();
            case "record" -> {
                String event = event();
                yield new Instruction.RecordEvent(event, column.stream());
            }
            case "wait" -> {
                String event = event();
                yield new Instruction.WaitEvent(event, column.stream());
            }
            default -> computation(mnemonic);
        };
    }

    private Instruction computation(Mnemonic mnemonic) {
        Optional<Comparison> comparison = Comparison.ofBranch(mnemonic.stem());
        if (comparison.isPresent()) {
            mnemonic.expectNothingLeft();
            Operand left = column.value();
            comma();
            Operand right = column.value();
            comma();
            column.jumpsTo(label());
            return new Instruction.Branch(comparison.get(), left, right, 0);
        }
        ArithmeticOperation operation = ArithmeticOperation.named(mnemonic.stem())
                .orElseThrow(() ->
                        mnemonic.unsupported("this instruction is not supported; expected one of ld, st, atom, red,"
                                + " fence, membar, bar, mov, add, sub, mul, div, rem, and, or, xor, min, max, beq, bne, blt, ble,"
                                + " bgt, bge, goto, launch, sync, record, wait"));
        // "lo" of mul.lo; the types are dropped with the others
        mnemonic.takes("lo");
        mnemonic.expectNothingLeft();
        int register = column.destination();
        comma();
        Operand left = column.value();
        comma();
        return new Instruction.Arithmetic(operation, register, left, column.value());
    }

    private Instruction load(Mnemonic mnemonic) {
        boolean isVolatile = mnemonic.takes("volatile");
        Optional<MemoryOrder> order = mnemonic.order();
        Optional<Scope> scope = mnemonic.scope();
        mnemonic.expectNothingLeft();
        int register = column.destination();
        comma();
        if (order.isEmpty() && !isVolatile && !tokens.peek().is("[")) {
            Operand value = column.value();
            return value instanceof Operand.Symbol
                    ? new Instruction.Load(MemoryOrder.WEAK, Scope.SYSTEM, register, value)
                    : new Instruction.Move(register, value);
        }
        if (order.isPresent() && order.get().releases()) {
            throw mnemonic.unsupported("a load is weak, relaxed or acquire");
        }
        return isVolatile
                ? new Instruction.Load(MemoryOrder.RELAXED, Scope.SYSTEM, register, column.address())
                : new Instruction.Load(
                        order.orElse(MemoryOrder.WEAK), scope.orElse(Scope.DEVICE), register, column.address());
    }

    private Instruction store(Mnemonic mnemonic) {
        boolean isVolatile = mnemonic.takes("volatile");
        MemoryOrder order = mnemonic.order().orElse(isVolatile ? MemoryOrder.RELAXED : MemoryOrder.WEAK);
        Scope scope = mnemonic.scope().orElse(isVolatile ? Scope.SYSTEM : Scope.DEVICE);
        mnemonic.expectNothingLeft();
        if (order.acquires()) {
            throw mnemonic.unsupported("a store is weak, relaxed or release");
        }
        Operand address = column.address();
        comma();
        return new Instruction.Store(order, scope, address, column.value());
    }

    private Instruction atomic(Mnemonic mnemonic, boolean returnsOldValue) {
        MemoryOrder order = mnemonic.order().orElse(MemoryOrder.RELAXED);
        Scope scope = mnemonic.scope().orElse(Scope.DEVICE);
        AtomicOperation operation = mnemonic.taken(AtomicOperation::named)
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
        Operand address = column.address();
        comma();
        Operand operand = column.value();
        Operand replacement = operand;
        if (operation == AtomicOperation.COMPARE_AND_SWAP) {
            comma();
            replacement = column.value();
        }
        return new Instruction.Atomic(order, scope, operation, register, address, operand, replacement);
    }

    private Instruction fence(Mnemonic mnemonic) {
        boolean membar = mnemonic.stem().equals("membar");
        boolean sequential = mnemonic.takes("sc") || membar;
        Optional<MemoryOrder> order = mnemonic.order();
        Scope scope = mnemonic.scope().orElse(Scope.DEVICE);
        mnemonic.expectNothingLeft();
        if (order.isPresent() && (sequential || order.get() != MemoryOrder.ACQUIRE_RELEASE)) {
            throw mnemonic.unsupported("a fence is acq_rel or sc");
        }
        return new Instruction.Fence(sequential, scope);
    }

    private Instruction barrier(Mnemonic mnemonic) {
        mnemonic.takes("cta");
        boolean arrives = mnemonic.takes("arrive");
        boolean waits = mnemonic.takes("sync");
        mnemonic.expectNothingLeft();
        if (arrives && waits) {
            throw mnemonic.unsupported("a barrier is sync or arrive");
        }
        Operand id = column.countOrRegister("a barrier");
        Operand resource = tokens.take(",") ? column.countOrRegister("a resource") : id;
        Optional<Operand> count =
                tokens.take(",") ? Optional.of(column.countOrRegister("a number of threads")) : Optional.empty();
        return new Instruction.Barrier(!arrives, id, resource, count);
    }

    private Instruction move(Mnemonic mnemonic, int register) {
        mnemonic.expectNothingLeft();
        comma();
        return new Instruction.Move(register, column.value());
    }

    private Instruction jump(Mnemonic mnemonic) {
        mnemonic.takes("uni");
        mnemonic.expectNothingLeft();
        column.jumpsTo(label());
        return new Instruction.Goto(0);
    }

    private Instruction launch() {
        String label = column.launchLabel();
        int kernel = column.kernel();
        tokens.expect("<<<", "before the numbers of blocks and threads");
        int blocks = tokens.count("a number of blocks");
        comma();
        int threads = tokens.count("a number of threads");
        tokens.expect(">>>", "after the numbers of blocks and threads");
        List<Operand> arguments = new ArrayList<>();
        if (tokens.take("(") && !tokens.take(")")) {
            do {
                arguments.add(column.value());
            } while (tokens.take(","));
            tokens.expect(")", "after the arguments");
        }
        StreamOperand stream = tokens.takeKeyword("stream") ? column.stream() : StreamOperand.Predefined.NULL;
        return new Instruction.Launch(label, kernel, blocks, threads, arguments, stream);
    }

    private String event() {
        String event = tokens.word("the name of an event");
        comma();
        return event;
    }

    private Token label() {
        Token label = tokens.peek();
        tokens.word("a label");
        return label;
    }

    private void comma() {
        tokens.expect(",", "between operands");
    }
}
