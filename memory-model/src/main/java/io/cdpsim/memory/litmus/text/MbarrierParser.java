package io.cdpsim.memory.litmus.text;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MbarrierFunction;
import io.cdpsim.memory.litmus.text.LitmusTokens.LitmusToken;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads an instruction on an mbarrier object. */
final class MbarrierParser {
    private static final LitmusOperand ONE = new LitmusOperand.Immediate(1);

    private final LitmusTokens tokens;
    private final ThreadParser column;
    private final Mnemonic mnemonic;

    MbarrierParser(LitmusTokens tokens, ThreadParser column, Mnemonic mnemonic) {
        this.tokens = tokens;
        this.column = column;
        this.mnemonic = mnemonic;
    }

    LitmusInstruction instruction() {
        if (mnemonic.takes("init")) {
            mnemonic.expectNothingLeft();
            LitmusOperand address = column.address();
            tokens.expect(",", "between operands");
            return new LitmusInstruction.Store(
                    MemoryOrder.WEAK,
                    LitmusScope.BLOCK,
                    address,
                    new LitmusOperand.Immediate(MbarrierFunction.initialized(arrivals(tokens))));
        }
        if (mnemonic.takes("arrive_drop")) {
            return arrive(MbarrierFunction.ARRIVE_AND_DROP);
        }
        if (mnemonic.takes("arrive")) {
            return mnemonic.takes("expect_tx") ? arriveAndExpect() : arrive(MbarrierFunction.ARRIVE);
        }
        if (mnemonic.takes("expect_tx")) {
            return transactions(MbarrierFunction.EXPECT);
        }
        if (mnemonic.takes("complete_tx")) {
            return transactions(MbarrierFunction.COMPLETE);
        }
        if (mnemonic.takes("test_wait") || mnemonic.takes("try_wait")) {
            return test();
        }
        throw mnemonic.unsupported(
                "expected an operation: init, arrive, arrive_drop, arrive.expect_tx, expect_tx, complete_tx, test_wait"
                        + " or try_wait");
    }

    /** The number of arrivals of a phase. */
    static int arrivals(LitmusTokens tokens) {
        LitmusToken token = tokens.peek();
        long count = tokens.number("a number of arrivals");
        if (count < 1 || count > MbarrierFunction.MOST_ARRIVALS) {
            throw tokens.error(
                    token,
                    "found " + count + ", expected a number of arrivals from 1 to " + MbarrierFunction.MOST_ARRIVALS);
        }
        return (int) count;
    }

    private LitmusInstruction arrive(MbarrierFunction function) {
        MemoryOrder order = order(MemoryOrder.RELEASE);
        LitmusScope scope = scope();
        OptionalInt register = state();
        LitmusOperand address = column.address();
        LitmusOperand count = tokens.take(",") ? column.value() : ONE;
        return new LitmusInstruction.MbarrierUpdate(
                function, order, scope, Optional.of(count), register, address, count);
    }

    private LitmusInstruction arriveAndExpect() {
        MemoryOrder order = order(MemoryOrder.RELEASE);
        LitmusScope scope = scope();
        OptionalInt register = state();
        LitmusOperand address = column.address();
        tokens.expect(",", "between operands");
        return new LitmusInstruction.MbarrierUpdate(
                MbarrierFunction.ARRIVE_AND_EXPECT, order, scope, Optional.of(ONE), register, address, column.value());
    }

    private LitmusInstruction transactions(MbarrierFunction function) {
        mnemonic.takes("relaxed");
        LitmusScope scope = scope();
        LitmusOperand address = column.address();
        tokens.expect(",", "between operands");
        return new LitmusInstruction.MbarrierUpdate(
                function, MemoryOrder.RELAXED, scope, Optional.empty(), OptionalInt.empty(), address, column.value());
    }

    private LitmusInstruction test() {
        boolean parity = mnemonic.takes("parity");
        MemoryOrder order = order(MemoryOrder.ACQUIRE);
        LitmusScope scope = scope();
        int register = column.destination();
        tokens.expect(",", "between operands");
        LitmusOperand address = column.address();
        tokens.expect(",", "between operands");
        return new LitmusInstruction.MbarrierTest(
                parity ? MbarrierFunction.IS_PARITY_COMPLETE : MbarrierFunction.IS_COMPLETE,
                order,
                scope,
                register,
                address,
                column.value());
    }

    /** The order that the instruction names, the usual one or relaxed. */
    private MemoryOrder order(MemoryOrder usual) {
        MemoryOrder order = mnemonic.order().orElse(usual);
        if (order != usual && order != MemoryOrder.RELAXED) {
            throw mnemonic.unsupported("an arrival is release or relaxed, a test acquire or relaxed");
        }
        return order;
    }

    private LitmusScope scope() {
        LitmusScope scope = mnemonic.scope().orElse(LitmusScope.BLOCK);
        mnemonic.expectNothingLeft();
        if (scope != LitmusScope.BLOCK && scope != LitmusScope.CLUSTER) {
            mnemonic.refuse("an mbarrier operation has the scope cta or cluster");
        }
        return scope;
    }

    /** The destination of the phase; none for {@code _}. */
    private OptionalInt state() {
        if (tokens.take("_")) {
            tokens.expect(",", "between operands");
            return OptionalInt.empty();
        }
        int register = column.destination();
        tokens.expect(",", "between operands");
        return OptionalInt.of(register);
    }
}
