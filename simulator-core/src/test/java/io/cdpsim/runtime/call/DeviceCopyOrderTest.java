package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.LONG;
import static io.cdpsim.runtime.call.ParentLab.launch;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where copies and fills by device code stand in streams and in the pool (rules COPY-4, COPY-5, FAF-6). */
class DeviceCopyOrderTest {
    private static final Operand DEVICE_TO_DEVICE = s32(3);

    /** As documented: an H200 fills with zeros. */
    private final ParentLab lab = ParentLab.strict();

    /** Rules COPY-4 and NEST-1: a grid behind it sees what it has moved, and the host too. */
    @Test
    void aCopyIsInOrderInItsStream() {
        lab.run(1, 1, k -> {
            KernelBuilder writer = new KernelBuilder("writer");
            writer.nanosleep(u32(LONG));
            lab.keep(writer, 0, s32(42));
            KernelBuilder reader = new KernelBuilder("reader");
            lab.keep(reader, 2, reader.memory().load(ValueType.S32, lab.word(1)));
            Operand stream = k.device().streamCreateWithFlags();
            k.device().launch(KernelReference.to(writer.build()), u32(1), u32(1), stream);
            k.device().memcpyAsync(lab.word(1), lab.word(0), u64(4), DEVICE_TO_DEVICE, stream);
            k.device().launch(KernelReference.to(reader.build()), u32(1), u32(1), stream);
        });

        assertThat(lab.kept(3)).containsExactly(42, 42, 42);
    }

    /** Rules COPY-5 and FAF-6. */
    @Test
    void aTailCopyIsDoneBehindAllChildrenAndAForgottenOneBesideThem() {
        lab.run(1, 1, k -> {
            KernelBuilder child = new KernelBuilder("child");
            child.nanosleep(u32(LONG));
            lab.keep(child, 1, child.memory().loadVolatile(ValueType.S32, lab.word(2)));
            lab.keep(child, 0, s32(42));
            k.device().memcpyAsync(lab.word(3), lab.word(0), u64(4), DEVICE_TO_DEVICE, TAIL_LAUNCH);
            launch(k, "tail", 0, TAIL_LAUNCH);
            k.device().launch(KernelReference.to(child.build()), u32(1), u32(1), FIRE_AND_FORGET);
            k.device().memsetAsync(lab.word(2), u32(1), u64(4), FIRE_AND_FORGET);
        });

        assertThat(lab.kept(4)).containsExactly(42, 0x01010101, 0x01010101, 42);
        lab.assertInOrder("child", "tail");
    }

    /** Rule COPY-4: each takes a place in the pool; a fill into a full one was measured to give 999. */
    @Test
    void aFillIntoAFullPoolIsRefused() {
        lab.host().setPendingLaunchLimit(32);
        lab.run(1, 1, k -> {
            Operand stream = k.device().streamCreateWithFlags();
            launch(k, "long", LONG * 10, stream);
            k.forLoop(s32(0), s32(32), s32(1), i -> {
                Operand error = k.device().memsetAsync(lab.word(40), u32(1), u64(4), stream);
                k.memory().store(ValueType.S32, k.element(lab.word(0), i, 4), error);
            });
        });

        assertThat(Arrays.copyOf(lab.kept(32), 31)).containsOnly(0);
        assertThat(lab.kept(32)[31]).isEqualTo(999);
    }

    private static long end(int width, int height, int depth) {
        ParentLab slow = ParentLab.on("h200", "clock.core=1000 MHz", "dram.bandwidth=16 GB/s");
        long array = slow.host().malloc(1 << 20);
        slow.run(
                1,
                1,
                k -> k.device()
                        .memset3DAsync(List.of(
                                u64(array),
                                u64(1_024),
                                u64(64),
                                s32(1),
                                u64(width),
                                u64(height),
                                u64(depth),
                                NULL_STREAM)));
        return Math.round(slow.host().nowNanos());
    }

    /** 16 bytes a cycle. */
    @Test
    void aFillTakesAsLongAsItsBytes() {
        long least = end(16, 1, 1);
        assertThat(end(1_024, 1, 1) - least).isEqualTo(1_008 / 16);
        assertThat(end(1_024, 60, 1) - least).isEqualTo((60 * 1_024 - 16) / 16);
        assertThat(end(1_024, 60, 5) - least).isEqualTo((5 * 60 * 1_024 - 16) / 16);
    }
}
