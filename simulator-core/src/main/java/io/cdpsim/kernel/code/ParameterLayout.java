package io.cdpsim.kernel.code;

import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each parameter of a kernel is in its parameter buffer: in order, each at the next multiple of its alignment, which is its size
 * unless it is an array (rule PARM-4).
 *
 * @param types type of each parameter, or of its elements
 * @param sizesBytes bytes of each parameter
 * @param offsetsBytes offset of each parameter from the start of the buffer
 * @param totalBytes bytes from the start of the first to the end of the last
 */
public record ParameterLayout(
        List<ValueType> types, List<Integer> sizesBytes, List<Integer> offsetsBytes, int totalBytes) {
    /**
     * A parameter: a value, or several of one type, as which PTX passes a structure ({@code .param .align 8 .b8 p[24]}).
     *
     * @param type of the value, or of each
     * @param elements number of elements, at least 1
     * @param alignmentBytes alignment of the offset, a power of two
     */
    public record Parameter(ValueType type, int elements, int alignmentBytes) {
        /** @throws IllegalArgumentException if there are no elements, or the alignment is not a power of two */
        public Parameter {
            if (elements < 1 || Integer.bitCount(alignmentBytes) != 1) {
                throw new IllegalArgumentException("a parameter of " + elements + " elements with an alignment of "
                        + alignmentBytes + " bytes: it has at least one, and the alignment is a power of two");
            }
        }

        /** A parameter that is one value. */
        public static Parameter of(ValueType type) {
            return new Parameter(type, 1, type.bytes());
        }

        int bytes() {
            return elements * type.bytes();
        }
    }

    public ParameterLayout {
        types = List.copyOf(types);
        sizesBytes = List.copyOf(sizesBytes);
        offsetsBytes = List.copyOf(offsetsBytes);
    }

    /** The layout of parameters of these types. */
    public static ParameterLayout of(List<ValueType> types) {
        return ofParameters(types.stream().map(Parameter::of).toList());
    }

    /** The layout of parameters, some of them arrays. */
    public static ParameterLayout ofParameters(List<Parameter> parameters) {
        List<Integer> offsets = new ArrayList<>();
        int end = 0;
        for (Parameter parameter : parameters) {
            int alignment = parameter.alignmentBytes();
            // Rule PARM-4.
            int offset = IntMath.divide(end, alignment, RoundingMode.CEILING) * alignment;
            offsets.add(offset);
            end = offset + parameter.bytes();
        }
        return new ParameterLayout(
                parameters.stream().map(Parameter::type).toList(),
                parameters.stream().map(Parameter::bytes).toList(),
                offsets,
                end);
    }

    /** Number of parameters. */
    public int count() {
        return types.size();
    }

    /** Whether a parameter is one value, and not an array. */
    public boolean isOneValue(int index) {
        return sizesBytes.get(index) == types.get(index).bytes();
    }

    /** Whether a value can be read at an offset: a parameter or a part of it, whatever its own type, at a multiple of the value's size. */
    public boolean holds(int offset, ValueType type) {
        for (int i = 0; i < count(); i++) {
            int first = offsetsBytes.get(i);
            if (offset >= first && offset + type.bytes() <= first + sizesBytes.get(i)) {
                return offset % type.bytes() == 0;
            }
        }
        return false;
    }
}
