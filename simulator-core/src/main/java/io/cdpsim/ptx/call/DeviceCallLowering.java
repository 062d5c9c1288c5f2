package io.cdpsim.ptx.call;

import io.cdpsim.kernel.call.CallError;
import io.cdpsim.kernel.call.CallParameter;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.call.CallValue;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.NameScopes;
import io.cdpsim.ptx.form.Form;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Calls of functions that no module defines: calls of the device runtime, by the table of calls, and of the device's C library. */
public final class DeviceCallLowering {
    private static final String CDP2 = "__cudaCDP2";
    private static final String CUDA = "cuda";
    /** The builder uses a launch statement here, and a structure. */
    private static final Set<DeviceCall> IN_OTHER_WORDS = EnumSet.of(DeviceCall.LAUNCH, DeviceCall.FUNC_GET_ATTRIBUTES);

    private static final List<String> PER_THREAD = List.of("_ptsz", "_ptds");

    private final Code code;
    private final CallArgumentLayouts structures;

    /** The destination of a call's result: an operand and a byte offset. */
    private record Place(int address, int offset) {}

    DeviceCallLowering(Code code) {
        this.code = code;
        this.structures = new CallArgumentLayouts(code);
    }

    /** Whether a name denotes a function that needs no module. */
    static boolean knows(String name) {
        return switch (name) {
            case "vprintf", "__assertfail", "memcpy", "memset" -> true;
            default -> call(name) != null;
        };
    }

    private static @Nullable DeviceCall call(String name) {
        String plain = plain(name);
        for (DeviceCall call : DeviceCall.values()) {
            if (!IN_OTHER_WORDS.contains(call) && call.cudaName().equals(plain)) {
                return call;
            }
        }
        return null;
    }

    /** Whether a name denotes a CDP1 call of the device runtime. */
    public static boolean isCdp1(String name) {
        DeviceCall call = call(name);
        return name.startsWith(CUDA) && call != null && !call.isAboutGraphs();
    }

    private static String plain(String name) {
        String plain = name.startsWith(CDP2) ? CUDA + name.substring(CDP2.length()) : name;
        for (String suffix : PER_THREAD) {
            if (plain.endsWith(suffix)) {
                return plain.substring(0, plain.length() - suffix.length());
            }
        }
        return plain;
    }

    /**
     * Writes a call.
     *
     * @param arguments the values of each argument by their offsets in it
     * @param results the values of each result by their offsets, to be filled
     */
    void call(
            Form form,
            String name,
            List<NameScopes.RegisterParameter> arguments,
            List<NameScopes.RegisterParameter> results) {
        switch (name) {
            case "vprintf" -> print(form, arguments, results);
            case "__assertfail" -> assertion(form, arguments);
            case "memcpy" -> {
                new ByteLoop(code)
                        .copy(value(form, arguments, 0), value(form, arguments, 1), value(form, arguments, 2));
                giveFirst(form, arguments, results);
            }
            case "memset" -> {
                new ByteLoop(code)
                        .fill(value(form, arguments, 0), value(form, arguments, 1), value(form, arguments, 2));
                giveFirst(form, arguments, results);
            }
            default -> {
                DeviceCall call = call(name);
                if (call == null) {
                    throw form.refuse("calls " + name + ", which no module defines and the simulator does not know");
                }
                deviceCall(form, call, name, arguments, results);
            }
        }
    }

    /** Both functions return where they wrote. */
    private static void giveFirst(
            Form form, List<NameScopes.RegisterParameter> arguments, List<NameScopes.RegisterParameter> results) {
        if (!results.isEmpty()) {
            results.get(0).values().put(0L, value(form, arguments, 0));
        }
    }

    private void print(
            Form form, List<NameScopes.RegisterParameter> arguments, List<NameScopes.RegisterParameter> results) {
        int result = code.function().newRegister(false);
        code.emit(
                Opcode.PRINT,
                result,
                value(form, arguments, 0),
                value(form, arguments, 1),
                Code.NONE,
                new Modifiers.PrintInMemory());
        if (!results.isEmpty()) {
            results.get(0).values().put(0L, result);
        }
    }

    private void assertion(Form form, List<NameScopes.RegisterParameter> arguments) {
        code.emit(
                Opcode.TRAP,
                -1,
                value(form, arguments, 0),
                value(form, arguments, 1),
                value(form, arguments, 2),
                new Modifiers.AssertionInMemory(value(form, arguments, 3)));
    }

    private static int value(Form form, List<NameScopes.RegisterParameter> arguments, int index) {
        Integer value = index < arguments.size() ? arguments.get(index).values().get(0L) : null;
        if (value == null) {
            throw form.refuse("does not give argument " + (index + 1));
        }
        return value;
    }

    private void deviceCall(
            Form form,
            DeviceCall call,
            String name,
            List<NameScopes.RegisterParameter> arguments,
            List<NameScopes.RegisterParameter> results) {
        List<Integer> values = new ArrayList<>();
        List<Integer> outs = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        int kernel = Code.NONE;
        int index = 0;
        for (CallParameter parameter : call.signature().parameters()) {
            switch (parameter.direction()) {
                case FUNCTION -> kernel = value(form, arguments, index);
                case OUT -> {
                    outs.add(value(form, arguments, index));
                    addPlaces(places, outs.get(outs.size() - 1), parameter);
                }
                case IN -> values.addAll(parts(form, call, arguments, index, parameter));
            }
            index++;
        }
        List<CallValue> returned = call.results();
        int first = returned.isEmpty() ? -1 : code.function().newRow(true, returned.size());
        boolean perThread = PER_THREAD.stream().anyMatch(name::endsWith);
        if (call.signature().errors().contains(CallError.INVALID_VALUE)) {
            // Behind the arguments, for a call that rejects null.
            values.addAll(outs);
        }
        code.emit(Opcode.DEVICE_CALL, first, Code.NONE, new Modifiers.Device(call, values, null, kernel, perThread));
        int own = returned.size() - places.size();
        if (own > 0 && !results.isEmpty()) {
            results.get(0).values().put(0L, first);
        }
        leave(call, first, own, places);
    }

    private static void addPlaces(List<Place> places, int address, CallParameter parameter) {
        int offset = 0;
        for (CallValue value : parameter.values()) {
            int bytes = value.type().bytes();
            offset = (offset + bytes - 1) / bytes * bytes;
            places.add(new Place(address, offset));
            offset += bytes;
        }
    }

    private List<Integer> parts(
            Form form,
            DeviceCall call,
            List<NameScopes.RegisterParameter> arguments,
            int index,
            CallParameter parameter) {
        if (index >= arguments.size()) {
            throw form.refuse("does not give argument " + (index + 1));
        }
        Map<Long, Integer> passed = arguments.get(index).values();
        if (parameter.values().size() > 1 && call == DeviceCall.MEMCPY_3D_ASYNC) {
            return structures.copyParameters(value(form, arguments, index));
        }
        if (parameter.values().size() > 1 && call == DeviceCall.MEMSET_3D_ASYNC) {
            return index == 0
                    ? CallArgumentLayouts.pitchedPointer(form, passed)
                    : CallArgumentLayouts.extent(form, passed);
        }
        List<Integer> parts = List.copyOf(new TreeMap<>(passed).values());
        if (parts.size() != parameter.values().size()) {
            throw form.refuse("gives " + parts.size() + " values as argument " + (index + 1) + ", where "
                    + parameter.values().size() + " belong");
        }
        return parts;
    }

    /** A call that succeeds stores its further results at the addresses that it takes. */
    private void leave(DeviceCall call, int first, int own, List<Place> places) {
        if (places.isEmpty()) {
            return;
        }
        int guard = code.guard();
        boolean negated = code.isGuardNegated();
        boolean hasError = own > 0 && call.results().get(0).role() == CallRole.ERROR_CODE;
        if (hasError) {
            // Only the lanes of the guard make the call; for the others no result is success.
            int succeeded = code.newPredicateUnderGuard();
            code.compare(Opcode.COMPARE_U32, succeeded, first, Comparison.EQUAL, code.bits(0));
            code.guard(succeeded, false);
        }
        for (int i = 0; i < places.size(); i++) {
            ValueType type = call.results().get(own + i).type().bytes() == Long.BYTES ? ValueType.U64 : ValueType.U32;
            structures.store(places.get(i).address(), type, places.get(i).offset(), first + own + i);
        }
        code.guard(guard, negated);
    }
}
