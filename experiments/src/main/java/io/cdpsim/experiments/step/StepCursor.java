package io.cdpsim.experiments.step;

import io.cdpsim.experiments.step.StepRecording.GridRow;
import io.cdpsim.experiments.step.StepRecording.GridState;
import io.cdpsim.experiments.step.StepRecording.Knowledge;
import io.cdpsim.experiments.step.StepRecording.KnowledgeState;
import io.cdpsim.experiments.step.StepRecording.RunState;
import io.cdpsim.experiments.step.StepRecording.WarpRow;
import io.cdpsim.experiments.step.StepRecording.WordRow;

/** The state of a recorded run between two of its steps, which moves forward and back. */
@SuppressWarnings("EnumOrdinal") // Cells hold the ordinals of states.
public final class StepCursor {
    private static final int LANES = 32;

    private final StepRecording recording;
    private final int[] cells;
    private int position;

    /** The state before the first step. */
    public StepCursor(StepRecording recording) {
        this.recording = recording;
        cells = new int[recording.log().cells()];
    }

    /** The number of steps that have happened. */
    public int position() {
        return position;
    }

    /** One step forward. @return false at the end */
    public boolean forward() {
        if (position == recording.log().size()) {
            return false;
        }
        recording.log().apply(position++, cells);
        return true;
    }

    /** One step back. @return false at the start */
    public boolean back() {
        if (position == 0) {
            return false;
        }
        recording.log().apply(--position, cells);
        return true;
    }

    /** Goes to a number of steps, from 0 to all. */
    public void seek(int steps) {
        if (steps < 0 || steps > recording.log().size()) {
            throw new IllegalArgumentException(
                    "found step " + steps + ", expected 0 to " + recording.log().size());
        }
        while (position < steps) {
            forward();
        }
        while (position > steps) {
            back();
        }
    }

    /** The cells. */
    public int[] cells() {
        return cells.clone();
    }

    /** The progress of a grid. */
    public GridState state(GridRow grid) {
        return GridState.values()[cells[grid.cell()]];
    }

    /** The progress of a warp. */
    public RunState state(WarpRow warp) {
        return RunState.values()[cells[warp.cell()]];
    }

    /** The index of a warp's next instruction. */
    public int next(WarpRow warp) {
        return cells[warp.cell() + WarpRow.NEXT];
    }

    /** The active lanes of a warp, a bit each. */
    public int active(WarpRow warp) {
        return cells[warp.cell() + WarpRow.ACTIVE];
    }

    /** What a register of a lane holds. */
    public long register(WarpRow warp, int register, int lane) {
        Integer cell = warp.registers().get(register);
        return cell == null
                ? 0
                : (long) cells[cell + LANES + lane] << Integer.SIZE | Integer.toUnsignedLong(cells[cell + lane]);
    }

    /** What a predicate holds, a bit for each lane. */
    public int predicate(WarpRow warp, int predicate) {
        Integer cell = warp.predicates().get(predicate);
        return cell == null ? 0 : cells[cell];
    }

    /** The value of a word of memory. */
    public int value(WordRow word) {
        return cells[word.cell()];
    }

    /** What a block knows of a word. */
    public KnowledgeState state(Knowledge knowledge) {
        return KnowledgeState.values()[cells[knowledge.cell()]];
    }
}
