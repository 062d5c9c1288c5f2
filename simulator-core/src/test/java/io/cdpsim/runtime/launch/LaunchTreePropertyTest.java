package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.LaunchTree.WorkExecutor;
import io.cdpsim.runtime.launch.ManualTiming.Due;
import io.cdpsim.runtime.launch.ManualTiming.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random launch trees that grow while they run, and a timing that lets any step happen that is due. What may start when follows here from the
 * rules' words alone: lists of what was posted where, and marks of what is over.
 */
class LaunchTreePropertyTest {
    private static final int TREES = 300;
    private static final int MOST_PIECES = 80;
    private static final int MOST_STREAMS = 3;

    /** A grid, a copy or an event wait, as the program sees it. */
    private static final class Piece {
        private final GridKind kind;
        private final @Nullable Piece parent;
        private final boolean copies;
        private final List<Piece> children = new ArrayList<>();
        private final List<Piece> tails = new ArrayList<>();
        private final List<Stream> streams = new ArrayList<>();
        /** All that must be complete before it starts, tails aside. */
        private final List<Piece> after = new ArrayList<>();

        private int entry;
        private boolean synchronizes;
        private boolean turned;
        private boolean started;
        private boolean exited;
        private boolean complete;

        Piece(GridKind kind, @Nullable Piece parent, boolean copies) {
            this.kind = kind;
            this.parent = parent;
            this.copies = copies;
        }

        boolean isTail() {
            return kind == GridKind.TAIL_GRID;
        }

        boolean runs() {
            return started && !exited && !copies && kind != GridKind.EVENT_WAIT;
        }

        boolean holdsPlace() {
            boolean launched = kind != GridKind.HOST_GRID && kind != GridKind.EVENT_WAIT;
            return launched && (tails.isEmpty() || !tails.get(0).turned);
        }

        boolean isWhollyComplete() {
            return complete && allBelowIsComplete();
        }

        boolean allBelowIsComplete() {
            return children.stream().allMatch(Piece::isWhollyComplete)
                    && tails.stream().allMatch(Piece::isWhollyComplete);
        }

        /** Why it must not start, or an empty text. */
        String reasonAgainstStart(boolean held) {
            if (started) {
                return "it has started";
            }
            if (!after.stream().allMatch(Piece::isWhollyComplete)) {
                return "what is before it is not complete";
            }
            if (parent == null) {
                return "";
            }
            if (!isTail()) {
                return held && !parent.exited && !parent.synchronizes ? "its parent runs" : "";
            }
            boolean tailsBefore =
                    parent.tails.subList(0, parent.tails.indexOf(this)).stream().allMatch(Piece::isWhollyComplete);
            boolean rest = parent.exited && parent.children.stream().allMatch(Piece::isWhollyComplete);
            return tailsBefore && rest ? "" : "what its grid does before it is not over";
        }
    }

    /** A stream of a grid, and all that was ever posted into it. */
    private static final class Stream {
        private final int handle;
        private final List<Piece> posted = new ArrayList<>();

        Stream(int handle) {
            this.handle = handle;
        }
    }

    /** One tree, from its first host grid to its end. */
    private static final class Growth implements WorkExecutor {
        private final SplittableRandom random;
        private final boolean held;
        private final LaunchScene scene;
        private final List<Piece> pieces = new ArrayList<>();
        private final Map<Integer, Piece> live = new HashMap<>();
        private @Nullable Piece adding;
        private int retired;
        private int steps;

        Growth(long seed, boolean held) {
            random = new SplittableRandom(seed);
            this.held = held;
            scene = new LaunchScene(this, held);
            scene.onAdded(this::added);
            scene.timing.onUnblocked(entry -> piece(entry).turned = true);
            scene.timing.onRetire(live::remove);
            int atOnce = random.nextInt(4);
            scene.timing.atOnce(due -> random.nextInt(4) < atOnce);
            int together = random.nextInt(3);
            scene.timing.retiresWithOthers(entry -> piece(entry).parent != null && random.nextInt(3) < together);
        }

        private void added(int entry) {
            Piece piece = Objects.requireNonNull(adding);
            piece.entry = entry;
            live.put(entry, piece);
            pieces.add(piece);
        }

        private Piece piece(int entry) {
            return Objects.requireNonNull(live.get(entry), "an entry that is not live");
        }

        void grow() {
            int most = 2 + random.nextInt(MOST_PIECES);
            postHostGrid();
            while (true) {
                List<Piece> running = pieces.stream().filter(Piece::runs).toList();
                List<Due> due = scene.timing.due();
                boolean more = pieces.size() < most;
                int what = random.nextInt(20);
                if (running.isEmpty() && due.isEmpty() && !more) {
                    break;
                } else if (more && (what == 0 || (running.isEmpty() && due.isEmpty()))) {
                    postHostGrid();
                } else if (more && what < 9 && !running.isEmpty()) {
                    post(running.get(random.nextInt(running.size())));
                } else if (what == 9 && held && !running.isEmpty()) {
                    Piece parent = running.get(random.nextInt(running.size()));
                    parent.synchronizes = true;
                    scene.tree.releaseHeld(parent.entry);
                } else if (!due.isEmpty() && (what < 17 || running.isEmpty())) {
                    let(due.get(random.nextInt(due.size())));
                } else if (!running.isEmpty()) {
                    exit(running.get(random.nextInt(running.size())));
                }
                assertThat(scene.pool.used()).as("places of the pool").isEqualTo(placesHeld());
                steps++;
            }
        }

        private void let(Due next) {
            scene.timing.let(next.step(), next.entry());
        }

        private void exit(Piece piece) {
            piece.exited = true;
            for (Stream stream : piece.streams) {
                scene.streams.close(stream.handle);
            }
            scene.tree.threadsExited(piece.entry);
        }

        private void postHostGrid() {
            adding = new Piece(GridKind.HOST_GRID, null, false);
            scene.hostGrid();
        }

        private void post(Piece parent) {
            boolean copies = random.nextInt(6) == 0;
            switch (random.nextInt(8)) {
                case 0 -> {
                    add(parent, new Piece(GridKind.FIRE_AND_FORGET_GRID, parent, false));
                    scene.fireAndForget(parent.entry);
                }
                case 1, 2 -> postTail(parent, copies);
                case 3 -> postWait(parent);
                default -> postIntoStream(parent, copies);
            }
        }

        private void postTail(Piece parent, boolean copies) {
            Piece tail = new Piece(GridKind.TAIL_GRID, parent, copies);
            parent.tails.add(tail);
            adding = tail;
            if (copies) {
                scene.tailCopy(parent.entry);
            } else {
                scene.tail(parent.entry);
            }
        }

        private void postIntoStream(Piece parent, boolean copies) {
            Stream stream = stream(parent);
            Piece piece = new Piece(copies ? GridKind.MEMORY_OPERATION : GridKind.STREAM_GRID, parent, copies);
            add(parent, piece);
            piece.after.addAll(stream.posted);
            stream.posted.add(piece);
            if (copies) {
                scene.copy(parent.entry, stream.handle);
            } else {
                scene.streamGrid(parent.entry, stream.handle);
            }
        }

        /** An event is recorded in one stream, and another, perhaps the same one, waits for it. */
        private void postWait(Piece parent) {
            Stream from = stream(parent);
            Stream to = stream(parent);
            Piece recorded = from.posted.isEmpty() ? null : from.posted.get(random.nextInt(from.posted.size()));
            if (recorded == null || recorded.complete) {
                return;
            }
            Piece wait = new Piece(GridKind.EVENT_WAIT, parent, false);
            add(parent, wait);
            wait.after.addAll(to.posted);
            wait.after.add(recorded);
            to.posted.add(wait);
            scene.eventWait(parent.entry, to.handle, recorded.entry);
        }

        private Stream stream(Piece parent) {
            if ((parent.streams.size() < MOST_STREAMS && random.nextInt(3) == 0) || parent.streams.isEmpty()) {
                Stream made = new Stream(scene.stream(parent.entry));
                parent.streams.add(made);
                return made;
            }
            return parent.streams.get(random.nextInt(parent.streams.size()));
        }

        private void add(Piece parent, Piece piece) {
            parent.children.add(piece);
            adding = piece;
        }

        /** Each launch has a place from its posting until it retires, or until it ends for its first tail. */
        private long placesHeld() {
            return live.values().stream().filter(Piece::holdsPlace).count();
        }

        @Override
        public boolean isAbandoned() {
            return false;
        }

        @Override
        public void waits(int entry, WaitReason reason) {}

        @Override
        public void submit(int entry) {
            start(entry);
            scene.tree.admit(entry);
        }

        @Override
        public void runMemoryOperation(int entry) {
            start(entry);
            piece(entry).exited = true;
            scene.timing.bytesMoved(entry);
        }

        private void start(int entry) {
            Piece piece = piece(entry);
            assertThat(piece.reasonAgainstStart(held))
                    .as("%s starts", piece.kind)
                    .isEmpty();
            piece.started = true;
        }

        @Override
        public void threadsExited(int entry) {
            assertThat(piece(entry).exited).isTrue();
        }

        @Override
        public void completed(int entry) {
            Piece piece = piece(entry);
            if (piece.kind == GridKind.EVENT_WAIT) {
                start(entry);
                piece.exited = true;
            }
            assertThat(piece.complete).as("completes once").isFalse();
            assertThat(piece.exited).as("its threads have exited").isTrue();
            assertThat(piece.allBelowIsComplete())
                    .as("all below it is complete")
                    .isTrue();
            piece.complete = true;
        }

        @Override
        public void hostGridCompleted(int entry) {
            assertThat(piece(entry).kind).isEqualTo(GridKind.HOST_GRID);
        }

        @Override
        public void recordReleased(int record, long number) {
            retired++;
        }

        long launchesWithRecord() {
            return pieces.stream()
                    .filter(piece -> piece.parent != null && !piece.isTail() && piece.kind != GridKind.EVENT_WAIT)
                    .count();
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void nothingStartsTooEarlyAndAllIsOverAtTheEndInWhateverOrderStepsHappen(boolean held) {
        long pieces = 0;
        long steps = 0;
        for (long seed = 1; seed <= TREES; seed++) {
            Growth growth = new Growth(seed, held);
            try {
                growth.grow();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
            assertThat(growth.pieces).as("seed %d", seed).allMatch(Piece::isWhollyComplete);
            assertThat(growth.scene.pool.used()).as("seed %d", seed).isZero();
            assertThat(growth.scene.grids.live()).as("seed %d", seed).isZero();
            assertThat(growth.retired).as("seed %d", seed).isEqualTo((int) growth.launchesWithRecord());
            assertThat(growth.scene.timing.due(Step.START)).isEmpty();
            pieces += growth.pieces.size();
            steps += growth.steps;
        }
        assertThat(pieces).isGreaterThan(20L * TREES);
        assertThat(steps).isGreaterThan(pieces);
    }
}
