package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.code.VoteMode;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.warp.Lanes;

/** Instructions that read who the thread is, its parameters, or other lanes of its warp. */
final class WarpExchange {
    private final ClockSpec clock;
    private final long[] scratch = new long[Lanes.COUNT];

    /** @param clock that of the device */
    WarpExchange(ClockSpec clock) {
        this.clock = clock;
    }

    void loadParameter(Warp warp, Instruction in, int lanes) {
        Detail.Parameter parameter = (Detail.Parameter) in.detail();
        byte[] bytes = warp.block().grid().parameters();
        int at = parameter.offsetBytes();
        ValueType type = parameter.type();
        long value = switch (type) {
            case S8 -> bytes[at];
            case U8 -> bytes[at] & 0xFF;
            case S16, F16, BF16 -> LittleEndian.getShort(bytes, at);
            case U16 -> LittleEndian.getShort(bytes, at) & 0xFFFF;
            case S32, U32, F32, F16X2, BF16X2 -> LittleEndian.getInt(bytes, at);
            case S64, U64, F64 -> LittleEndian.getLong(bytes, at);
        };
        fill(warp, in, lanes, value);
    }

    void readSpecial(Warp warp, Instruction in, int lanes, long now) {
        SpecialRegister register = ((Detail.Special) in.detail()).register();
        Block block = warp.block();
        LaunchShape shape = block.grid().shape();
        switch (register) {
            case THREAD_X, THREAD_Y, THREAD_Z, LANE -> perLane(warp, in, lanes, register, shape);
            case BLOCK_DIM_X -> fill(warp, in, lanes, shape.blockX());
            case BLOCK_DIM_Y -> fill(warp, in, lanes, shape.blockY());
            case BLOCK_DIM_Z -> fill(warp, in, lanes, shape.blockZ());
            case BLOCK_X -> fill(warp, in, lanes, block.blockX());
            case BLOCK_Y -> fill(warp, in, lanes, block.blockY());
            case BLOCK_Z -> fill(warp, in, lanes, block.blockZ());
            case GRID_DIM_X -> fill(warp, in, lanes, shape.gridX());
            case GRID_DIM_Y -> fill(warp, in, lanes, shape.gridY());
            case GRID_DIM_Z -> fill(warp, in, lanes, shape.gridZ());
            case WARP_SLOT -> fill(warp, in, lanes, warp.indexInBlock());
            case SM -> fill(warp, in, lanes, block.sm());
            case ACTIVE_MASK -> fill(warp, in, lanes, lanes);
            case CLOCK -> {
                warp.history().readsClock();
                SpinParking.disturbed(warp);
                fill(warp, in, lanes, now);
            }
            case GLOBAL_TIMER -> {
                warp.history().readsClock();
                SpinParking.disturbed(warp);
                fill(warp, in, lanes, (long) clock.nanosFromCycles(now));
            }
        }
    }

    private static void perLane(Warp warp, Instruction in, int lanes, SpecialRegister register, LaunchShape shape) {
        LaneState state = warp.state();
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long thread = warp.thread(lane);
            registers[first + lane] = switch (register) {
                case THREAD_X -> thread % shape.blockX();
                case THREAD_Y -> thread / shape.blockX() % shape.blockY();
                case THREAD_Z -> thread / (shape.blockX() * shape.blockY());
                default -> lane;
            };
        }
    }

    private static void fill(Warp warp, Instruction in, int lanes, long value) {
        LaneState state = warp.state();
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            registers[first + Integer.numberOfTrailingZeros(m)] = value;
        }
    }

    /** Reads from another lane; a lane out of its segment, or one that does not take part, gives the own value. */
    void shuffle(Warp warp, Instruction in, int lanes) {
        Detail.Shuffle detail = (Detail.Shuffle) in.detail();
        LaneState state = warp.state();
        long[] values = state.source(in.a());
        int value = state.offset(in.a());
        long[] selectors = state.source(in.b());
        int selector = state.offset(in.b());
        int width = detail.width();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int b = (int) selectors[selector + lane] & Lanes.COUNT - 1;
            int segment = lane & -width;
            int from = switch (detail.mode()) {
                case INDEX -> segment | (b & (width - 1));
                case UP -> lane - b < segment ? lane : lane - b;
                case DOWN -> lane + b >= segment + width ? lane : lane + b;
                case BUTTERFLY -> (lane ^ b) >= segment + width ? lane : lane ^ b;
            };
            scratch[lane] = values[value + ((lanes >>> from & 1) != 0 ? from : lane)];
        }
        long[] registers = state.registers();
        int first = state.offset(in.destination());
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            registers[first + lane] = scratch[lane];
        }
    }

    void vote(Warp warp, Instruction in, int lanes) {
        LaneState state = warp.state();
        int window = state.stack().predicateWindow();
        int held = state.predicates()[window + in.a()] & lanes;
        VoteMode mode = ((Detail.Vote) in.detail()).mode();
        if (mode == VoteMode.BALLOT) {
            fill(warp, in, lanes, held);
            return;
        }
        boolean answer = mode == VoteMode.ALL ? held == lanes : held != 0;
        int old = state.predicates()[window + in.destination()];
        state.predicates()[window + in.destination()] = answer ? old | lanes : old & ~lanes;
    }
}
