package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.SpecialRegister;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled regions of a kernel, and the run counts of the others. */
public final class CompiledKernel {
    /** Most instructions of one method: the JVM compiles no method of more than 8,000 bytes. */
    private static final int MOST_INSTRUCTIONS = 96;

    /** Entries into a region before it is compiled: making its class takes as long as interpreting some thousand warp instructions. */
    private static final int ENTRIES_BEFORE = 16;

    private final Kernel kernel;
    private final int runsBefore;
    private final @Nullable Compiled[] regions;
    private final int[] arithmeticEnds;
    private final int[] runs;
    private final @Nullable SingleExit[] singleExits;
    private final int[] entries;
    private @Nullable Liveness liveness;
    private volatile int @Nullable [] registersReadFirst;

    /** @param runsBefore how often a region runs before it is compiled; {@code Integer.MAX_VALUE} for never */
    CompiledKernel(Kernel kernel, int runsBefore) {
        this.kernel = kernel;
        this.runsBefore = runsBefore;
        int length = kernel.code().length;
        regions = new Compiled[length];
        arithmeticEnds = new int[length];
        for (int i = length - 1; i >= 0; i--) {
            boolean goesOn = i + 1 < length && kernel.code()[i + 1].opcode().isArithmetic();
            arithmeticEnds[i] = goesOn ? arithmeticEnds[i + 1] : i + 1;
        }
        runs = new int[length];
        singleExits = new SingleExit[length];
        entries = new int[length];
    }

    /** The kernel. */
    public Kernel kernel() {
        return kernel;
    }

    /** The first instruction after {@code start} that does more than compute. */
    public int arithmeticEnd(int start) {
        return arithmeticEnds[start];
    }

    /**
     * The region between two instructions, the second excluded, once it has run often enough to be compiled; null while it is interpreted.
     * All instructions of a region only compute.
     */
    public @Nullable StraightLineRegion region(int start, int end) {
        Compiled known = regions[start];
        if (known == null) {
            if (runsBefore == Integer.MAX_VALUE || ++runs[start] < runsBefore) {
                return null;
            }
            known = compiled(start, end);
        }
        return known.end == end ? known.code : null;
    }

    private synchronized Compiled compiled(int start, int end) {
        Compiled known = regions[start];
        if (known == null) {
            known = new Compiled(end, compile(start, end));
            regions[start] = known;
        }
        return known;
    }

    /** A compiled region, and the first instruction behind it. */
    private record Compiled(int end, StraightLineRegion code) {}

    /**
     * The region that a warp can run lane by lane from an instruction on, once it has come there often enough for it to be compiled; null before, and
     * where there is none.
     */
    public @Nullable SingleExit singleExit(int start) {
        SingleExit known = singleExits[start];
        if (known != null || runsBefore == Integer.MAX_VALUE || ++entries[start] != ENTRIES_BEFORE) {
            return known;
        }
        SingleExitShape shape = SingleExitShape.at(kernel.code(), start);
        if (shape != null) {
            known = new SingleExit(
                    shape.exit(),
                    shape.members(),
                    shape.mayWait(),
                    specials(shape.members()),
                    parameterBytes(shape.members()),
                    SingleExitWriter.compile(kernel, liveness(), shape));
            singleExits[start] = known;
        }
        return known;
    }

    /**
     * A compiled region with a single exit.
     *
     * @param exit index of the first instruction behind it
     * @param members its instructions
     * @param mayWait whether a loop of it may wait for another thread
     * @param specials the special registers that it reads
     * @param parameterBytes the least bytes of parameters with all that it reads
     * @param code runs lanes
     */
    public record SingleExit(
            int exit,
            BitSet members,
            boolean mayWait,
            List<SpecialRegister> specials,
            int parameterBytes,
            SingleExitRegion code) {}

    private List<SpecialRegister> specials(BitSet members) {
        return members.stream()
                .mapToObj(at -> kernel.code()[at].modifiers())
                .filter(Modifiers.Special.class::isInstance)
                .map(special -> ((Modifiers.Special) special).register())
                .distinct()
                .toList();
    }

    private int parameterBytes(BitSet members) {
        return members.stream()
                .mapToObj(at -> kernel.code()[at].modifiers())
                .filter(Modifiers.Parameter.class::isInstance)
                .mapToInt(each -> ((Modifiers.Parameter) each).offsetBytes()
                        + ((Modifiers.Parameter) each).type().bytes())
                .max()
                .orElse(0);
    }

    private Liveness liveness() {
        Liveness known = liveness;
        if (known == null) {
            known = new Liveness(kernel.code(), kernel.registers(), kernel.predicates());
            liveness = known;
            registersReadFirst = known.liveRegisters(0);
        }
        return known;
    }

    /** The registers that a lane may read before it has written them; null for any, as long as no region is compiled. */
    public int @Nullable [] registersReadFirst() {
        return registersReadFirst;
    }

    private StraightLineRegion compile(int start, int end) {
        if (end - start <= MOST_INSTRUCTIONS) {
            return RegionCompiler.compile(kernel, liveness(), start, end);
        }
        StraightLineRegion first = RegionCompiler.compile(kernel, liveness(), start, start + MOST_INSTRUCTIONS);
        StraightLineRegion rest = compile(start + MOST_INSTRUCTIONS, end);
        return (registers, registerBase, predicates, predicateBase, lanes) ->
                first.run(registers, registerBase, predicates, predicateBase, lanes)
                        + rest.run(registers, registerBase, predicates, predicateBase, lanes);
    }
}
