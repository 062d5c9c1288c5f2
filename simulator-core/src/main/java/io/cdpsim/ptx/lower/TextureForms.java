package io.cdpsim.ptx.lower;

import static io.cdpsim.ptx.row.FormRow.row;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.LevelChoice;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SurfaceBoundary;
import io.cdpsim.kernel.code.TextureAttribute;
import io.cdpsim.kernel.code.TextureGeometry;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.row.FormRow;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Texture fetches, and accesses to surfaces. */
final class TextureForms {
    private static final String PLAIN = ".1d|.a1d|.2d|.a2d|.3d";
    private static final String CUBES = ".cube|.acube";
    private static final String TYPES = ".v4.f32|.s32|.u32";
    private static final String SURFACES = ".1d|.a1d|.2d|.a2d|.3d";
    private static final String BOUNDARY = ".trap|.clamp|.zero";
    private static final String SIZES = ".b8|.b16|.b32|.b64" + BOUNDARY;

    static final List<FormRow> ROWS = List.of(
            row(
                    "tex{.base}" + PLAIN + TYPES + ".s32|.f32 {d}{|p}, [a]{, {e}}",
                    TextureForms::fetch,
                    Opcode.TEXTURE_FETCH),
            row(
                    "tex.level" + PLAIN + TYPES + ".s32|.f32 {d}{|p}, [a], b{, {e}}",
                    TextureForms::fetch,
                    Opcode.TEXTURE_FETCH),
            row(
                    "tex.grad" + PLAIN + TYPES + ".f32 {d}{|p}, [a], {b}, {c}{, {e}}",
                    TextureForms::fetch,
                    Opcode.TEXTURE_FETCH),
            row("tex{.base}" + CUBES + TYPES + ".f32 {d}{|p}, [a]", TextureForms::fetch, Opcode.TEXTURE_FETCH),
            row("tex.level" + CUBES + TYPES + ".f32 {d}{|p}, [a], b", TextureForms::fetch, Opcode.TEXTURE_FETCH),
            row("tex.grad" + CUBES + TYPES + ".f32 {d}{|p}, [a], {b}, {c}", TextureForms::fetch, Opcode.TEXTURE_FETCH),
            row(
                    "tld4.r|.g|.b|.a.2d|.a2d" + TYPES + ".f32 {d}{|p}, [a]{, {e}}",
                    TextureForms::fetch,
                    Opcode.TEXTURE_FETCH),
            row(
                    "suld.b" + SURFACES + "{.ca,.cg,.cs,.cv}{.v2,.v4}" + SIZES + " {d}, [a]",
                    TextureForms::load,
                    Opcode.SURFACE_LOAD),
            row("suld.b" + SURFACES + "{.ca,.cg,.cs,.cv}" + SIZES + " d, [a]", TextureForms::load, Opcode.SURFACE_LOAD),
            row(
                    "sust.b" + SURFACES + "{.wb,.cg,.cs,.wt}{.v2,.v4}" + SIZES + " [a], {b}",
                    TextureForms::store,
                    Opcode.SURFACE_STORE),
            row(
                    "sust.b" + SURFACES + "{.wb,.cg,.cs,.wt}" + SIZES + " [a], b",
                    TextureForms::store,
                    Opcode.SURFACE_STORE),
            row(
                    "sured.b.add" + SURFACES + ".u32|.u64|.s32" + BOUNDARY + " [a], b",
                    TextureForms::store,
                    Opcode.SURFACE_REDUCE),
            row(
                    "sured.b.min|.max" + SURFACES + ".u32|.u64|.s32|.s64" + BOUNDARY + " [a], b",
                    TextureForms::store,
                    Opcode.SURFACE_REDUCE),
            row(
                    "sured.b.and|.or" + SURFACES + ".b32" + BOUNDARY + " [a], b",
                    TextureForms::store,
                    Opcode.SURFACE_REDUCE),
            row(
                    "txq.width|.height|.depth|.channel_data_type|.channel_order|.normalized_coords|.array_size"
                            + "|.num_mipmap_levels|.num_samples.b32 d, [a]",
                    TextureForms::query,
                    Opcode.TEXTURE_QUERY),
            row("txq.level.width|.height|.depth.b32 d, [a], b", TextureForms::query, Opcode.TEXTURE_QUERY),
            row(
                    "suq.width|.height|.depth|.channel_data_type|.channel_order|.array_size|.memory_layout.b32 d, [a]",
                    TextureForms::query,
                    Opcode.TEXTURE_QUERY),
            row("istypep.texref|.surfref p, a:u64", TextureForms::isType, Opcode.TEXTURE_QUERY));

    private TextureForms() {}

    private static void fetch(FunctionEmitter to, Form form) {
        Code code = to.code();
        TextureGeometry geometry = geometry(form);
        boolean gathers = form.instruction().opcode().base().equals("tld4");
        LevelChoice level =
                form.has("level") ? LevelChoice.GIVEN : form.has("grad") ? LevelChoice.GRADIENTS : LevelChoice.BASE;
        int levelOperands = level == LevelChoice.BASE ? 0 : level == LevelChoice.GIVEN ? 1 : 2;
        boolean hasOffsets = form.count() > 2 + levelOperands;
        Modifiers.TextureFetch fetch = new Modifiers.TextureFetch(
                geometry,
                form.type(form.choice().types().size() - 1) == PtxType.S32,
                level,
                hasOffsets,
                gathers ? List.of("r", "g", "b", "a").indexOf(form.modifiers().get(0)) : -1);
        PtxOperand.Address object = object(form, 1);
        List<PtxOperand> given =
                new ArrayList<>(elements(form, object.more().get(0), geometry.registers(), "coordinates"));
        for (int i = 0; i < levelOperands; i++) {
            int count = level == LevelChoice.GIVEN ? 1 : geometry.dimensions();
            given.addAll(
                    elements(form, form.operand(2 + i), count, level == LevelChoice.GIVEN ? "levels" : "derivatives"));
        }
        if (hasOffsets) {
            given.addAll(elements(form, form.operand(2 + levelOperands), geometry.dimensions(), "offsets"));
        }
        int handle = handle(to, form, object);
        int coordinates = rowOf(to, form, given, PtxType.B32);
        PtxOperand destination = form.operand(0);
        if (destination instanceof PtxOperand.Pair pair) {
            destination = pair.first();
        }
        if (!(destination instanceof PtxOperand.Vector vector)) {
            throw form.refuseAt(destination.at(), "needs four registers in braces for its result");
        }
        int first = code.function().newRow(false, 4);
        code.emit(Opcode.TEXTURE_FETCH, first, handle, coordinates, Code.NONE, fetch);
        deliver(to, form, vector.elements(), first);
        if (form.operand(0) instanceof PtxOperand.Pair pair) {
            // Arrays are whole in memory: every texel is there.
            int resident = to.operands().predicateDestination(form, pair.second());
            code.emit(Opcode.PREDICATE_XOR, resident, resident, resident);
            code.emit(Opcode.PREDICATE_NOT, resident, resident, Code.NONE);
        }
    }

    private static void load(FunctionEmitter to, Form form) {
        List<PtxOperand> targets =
                form.operand(0) instanceof PtxOperand.Vector vector ? vector.elements() : List.of(form.operand(0));
        Modifiers.SurfaceAccess access = access(form, targets.size(), null);
        PtxOperand.Address object = object(form, 1);
        int handle = handle(to, form, object);
        int coordinates = coordinates(to, form, object, access);
        int first = to.code().function().newRow(form.type().bits() == Long.SIZE, targets.size());
        to.code().emit(Opcode.SURFACE_LOAD, first, handle, coordinates, Code.NONE, access);
        deliver(to, form, targets, first);
    }

    private static void store(FunctionEmitter to, Form form) {
        List<PtxOperand> values =
                form.operand(1) instanceof PtxOperand.Vector vector ? vector.elements() : List.of(form.operand(1));
        boolean reduces = form.instruction().opcode().base().equals("sured");
        AtomicOperation operation = reduces ? MemoryForms.operation(form) : null;
        Modifiers.SurfaceAccess access = access(form, values.size(), operation);
        PtxOperand.Address object = object(form, 0);
        int handle = handle(to, form, object);
        int coordinates = coordinates(to, form, object, access);
        int first = rowOf(to, form, values, form.type());
        to.code().emit(reduces ? Opcode.SURFACE_REDUCE : Opcode.SURFACE_STORE, -1, handle, coordinates, first, access);
    }

    private static void query(FunctionEmitter to, Form form) {
        boolean ofSurface = form.instruction().opcode().base().equals("suq");
        boolean hasLevel = form.count() > 2;
        String word = form.modifiers().get(hasLevel ? 1 : 0);
        if (!(form.operand(1) instanceof PtxOperand.Address address) || address.base() == null) {
            throw form.refuseAt(form.operand(1).at(), "needs [a], an object");
        }
        int object = handle(to, form, address);
        int level = hasLevel ? to.operands().value(form, form.operand(2), PtxType.B32) : Code.NONE;
        int destination = to.operands().destination(form, form.operand(0));
        to.code()
                .emit(
                        Opcode.TEXTURE_QUERY,
                        destination,
                        object,
                        level,
                        Code.NONE,
                        new Modifiers.TextureQuery(TextureAttribute.of(word), ofSurface));
    }

    private static void isType(FunctionEmitter to, Form form) {
        Modifiers.TextureQuery query = new Modifiers.TextureQuery(TextureAttribute.EXISTENCE, form.has("surfref"));
        int object = to.operands().value(form, form.operand(1), PtxType.U64);
        int exists = to.code().compute(Opcode.TEXTURE_QUERY, false, object, Code.NONE, Code.NONE, query);
        int predicate = to.operands().predicateDestination(form, form.operand(0));
        to.code()
                .compare(
                        Opcode.COMPARE_U32,
                        predicate,
                        exists,
                        Comparison.NOT_EQUAL,
                        to.code().bits(0));
    }

    private static Modifiers.SurfaceAccess access(Form form, int count, @Nullable AtomicOperation operation) {
        if (count != form.vector()) {
            throw form.refuse("has " + count + " values; its modifiers name " + form.vector());
        }
        SurfaceBoundary boundary = form.has("trap")
                ? SurfaceBoundary.TRAP
                : form.has("clamp") ? SurfaceBoundary.CLAMP : SurfaceBoundary.ZERO;
        return new Modifiers.SurfaceAccess(geometry(form), form.type().value(), count, boundary, operation);
    }

    private static TextureGeometry geometry(Form form) {
        return form.modifiers().stream()
                .map(TextureGeometry::of)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static PtxOperand.Address object(Form form, int index) {
        if (form.operand(index) instanceof PtxOperand.Address address
                && address.base() != null
                && address.more().size() == 1) {
            return address;
        }
        throw form.refuseAt(form.operand(index).at(), "needs [a, {c}]: an object and coordinates");
    }

    private static int handle(FunctionEmitter to, Form form, PtxOperand.Address object) {
        return to.operands().value(form, Objects.requireNonNull(object.base()), PtxType.U64);
    }

    private static int coordinates(
            FunctionEmitter to, Form form, PtxOperand.Address object, Modifiers.SurfaceAccess access) {
        int count = access.geometry().registers();
        return rowOf(to, form, elements(form, object.more().get(0), count, "coordinates"), PtxType.B32);
    }

    /** The first elements of a vector, or an operand that is alone. What a vector has beyond them is for its length alone. */
    private static List<PtxOperand> elements(Form form, PtxOperand operand, int count, String what) {
        List<PtxOperand> elements = operand instanceof PtxOperand.Vector vector ? vector.elements() : List.of(operand);
        if (elements.size() < count) {
            throw form.refuseAt(operand.at(), "needs " + count + " " + what);
        }
        return elements.subList(0, count);
    }

    private static int rowOf(FunctionEmitter to, Form form, List<PtxOperand> values, PtxType type) {
        int first = to.code().function().newRow(type.bits() == Long.SIZE, values.size());
        for (int i = 0; i < values.size(); i++) {
            to.code().move(first + i, to.operands().value(form, values.get(i), type));
        }
        return first;
    }

    private static void deliver(FunctionEmitter to, Form form, List<PtxOperand> targets, int first) {
        for (int i = 0; i < targets.size(); i++) {
            if (!(targets.get(i) instanceof PtxOperand.Sink)) {
                to.code().move(to.operands().destination(form, targets.get(i)), first + i);
            }
        }
    }
}
