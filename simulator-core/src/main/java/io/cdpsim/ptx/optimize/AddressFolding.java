package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.Draft;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;

/** Puts a constant that is added to an address into the access, which has room for it. */
final class AddressFolding {
    private AddressFolding() {}

    static void run(DraftFunction function, ConstantPool constants) {
        Definitions definitions = new Definitions(function);
        List<Step> steps = new ArrayList<>();
        for (Step step : function.steps()) {
            steps.add(step instanceof Draft draft ? folded(draft, definitions, constants) : step);
        }
        function.steps(steps);
    }

    private static Draft folded(Draft access, Definitions definitions, ConstantPool constants) {
        if (access.a() < 0 || !(access.detail() instanceof Detail.Access || access.detail() instanceof Detail.Atomic)) {
            return access;
        }
        Draft sum = definitions.of(access.a());
        if (sum == null
                || sum.opcode() != Opcode.ADD_I64
                || !constants.isBits(sum.b())
                || !definitions.isSteady(sum.a())) {
            return access;
        }
        long more = constants.bitsOf(sum.b());
        return access.with(sum.a(), access.b(), access.c(), moved(access.detail(), more));
    }

    private static Detail moved(Detail detail, long more) {
        if (detail instanceof Detail.Access access) {
            return new Detail.Access(
                    access.space(),
                    access.type(),
                    access.count(),
                    access.cache(),
                    access.order(),
                    access.scope(),
                    access.offsetBytes() + more);
        }
        Detail.Atomic atomic = (Detail.Atomic) detail;
        return new Detail.Atomic(
                atomic.space(),
                atomic.type(),
                atomic.operation(),
                atomic.returnsOld(),
                atomic.order(),
                atomic.scope(),
                atomic.offsetBytes() + more);
    }
}
