package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import io.cdpsim.memory.litmus.LitmusProgram.LitmusStatement;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The statements of a program that loops start with, and the registers whose values matter from each statement on. */
final class LoopHeads {
    private final List<LitmusStatement> statements;
    private final BitSet heads = new BitSet();
    private final BitSet[] live;
    private final BitSet observed = new BitSet();

    /**
     * Analyses a program.
     *
     * @param mayBlock whether a thread may end at a wait, where the test observes its registers
     */
    LoopHeads(LitmusProgram program, LitmusTest test, boolean mayBlock) {
        statements = program.statements();
        live = new BitSet[statements.size() + 1];
        Set<String> names = new HashSet<>();
        test.forEachTerm(each -> {
            if (each instanceof Condition.Register register) {
                names.add(register.register());
            }
        });
        for (int i = 0; i < program.registers().size(); i++) {
            observed.set(i, names.contains(program.registers().get(i)));
        }
        for (int i = 0; i < live.length; i++) {
            live[i] = new BitSet();
        }
        live[statements.size()].or(observed);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = statements.size() - 1; i >= 0; i--) {
                BitSet before = liveBefore(i, mayBlock);
                changed |= !before.equals(live[i]);
                live[i] = before;
            }
        }
    }

    boolean isHead(int statement) {
        return heads.get(statement);
    }

    /** The registers that are read from a statement on before they are written, with those that the test observes at the end. */
    BitSet liveAt(int statement) {
        return live[statement];
    }

    private BitSet liveBefore(int at, boolean mayBlock) {
        LitmusInstruction instruction = statements.get(at).instruction();
        BitSet after = new BitSet();
        if (instruction instanceof LitmusInstruction.Goto jump) {
            after.or(jumpTo(at, jump.target()));
            return after;
        }
        after.or(live[at + 1]);
        if (instruction instanceof LitmusInstruction.Branch branch) {
            after.or(jumpTo(at, branch.target()));
        }
        instruction.destination().ifPresent(after::clear);
        instruction.sources().forEach(each -> {
            if (each instanceof LitmusOperand.Register register) {
                after.set(register.index());
            }
        });
        boolean waits = instruction instanceof LitmusInstruction.Barrier
                || instruction instanceof LitmusInstruction.ClusterWait
                || instruction instanceof LitmusInstruction.GridBarrier
                || instruction instanceof LitmusInstruction.DependencyWait
                || instruction instanceof LitmusInstruction.Synchronize;
        if (waits && mayBlock) {
            after.or(observed);
        }
        return after;
    }

    private BitSet jumpTo(int from, int target) {
        if (target <= from) {
            heads.set(target);
        }
        return live[target];
    }
}
