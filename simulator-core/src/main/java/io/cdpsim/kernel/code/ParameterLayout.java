package io.cdpsim.kernel.code;

import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each parameter of a kernel lies in its parameter buffer: in order, each at the next multiple of its size (rule PARM-4).
 *
 * @param types type of each parameter
 * @param offsetsBytes offset of each parameter from the begin of the buffer
 * @param totalBytes bytes from the begin of the first to the end of the last
 */
public record ParameterLayout(List<ValueType> types, List<Integer> offsetsBytes, int totalBytes) {
    public ParameterLayout {
        types = List.copyOf(types);
        offsetsBytes = List.copyOf(offsetsBytes);
    }

    /** The layout of parameters of these types. */
    public static ParameterLayout of(List<ValueType> types) {
        List<Integer> offsets = new ArrayList<>();
        int end = 0;
        for (ValueType type : types) {
            // Rule PARM-4.
            int offset = IntMath.divide(end, type.bytes(), RoundingMode.CEILING) * type.bytes();
            offsets.add(offset);
            end = offset + type.bytes();
        }
        return new ParameterLayout(types, offsets, end);
    }

    /** Number of parameters. */
    public int count() {
        return types.size();
    }
}
