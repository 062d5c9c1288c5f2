package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Convergence;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * How the lanes that a branch may part meet again. ptxas puts a convergence barrier (BSSY, BSYNC) around branches whose guards may differ between
 * lanes if these meet before they end, one barrier for all branches whose lanes meet at one place. It guards short pieces of code instead of going around
 * them. Source: SASS of {@code measurements/programs/branches.cu}, CUDA 13.0.
 */
public final class BranchConvergence {
    private final List<Instruction> code;
    private final ThreadVariance variance;
    private final MeetingPoints points;
    private final MeetingPoints.Meeting[] meetings;
    private final BitSet predicated = new BitSet();

    private BranchConvergence(List<Instruction> code, int registers) {
        this.code = code;
        variance = new ThreadVariance(code, registers, true);
        points = new MeetingPoints(code);
        meetings = new MeetingPoints.Meeting[code.size()];
    }

    /**
     * How lanes meet again behind each instruction.
     *
     * @param registers registers that the code uses
     */
    public static Convergence[] of(List<Instruction> code, int registers) {
        if (code.stream().noneMatch(in -> in.opcode() == Opcode.BRANCH && in.guard() >= 0)) {
            return Collections.nCopies(code.size(), Convergence.NONE).toArray(Convergence[]::new);
        }
        return new BranchConvergence(code, registers).find();
    }

    private Convergence[] find() {
        Convergence[] found = new Convergence[code.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = Convergence.NONE;
            Instruction in = code.get(i);
            if (in.opcode() == Opcode.BRANCH && in.guard() >= 0) {
                meetings[i] = points.of(i);
                markPredicated(i, in);
            }
        }
        for (int i = 0; i < found.length; i++) {
            MeetingPoints.Meeting meeting = meetings[i];
            if (meeting != null) {
                Instruction in = code.get(i);
                boolean isBarrier = isBarrier(i);
                found[i] = new Convergence(
                        meeting.place(),
                        meeting.left(),
                        predicated.get(i),
                        isBarrier && comes(in.target(), meeting.place()),
                        isBarrier && comes(i + 1, meeting.place()));
            } else if (predicated.get(i)) {
                found[i] = Convergence.GUARDED;
            }
        }
        return found;
    }

    /** Whether lanes that a branch parts meet at a convergence barrier. */
    private boolean isBarrier(int at) {
        MeetingPoints.Meeting meeting = meetings[at];
        return meeting != null
                && !predicated.get(at)
                && variance.guardDiffers(at)
                && !points.isEnd(code.get(at).target())
                && !points.isEnd(at + 1)
                && !points.isEnd(meeting.place());
    }

    /** A branch around one short piece of code, or to one of two. */
    private void markPredicated(int at, Instruction in) {
        int target = in.target();
        int place = meetings[at].place();
        if (target <= at || points.isEnd(place) || meetings[at].left() != null) {
            return;
        }
        if (target == place) {
            predicated.set(at, isShort(at + 1, target));
        } else if (target - 1 > at
                && place > target
                && code.get(target - 1).opcode() == Opcode.BRANCH
                && code.get(target - 1).guard() < 0
                && code.get(target - 1).target() == place
                && isShort(at + 1, target - 1)
                && isShort(target, place)) {
            predicated.set(at);
            predicated.set(target - 1);
        }
    }

    private boolean isShort(int from, int to) {
        ShortPiece piece = new ShortPiece();
        for (int i = from; i < to; i++) {
            Instruction in = code.get(i);
            if (!piece.add(in.opcode(), in.modifiers(), in.guard() >= 0)) {
                return false;
            }
        }
        return piece.isShort();
    }

    /** Whether a way leads to a place that passes no other branch whose lanes meet there. */
    private boolean comes(int start, int place) {
        BitSet seen = new BitSet(code.size());
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == place) {
                return true;
            }
            if (at >= code.size() || seen.get(at)) {
                continue;
            }
            seen.set(at);
            Instruction in = code.get(at);
            if (isBarrier(at) && meetings[at].place() == place) {
                continue;
            }
            if (in.opcode() == Opcode.BRANCH) {
                open.add(in.target());
            }
            boolean leaves = switch (in.opcode()) {
                case BRANCH, EXIT, TRAP, RETURN -> in.guard() < 0;
                default -> false;
            };
            if (!leaves) {
                open.add(at + 1);
            }
        }
        return false;
    }
}
