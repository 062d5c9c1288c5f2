package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.MatrixType;
import io.cdpsim.kernel.code.Modifiers.MatrixMultiply;
import io.cdpsim.warp.Lanes;

/**
 * Which element of a matrix each register of each lane holds (PTX ISA 9.0, "Matrix Fragments for mma"). Of the eight lanes of four that a warp has,
 * each holds a row of A and of C, or a column of B; each lane of the four holds neighbours within it.
 */
final class MatrixFragments {
    private static final int GROUP_LANES = 4;
    private static final int GROUPS = 8;
    private static final int HALF_WARP = 16;
    private static final int QUARTER_K = 4;

    /** Takes the place of an element. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Takes the place of an element.
         *
         * @param row of the matrix
         * @param column of the matrix
         * @param register of the fragment, from 0
         * @param element of the register, from its low bits
         */
        void visit(int row, int column, int lane, int register, int element);
    }

    private MatrixFragments() {}

    static void ofA(MatrixMultiply shape, Visitor visitor) {
        if (shape.isQuarters()) {
            quarterInputs((first, second, lane, register, element) -> {
                if (shape.aIsColumns()) {
                    visitor.visit(second / QUARTER_K * QUARTER_K + first, lane % QUARTER_K, lane, register, element);
                } else {
                    visitor.visit(second, first, lane, register, element);
                }
            });
            return;
        }
        // Registers go down the rows first, then along them.
        rows(shape.registersOfA(), shape.m() > GROUPS ? 2 : 1, shape.a(), visitor);
    }

    static void ofB(MatrixMultiply shape, Visitor visitor) {
        if (shape.isQuarters()) {
            quarterInputs((first, second, lane, register, element) -> {
                if (shape.bIsRows()) {
                    visitor.visit(lane % QUARTER_K, second / QUARTER_K * QUARTER_K + first, lane, register, element);
                } else {
                    visitor.visit(first, second, lane, register, element);
                }
            });
            return;
        }
        rows(
                shape.registersOfB(),
                1,
                shape.b(),
                (column, row, lane, register, element) -> visitor.visit(row, column, lane, register, element));
    }

    static void ofC(MatrixMultiply shape, MatrixType type, Visitor visitor) {
        int registers = type == shape.c() ? shape.registersOfC() : shape.registersOfD();
        int each = type.perRegister();
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            int group = lane / GROUP_LANES;
            int member = lane % GROUP_LANES;
            for (int i = 0; i < registers * each; i++) {
                if (!shape.isQuarters()) {
                    visitor.visit(group + i / 2 * GROUPS, 2 * member + i % 2, lane, i / each, i % each);
                } else if (type == MatrixType.F16) {
                    visitor.visit(quarterRow(lane), i, lane, i / each, i % each);
                } else {
                    int row = (lane & 1) + (i & 2) + (lane < HALF_WARP ? 0 : QUARTER_K);
                    visitor.visit(row, (i & 4) + (lane & 2) + (i & 1), lane, i, 0);
                }
            }
        }
    }

    private static void rows(int registers, int down, MatrixType type, Visitor visitor) {
        int each = type.perRegister();
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            for (int i = 0; i < registers; i++) {
                int row = lane / GROUP_LANES + i % down * GROUPS;
                int column = lane % GROUP_LANES * each + i / down * GROUP_LANES * each;
                for (int k = 0; k < each; k++) {
                    visitor.visit(row, column + k, lane, i, k);
                }
            }
        }
    }

    private static int quarterRow(int lane) {
        return lane % GROUP_LANES + (lane < HALF_WARP ? 0 : QUARTER_K);
    }

    /** Four elements a lane: which of them it is, and the lane's number in its group of eight. */
    private static void quarterInputs(Visitor visitor) {
        for (int lane = 0; lane < Lanes.COUNT; lane++) {
            for (int i = 0; i < QUARTER_K; i++) {
                visitor.visit(i, quarterRow(lane), lane, i / 2, i % 2);
            }
        }
    }
}
