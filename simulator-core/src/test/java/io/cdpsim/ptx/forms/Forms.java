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
