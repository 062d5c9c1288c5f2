package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import java.util.function.Consumer;

/** Kernels that do little but launch and let time pass. */
final class Kernels {
    private Kernels() {}

    /** Lets a thread spin for some cycles. */
    static void spin(KernelBuilder k, long cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), u64(cycles)));
    }

    /** A kernel whose threads all spin for some cycles. */
    static Kernel spinning(String name, long cycles) {
        KernelBuilder k = new KernelBuilder(name);
        spin(k, cycles);
        return k.build();
    }

    /** The same, to be launched by device code. */
    static KernelReference child(String name, long cycles) {
        return KernelReference.to(spinning(name, cycles));
    }

    /** A kernel with a body for the first thread of the first block; all threads spin for some cycles after that. */
    static Kernel parent(String name, long cycles, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(name);
        k.ifThen(k.equal(k.globalThreadX(), u32(0)), () -> body.accept(k));
        if (cycles > 0) {
            spin(k, cycles);
        }
        return k.build();
    }

    /** Launches a grid of blocks of one thread. */
    static void launch(KernelBuilder k, KernelReference kernel, int blocks, Operand stream) {
        k.device().launch(kernel, u32(blocks), u32(1), stream);
    }

    /** A kernel that launches "behind" into a stream which waits for an event behind "recorded", of another stream. */
    static Kernel behindAnEvent() {
        return parent("parent", 0, k -> {
            Operand one = k.device().streamCreateWithFlags();
            Operand other = k.device().streamCreateWithFlags();
            Operand event = k.device().eventCreateWithFlags();
            launch(k, child("recorded", 100_000), 1, one);
            k.device().eventRecord(event, one);
            k.device().streamWaitEvent(other, event);
            launch(k, child("behind", 0), 1, other);
        });
    }
}
