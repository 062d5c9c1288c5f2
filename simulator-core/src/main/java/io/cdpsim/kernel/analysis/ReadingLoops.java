package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Which loops of a kernel read memory, and what lies on the way to them: only in these can a warp be waiting for what others write.
 */
public final class ReadingLoops {
    private final Instruction[] code;
    private final boolean[] known;
    private final boolean[] reads;
    private final Map<Integer, Boolean> changes = new HashMap<>();

    /** The loops of a kernel, each analyzed when it is first queried. */
    public ReadingLoops(Kernel kernel) {
        code = kernel.code();
        known = new boolean[code.length];
        reads = new boolean[code.length];
    }

    /**
     * Whether a warp that jumps back at a branch may read memory on its way to that branch, through whatever other loops. True also
     * where the way may lead through functions.
     *
     * @param branch index of the branch
     */
    public synchronized boolean reads(int branch) {
        if (!known[branch]) {
            reads[branch] = find(branch);
            known[branch] = true;
        }
        return reads[branch];
    }

    /**
     * Whether lanes of a warp at an instruction can change what others read before they may wait for others themselves: at an operation that needs
     * other lanes, or in a loop that reads memory. True also where the way leads through functions.
     *
     * @param start index of the instruction
     */
    public synchronized boolean changesMemoryFirst(int start) {
        return changes.computeIfAbsent(start, this::findChange);
    }

    private boolean findChange(int start) {
        BitSet reached = new BitSet(code.length);
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at < 0 || at >= code.length || reached.get(at)) {
                continue;
            }
            reached.set(at);
            Opcode opcode = code[at].opcode();
            if (mayChangeMemory(opcode)) {
                return true;
            }
            boolean maySpin = jump(at) >= 0 && jump(at) <= at && reads(at);
            if (!maySpin && !opcode.meetsOthers()) {
                open.add(next(at));
                open.add(jump(at));
            }
        }
        return false;
    }

    private static boolean mayChangeMemory(Opcode opcode) {
        return switch (opcode) {
            case CALL, RETURN, DEVICE_CALL -> true;
            default -> opcode != Opcode.LOAD && opcode.pipe() == Pipe.LOAD_STORE;
        };
    }

    private boolean find(int branch) {
        boolean[] behind = reachedFrom(code[branch].target());
        boolean[] before = new boolean[code.length];
        before[branch] = true;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = code.length - 1; i >= 0; i--) {
                if (!before[i] && (leadsTo(next(i), before) || leadsTo(jump(i), before))) {
                    before[i] = true;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < code.length; i++) {
            Opcode opcode = code[i].opcode();
            if (behind[i] && (opcode == Opcode.CALL || opcode == Opcode.RETURN)) {
                return true;
            }
            if (behind[i] && before[i] && opcode == Opcode.LOAD) {
                return true;
            }
        }
        return false;
    }

    private boolean[] reachedFrom(int start) {
        boolean[] reached = new boolean[code.length];
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at >= 0 && at < code.length && !reached[at]) {
                reached[at] = true;
                open.add(next(at));
                open.add(jump(at));
            }
        }
        return reached;
    }

    private static boolean leadsTo(int instruction, boolean[] those) {
        return instruction >= 0 && instruction < those.length && those[instruction];
    }

    /** The next instruction, or -1 if no lane continues there. */
    private int next(int instruction) {
        boolean leaves = switch (code[instruction].opcode()) {
            case BRANCH, EXIT, TRAP -> true;
            default -> false;
        };
        return leaves && code[instruction].guard() < 0 ? -1 : instruction + 1;
    }

    /** Where a branch leads to; -1 for other instructions. */
    private int jump(int instruction) {
        return code[instruction].opcode() == Opcode.BRANCH ? code[instruction].target() : -1;
    }
}
