package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.Draft;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.Step;
import java.util.BitSet;
import java.util.List;

/** Whether functions call themselves, directly or through others. */
final class CallCycles {
    private CallCycles() {}

    static boolean any(List<DraftFunction> functions) {
        BitSet done = new BitSet();
        for (int i = 0; i < functions.size(); i++) {
            if (reachesItself(i, functions, new BitSet(), done)) {
                return true;
            }
        }
        return false;
    }

    private static boolean reachesItself(int function, List<DraftFunction> functions, BitSet open, BitSet done) {
        if (open.get(function)) {
            return true;
        }
        if (done.get(function)) {
            return false;
        }
        open.set(function);
        for (Step step : functions.get(function).steps()) {
            if (step instanceof Draft call
                    && call.opcode() == Opcode.CALL
                    && reachesItself(call.target(), functions, open, done)) {
                return true;
            }
        }
        open.clear(function);
        done.set(function);
        return false;
    }
}
