package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;

/** Runs the loads and stores of matrices in shared memory: {@code ldmatrix} and {@code stmatrix}. */
final class MatrixAccesses {
    private static final int MATRIX_ROWS = 8;
    private static final int ROW_WORDS = 4;
    private static final int LANES_OF_A_ROW = 4;

    private final DeviceData data;
    private final AccessTiming timing;
    private final LaneAddresses addresses;
    private final AddressChecks checks;
    private final AccessEffects effects;
    private final boolean timed;

    MatrixAccesses(AccessParts parts) {
        this.timing = parts.timing();
        this.addresses = parts.addresses();
        this.checks = parts.checks();
        this.effects = parts.effects();
        data = parts.shared().data();
        timed = parts.shared().timed();
    }

    /** Runs {@code ldmatrix}. @return false if it faulted */
    boolean load(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.MatrixRows rows = (Modifiers.MatrixRows) in.modifiers();
        Modifiers.Access row = Modifiers.Access.weak(rows.space(), ValueType.U32, ROW_WORDS, rows.offsetBytes());
        int addressed = addressed(warp, in, rows, row, lanes);
        if (!mayAccessRows(warp, in, rows, row, addressed, time)) {
            return false;
        }
        LaneState state = warp.state();
        int first = state.offset(in.destination());
        for (int i = 0; i < rows.count(); i++) {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long value = rows.isTransposed()
                        ? (half(warp, i, /* row= */ columnOf(lane), /* column= */ rowOf(lane)) & 0xFFFF)
                                | (half(warp, i, /* row= */ columnOf(lane) + 1, /* column= */ rowOf(lane))
                                        << Short.SIZE)
                        : data.load(warp.memory(), lane, AddressSpace.SHARED, word(i, lane), ValueType.S32);
                state.registers()[first + i * Lanes.COUNT + lane] = (int) value;
            }
        }
        effects.loaded(warp, AddressSpace.SHARED, addressed, row.bytes());
        if (timed) {
            warp.registersReadyAt(
                    in.destination(), rows.count(), timing.matrixLoad(row, addressed, rows.count(), time));
            timing.taken(time);
        }
        return true;
    }

    /** Runs {@code stmatrix}. @return false if it faulted */
    boolean store(Warp warp, Instruction in, int lanes, long time) {
        Modifiers.MatrixRows rows = (Modifiers.MatrixRows) in.modifiers();
        Modifiers.Access row = Modifiers.Access.weak(rows.space(), ValueType.U32, ROW_WORDS, rows.offsetBytes());
        int addressed = addressed(warp, in, rows, row, lanes);
        if (!mayAccessRows(warp, in, rows, row, addressed, time)) {
            return false;
        }
        for (int i = 0; i < rows.count(); i++) {
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long value = warp.state().value(in.b() < 0 ? in.b() : in.b() + i, lane);
                if (rows.isTransposed()) {
                    putHalf(warp, halfAt(i, /* row= */ columnOf(lane), /* column= */ rowOf(lane)), value);
                    putHalf(
                            warp,
                            halfAt(i, /* row= */ columnOf(lane) + 1, /* column= */ rowOf(lane)),
                            value >> Short.SIZE);
                } else {
                    data.put(warp.memory(), lane, AddressSpace.SHARED, word(i, lane), ValueType.S32, value);
                }
            }
        }
        effects.changed(AddressSpace.SHARED, addressed, row.bytes(), time);
        if (timed) {
            warp.storeDoneAt(timing.store(AddressSpace.SHARED, row, addressed, time));
            timing.taken(time);
        }
        return true;
    }

    /** The lanes whose addresses count, which are gathered: those of rows of all matrices. */
    private int addressed(Warp warp, Instruction in, Modifiers.MatrixRows rows, Modifiers.Access row, int lanes) {
        int addressed = lanes & Lanes.first(rows.count() * MATRIX_ROWS);
        addresses.gather(warp.state(), in.a(), row, addressed);
        return addressed;
    }

    /** Whether each row lies in shared memory; if not, the device has faulted. */
    private boolean mayAccessRows(
            Warp warp, Instruction in, Modifiers.MatrixRows rows, Modifiers.Access row, int addressed, long time) {
        for (int left = addressed; left != 0; ) {
            AddressSpace space = addresses.spaceOfFirst(left);
            int group = addresses.lanesIn(space, left);
            left &= ~group;
            if (space != AddressSpace.SHARED) {
                return checks.refuseOutsideShared(warp, in, group);
            }
            if ((checks.isForeign(warp, in, rows.space(), space) && !checks.mayUseForeign(warp, in, space, group, time))
                    || !checks.check(warp, in, space, row.bytes(), group)) {
                return false;
            }
        }
        return true;
    }

    private static int rowOf(int lane) {
        return lane / LANES_OF_A_ROW;
    }

    private static int columnOf(int lane) {
        return 2 * (lane % LANES_OF_A_ROW);
    }

    private long word(int matrix, int lane) {
        return halfAt(matrix, rowOf(lane), columnOf(lane));
    }

    private long halfAt(int matrix, int row, int column) {
        return addresses.of(matrix * MATRIX_ROWS + row) + (long) column * Short.BYTES;
    }

    private long half(Warp warp, int matrix, int row, int column) {
        return data.load(warp.memory(), 0, AddressSpace.SHARED, halfAt(matrix, row, column), ValueType.S16);
    }

    private void putHalf(Warp warp, long address, long value) {
        data.put(warp.memory(), 0, AddressSpace.SHARED, address, ValueType.S16, value);
    }
}
