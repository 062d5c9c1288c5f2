package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.F32;
import static io.cdpsim.ptx.forms.FormType.TRUTH;

import java.util.ArrayList;
import java.util.List;

/** Forms that the GPU at hand has no more or not yet: votes and shuffles without a mask of members, extremes of three. */
final class BeyondForms {
    private BeyondForms() {}

    static List<PtxForm> all() {
        List<PtxForm> forms = new ArrayList<>();
        for (boolean least : new boolean[] {true, false}) {
            for (String nan : List.of("", ".NaN")) {
                forms.add(PtxForm.of(
                        (least ? "min" : "max") + nan + ".f32",
                        F32,
                        List.of(F32, F32, F32),
                        (a, b, c, e) -> FloatForms.extreme(
                                ReferenceFloat.F32,
                                a,
                                FloatForms.extreme(ReferenceFloat.F32, b, c, least, !nan.isEmpty(), false),
                                least,
                                !nan.isEmpty(),
                                false)));
            }
        }
        String set = "setp.ne.u32 %p, %a, 0; ";
        forms.add(new PtxForm(
                "vote.ballot.b32",
                set + "vote.ballot.b32 %d, %p;",
                B32,
                List.of(TRUTH),
                (all, thread) -> ballot(all, thread),
                PtxForm.Tolerance.EXACT));
        forms.add(new PtxForm(
                "vote.any.pred",
                set + "vote.any.pred %q, %p; selp.u32 %d, 1, 0, %q;",
                B32,
                List.of(TRUTH),
                (all, thread) -> ballot(all, thread) != 0 ? 1 : 0,
                PtxForm.Tolerance.EXACT));
        forms.add(new PtxForm(
                "vote.all.pred",
                set + "vote.all.pred %q, !%p; selp.u32 %d, 1, 0, %q;",
                B32,
                List.of(TRUTH),
                (all, thread) -> ballot(all, thread) == 0 ? 1 : 0,
                PtxForm.Tolerance.EXACT));
        forms.add(new PtxForm(
                "shfl.down.b32",
                "shfl.down.b32 %d|%p, %a, 3, 0x1f; @!%p mov.u32 %d, 5;",
                B32,
                List.of(B32),
                (all, thread) -> thread % 32 + 3 < 32 ? all[thread + 3][0] : 5,
                PtxForm.Tolerance.EXACT));
        forms.addAll(ConversionForms.more());
        forms.addAll(CompareForms.more());
        forms.addAll(VideoForms.all());
        return forms;
    }

    private static long ballot(long[][] all, int thread) {
        long mask = 0;
        for (int lane = 0; lane < 32; lane++) {
            mask |= all[thread / 32 * 32 + lane][0] << lane;
        }
        return mask;
    }
}
