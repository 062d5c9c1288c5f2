package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static io.cdpsim.runtime.call.ParentLab.LONG;
import static io.cdpsim.runtime.call.ParentLab.launch;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of device code (rules EVT-1 to EVT-9). */
class DeviceEventRulesTest {
    private static final int SUCCESS = 0;
    private static final int INVALID_VALUE = 1;

    private final ParentLab lab = ParentLab.on("h200");

    private static Operand stream(KernelBuilder k) {
        return k.device().streamCreateWithFlags();
    }

    private static Operand event(KernelBuilder k) {
        return k.device().eventCreateWithFlags();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void whatComesBehindAWaitRunsBehindWhatWasRecorded(String profile) {
        ParentLab either = ParentLab.on(profile);
        either.run(1, 1, k -> {
            Operand one = stream(k);
            Operand other = stream(k);
            Operand event = event(k);
            launch(k, "before", 0, other);
            launch(k, "recorded", LONG, one);
            either.keep(k, 0, k.device().eventRecord(event, one));
            either.keep(k, 1, k.device().streamWaitEvent(other, event));
            launch(k, "waiting", 0, other);
            launch(k, "beside", 0, stream(k));
        });

        assertThat(either.kept(2)).containsOnly(SUCCESS);
        either.assertInOrder("recorded", "waiting");
        either.assertBeside("recorded", "beside");
        either.assertWarned();
    }

    /** Rule EVT-8: what has been recorded is over with all that it launched. */
    @Test
    void aWaitLastsUntilTheDescendantsAreComplete() {
        KernelBuilder nested = new KernelBuilder("recorded");
        launch(nested, "descendant", LONG, FIRE_AND_FORGET);
        KernelReference recorded = KernelReference.to(nested.build());
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand event = event(k);
            k.device().launch(recorded, u32(1), u32(1), one);
            k.device().eventRecord(event, one);
            k.device().streamWaitEvent(NULL_STREAM, event);
            launch(k, "waiting", 0, NULL_STREAM);
        });

        lab.assertInOrder("descendant", "waiting");
    }

    /** Rule EVT-4. */
    @Test
    void aRecordKeepsWhatIsInTheStreamAtThatMoment() {
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand other = stream(k);
            Operand event = event(k);
            launch(k, "recorded", LONG, one);
            k.device().eventRecord(event, one);
            launch(k, "later", LONG, one);
            k.device().streamWaitEvent(other, event);
            launch(k, "waiting", 0, other);
        });

        lab.assertInOrder("recorded", "waiting");
        lab.assertBeside("later", "waiting");
    }

    /** Rule EVT-4. */
    @Test
    void aWaitIsForTheMostRecentRecordAndNotForLaterOnes() {
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand two = stream(k);
            Operand three = stream(k);
            Operand event = event(k);
            launch(k, "first", 4 * LONG, one);
            launch(k, "second", LONG, two);
            k.device().eventRecord(event, one);
            k.device().eventRecord(event, two);
            k.device().streamWaitEvent(three, event);
            launch(k, "waiting", 0, three);
            k.device().eventRecord(event, one);
        });

        lab.assertInOrder("second", "waiting");
        lab.assertBeside("first", "waiting");
    }

    /** Rules EVT-4 and EVT-9: before a record, and where nothing was in the stream, there is nothing to wait for. */
    @Test
    void aWaitForNothingHoldsNothingUp() {
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand other = stream(k);
            Operand never = event(k);
            Operand early = event(k);
            lab.keep(k, 0, k.device().eventRecord(early, one));
            launch(k, "long", 2 * LONG, one);
            lab.keep(k, 1, k.device().streamWaitEvent(other, never));
            lab.keep(k, 2, k.device().streamWaitEvent(other, early));
            launch(k, "waiting", 0, other);
        });

        assertThat(lab.kept(3)).containsOnly(SUCCESS);
        lab.assertBeside("long", "waiting");
    }

    /** The entry of a grid that is over may be that of another by then. */
    @Test
    void aWaitForAGridThatIsOverDoesNotBecomeOneForAnother() {
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand other = stream(k);
            Operand event = event(k);
            launch(k, "recorded", 0, one);
            k.device().eventRecord(event, one);
            ParentLab.spin(k, 2_000_000);
            launch(k, "long", 2 * LONG, one);
            lab.keep(k, 0, k.device().streamWaitEvent(other, event));
            launch(k, "waiting", 0, other);
        });

        assertThat(lab.kept(1)).containsExactly(SUCCESS);
        lab.assertBeside("long", "waiting");
    }

    /** Rule EVT-5. */
    @Test
    void aDestroyedEventStillHoldsUpWhatWaitsForIt() {
        lab.run(1, 1, k -> {
            Operand one = stream(k);
            Operand other = stream(k);
            Operand event = event(k);
            launch(k, "recorded", LONG, one);
            k.device().eventRecord(event, one);
            k.device().streamWaitEvent(other, event);
            lab.keep(k, 0, k.device().eventDestroy(event));
            launch(k, "waiting", 0, other);
            lab.keep(k, 1, k.device().eventRecord(event, one));
            lab.keep(k, 2, k.device().streamWaitEvent(one, event));
            lab.keep(k, 3, k.device().eventDestroy(event));
        });

        assertThat(lab.kept(4)).containsExactly(SUCCESS, INVALID_VALUE, INVALID_VALUE, SUCCESS);
        lab.assertInOrder("recorded", "waiting");
        lab.assertWarned();
    }

    /** Rules EVT-7, FAF-3 and TAIL-8. */
    @Test
    void theSpecialStreamsHaveNoEvents() {
        lab.run(1, 1, k -> {
            Operand event = event(k);
            int at = 0;
            for (Operand special : new Operand[] {FIRE_AND_FORGET, TAIL_LAUNCH}) {
                lab.keep(k, at++, k.device().eventRecord(event, special));
                lab.keep(k, at++, k.device().streamWaitEvent(special, event));
            }
        });

        assertThat(lab.kept(4)).containsOnly(INVALID_VALUE);
        lab.assertWarned();
    }

    @Test
    void anEventIsRecordedAndAwaitedInAStreamThatThereIs() {
        lab.run(1, 1, k -> {
            Operand event = event(k);
            lab.keep(k, 0, k.device().eventRecord(event, u64(0x4000)));
            lab.keep(k, 1, k.device().streamWaitEvent(u64(0x4000), event));
        });

        assertThat(lab.kept(2)).containsOnly(INVALID_VALUE);
        lab.assertWarned("STR-4", "STR-4");
    }

    /** Rule API-2: no flag is known. */
    @Test
    void aRecordTakesNoFlags() {
        lab.run(1, 1, k -> {
            Operand event = event(k);
            lab.keep(k, 0, k.device().eventRecordWithFlags(event, NULL_STREAM, u32(0)));
            lab.keep(k, 1, k.device().eventRecordWithFlags(event, NULL_STREAM, u32(1)));
        });

        assertThat(lab.kept(2)).containsExactly(SUCCESS, INVALID_VALUE);
    }

    /** The H200 takes any. */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 1"})
    void aWaitTakesNoFlagsAsDocumented(boolean strict, int error) {
        ParentLab either = strict ? ParentLab.strict() : lab;
        either.run(1, 1, k -> {
            Operand event = event(k);
            either.keep(k, 0, k.device().streamWaitEvent(NULL_STREAM, event, u32(0)));
            either.keep(k, 1, k.device().streamWaitEvent(NULL_STREAM, event, u32(1)));
        });

        assertThat(either.kept(2)).containsExactly(SUCCESS, error);
    }
}
