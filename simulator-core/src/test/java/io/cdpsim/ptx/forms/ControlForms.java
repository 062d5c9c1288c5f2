package io.cdpsim.ptx.forms;

import static io.cdpsim.ptx.forms.FormType.B32;
import static io.cdpsim.ptx.forms.FormType.B64;
import static io.cdpsim.ptx.forms.FormType.COUNT;
import static io.cdpsim.ptx.forms.FormType.TRUTH;

import java.util.List;

/** Branches by index, and calls: values in parts, arrays, recursion, addresses of functions, lanes that call and lanes that do not. */
final class ControlForms {
    /** Functions that the forms call. */
    static final String FUNCTIONS = """
            .func (.param .b32 sum) parts(.param .b32 p0, .param .b64 p1, .param .align 8 .b8 p2[16])
            {
            	.reg .b16 %h<2>;
            	.reg .b32 %r<6>;
            	ld.param.s8 %h0, [p0];
            	ld.param.u16 %h1, [p0+2];
            	ld.param.b32 %r0, [p1+4];
            	ld.param.v2.b32 {%r1, %r2}, [p2+8];
            	cvt.s32.s16 %r3, %h0;
            	cvt.u32.u16 %r4, %h1;
            	add.s32 %r0, %r0, %r1;
            	xor.b32 %r0, %r0, %r2;
            	mad.lo.s32 %r0, %r3, 77, %r0;
            	add.s32 %r0, %r0, %r4;
            	st.param.b32 [sum+0], %r0;
            	ret;
            }
            .func (.param .align 4 .b8 three[12]) triple(.param .b32 p0)
            {
            	.reg .b32 %r<4>;
            	ld.param.b32 %r0, [p0];
            	add.s32 %r1, %r0, 1;
            	add.s32 %r2, %r0, 2;
            	st.param.b32 [three+0], %r0;
            	st.param.b32 [three+4], %r1;
            	st.param.b32 [three+8], %r2;
            	ret;
            }
            .func (.param .b32 result) steps(.param .b32 p0)
            {
            	.reg .b32 %r<6>;
            	.reg .pred %p;
            	ld.param.b32 %r0, [p0];
            	mov.u32 %r3, %r0;
            	setp.eq.u32 %p, %r0, 0;
            	@%p bra END;
            	sub.u32 %r1, %r0, 1;
            	{
            	.param .b32 a;
            	.param .b32 b;
            	st.param.b32 [a+0], %r1;
            	call.uni (b), steps, (a);
            	ld.param.b32 %r2, [b+0];
            	}
            	mad.lo.u32 %r3, %r2, 3, %r0;
            END:
            	st.param.b32 [result+0], %r3;
            	ret;
            }
            .func (.param .b32 result) plus(.param .b32 p0)
            {
            	.reg .b32 %r;
            	ld.param.b32 %r, [p0];
            	add.u32 %r, %r, 5;
            	st.param.b32 [result], %r;
            	ret;
            }
            .func (.reg .b32 %result) minus(.reg .b32 %p0)
            {
            	sub.u32 %p0, %p0, 9;
            	mov.u32 %result, %p0;
            	ret;
            }
            .func (.param .b32 result) less(.param .b32 p0)
            {
            	.reg .b32 %r;
            	ld.param.b32 %r, [p0];
            	sub.u32 %r, %r, 9;
            	st.param.b32 [result], %r;
            	ret;
            }
            """;

    private ControlForms() {}

    static List<PtxForm> all() {
        return List.of(
                branch(),
                guardedBranch(),
                parts(),
                array(),
                recursion(),
                indirect(),
                guarded(),
                registers(),
                lookup(),
                bytes());
    }

    private static final String TARGETS = "TARGETS: .branchtargets L0, L1, L2, L3, L4; ";
    private static final String PLACES =
            "L0: mov.u32 %d, 10; bra.uni OUT; L1: mov.u32 %d, 11; bra.uni OUT; L2: mov.u32 %d, 12; bra.uni OUT;"
                    + " L3: mov.u32 %d, 13; bra.uni OUT; L4: mov.u32 %d, 14; OUT:";

    private static PtxForm branch() {
        return PtxForm.of(
                "brx.idx",
                "rem.u32 %a, %a, 5; " + TARGETS + "brx.idx %a, TARGETS; " + PLACES,
                B32,
                List.of(B32),
                (a, b, c, e) -> 10 + a % 5);
    }

    private static PtxForm guardedBranch() {
        return PtxForm.of(
                "@p brx.idx",
                "rem.u32 %a, %a, 5; setp.ne.u32 %p, %b, 0; mov.u32 %d, 7; " + TARGETS
                        + "@!%p brx.idx %a, TARGETS; bra OUT; " + PLACES,
                B32,
                List.of(B32, TRUTH),
                (a, b, c, e) -> b != 0 ? 7 : 10 + a % 5);
    }

    private static PtxForm parts() {
        return PtxForm.of(
                "call with parts",
                ".param .b32 x; .param .b64 y; .param .align 8 .b8 z[16]; .param .b32 r; st.param.b32 [x], %a;"
                        + " st.param.b64 [y], %b; st.param.b64 [z], %b; st.param.b64 [z+8], %c; call (r), parts, (x, y, z);"
                        + " ld.param.b32 %d, [r];",
                B32,
                List.of(B32, B64, B64),
                (a, b, c, e) -> B32.cut((((b >>> 32) + c) ^ c >>> 32) + 77L * (byte) a + (a >>> 16)));
    }

    private static PtxForm array() {
        return PtxForm.of(
                "call that returns an array",
                ".param .b32 x; .param .align 4 .b8 r[12]; .reg .b32 %x, %y; st.param.b32 [x], %a;"
                        + " call (r), triple, (x); ld.param.b32 %x, [r+4]; ld.param.b32 %y, [r+8]; mul.lo.u32 %d, %x, %y;",
                B32,
                List.of(B32),
                (a, b, c, e) -> B32.cut((a + 1) * (a + 2)));
    }

    private static PtxForm recursion() {
        return PtxForm.of(
                "call of itself",
                ".param .b32 x; .param .b32 r; and.b32 %a, %a, 7; st.param.b32 [x], %a; call (r), steps, (x);"
                        + " ld.param.b32 %d, [r];",
                B32,
                List.of(B32),
                (a, b, c, e) -> {
                    long result = 0;
                    for (int i = 1; i <= (a & 7); i++) {
                        result = 3 * result + i;
                    }
                    return result;
                });
    }

    private static PtxForm indirect() {
        return PtxForm.of(
                "call through a register",
                "PROTO: .callprototype (.param .b32 _) _ (.param .b32 _); .reg .b64 %f, %g;"
                        + " .param .b32 x; .param .b32 r; setp.ne.u32 %p, %b, 0; mov.u64 %f, plus; mov.u64 %g, less;"
                        + " selp.b64 %f, %f, %g, %p; st.param.b32 [x], %a; call (r), %f, (x), PROTO; ld.param.b32 %d, [r];",
                B32,
                List.of(B32, TRUTH),
                (a, b, c, e) -> B32.cut(b != 0 ? a + 5 : a - 9));
    }

    private static PtxForm guarded() {
        return PtxForm.of(
                "@p call",
                ".param .b32 x; .param .b32 r; mov.u32 %d, 3; setp.ne.u32 %p, %b, 0; st.param.b32 [x], %a;"
                        + " @%p call (r), plus, (x); .reg .b32 %y; ld.param.b32 %y, [r]; @%p mov.u32 %d, %y;",
                B32,
                List.of(B32, TRUTH),
                (a, b, c, e) -> b != 0 ? B32.cut(a + 5) : 3);
    }

    private static PtxForm registers() {
        return PtxForm.of(
                "call with registers",
                "call (%d), minus, (%a); add.u32 %d, %d, %a;",
                B32,
                List.of(B32),
                (a, b, c, e) -> B32.cut(2 * a - 9));
    }

    private static PtxForm lookup() {
        return PtxForm.of(
                "lop3.or.b32",
                "setp.ne.u32 %p, %e, 0; and.b32 %a, %a, 1; and.b32 %b, %b, 1;"
                        + " lop3.or.b32 %d|%q, %a, %b, %c, 0xC0, %p; @%q add.u32 %d, %d, 16;",
                B32,
                List.of(B32, B32, COUNT, TRUTH),
                (a, b, c, e) -> (a & b & 1) + ((a & b & 1) != 0 || e != 0 ? 16 : 0));
    }

    private static PtxForm bytes() {
        return PtxForm.of(
                "mov.b32 {b8, b8, b8, b8}",
                ".reg .b8 %h<4>; mov.b32 {%h0, %h1, %h2, %h3}, %a; mov.b32 %d, {%h3, %h2, %h1, %h0};",
                B32,
                List.of(B32),
                (a, b, c, e) -> Integer.toUnsignedLong(Integer.reverseBytes((int) a)));
    }
}
