package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.lower.FormRow.row;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;

/** Fetches from texture objects. */
final class TextureForms {
    private static final String TYPES = ".v4.f32|.s32|.u32";

    static final List<FormRow> ROWS = List.of(
            row("tex.1d|.a1d|.2d|.a2d|.3d" + TYPES + ".s32|.f32 {d}, [a]", TextureForms::fetch, Opcode.TEXTURE_FETCH),
            row("tld4.r|.g|.b|.a.2d" + TYPES + ".f32 {d}, [a]", TextureForms::fetch, Opcode.TEXTURE_FETCH));

    private TextureForms() {}

    private static void fetch(FunctionEmitter to, Form form) {
        Code code = to.code();
        if (!(form.operand(1) instanceof PtxOperand.Address address)
                || address.base() == null
                || address.more().size() != 1) {
            throw form.refuseAt(form.operand(1).at(), "needs [a, c]: a texture object and coordinates");
        }
        List<PtxOperand> given = address.more().get(0) instanceof PtxOperand.Vector vector
                ? vector.elements()
                : List.of(address.more().get(0));
        boolean isLayered = form.has("a1d") || form.has("a2d");
        int dimensions = form.has("3d") ? 3 : form.has("2d") || form.has("a2d") ? 2 : 1;
        boolean gathers = form.instruction().opcode().base().equals("tld4");
        Modifiers.TextureFetch fetch = new Modifiers.TextureFetch(
                dimensions,
                isLayered,
                form.type(form.choice().types().size() - 1) == PtxType.S32,
                gathers ? List.of("r", "g", "b", "a").indexOf(form.modifiers().get(0)) : -1);
        if (given.size() < fetch.coordinates()) {
            throw form.refuseAt(form.operand(1).at(), "needs " + fetch.coordinates() + " coordinates");
        }
        int handle = to.operands().value(form, address.base(), PtxType.U64);
        int coordinates = code.function().newRow(false, fetch.coordinates());
        for (int i = 0; i < fetch.coordinates(); i++) {
            code.move(coordinates + i, to.operands().value(form, given.get(i), PtxType.B32));
        }
        List<PtxOperand> targets = ((PtxOperand.Vector) form.operand(0)).elements();
        int first = code.function().newRow(false, 4);
        code.emit(Opcode.TEXTURE_FETCH, first, handle, coordinates, Code.NONE, fetch);
        for (int i = 0; i < targets.size(); i++) {
            if (!(targets.get(i) instanceof PtxOperand.Sink)) {
                code.move(to.operands().destination(form, targets.get(i)), first + i);
            }
        }
    }
}
