package io.cdpsim.ptx.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every form of an instruction that PTX programs use, with operands at the edges of its types, gives what PTX says and what an H200 gives. */
class PtxFormsTest {
    private static final List<long[]> RESULTS = new ArrayList<>();

    @BeforeAll
    static void runAll() {
        Map<String, Kernel> kernels = FormMachine.kernels(FormText.of(Forms.all()));
        FormMachine machine = new FormMachine();
        for (int i = 0; i < Forms.all().size(); i++) {
            RESULTS.add(machine.run(kernels.get(FormText.name(i)), Forms.all().get(i)));
        }
    }

    @Test
    void eachFormGivesWhatItsDefinitionSays() {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < Forms.all().size(); i++) {
            PtxForm form = Forms.all().get(i);
            PtxForm.Tolerance tolerance = form.tolerance();
            wrong.addAll(
                    complaints(form, RESULTS.get(i), defined(form), tolerance.fromDefinition(), tolerance.absolute()));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void eachFormGivesTheBitsOfAnH200() {
        Map<String, long[]> hardware = HardwareBits.read();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < Forms.all().size(); i++) {
            PtxForm form = Forms.all().get(i);
            long[] expected = hardware.get(form.name());
            assertThat(expected).as("bits of %s", form.name()).isNotNull();
            PtxForm.Tolerance tolerance = form.tolerance();
            long units = tolerance.fromHardware();
            wrong.addAll(complaints(form, RESULTS.get(i), expected, units, tolerance.absolute()));
            wrong.addAll(otherNans(form, RESULTS.get(i), expected));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void formsThatAnH200HasNoMoreOrNotYetGiveWhatTheirDefinitionSays() {
        List<PtxForm> forms = BeyondForms.all();
        Map<String, Kernel> kernels = FormMachine.kernels(FormText.of(forms, 100));
        FormMachine machine = new FormMachine();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < forms.size(); i++) {
            long[] results = machine.run(kernels.get(FormText.name(i)), forms.get(i));
            wrong.addAll(complaints(forms.get(i), results, defined(forms.get(i)), 0, 0));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void noTwoFormsHaveOneName() {
        assertThat(Forms.all().stream().map(PtxForm::name)).doesNotHaveDuplicates();
    }

    private static long[] defined(PtxForm form) {
        long[][] cases = FormCases.of(form);
        long[] defined = new long[PtxForm.CASES];
        for (int i = 0; i < defined.length; i++) {
            defined[i] = form.definition().of(cases, i);
        }
        return defined;
    }

    private static List<String> complaints(PtxForm form, long[] results, long[] expected, long units, double absolute) {
        List<String> complaints = new ArrayList<>();
        long[][] cases = FormCases.of(form);
        for (int i = 0; i < results.length; i++) {
            if (!isNear(form.result(), results[i], expected[i], units, absolute)) {
                complaints.add(String.format(
                        Locale.ROOT,
                        "%s of %x, %x, %x, %x in thread %d gave %x, not %x",
                        form.name(),
                        cases[i][0],
                        cases[i][1],
                        cases[i][2],
                        cases[i][3],
                        i,
                        results[i],
                        expected[i]));
            }
        }
        return complaints;
    }

    /** PTX leaves open which NaN an instruction gives; the simulator gives the bits that hardware does. */
    private static List<String> otherNans(PtxForm form, long[] results, long[] expected) {
        List<String> others = new ArrayList<>();
        if (form.result().isFloat() && !form.result().isPacked()) {
            for (int i = 0; i < results.length; i++) {
                if (form.result().format().isNan(expected[i]) && results[i] != expected[i]) {
                    others.add(
                            String.format(Locale.ROOT, "%s gave NaN %x, not %x", form.name(), results[i], expected[i]));
                }
            }
        }
        return others;
    }

    private static boolean isNear(FormType type, long result, long expected, long units, double absolute) {
        if (result == expected || !type.isFloat()) {
            return result == expected;
        }
        if (type.isPacked()) {
            return isNear(type.format(), result >>> 16, expected >>> 16, units, absolute)
                    && isNear(type.format(), result & 0xFFFF, expected & 0xFFFF, units, absolute);
        }
        return isNear(type.format(), result, expected, units, absolute);
    }

    /** PTX leaves open which NaN an instruction gives. */
    private static boolean isNear(ReferenceFloat format, long result, long expected, long units, double absolute) {
        if (format.isNan(result) || format.isNan(expected)) {
            return format.isNan(result) == format.isNan(expected);
        }
        return format.distance(result, expected) <= units
                || Math.abs(format.value(result) - format.value(expected)) <= absolute;
    }
}
