package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.B64;
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
        forms.add(new PtxForm(
                "mov.v4.u32 of a special register",
                ".reg .v4 .u32 %v; mov.v4.u32 %v, %tid; add.u32 %d, %v.x, %v.y;",
                B32,
                List.of(),
                (all, thread) -> thread,
                PtxForm.Tolerance.EXACT));
        for (String moves :
                List.of("mov.v2.b32 %v, {%a, %b}; mov.v2.b32 {%x, %y}, %v;", "mov.v2.b32 {%x, %y}, {%a, %b};")) {
            forms.add(PtxForm.of(
                    moves,
                    ".reg .v2 .b32 %v; .reg .b32 %x, %y; " + moves + " sub.u32 %d, %x, %y;",
                    B32,
                    List.of(B32, B32),
                    (a, b, c, e) -> B32.cut(a - b)));
        }
        for (String type : List.of("f32", "f16x2", "bf16x2")) {
            String noftz = type.equals("f32") ? "" : ".noftz";
            String made = type.equals("f32")
                    ? "cvt.rn.f32.u32 %x, %a; cvt.rn.f32.u32 %y, %b;"
                    : "cvt.rn." + type + ".f32 %x, 0f3F800000, 0f40000000; mov.b32 %y, %x;";
            String read = type.equals("f32") ? "cvt.rzi.u32.f32 %z, %z; cvt.rzi.u32.f32 %x, %x;" : "";
            // The element on the right has the left one added, and the old ones are returned.
            forms.add(PtxForm.of(
                    "atom.global.add" + noftz + ".v2." + type,
                    ".reg .b32 %x, %y, %z, %w; and.b32 %a, %a, 255; and.b32 %b, %b, 255; " + made
                            + " st.global.v2.b32 [%to], {%x, %y}; atom.global.add" + noftz + ".v2." + type
                            + " {%x, %w}, [%to], {%y, %x}; ld.global.v2.b32 {%z, %w}, [%to]; " + read
                            + " mad.lo.u32 %d, %z, 1000, %x;",
                    B32,
                    List.of(B32, B32),
                    (a, b, c, e) -> B32.cut(
                            type.equals("f32")
                                    ? ((a & 255) + (b & 255)) * 1000 + (a & 255)
                                    : type.equals("f16x2")
                                            ? 0x40004400L * 1000 + 0x3C004000L
                                            : 0x40004080L * 1000 + 0x3F804000L)));
        }
        forms.add(new PtxForm(
                "isspacep.param",
                "isspacep.param %p, %to; selp.b32 %d, 1, 2, %p;",
                B32,
                List.of(),
                (all, thread) -> 2,
                PtxForm.Tolerance.EXACT));
        for (String to : List.of("", ".to")) {
            forms.add(new PtxForm(
                    "cvta.param.u64" + to,
                    ".reg .b64 %x, %y; mov.b64 %x, to; cvta.param.u64 %x, %x; ld.b64 %y, [%x]; ld.param.b64 %d, [to]; "
                            + "sub.u64 %d, %y, %d; "
                            + (to.isEmpty() ? "" : "cvta.to.param.u64 %x, %x; mov.b64 %y, to; sub.u64 %d, %x, %y;"),
                    B64,
                    List.of(),
                    (all, thread) -> 0,
                    PtxForm.Tolerance.EXACT));
        }
        forms.addAll(ConversionForms.more());
        forms.addAll(CompareForms.more());
        forms.addAll(VideoForms.all());
        forms.addAll(EightBitForms.all());
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
