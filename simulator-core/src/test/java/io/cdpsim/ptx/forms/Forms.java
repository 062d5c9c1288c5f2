package io.cdpsim.ptx.forms;

import java.util.ArrayList;
import java.util.List;

/** All forms that are tried. */
final class Forms {
    private static final List<PtxForm> ALL = gather();

    private Forms() {}

    static List<PtxForm> all() {
        return ALL;
    }

    /** Those that an H100 has, of all threads of which the results are hashed. */
    static List<PtxForm> hashed() {
        List<PtxForm> forms = new ArrayList<>(ALL);
        // Without a mask of members, and extremes of three, there is nothing on this GPU.
        BeyondForms.all().stream()
                .filter(form -> !form.name().matches("(vote|shfl)[.].*|(min|max)([.]NaN)?[.]f32|cvta[.]param[.].*"))
                .forEach(forms::add);
        return forms;
    }

    private static List<PtxForm> gather() {
        List<PtxForm> forms = new ArrayList<>();
        forms.addAll(IntegerForms.all());
        forms.addAll(CarryForms.all());
        forms.addAll(BitForms.all());
        forms.addAll(FloatForms.all());
        forms.addAll(HalfForms.all());
        forms.addAll(ConversionForms.all());
        forms.addAll(CompareForms.all());
        forms.addAll(LaneForms.all());
        forms.addAll(MemoryForms.all());
        forms.addAll(ControlForms.all());
        return List.copyOf(forms);
    }
}
