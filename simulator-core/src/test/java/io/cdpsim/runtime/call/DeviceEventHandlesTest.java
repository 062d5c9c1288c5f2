package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.onlyBlock;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events of device code there are, and whose they are (rules EVT-2, EVT-3, EVT-5, EVT-6). */
class DeviceEventHandlesTest {
    private static final int SUCCESS = 0;
    private static final int INVALID_VALUE = 1;
    private static final int MEMORY_ALLOCATION = 2;

    private final ParentLab lab = ParentLab.on("h200");

    private static Operand event(KernelBuilder k) {
        return k.device().eventCreateWithFlags();
    }

    /** Rules EVT-2, O-6. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 0", "3, 0", "4, 1"})
    void anEventIsMadeWithoutTimingAlone(int flags, int error) {
        lab.run(1, 1, k -> {
            var made = k.device().eventCreateWithFlags(u32(flags));
            lab.keep(k, 0, made.get(0));
            lab.keep(k, 1, k.select(k.equal(made.get(1), u64(0)), s32(0), s32(1)));
        });

        assertThat(lab.kept(2)).containsExactly(error, error == 0 ? 1 : 0);
    }

    /** Rule EVT-5: the reference says 400, the H200 gives 1. Handles beside the only one that was given are none. */
    @ParameterizedTest
    @CsvSource({"h200, false, 1", "h200, true, 400", "k20x, false, 400"})
    void aHandleThatIsNoEventIsRefused(String profile, boolean strict, int ofNull) {
        ParentLab any = strict ? ParentLab.strict() : ParentLab.on(profile);
        any.run(1, 1, k -> {
            Operand event = event(k);
            Operand[] wrong = {u64(0), u64(77), k.add(event, u64(1)), k.subtract(event, u64(1))};
            int at = 0;
            for (Operand handle : wrong) {
                any.keep(k, at++, k.device().eventRecord(handle, NULL_STREAM));
                any.keep(k, at++, k.device().streamWaitEvent(NULL_STREAM, handle));
                any.keep(k, at++, k.device().eventDestroy(handle));
            }
            any.keep(k, at, k.device().eventDestroy(event));
        });

        assertThat(any.kept(13)).startsWith(ofNull, ofNull, ofNull, 1, 1, 1).endsWith(1, 1, 1, 1, 1, 1, SUCCESS);
        any.assertWarned();
    }

    /** Rule EVT-3: of the grid in CDP2, of the block in CDP1. */
    @ParameterizedTest
    @CsvSource({"h200, 0", "k20x, 1"})
    void anEventOfAnotherBlockIsOnesOwnInCdp2(String profile, int error) {
        ParentLab either = ParentLab.on(profile);
        either.run(2, 1, k -> {
            onlyBlock(k, 0, () -> {
                k.memory().storeVolatile(ValueType.U64, either.word(0), event(k));
                k.memory().storeVolatile(ValueType.S32, either.word(2), s32(1));
            });
            onlyBlock(k, 1, () -> {
                k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, either.word(2)), s32(0)));
                Operand event = k.memory().loadVolatile(ValueType.U64, either.word(0));
                either.keep(k, 3, k.device().eventRecord(event, NULL_STREAM));
            });
        });

        assertThat(either.kept(4)).endsWith(error);
        either.assertWarned(error == SUCCESS ? new String[0] : new String[] {"EVT-3"});
    }

    /** Rule EVT-3. */
    @Test
    void aChildMayNotUseAnEventOfItsParent() {
        KernelBuilder child = new KernelBuilder("child");
        Operand handle = child.parameter(ValueType.U64);
        lab.keep(child, 0, child.device().eventRecord(handle, NULL_STREAM));
        KernelReference reference = KernelReference.to(child.build());
        lab.run(1, 1, k -> k.device().launch(reference, u32(1), u32(1), NULL_STREAM, event(k)));

        assertThat(lab.kept(1)).containsExactly(INVALID_VALUE);
        lab.assertWarned("EVT-3");
        assertThat(lab.timeline().warnings().get(0).message())
                .isEqualTo("kernel child (block 0) uses an event that it does not own");
    }

    /** Rule EVT-6: twice as many as launches. Destroying one gives no slot back before its grid is complete. */
    @Test
    void thereAreTwiceAsManyEventsAsPlacesInThePool() {
        lab.host().setPendingLaunchLimit(32);
        for (int run = 0; run < 2; run++) {
            lab.run(1, 1, k -> {
                k.forLoop(s32(0), s32(64), s32(1), i -> {
                    var made = k.device().eventCreateWithFlags(u32(2));
                    k.memory().store(ValueType.S32, k.element(lab.word(0), i, 4), made.get(0));
                    k.device().eventDestroy(made.get(1));
                });
                var beyond = k.device().eventCreateWithFlags(u32(2));
                lab.keep(k, 64, beyond.get(0));
                lab.keep(k, 65, k.select(k.equal(beyond.get(1), u64(0)), s32(0), s32(1)));
            });

            assertThat(lab.kept(64)).as("run %d", run).containsOnly(SUCCESS);
            assertThat(lab.kept(66)).as("run %d", run).endsWith(MEMORY_ALLOCATION, 0);
        }
    }
}
