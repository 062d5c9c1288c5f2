package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/** Finds a loop of a kernel and shows what its warps issue in one iteration. */
public final class LoopMix {
    private LoopMix() {}

    /**
     * The loop of a kernel that ends in a place. Branches inside it count as not taken, but for
     * that of the widest inner loop, which runs a given number of times.
     *
     * @param kernel the kernel that computes
     * @param place place of the branch back to the loop's start
     * @param innerPasses passes of the inner loop, if there is one
     * @throws IllegalArgumentException if no loop ends there
     */
    public static BulkMix of(Kernel kernel, String place, int innerPasses) {
        Instruction[] code = kernel.code();
        int end = widestLoop(code, 0, code.length, place);
        if (end < 0) {
            throw new IllegalArgumentException("no loop of kernel " + kernel.name() + " ends at " + place);
        }
        Spread[] spreads = AddressSpread.of(kernel);
        int start = code[end].target();
        int innerEnd = widestLoop(code, start, end, "");
        if (innerEnd < 0) {
            return new BulkMix(List.of(part(code, spreads, start, end + 1, 1)));
        }
        int innerStart = code[innerEnd].target();
        return new BulkMix(List.of(
                part(code, spreads, start, innerStart, 1),
                part(code, spreads, innerStart, innerEnd + 1, innerPasses),
                part(code, spreads, innerEnd + 1, end + 1, 1)));
    }

    /** The last instruction of the widest loop that is between two instructions and, unless that is empty, ends in the place. */
    private static int widestLoop(Instruction[] code, int from, int to, String place) {
        int best = -1;
        for (int i = from; i < to; i++) {
            if (loopsBack(code, i)
                    && code[i].target() >= from
                    && (place.isEmpty() || code[i].place().equals(place))
                    && (best < 0 || i - code[i].target() > best - code[best].target())) {
                best = i;
            }
        }
        return best;
    }

    private static boolean loopsBack(Instruction[] code, int index) {
        return code[index].opcode() == Opcode.BRANCH && code[index].target() <= index;
    }

    private static Part part(Instruction[] code, Spread[] spreads, int from, int to, int passes) {
        List<Step> steps = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (code[i].opcode().pipe() != Pipe.FREE) {
                steps.add(new Step(code[i], spreads[i], loopsBack(code, i)));
            }
        }
        return new Part(steps, passes);
    }
}
