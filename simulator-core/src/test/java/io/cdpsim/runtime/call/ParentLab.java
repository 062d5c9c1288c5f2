package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.function.Consumer;

/** A kernel that calls the device runtime, the values it keeps in words of memory, and when its children ran. */
final class ParentLab {
    /** What a child takes that is to run for longer than any call of its parent, nanoseconds. */
    static final int LONG = 200_000;

    private static final int WORDS = 256;

    private final Timeline timeline = new Timeline();
    private final Machine machine;
    private final long words;

    ParentLab(MachineSettings settings) {
        machine = new Machine(settings, timeline);
        words = host().malloc(4L * WORDS);
    }

    static ParentLab on(String profile, String... changes) {
        return new ParentLab(MachineSettings.of(Profiles.load(profile, List.of(changes))));
    }

    /** An H200 as documented. */
    static ParentLab strict() {
        return new ParentLab(MachineSettings.of(Profiles.load("h200")).withStrict(true));
    }

    Host host() {
        return machine.host();
    }

    Timeline timeline() {
        return timeline;
    }

    /** The address of a word. */
    Operand word(int index) {
        return u64(words + 4L * index);
    }

    /** Keeps 32 bits in a word. */
    void keep(KernelBuilder k, int index, Operand value) {
        k.memory().store(ValueType.S32, word(index), value);
    }

    /** Keeps 32 bits of each thread in words that follow each other. */
    void keepOfEach(KernelBuilder k, int index, Operand value) {
        k.memory().store(ValueType.S32, k.element(word(index), k.threadX(), 4), value);
    }

    /** The first words. */
    int[] kept(int count) {
        return host().memory().readInts(words, count);
    }

    /** A kernel that sleeps for so many nanoseconds. */
    static KernelReference child(String name, int nanos) {
        KernelBuilder k = new KernelBuilder(name);
        k.nanosleep(u32(nanos));
        return KernelReference.to(k.build());
    }

    /** Launches a grid of one thread. @return the error code */
    static Operand.Register launch(KernelBuilder k, String name, int nanos, Operand stream) {
        return k.device().launch(child(name, nanos), u32(1), u32(1), stream);
    }

    static void onlyThread(KernelBuilder k, int thread, Runnable body) {
        k.ifThen(k.equal(k.threadX(), u32(thread)), body);
    }

    static void onlyBlock(KernelBuilder k, int block, Runnable body) {
        k.ifThen(k.equal(k.blockX(), u32(block)), body);
    }

    static void spin(KernelBuilder k, int cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), u64(cycles)));
    }

    /** Runs the kernel "parent". */
    void run(int blocks, int threads, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("parent");
        body.accept(k);
        host().launch(k.build(), LaunchShape.of(blocks, threads), host().defaultStream());
        assertThat(host().synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    /** The only grid of a kernel. */
    GridLifetime grid(String kernel) {
        List<GridLifetime> all = grids(kernel);
        assertThat(all).as(kernel).hasSize(1);
        return all.get(0);
    }

    List<GridLifetime> grids(String kernel) {
        return timeline.grids().stream()
                .filter(each -> each.kernel().equals(kernel))
                .toList();
    }

    /** The grids ran one after the other. */
    void assertInOrder(String... kernels) {
        for (int i = 1; i < kernels.length; i++) {
            assertThat(grid(kernels[i]).started())
                    .as("%s behind %s", kernels[i], kernels[i - 1])
                    .isGreaterThanOrEqualTo(grid(kernels[i - 1]).completed());
        }
    }

    /** The second ran beside the first. */
    void assertBeside(String first, String second) {
        assertThat(grid(second).started())
                .as("%s beside %s", second, first)
                .isBetween(grid(first).posted(), grid(first).completed() - 1);
    }

    /** There were warnings of these rules, and no others. */
    void assertWarned(String... rules) {
        assertThat(timeline.warnings()).extracting(Timeline.Warning::rule).containsExactly(rules);
    }
}
