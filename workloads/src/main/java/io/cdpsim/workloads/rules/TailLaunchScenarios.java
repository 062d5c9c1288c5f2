package io.cdpsim.workloads.rules;

import static io.cdpsim.kernel.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.DeviceRuntimeCalls.PER_THREAD_STREAM;
import static io.cdpsim.kernel.DeviceRuntimeCalls.TAIL_LAUNCH;

import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.observe.GridSpan;
import java.util.List;

/** Rules TAIL-1 to TAIL-15. */
final class TailLaunchScenarios {
    private static final long LONG = 200_000;
    private static final long SHORT = 1_000;

    private TailLaunchScenarios() {}

    static List<RuleScenario> all() {
        return List.of(
                RuleScenario.must(
                        "TAIL-2",
                        "a tail waits for the body and for all ordinary work, also what is posted after it",
                        RuleScenario.CDP2,
                        "tail after body, after X, after F",
                        TailLaunchScenarios::tailWaitsForEverything),
                RuleScenario.must(
                        "TAIL-3",
                        "the second tail waits for all that the first has launched",
                        RuleScenario.CDP2,
                        "after",
                        TailLaunchScenarios::secondTailWaitsForDescendants));
    }

    private static String tailWaitsForEverything(RuleLab lab) {
        KernelReference tail = Children.lasting("tail", SHORT);
        KernelReference x = Children.lasting("X", LONG);
        KernelReference f = Children.lasting("F", LONG);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, tail, TAIL_LAUNCH);
            Children.launch(k, x, PER_THREAD_STREAM);
            Children.launch(k, f, FIRE_AND_FORGET);
            Children.spin(k, SHORT);
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host().synchronize();
        GridSpan started = lab.grid("tail");
        String body = started.started() >= lab.grid("P").bodyEnded() ? "after body" : "before the body's end";
        return "tail " + body + ", " + RuleLab.startsAfter(started, lab.grid("X")) + " X, "
                + RuleLab.startsAfter(started, lab.grid("F")) + " F";
    }

    private static String secondTailWaitsForDescendants(RuleLab lab) {
        KernelReference d = Children.lasting("D", LONG);
        KernelReference c1 = KernelReference.to(Children.kernel("C1", k -> Children.launch(k, d)));
        KernelReference c2 = Children.lasting("C2", SHORT);
        Kernel parent = Children.kernel("P", k -> {
            Children.launch(k, c1, TAIL_LAUNCH);
            Children.launch(k, c2, TAIL_LAUNCH);
        });
        lab.host().launch(parent, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host().synchronize();
        return RuleLab.startsAfter(lab.grid("C2"), lab.grid("D"));
    }
}
