package io.cdpsim.memory.visibility.history;

import io.cdpsim.memory.visibility.access.Access;
import io.cdpsim.memory.visibility.access.InstructionNumbering;
import io.cdpsim.memory.visibility.causality.Epoch;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.memory.visibility.report.RaceLaunches;
import io.cdpsim.memory.visibility.report.RaceListener;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Collects the races and the undefined uses of a run, each pair of instructions once. */
public final class RaceLog {
    private static final class Found {
        private final Race race;
        private long count = 1;

        Found(Race race) {
            this.race = race;
        }
    }

    private final InstructionNumbering sites;
    private final boolean canSynchronize;
    private final Map<Long, Found> races = new LinkedHashMap<>();
    private final Map<String, long[]> misuses = new LinkedHashMap<>();
    private final Map<String, String> rules = new HashMap<>();
    private @Nullable RaceListener listener;
    /** The kernel of each instruction that has read memory without a value. */
    private final Map<Integer, String> undefinedReads = new LinkedHashMap<>();

    /**
     * An empty log.
     *
     * @param canSynchronize whether device code can wait for its children (CDP1), for the advice in reports
     */
    public RaceLog(InstructionNumbering sites, boolean canSynchronize) {
        this.sites = sites;
        this.canSynchronize = canSynchronize;
    }

    /** One side of a race. */
    record Side(GridCausality grid, long block, long epoch, int access, boolean writes) {
        int thread() {
            return Epoch.thread(epoch);
        }
    }

    /** Records a read behind the tail launch that writes the word. The read returned what the word had before. */
    void tailResult(Side read, Side write, long address, int bits) {
        add(RaceKind.TAIL_RESULT, read, write, address, bits, bits);
    }

    void race(Side first, Side second, long address, int oldBits, int newBits) {
        add(kind(first, second), first, second, address, oldBits, newBits);
    }

    /** Sets the listener of each occurrence of a race. */
    public void listen(RaceListener newListener) {
        listener = newListener;
    }

    private void add(RaceKind kind, Side first, Side second, long address, int oldBits, int newBits) {
        if (listener != null) {
            listener.races(address, Epoch.block(first.epoch), Epoch.block(second.epoch));
        }
        int one = Access.site(first.access);
        int other = Access.site(second.access);
        long key = (long) Math.min(one, other) << 32 | Math.max(one, other);
        Found found = races.get(key);
        // Two writes of one value matter less than two of different values.
        if (found != null && !(found.race.isOfOneValue() && oldBits != newBits)) {
            found.count++;
            return;
        }
        int shown = first.writes ? first.access : second.access;
        IntFunction<String> text =
                bits -> Access.isFloat(shown) ? Float.toString(Float.intBitsToFloat(bits)) : Integer.toString(bits);
        List<String> values = new ArrayList<>(List.of(text.apply(oldBits)));
        if (oldBits != newBits) {
            values.add(text.apply(newBits));
        }
        races.put(
                key,
                new Found(new Race(
                        kind, accessor(first), accessor(second), address, values, 1, launches(first, second))));
    }

    /** Records a read of memory that has no value. */
    void undefinedRead(GridCausality grid, int access) {
        undefinedReads.putIfAbsent(Access.site(access), grid.code().name());
    }

    /** Reads of memory without a value, once for each line. A race at that line explains them: without an order, the read may precede the write. */
    private List<UndefinedUse> undefinedReads() {
        Set<String> explained = new HashSet<>();
        for (Found each : races.values()) {
            explained.add(line(each.race.first().place()));
            explained.add(line(each.race.second().place()));
        }
        Map<String, UndefinedUse> reads = new LinkedHashMap<>();
        undefinedReads.forEach((site, kernel) -> {
            String place = sites.codeOf(site).place(site);
            String line = line(place);
            if (!explained.contains(line)) {
                UndefinedUse read = new UndefinedUse(
                        "MEM-14",
                        "kernel " + kernel + ", " + place
                                + " reads memory that nothing has written since its allocation, which holds any value;"
                                + " write it first, for example by cudaMemset or cudaMemcpy",
                        1);
                reads.merge(
                        line,
                        read,
                        (one, other) -> new UndefinedUse(one.rule(), one.message(), one.count() + other.count()));
            }
        });
        return List.copyOf(reads.values());
    }

    /** The source line of a place, or the place of code without line table. */
    private static String line(String place) {
        int instruction = place.indexOf(", instruction ");
        return instruction < 0 ? place : place.substring(0, instruction);
    }

    /** Records a read of a value that its writer announced by another write, without a fence between the two. */
    void unfenced(GridCausality reader, int access, GridCausality writer, int writeAccess, int flagAccess) {
        int read = Access.site(access);
        int write = Access.site(writeAccess);
        int flag = Access.site(flagAccess);
        misuse(
                reader == writer ? RaceKind.BLOCKS.rule() : RaceKind.SIBLINGS.rule(),
                "kernel " + writer.code().name() + " announces what it writes at "
                        + line(sites.codeOf(write).place(write)) + " by the write at "
                        + line(sites.codeOf(flag).place(flag))
                        + " without a fence between the two, so the read at "
                        + line(sites.codeOf(read).place(read))
                        + " may return an older value; put __threadfence() between the"
                        + " two writes");
    }

    /** Records a flag for the host without a fence of system scope behind what it announces. */
    void unfencedSignal(GridCausality writer, int dataAccess, int flagAccess) {
        int data = Access.site(dataAccess);
        int flag = Access.site(flagAccess);
        misuse(
                RaceKind.HOST.rule(),
                "kernel " + writer.code().name() + " sets a flag in host memory at "
                        + line(sites.codeOf(flag).place(flag)) + " without a fence behind what it writes there at "
                        + line(sites.codeOf(data).place(data))
                        + ", so the running host may see the flag and older data;"
                        + " put __threadfence_system() between the two");
    }

    /** Records undefined behavior that is not a race. */
    public void misuse(String rule, String message) {
        rules.put(message, rule);
        misuses.computeIfAbsent(message, key -> new long[1])[0]++;
    }

    private RacingAccess accessor(Side side) {
        int site = Access.site(side.access);
        String does = !side.writes
                ? "reads"
                : Access.isFree(side.access) ? "frees" : Access.isAtomic(side.access) ? "updates" : "writes";
        String strength = Access.isStrong(side.access)
                ? Access.scope(side.access).name().toLowerCase(Locale.ROOT) + " scope"
                : "weak";
        return new RacingAccess(
                side.grid.code().name(),
                side.grid.code().isKernel(),
                side.grid.number(),
                side.block,
                side.thread(),
                sites.codeOf(site).place(site),
                does,
                strength);
    }

    private static RaceLaunches launches(Side first, Side second) {
        List<GridCausality> one = path(first.grid);
        List<GridCausality> other = path(second.grid);
        int common = 0;
        while (common < Math.min(one.size(), other.size()) && one.get(common) == other.get(common)) {
            common++;
        }
        List<GridCausality> toOne = one.subList(common, one.size());
        List<GridCausality> toOther = other.subList(common, other.size());
        boolean sameBlock = block(first, toOne) == block(second, toOther);
        return new RaceLaunches(
                common == 1,
                sameBlock && thread(first, toOne) == thread(second, toOther),
                sameBlock,
                toOne.isEmpty()
                        || toOther.isEmpty()
                        || toOne.get(0).number() <= toOther.get(0).number(),
                toOne.stream().map(RaceLog::launch).toList(),
                toOther.stream().map(RaceLog::launch).toList(),
                GraphWorks.of(first, second));
    }

    /** The grids from the host to a grid. */
    private static List<GridCausality> path(GridCausality grid) {
        List<GridCausality> path = new ArrayList<>();
        for (GridCausality each = grid; each != null; each = each.parent()) {
            path.add(0, each);
        }
        return path;
    }

    private static int block(Side side, List<GridCausality> launched) {
        return launched.isEmpty() ? Epoch.block(side.epoch) : launched.get(0).launchBlock();
    }

    private static int thread(Side side, List<GridCausality> launched) {
        return launched.isEmpty() ? side.thread() : launched.get(0).launchThread();
    }

    private static RaceLaunches.Launch launch(GridCausality grid) {
        return new RaceLaunches.Launch(grid.code().name(), GraphWorks.stream(grid));
    }

    private RaceKind kind(Side first, Side second) {
        GridCausality a = first.grid;
        GridCausality b = second.grid;
        if (Access.isFree(first.access) || Access.isFree(second.access)) {
            return RaceKind.FREED;
        }
        if (a == b && !canSynchronize && (Access.isTexture(first.access) || Access.isTexture(second.access))) {
            return RaceKind.TEXTURE;
        }
        if (!canSynchronize && (Access.isReadOnly(first.access) || Access.isReadOnly(second.access))) {
            return RaceKind.READ_ONLY;
        }
        if (Epoch.block(first.epoch) == Epoch.block(second.epoch)) {
            return RaceKind.THREADS;
        }
        if (a == b) {
            return RaceKind.BLOCKS;
        }
        if (a.device() == GridCausality.HOST_DEVICE || b.device() == GridCausality.HOST_DEVICE) {
            boolean isOfHost = a.kind() == GridCausality.Kind.HOST || b.kind() == GridCausality.Kind.HOST;
            return isOfHost ? RaceKind.HOST : RaceKind.HOST_OPERATION;
        }
        if (isBelow(b, a)) {
            return parentAndChild(first, b, second);
        }
        if (isBelow(a, b)) {
            return parentAndChild(second, a, first);
        }
        return a.overlaps(b) || b.overlaps(a) ? RaceKind.DEPENDENT : RaceKind.SIBLINGS;
    }

    private static boolean isBelow(GridCausality grid, GridCausality above) {
        for (GridCausality each = grid.parent(); each != null; each = each.parent()) {
            if (each == above) {
                return true;
            }
        }
        return false;
    }

    private RaceKind parentAndChild(Side parent, GridCausality child, Side childSide) {
        if (childSide.writes) {
            return canSynchronize ? RaceKind.CHILD_RESULT_CDP1 : RaceKind.CHILD_RESULT;
        }
        GridCausality launched = child;
        while (launched.parent() != null && launched.parent() != parent.grid) {
            launched = launched.parent();
        }
        return launched.isLaunchedBy(parent.epoch) ? RaceKind.STORE_AFTER_LAUNCH : RaceKind.NOT_SEEN_BY_LAUNCHER;
    }

    /** The findings so far. */
    public VisibilityReport report() {
        List<Race> all = new ArrayList<>();
        for (Found found : races.values()) {
            Race race = found.race;
            all.add(new Race(
                    race.kind(),
                    race.first(),
                    race.second(),
                    race.address(),
                    race.values(),
                    found.count,
                    race.launches()));
        }
        List<UndefinedUse> undefined = new ArrayList<>();
        misuses.forEach((message, count) ->
                undefined.add(new UndefinedUse(rules.getOrDefault(message, ""), message, count[0])));
        undefined.addAll(undefinedReads());
        return new VisibilityReport(all, undefined);
    }
}
