package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.MatrixMultiply;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;

/**
 * Products of matrices as an H100 computes them (measurements/tensor). Integers are exact. Double precision is a chain of fused multiply-adds in the
 * order of k. Sums of half precision, bfloat16 and TF32 are made at once, see {@link TensorSum}; numbers of 8 bits become halves, and C is added to
 * their sum.
 */
public final class MatrixSemantics {
    private static final int QUARTER_LANES = 4;
    private static final int QUARTERS = 4;
    private static final int HALF_WARP = 16;
    private static final int QUARTER_SIDE = 8;

    private MatrixSemantics() {}

    /**
     * Registers of a warp that hold a fragment: lane {@code l} of register {@code r} is at {@code first + r * 32 + l}.
     *
     * @param values the registers
     * @param first lane 0 of the first register
     */
    @SuppressWarnings("ArrayRecordComponent") // read in place
    public record Fragment(long[] values, int first) {
        private long register(int register, int lane) {
            return values[first + register * Lanes.COUNT + lane];
        }

        private long element(MatrixType type, int register, int lane, int element) {
            long bits = register(register, lane);
            return switch (type) {
                case F64, B1 -> bits;
                case F32, TF32, S32 -> (int) bits;
                default -> field(type, bits >>> (type.bits() * element));
            };
        }

        private static long field(MatrixType type, long bits) {
            int unused = Long.SIZE - type.bits();
            return type.isSigned() ? bits << unused >> unused : bits << unused >>> unused;
        }
    }

    /**
     * Multiplies.
     *
     * @param d what D's registers are, on the same plan as {@link Fragment}, from index 0 on
     */
    public static void multiply(MatrixMultiply shape, Fragment a, Fragment b, Fragment c, long[] d) {
        Arrays.fill(d, 0);
        if (shape.isQuarters()) {
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                multiply(shape, quarter, a, b, c, d);
            }
        } else {
            multiply(shape, -1, a, b, c, d);
        }
    }

    private static boolean isOf(int quarter, int lane) {
        return quarter < 0 || lane % HALF_WARP / QUARTER_LANES == quarter;
    }

    private static void multiply(MatrixMultiply shape, int quarter, Fragment a, Fragment b, Fragment c, long[] d) {
        // Bits stay in their registers, 32 of them at a time.
        int depth = shape.a() == MatrixType.B1 ? shape.k() / Integer.SIZE : shape.k();
        int wide = shape.a() == MatrixType.B1 ? Integer.SIZE : 1;
        long[][] rows = new long[quarter < 0 ? shape.m() : QUARTER_SIDE][depth];
        long[][] columns = new long[quarter < 0 ? shape.n() : QUARTER_SIDE][depth];
        long[][] added = new long[rows.length][columns.length];
        MatrixFragments.ofA(shape, (row, column, lane, register, element) -> {
            if (isOf(quarter, lane)) {
                rows[row][column / wide] = a.element(shape.a(), register, lane, element);
            }
        });
        MatrixFragments.ofB(shape, (row, column, lane, register, element) -> {
            if (isOf(quarter, lane)) {
                columns[column][row / wide] = b.element(shape.b(), register, lane, element);
            }
        });
        MatrixFragments.ofC(shape, shape.c(), (row, column, lane, register, element) -> {
            if (isOf(quarter, lane)) {
                added[row][column] = c.element(shape.c(), register, lane, element);
            }
        });
        long[][] results = results(shape, rows, columns, added);
        MatrixType type = shape.d();
        MatrixFragments.ofC(shape, type, (row, column, lane, register, element) -> {
            if (isOf(quarter, lane)) {
                int at = register * Lanes.COUNT + lane;
                d[at] = type == MatrixType.F16
                        ? (int) (d[at] | ((results[row][column] & 0xFFFF) << (Short.SIZE * element)))
                        : results[row][column];
            }
        });
    }

    private static long[][] results(MatrixMultiply shape, long[][] rows, long[][] columns, long[][] added) {
        if (shape.a().isFloat() && !shape.isQuarters()) {
            return floats(shape, rows, columns, added);
        }
        long[][] results = new long[rows.length][columns.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                results[i][j] = shape.isQuarters()
                        ? ofFour(shape, rows[i], columns[j], added[i][j])
                        : shape.a() == MatrixType.F64
                                ? chain(rows[i], columns[j], added[i][j], shape.rounding())
                                : whole(shape, rows[i], columns[j], added[i][j]);
            }
        }
        return results;
    }

    private static long whole(MatrixMultiply shape, long[] row, long[] column, long added) {
        long sum = added;
        for (int k = 0; k < row.length; k++) {
            sum += switch (shape.combination()) {
                case AND -> Long.bitCount(row[k] & column[k] & 0xFFFFFFFFL);
                case XOR -> Long.bitCount((row[k] ^ column[k]) & 0xFFFFFFFFL);
                default -> row[k] * column[k];
            };
        }
        return shape.saturates() ? Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, sum)) : (int) sum;
    }

    private static long chain(long[] row, long[] column, long added, Rounding rounding) {
        int modifiers = ModifierBits.of(new Modifiers.Arithmetic(rounding, false, false));
        long sum = added;
        for (int k = 0; k < row.length; k++) {
            sum = rounding == Rounding.NEAREST
                    ? DoubleSemantics.fmaF64(row[k], column[k], sum)
                    : DoubleSemantics.fmaF64(row[k], column[k], sum, modifiers);
        }
        return sum;
    }

    private static float half(long bits) {
        return (float) FloatFormat.F16.decode(bits);
    }

    /** The shape m8n8k4 has no unit of its own: fused multiply-adds of single precision stand for it. */
    private static long ofFour(MatrixMultiply shape, long[] row, long[] column, long added) {
        float[] a = new float[QUARTER_LANES];
        float[] b = new float[QUARTER_LANES];
        for (int k = 0; k < QUARTER_LANES; k++) {
            a[k] = half(row[k]);
            b[k] = half(column[k]);
        }
        float c = shape.c() == MatrixType.F16 ? half(added) : FloatBits.single(added);
        float first = FloatBits.fma(a[1], b[1], a[0] * b[0]);
        if (shape.d() == MatrixType.F32) {
            return FloatBits.bits(c + FloatBits.fma(a[3], b[3], FloatBits.fma(a[2], b[2], first)));
        }
        float second = FloatBits.fma(a[3], b[3], a[2] * b[2]);
        return FloatFormat.F16.result(c + first + second, 0);
    }

    private static long[][] floats(MatrixMultiply shape, long[][] rows, long[][] columns, long[][] added) {
        boolean isEightBits = shape.a().bits() == Byte.SIZE;
        MatrixType unit = isEightBits ? MatrixType.F16 : shape.a();
        TensorSum sum = new TensorSum(unit, shape.c(), shape.d());
        int[][] a = decoded(shape.a(), rows);
        int[][] b = decoded(shape.b(), columns);
        long[][] results = new long[rows.length][columns.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                results[i][j] = isEightBits
                        ? ofEightBits(shape.d(), sum, a[i], b[j], added[i][j])
                        : sum.of(a[i], b[j], 0, 1, a[i].length, added[i][j]);
            }
        }
        return results;
    }

    /** Two sums of halves, the elements in the lower halves of registers first; then C is added. */
    private static long ofEightBits(MatrixType type, TensorSum sum, int[] a, int[] b, long added) {
        long lower = sum.of(a, b, 0, 2, a.length, 0);
        long all = sum.of(a, b, 2, 2, a.length, lower);
        return type == MatrixType.F16 ? HalfSemantics.addF16(added, all, 0) : SingleSemantics.addF32(added, all);
    }

    private static int[][] decoded(MatrixType type, long[][] elements) {
        int[][] all = new int[elements.length][];
        for (int i = 0; i < elements.length; i++) {
            all[i] = new int[elements[i].length];
            for (int k = 0; k < elements[i].length; k++) {
                long bits = elements[i][k];
                all[i][k] = (int)
                        switch (type) {
                            case E4M3 -> EightBitSemantics.cvtE4m3x2ToF16x2(bits) & 0xFFFF;
                            case E5M2 -> EightBitSemantics.cvtE5m2x2ToF16x2(bits) & 0xFFFF;
                            default -> bits;
                        };
            }
        }
        return all;
    }

    /**
     * Exchanges rows and columns of a matrix of eight by eight halves.
     *
     * @param to the registers of all lanes
     */
    public static void transpose(Fragment from, long[] to) {
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            int row = lane / QUARTER_LANES;
            int column = 2 * (lane % QUARTER_LANES);
            long low = (from.register(0, column * QUARTER_LANES + row / 2) >>> (Short.SIZE * (row % 2))) & 0xFFFF;
            long high =
                    (from.register(0, (column + 1) * QUARTER_LANES + row / 2) >>> (Short.SIZE * (row % 2))) & 0xFFFF;
            to[lane] = (int) (low | (high << Short.SIZE));
        }
    }
}
