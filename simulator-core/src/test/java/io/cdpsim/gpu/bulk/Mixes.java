package io.cdpsim.gpu.bulk;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.BulkMix.Part;
import io.cdpsim.kernel.code.BulkMix.Spread;
import io.cdpsim.kernel.code.BulkMix.Step;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Loops of what a builder emits. Branches go back to the loop's start. */
final class Mixes {
    private Mixes() {}

    /** A loop without a loop in it. */
    static BulkMix of(Consumer<KernelBuilder> body) {
        return new BulkMix(List.of(part(1, body)));
    }

    static Part part(int passes, Consumer<KernelBuilder> body) {
        return new Part(steps(Spread.BY_LANE, body), passes);
    }

    static List<Step> steps(Spread spread, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("loop");
        k.sharedArray(1024);
        k.localArray(1024);
        body.accept(k);
        List<Step> steps = new ArrayList<>();
        for (Instruction in : k.build().code()) {
            if (in.opcode() != Opcode.EXIT) {
                steps.add(new Step(in, spread, in.opcode() == Opcode.BRANCH));
            }
        }
        return steps;
    }
}
