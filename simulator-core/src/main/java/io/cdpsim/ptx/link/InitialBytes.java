package io.cdpsim.ptx.link;

import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.Initializer;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The bytes of an initializer. */
final class InitialBytes {
    private final byte[] bytes;
    private final int elementBytes;
    private final boolean isFloat;
    private final ToLongFunction<String> addresses;
    private int next;

    private InitialBytes(int size, int elementBytes, boolean isFloat, ToLongFunction<String> addresses) {
        bytes = new byte[size];
        this.elementBytes = elementBytes;
        this.isFloat = isFloat;
        this.addresses = addresses;
    }

    static byte[] of(Symbol.OfVariable variable, ToLongFunction<String> addresses) {
        String type = variable.variable().type();
        InitialBytes image = new InitialBytes(
                Math.toIntExact(variable.bytes()), PtxProgram.elementBytes(type), type.startsWith("f"), addresses);
        Initializer initializer = variable.variable().initializer();
        if (initializer != null) {
            List<Long> dimensions = variable.variable().dimensions();
            image.put(
                    initializer,
                    dimensions.subList(Math.min(1, dimensions.size()), dimensions.size()),
                    variable.variable().vector());
        }
        return image.bytes;
    }

    /** How many elements an initialiser has, for an array that takes its size from it. */
    static long elements(@Nullable Initializer initializer) {
        if (initializer == null) {
            return 0;
        }
        if (initializer instanceof Initializer.Items items) {
            return items.items().size();
        }
        return 1;
    }

    /**
     * Puts an initialiser in.
     *
     * @param within the sizes of the dimensions inside this one: a row that names fewer values ends with zeros
     */
    private void put(Initializer initializer, List<Long> within, int vector) {
        if (initializer instanceof Initializer.Items items) {
            long rowBytes = (long) elementBytes * vector;
            for (long dimension : within) {
                rowBytes *= dimension;
            }
            for (Initializer item : items.items()) {
                int start = next;
                boolean isRow = item instanceof Initializer.Items;
                put(item, within.subList(Math.min(1, within.size()), within.size()), within.isEmpty() ? 1 : vector);
                next = isRow ? (int) Math.min(bytes.length, start + rowBytes) : next;
            }
        } else if (initializer instanceof IntegerLiteral number) {
            put(isFloat ? floatBits(number.value()) : number.value());
        } else if (initializer instanceof FloatLiteral number) {
            put(
                    elementBytes == Double.BYTES && number.width() == Float.SIZE
                            ? Double.doubleToRawLongBits(number.value())
                            : elementBytes == Float.BYTES && number.width() == Double.SIZE
                                    ? Float.floatToRawIntBits((float) number.value())
                                    : number.bits());
        } else if (initializer instanceof Initializer.AddressOf address) {
            long value = addresses.applyAsLong(address.symbol()) + address.offset();
            put(
                    address.mask() == Initializer.AddressOf.WHOLE
                            ? value
                            : (value & address.mask()) >>> Long.numberOfTrailingZeros(address.mask()));
        }
    }

    private long floatBits(long value) {
        return elementBytes == Double.BYTES
                ? Double.doubleToRawLongBits((double) value)
                : Float.floatToRawIntBits((float) value);
    }

    private void put(long value) {
        for (int i = 0; i < elementBytes && next < bytes.length; i++) {
            bytes[next++] = (byte) (value >>> (8 * i));
        }
    }
}
